import { describe, expect, test } from 'vitest';
import { parseExact } from '../../http/json/exact.js';
import { loadContract } from '../contract.js';
import { plainSchema, type PlainSchema } from '../description.js';
import {
  invalidBodies,
  jsonText,
  nearlyJson,
  notJson,
  notObjects,
  type InvalidKind,
  type NewAnimal,
} from './values.js';

const plain: NewAnimal = { name: 'Twin', categoryId: 1n, status: 'available' };
const twins: readonly NewAnimal[] = [
  plain,
  { name: 'O\'Neil, "categoryId":1 🐢', categoryId: -(2n ** 63n) },
  { categoryId: 2n ** 53n + 1n, name: '', status: 'sold' },
];
const rows = twins.map((twin) => [jsonText(twin), twin] as const);
const problem = (schema: 'NewPet' | 'NewMessage', text: string): string | undefined =>
  loadContract().problems(schema, parseExact(text))[0]?.message;
const object = (text: string): Record<string, unknown> =>
  JSON.parse(text) as Record<string, unknown>;

describe('invalidBodies', () => {
  const bodies = invalidBodies('NewPet', plain);
  const count = (field: string, kind: InvalidKind): number =>
    bodies.filter((body) => body.field === field && body.kind === kind).length;

  test.each(rows)('break the schema, each for the cause it gives, made from %s', (_text, twin) => {
    expect(problem('NewPet', jsonText(twin))).toBeUndefined();
    for (const { text, field, kind, cause } of invalidBodies('NewPet', twin)) {
      const said = problem('NewPet', text);
      expect(said, cause).toMatch(new RegExp(`^/${field} (is|exceeds) `));
      if (kind === 'missing') expect(said).toBe(`/${field} is missing`);
      if (kind === 'beyond-int64') expect(said).toContain('exceeds int64');
      if (kind === 'fraction' || kind === 'fine-fraction') expect(said).toContain('not an integer');
      if (kind === 'not-in-enum') expect(said).toContain('not one of');
    }
  });

  test.each(rows)('differ from the twin in one member only: %s', (_text, twin) => {
    const accepted = object(jsonText(twin));
    for (const { text, field, cause } of invalidBodies('NewPet', twin)) {
      const changed = object(text);
      const differing = [...new Set([...Object.keys(accepted), ...Object.keys(changed)])].filter(
        (key) =>
          JSON.stringify(accepted[key]) !== JSON.stringify(changed[key]) ||
          key in accepted !== key in changed,
      );
      // A double cannot tell 2^63 - 1 from 2^63; only the text differs there.
      expect(differing.length === 0 ? [field] : differing, cause).toEqual([field]);
      expect(text).not.toBe(jsonText(twin));
    }
  });

  test('cover every property in every way', () => {
    for (const field of ['name', 'categoryId', 'status']) {
      expect(count(field, 'null')).toBe(1);
      expect(count(field, 'wrong-type')).toBeGreaterThanOrEqual(8);
    }
    expect([
      count('name', 'missing'),
      count('categoryId', 'missing'),
      count('status', 'missing'),
    ]).toEqual([1, 1, 0]);
    expect([
      count('categoryId', 'fraction'),
      count('categoryId', 'fine-fraction'),
      count('categoryId', 'beyond-int64'),
    ]).toEqual([3, 2, 7]);
    expect([count('status', 'not-in-enum'), count('status', 'padded')]).toEqual([
      6 + 3 * 3,
      1 + 3 * 2,
    ]);
    expect(invalidBodies('NewMessage', { message: 'Hi' }).map(({ kind }) => kind)).toEqual([
      'missing',
      'null',
      ...Array<string>(9).fill('wrong-type'),
    ]);
  });

  test('have causes and texts of their own', () => {
    expect(new Set(bodies.map(({ cause }) => cause)).size).toBe(bodies.length);
    expect(new Set(bodies.map(({ text }) => text)).size).toBe(bodies.length);
  });

  test('are called by the JSON that is wrong, in short where it is long or another one each time', () => {
    expect(bodies.map(({ cause }) => cause)).toEqual(
      expect.arrayContaining([
        '`"name": ["…"]`',
        '`"name": {"id":"…","value":"…","text":"…"}`',
        '`"status": ["available"]`',
        '`"categoryId": " 1"`',
        '`"categoryId": 999… (5000 digits)`',
      ]),
    );
  });

  test('say how they differ', () => {
    const difference = (cause: string): string | undefined =>
      bodies.find((body) => body.cause === cause)?.difference;
    expect(difference('no `name`')).toBe('name is missing');
    expect(difference('`"categoryId": 1.5`')).toBe('categoryId is 1.5 instead of 1');
    expect(difference('`"status": "Sold"`')).toBe('status is "Sold" instead of "available"');
    expect(
      invalidBodies('NewPet', { name: 'a', categoryId: 1n }).find(
        ({ cause }) => cause === '`"status": null`',
      ),
    ).toMatchObject({
      difference: 'status is null instead of absent',
      text: '{"name":"a","categoryId":1,"status":null}',
    });
  });

  test('follow a schema that changes', () => {
    const schema = plainSchema('NewPet');
    const age: PlainSchema = { type: 'integer', required: [], properties: {} };
    const more = invalidBodies(
      {
        ...schema,
        required: [...schema.required, 'age'],
        properties: { ...schema.properties, age },
      },
      { ...plain, age: 3n },
    );
    const kinds = new Set(more.filter(({ field }) => field === 'age').map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['missing', 'null', 'wrong-type', 'fraction', 'fine-fraction']));
  });
});

