// The small judgements that rules share.
import { saying, type Reason, type ReasonKey } from '../result/reasons.js';
import { describe, expect, test } from 'vitest';
import type { Answer, Exchange } from '../../http/types.js';
import {
  addedAnimal,
  animalOf,
  animalsOf,
  answerOf,
  differingField,
  type Difference,
  expectNoServerError,
  expectRefusal,
  expectSame,
  expectSchema,
  expectStatus,
  expectSuccess,
  fieldsSent,
  isRefusal,
  isSuccess,
  leastLengthOf,
  needsWholeBody,
  noAnimal,
  operationName,
  quoted,
  quotedPair,
  statusOf,
  wrongStatus,
} from './expect.js';
import { answered } from '../../testing/made-up.js';
import { cameBack } from '../result/finding-in-words.js';
import { Breach, Undecided } from '../result/signals.js';

const exchange = (answer: Answer | undefined, operation = 'listPets'): Exchange => ({
  number: 1,
  ask: { operation, method: 'GET', path: '/x', validity: 'valid', writes: false },
  request: { method: 'GET', path: '/v1/x', headers: [] },
  startedAt: 0,
  durationMs: 0,
  resent: 0,
  ...(answer ? { answer } : {}),
});
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (thrown) {
    return thrown;
  }
};
const pet = { id: 1, name: 'Ada', categoryId: 2, status: 'sold' };

describe('statuses', () => {
  test.each([
    [199, false, false],
    [200, true, false],
    [299, true, false],
    [300, false, false],
    [399, false, false],
    [400, false, true],
    [499, false, true],
    [500, false, false],
  ])('%i: success %s, refusal %s', (status, success, refusal) => {
    const one = exchange(answered(status, ''));
    expect([statusOf(one), isSuccess(one), isRefusal(one)]).toEqual([status, success, refusal]);
  });

  test('the expected one passes, another is a breach in a sentence', () => {
    const one = exchange(answered(404, ''), 'createPet');
    expect(thrownBy(() => expectStatus(one, 404, 'with a valid animal'))).toBeUndefined();
    expect(thrownBy(() => expectStatus(one, 201, 'with a valid animal'))).toEqual(
      new Breach({
        kind: 'status',
        operation: 'POST /pets',
        when: 'with a valid animal',
        expected: 201,
        actual: 404,
        exchange: one,
      }),
    );
    expect(thrownBy(() => expectStatus(one, 400, 'here', 'a fraction'))).toMatchObject({
      finding: { difference: 'a fraction' },
    });
  });

  test('an exchange without an answer tells nothing', () => {
    expect(thrownBy(() => answerOf(exchange(undefined)))).toEqual(
      new Undecided({ what: 'no response' }),
    );
    expect(thrownBy(() => expectStatus(exchange(undefined), 200, 'here'))).toBeInstanceOf(
      Undecided,
    );
  });

  test('a success passes, another status is a breach that says what was sent', () => {
    expect(thrownBy(() => expectSuccess(exchange(answered(202, '')), 'A message'))).toBeUndefined();
    for (const status of [199, 302, 400, 500]) {
      const one = exchange(answered(status, ''));
      const cause = `A message returned ${status}.`;
      const actual = `status ${status}`;
      expect(thrownBy(() => expectSuccess(one, 'A message'))).toMatchObject({
        words: { cause, expected: 'a 2xx status', actual },
        finding: { exchange: one },
      });
      expect(thrownBy(() => expectSuccess(one, 'A message', 201))).toMatchObject({
        words: {
          cause: `A message returned ${status}; expected 201.`,
          expected: 'status 201',
          actual,
        },
      });
    }
  });

  test.each([
    [499, 'listPets', false],
    [500, 'listPets', true],
    [501, 'listPets', true],
    [599, 'other', true],
    // HTTP's own word for a method that a server does not know.
    [501, 'other', false],
  ])('%i to %s: a failure of the server is %s', (status, operation, isBreach) => {
    const one = exchange(answered(status, ''), operation);
    const cause = `A request returned ${status}.`;
    const wordsOf = (thrown: unknown): unknown =>
      thrown instanceof Breach ? thrown.words : thrown;
    const words = (expected: string): unknown =>
      isBreach ? { cause, expected, actual: `status ${status}` } : undefined;
    const plain = thrownBy(() => expectNoServerError(one, 'A request'));
    const invalid = thrownBy(() => expectNoServerError(one, 'A request', '4xx'));
    expect(wordsOf(plain)).toEqual(words('no 5xx'));
    expect(wordsOf(invalid)).toEqual(words('a 4xx'));
  });

  test('a wrong one is a breach in any case, but for one that never came', () => {
    const one = exchange(answered(200, ''));
    const it = { text: 'Animal {id}', values: { id: '7' } };
    expect(thrownBy(() => wrongStatus(one, it, 'neither 401 nor 403'))).toMatchObject({
      words: {
        cause: 'Animal 7 returned 200.',
        expected: 'any status but 401 and 403',
        actual: 'status 200',
      },
      finding: { what: 'Animal {id}', values: { id: '7' }, exchange: one },
    });
    expect(thrownBy(() => wrongStatus(exchange(undefined), 'It', 201))).toEqual(
      new Undecided({ what: 'no response' }),
    );
  });

  test('a refusal passes with any 4xx; anything else is a breach', () => {
    const body = { cause: 'an empty body', difference: 'the body is empty' };
    for (const status of [400, 422, 499])
      expect(thrownBy(() => expectRefusal(exchange(answered(status, '')), body))).toBeUndefined();
    for (const status of [201, 302, 500]) {
      const one = exchange(answered(status, ''), 'createPet');
      expect(thrownBy(() => expectRefusal(one, body))).toMatchObject({
        words: {
          cause: `\`POST /pets\` with an empty body returned ${status}; expected a refusal.`,
          expected: 'a refusal (400)',
          actual: `status ${status}`,
        },
        finding: { exchange: one, difference: 'the body is empty' },
      });
    }
  });

  test('operations have names in sentences', () => {
    expect(
      ['listPets', 'createPet', 'getPet', 'sendMessage', 'getStoreOrders', 'other'].map(
        (operation) => operationName(exchange(undefined, operation)),
      ),
    ).toEqual([
      '`GET /pets`',
      '`POST /pets`',
      '`GET /pets/{petId}`',
      '`POST /messages`',
      '`GET /store/orders`',
      '`GET /x`',
    ]);
  });
});

