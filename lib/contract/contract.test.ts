import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExact } from '../http/json/exact.js';
import { animalAt, animalsIn } from './values/animals.js';
import { loadContract, type SchemaName } from './contract.js';

const said = (schema: SchemaName, text: string): string | undefined =>
  loadContract().problems(schema, parseExact(text))[0]?.message;
const pet = (members: string): string => `{"id":1,"name":"a","categoryId":2${members}}`;

describe('loadContract', () => {
  test('knows what it is called', () => {
    const contract = loadContract();
    expect(contract).toMatchObject({
      title: 'Animal Store',
      version: '1.0.0',
    });
    expect(contract.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(loadContract()).toBe(contract);
  });
});

describe('problems', () => {
  test.each<[SchemaName, string, string | undefined]>([
    ['Pet', pet(''), undefined],
    ['Pet', pet(',"status":"sold","owner":{"id":1.5}'), undefined],
    ['Pet', pet(',"status":null'), '/status is null, not a string'],
    ['Pet', pet(',"status":"gone"'), '/status is "gone", not one of available, pending, sold'],
    [
      'Pet',
      pet(',"status":"\u202e\\""'),
      String.raw`/status is "\u202e\"", not one of available, pending, sold`,
    ],
    ['Pet', '{"name":"a","categoryId":1}', '/id is missing'],
    ['Pet', '{"id":"1","name":"a","categoryId":1}', '/id is a string, not an integer'],
    ['Pet', '{"id":1.5,"name":"a","categoryId":1}', '/id is 1.5, not an integer'],
    ['Pet', '{"id":1,"name":["a"],"categoryId":1}', '/name is an array, not a string'],
    ['Pet', '[]', 'the body is an array, not an object'],
    ['Pet', 'null', 'the body is null, not an object'],
    [
      'Pet',
      '{"id":1,',
      'the body is not JSON: the end of the text where a key in double quotes should begin, at character 9',
    ],
    ['Pets', '[]', undefined],
    ['Pets', `[${pet('')},${pet('')}]`, undefined],
    ['Pets', `[${pet('')},{"id":2,"name":"b"}]`, '/1/categoryId is missing'],
    ['Pets', `{"items":[]}`, 'the body is an object, not an array'],
    ['Error', '{"code":"unauthorized","message":"No.","status":401}', undefined],
    ['Error', '{"code":401,"message":"No.","status":401}', '/code is a number, not a string'],
    ['Error', '{"code":"a","message":"No.","status":"401"}', '/status is a string, not an integer'],
    ['Error', '{"error":"No."}', '/code, /message and /status are missing'],
    [
      'Error',
      '{"code":404,"message":"No."}',
      '/status is missing; /code is a number, not a string',
    ],
    [
      'Error',
      '{"status":null,"message":[]}',
      '/code is missing; /message is an array, not a string; /status is null, not an integer',
    ],
    ['Message', '{"id":"1","message":"Hi","status":"sent","createdAt":"now"}', undefined],
    [
      'Message',
      '{"id":1,"message":"Hi","status":"sent","createdAt":"now"}',
      '/id is a number, not a string',
    ],
    ['NewPet', '{"name":"a","categoryId":1}', undefined],
    ['NewMessage', '{}', '/message is missing'],
  ])('%s: %s', (schema, text, expected) => expect(said(schema, text)).toBe(expected));

  test.each([
    ['9223372036854775807', undefined],
    ['-9223372036854775808', undefined],
    ['9223372036854775808', '/categoryId exceeds int64 (9223372036854775808)'],
    ['-9223372036854775809', '/categoryId exceeds int64 (-9223372036854775809)'],
    ['1e30', '/categoryId exceeds int64 (1e30)'],
    ['1e400', '/categoryId exceeds int64 (1e400)'],
    ['1.0', undefined],
    ['1e2', undefined],
    ['-0', undefined],
    ['1.5', '/categoryId is 1.5, not an integer'],
    // Doubles round these to whole numbers.
    ['9007199254740992.5', '/categoryId is 9007199254740992.5, not an integer'],
    ['1.00000000000000000001', '/categoryId is 1.00000000000000000001, not an integer'],
  ])('judges the integer %s by its digits', (literal, expected) => {
    expect(said('NewPet', `{"name":"a","categoryId":${literal}}`)).toBe(expected);
    expect(said('Pets', `[{"id":${literal},"name":"a","categoryId":1}]`)).toBe(
      expected?.replace('/categoryId', '/0/id'),
    );
  });

  test('accepts an integer exactly when it is an int64', () => {
    const near = fc
      .oneof(fc.constantFrom(2n ** 63n, -(2n ** 63n)), fc.constant(0n))
      .chain((middle) => fc.bigInt({ min: middle - 1000n, max: middle + 1000n }));
    fc.assert(
      fc.property(
        fc.oneof(near, fc.bigInt()),
        (integer) =>
          (said('NewPet', `{"name":"a","categoryId":${integer}}`) === undefined) ===
          (BigInt.asIntN(64, integer) === integer),
      ),
    );
  });

  test('judges one body without a trace of another', () => {
    expect(said('NewPet', '{"name":"a","categoryId":9223372036854775808}')).toBeDefined();
    expect(said('NewPet', '{"name":"a","categoryId":1}')).toBeUndefined();
  });
});

describe('animalsIn', () => {
  const animals = (text: string): unknown => animalsIn(parseExact(text));

  test('reads animals to the last digit', () => {
    expect(
      animals(
        '[{"id":9007199254740993,"name":"a","categoryId":1.0},{"id":2,"name":"","categoryId":-9223372036854775808,"status":"sold","x":1}]',
      ),
    ).toEqual([
      { id: '9007199254740993', name: 'a', categoryId: '1', status: undefined },
      { id: '2', name: '', categoryId: '-9223372036854775808', status: 'sold' },
    ]);
    expect(animals('[{"id":7,"name":"a","categoryId":1}]')).toEqual([
      { id: '7', name: 'a', categoryId: '1', status: undefined },
    ]);
    expect(animals('[]')).toEqual([]);
  });

  test.each([
    '{}',
    'null',
    '[1]',
    '[null]',
    '[[]]',
    '[{"id":1,"name":"a"}]',
    '[{"id":"1","name":"a","categoryId":1}]',
    '[{"id":1.5,"name":"a","categoryId":1}]',
    '[{"id":1,"name":"a","categoryId":1,"status":null}]',
    '[{',
  ])('takes %s for no list of animals', (text) => expect(animals(text)).toBeUndefined());

  test('reads one animal at its pointer', () => {
    const json = parseExact('{"data":{"id":9007199254740993,"name":"a","categoryId":1}}');
    if (!json.ok) throw new Error(json.problem);
    expect(animalAt(json, '/data', (json.value as { data: unknown }).data)?.id).toBe(
      '9007199254740993',
    );
    expect(animalAt(json, '', json.value)).toBeUndefined();
  });
});