describe('broken bodies', () => {
  test.each(rows)('are JSON but no object, made from %s', (_text, twin) => {
    for (const { text } of notObjects(twin))
      expect(problem('NewPet', text)).toMatch(/^the body is .+, not an object$/);
  });

  test.each(rows)('are no JSON, made from %s', (_text, twin) => {
    for (const { text, cause } of [...notJson(twin), ...nearlyJson(twin)])
      expect(problem('NewPet', text), cause).toMatch(/^the body is not JSON/);
  });

  test.each([...rows, ['a message', { message: 'Hi 🐢' }]] as const)(
    'have causes, texts and differences, made from %s',
    (_text, twin) => {
      const bodies = [...notObjects(twin), ...notJson(twin), ...nearlyJson(twin)];
      expect(new Set(bodies.map(({ cause }) => cause)).size).toBe(bodies.length);
      expect(new Set(bodies.map(({ text }) => text)).size).toBe(bodies.length);
      for (const { difference, text } of bodies) {
        expect(difference).not.toBe('');
        expect(Buffer.from(text).toString()).toBe(text);
      }
    },
  );

  test('are what they say', () => {
    const text = (cause: string): string | undefined =>
      [...notJson(plain), ...nearlyJson({ name: 'a', categoryId: -10n })].find(
        (body) => body.cause === cause,
      )?.text;
    expect(text('the object without its last brace')).toBe(
      '{"name":"Twin","categoryId":1,"status":"available"',
    );
    expect(text('the first key of the object')).toBe('{"name"');
    expect(text('form fields')).toBe('name=Twin&categoryId=1&status=available');
    expect(text('a trailing comma')).toBe('{"name":"a","categoryId":-10,}');
    expect(text('a key in single quotes')).toBe(`{'name':"a","categoryId":-10}`);
    expect(text('a key without quotes')).toBe('{name:"a","categoryId":-10}');
    expect(text('a hexadecimal number')).toBe('{"name":"a","categoryId":-0xa}');
    expect(text('a leading zero')).toBe('{"name":"a","categoryId":-010}');
    expect(text('a leading plus')).toBeUndefined();
    expect(nearlyJson({ message: 'Hi' }).map(({ cause }) => cause)).not.toContain('a leading zero');
  });
});