describe('bodies', () => {
  test('of the schema pass, others are a breach that names the place', () => {
    expect(thrownBy(() => expectSchema(exchange(answered(201, pet)), 'Pet'))).toBeUndefined();
    expect(
      thrownBy(() => expectSchema(exchange(answered(201, { ...pet, id: '1' })), 'Pet')),
    ).toMatchObject({
      words: {
        cause: 'The response is not a valid `Pet` object: `/id` is a string, not an integer.',
        expected: 'a body of the schema Pet',
      },
    });
    expect(thrownBy(() => expectSchema(exchange(answered(200, '')), 'Pets'))).toMatchObject({
      words: {
        cause: expect.stringContaining(
          'The response is not a valid `Pets` array: the body is not JSON',
        ),
      },
    });
    expect(
      thrownBy(() => expectSchema(exchange(answered(404, '{}'), 'getPet'), 'Error')),
    ).toMatchObject({
      words: {
        cause:
          'The 404 response to `GET /pets/{petId}` is not a valid `Error` object: `/code`, `/message` and `/status` are missing.',
      },
    });
    expect(
      thrownBy(() =>
        expectSchema(
          exchange(answered(200, '[{"id":9223372036854775808,"name":"x","categoryId":1}]')),
          'Pets',
        ),
      ),
    ).toMatchObject({
      words: {
        cause:
          'The response is not a valid `Pets` array: `/0/id` exceeds int64 (9223372036854775808).',
      },
    });
  });

  test('a list of animals is read to the last digit', () => {
    const one = exchange(
      answered(200, '[{"id":9223372036854775807,"name":"x","categoryId":-9007199254740993}]'),
    );
    expect(animalsOf(one)).toEqual([
      { id: '9223372036854775807', name: 'x', categoryId: '-9007199254740993', status: undefined },
    ]);
  });

  test.each<[string, Answer, ReasonKey]>([
    ['another status', answered(206, [pet]), 'no list'],
    ['a wrapped list', answered(200, { data: [pet] }), 'no array'],
    ['an entry that is no animal', answered(200, [pet, { ...pet, id: 'x' }]), 'entry is no animal'],
    ['no JSON', answered(200, '['), 'no array'],
  ])('%s is no list to judge by', (_, answer, what) =>
    expect(thrownBy(() => animalsOf(exchange(answer)))).toMatchObject({
      outcome: 'cantTell',
      reason: { what, values: { operation: '`GET /pets`', status: answer.status } },
    }),
  );

  test('one animal is what a success answers with', () => {
    expect(animalOf(exchange(answered(201, pet)))).toEqual({
      id: '1',
      name: 'Ada',
      categoryId: '2',
      status: 'sold',
    });
    for (const answer of [
      undefined,
      answered(404, pet),
      answered(302, pet),
      answered(200, [pet]),
      answered(200, 'x'),
      answered(200, null),
      answered(201, { ...pet, categoryId: 1.5 }),
    ])
      expect(animalOf(exchange(answer))).toBeUndefined();
    expect(addedAnimal(exchange(answered(201, pet))).id).toBe('1');
    const reason: Reason = {
      what: 'no animal',
      values: { operation: '`GET /pets`', status: 400 },
    };
    const refused = exchange(answered(400, pet));
    expect(thrownBy(() => addedAnimal(refused))).toEqual(new Undecided(reason));
    expect(thrownBy(() => noAnimal(refused))).toEqual(new Undecided(reason));
  });

  test('one that the kit did not read to its end tells nothing of its whole, but how much there is at least', () => {
    const unread: Answer = {
      status: 200,
      headers: [],
      truncated: true,
      size: 1e9,
      header: () => undefined,
      text: '[{"categoryId":1},{"categoryId" : 2},{"na',
      json: { ok: false, problem: 'the body is too long', unread: true },
    };
    const one = exchange(unread);
    expect(thrownBy(() => needsWholeBody(one))).toEqual(
      new Undecided(saying('the body is too long')),
    );
    expect(thrownBy(() => expectSchema(one, 'Pets'))).toBeInstanceOf(Undecided);
    expect(leastLengthOf(one)).toBe(2);
    expect(thrownBy(() => needsWholeBody(exchange(answered(200, 'no JSON'))))).toBeUndefined();
    expect(thrownBy(() => needsWholeBody(exchange(answered(200, [pet]))))).toBeUndefined();
  });
});

describe('fields', () => {
  const sent = fieldsSent({ name: 'Ada', categoryId: 9_223_372_036_854_775_807n, status: 'sold' });

  test('that are equal do not differ, to the last digit', () => {
    expect(
      differingField(sent, { name: 'Ada', categoryId: '9223372036854775807', status: 'sold' }),
    ).toBeUndefined();
    expect(
      differingField(sent, { name: 'Ada', categoryId: '9223372036854775808', status: 'sold' }),
    ).toEqual({
      field: 'categoryId',
      expected: '9223372036854775807',
      actual: '9223372036854775808',
    });
  });

  test('that were not sent are free, and one that is gone is told', () => {
    expect(
      differingField(fieldsSent({ name: 'Ada', categoryId: 1n }), {
        name: 'Ada',
        categoryId: '1',
        status: 'pending',
      }),
    ).toBeUndefined();
    expect(differingField(sent, { name: 'Ada', categoryId: '9223372036854775807' })).toEqual({
      field: 'status',
      expected: '"sold"',
      actual: 'no such field',
    });
  });

  test('are the same where none differs; one that does is a breach that says whose', () => {
    const one = exchange(answered(200, pet));
    const found: Difference = { field: 'id', expected: '1', actual: '2' };
    expect(thrownBy(() => expectSame(undefined, one))).toBeUndefined();
    expect(thrownBy(() => expectSame(found, one))).toMatchObject({
      words: { cause: '`id` 1 came back as 2.', expected: 'id 1', actual: 'id 2' },
      finding: { exchange: one },
    });
    expect(thrownBy(() => expectSame(found, one, 'The animal is listed'))).toMatchObject({
      words: { cause: 'The animal is listed with another `id`: 1 came back as 2.' },
    });
  });

  test('say what became of a value, also where nothing of it is there', () => {
    const difference = differingField(fieldsSent({ name: 'Ada', categoryId: 1n }), { name: 'Ada' });
    expect(difference && cameBack(difference)).toBe('1 did not come back');
  });

  test('text that the eye cannot tell apart is told by code points, and long text is cut', () => {
    expect(quoted('Ada')).toBe('"Ada"');
    expect(quoted('é')).toBe('"é" (U+00E9)');
    expect(quoted('e\u0301')).toBe('"e\u0301" (U+0065 U+0301)');
    expect(quoted('x'.repeat(300))).toBe(`"${'x'.repeat(117)}…"`);
    expect(quoted('é'.repeat(30))).toMatch(/ …\)$/);
  });
});

describe('two long texts', () => {
  const long = 'abcdé🐢'.repeat(20);

  test('what is cut off is counted, as the texts are alike', () => {
    expect(quotedPair(long, long.slice(0, 70))).toEqual({
      expected: '"…é🐢abcdé🐢abcdé🐢abcdé🐢abcdé🐢abcdé🐢abcdé🐢ab…" (120 characters)',
      actual: 'its first 60 characters',
      kept: 60,
    });
  });

  test('the part where they begin to differ is shown, and code points only where they tell more', () => {
    expect(quotedPair(`${long}x`, `${long}y`)).toEqual({
      expected: '"…é🐢abcdé🐢abcdé🐢abcdé🐢x" (121 characters)',
      actual: '"…é🐢abcdé🐢abcdé🐢abcdé🐢y" (121 characters)',
    });
    const plain = 'a'.repeat(61);
    expect(quotedPair(`${plain}é`, `${plain}é`.normalize('NFD'))).toEqual({
      expected: `"…${'a'.repeat(20)}é" (U+00E9; 62 characters)`,
      actual: `"…${'a'.repeat(20)}${'é'.normalize('NFD')}" (U+0065 U+0301; 63 characters)`,
    });
  });
});

describe('two short texts', () => {
  test('what is cut off is counted, unless it is only blank', () => {
    const name = 'Ada conformance-4d2k97m8yq0001x439ph6';
    expect(quotedPair(name, name.slice(0, 30))).toEqual({
      expected: `"${name}" (37 characters)`,
      actual: 'its first 30 characters',
      kept: 30,
    });
    expect(quotedPair(`${name}  `, name)).toEqual({ expected: `"${name}  "`, actual: `"${name}"` });
    expect(quotedPair('Ada', 'Ad')).toEqual({ expected: '"Ada"', actual: '"Ad"' });
  });

  test.each([
    ['кот', 'ねこ', '"кот"', '"ねこ"'],
    ['é', 'é'.normalize('NFD'), '"é" (U+00E9)', `"${'é'.normalize('NFD')}" (U+0065 U+0301)`],
    ['\ufb01', 'fi', '"\ufb01" (U+FB01)', '"fi"'],
    ['é\u200b', 'è', '"é\u200b" (U+00E9 U+200B)', '"è" (U+00E8)'],
  ])('%j and %j', (one, other, expected, actual) => {
    expect(quotedPair(one, other)).toEqual({ expected, actual });
  });
});
