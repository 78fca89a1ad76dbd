// The model of a store by itself, on made-up responses. Each way in which a sequence can be wrong is a breach of its
// own, and is named as such even if a later step would show it too.
import { reasonInWords } from '../lib/judge/result/reasons.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewAnimal } from '../lib/contract/values/values.js';
import type { Exchange } from '../lib/judge/rules/index.js';
import { answered } from '../lib/testing/made-up.js';
import { Undecided } from '../lib/judge/result/signals.js';
import { rules } from './sequences.js';

const exchange = (answer: Partial<Exchange>): Exchange => ({
  number: 1,
  ask: { operation: 'other', method: 'GET', path: '/x', validity: 'valid', writes: false },
  request: { method: 'GET', path: '/v1/x', headers: [] },
  startedAt: 0,
  durationMs: 0,
  resent: 0,
  ...answer,
});
const says = (status: number, body: unknown): Exchange =>
  exchange({ answer: answered(status, body) });
const unanswered = exchange({ noAnswer: { kind: 'reset', message: 'made up: reset' } });

const sent: NewAnimal = { name: 'Ada', categoryId: 7n, status: 'sold' };
const animal = (id: number, more: object = {}) => ({
  id,
  name: 'Ada',
  categoryId: 7,
  status: 'sold',
  ...more,
});
const add = (answer: Exchange) => ({ step: 'add', sent, answered: answer });
const added = (id: number, more?: object) => add(says(201, animal(id, more)));
const get = (id: number, answer: Exchange) => ({ step: 'get', id: String(id), answered: answer });
const list = (limit: number, status: string | undefined, ...body: readonly object[]) => ({
  step: 'list',
  limit,
  status,
  answered: {
    ...says(200, body),
    ask: {
      ...says(200, body).ask,
      operation: 'listPets',
      path: `/pets?limit=${limit}${status === undefined ? '' : `&status=${status}`}`,
    },
  },
});

type Drawn = { readonly steps: readonly { readonly do: string }[] };
type Happened = { readonly answered: Exchange };
function judged(...happened: readonly Happened[]): unknown {
  const [model] = rules;
  try {
    return model?.judge()(happened, undefined);
  } catch (thrown) {
    return thrown;
  }
}

test('each sequence sends something: one that only fetches before anything is added does not', async () => {
  const [{ experiments }] = rules as unknown as readonly [
    {
      experiments: readonly [
        { cases: (setup: object) => Promise<{ arbitrary: fc.Arbitrary<Drawn> }> },
      ];
    },
  ];
  const { arbitrary } = await experiments[0].cases({
    category: () => Promise.resolve(7n),
    isKnown: () => Promise.resolve(false),
    runs: (count: number) => count,
    servesGetPet: true,
  });
  const drawn = fc.sample(arbitrary, { numRuns: 1000, seed: 1 });
  expect(drawn.filter(({ steps }) => steps.every((step) => step.do === 'get'))).toEqual([]);
});

describe('agrees with the model', () => {
  test.each<[string, readonly Happened[]]>([
    ['nothing', []],
    [
      'what was added, fetched and listed',
      [added(1), added(2), get(1, says(200, animal(1))), list(2, 'sold', animal(2), animal(1))],
    ],
    [
      'a list that shows it not, or not only',
      [added(1), list(1, undefined), list(20, undefined, animal(8, { name: 'another' }))],
    ],
    [
      'what the add itself altered, which other rules judge',
      [
        added(1, { name: 'ADA' }),
        get(1, says(200, animal(1, { name: 'ADA' }))),
        list(1, undefined, animal(1)),
      ],
    ],
  ])('%s', (_, happened) => expect(judged(...happened)).toBeUndefined());
});

describe('does not', () => {
  test.each<[string, readonly Happened[], cause: string, expected: string, actual: string]>([
    [
      'an identifier that is taken',
      [added(1), added(1)],
      '`GET /x` returned the identifier 1, which an earlier animal of the sequence has.',
      'a new identifier',
      '1',
    ],
    [
      'an animal that is not there',
      [added(1), get(1, says(404, ''))],
      'Animal 1 of the sequence cannot be fetched.',
      'status 200 with the animal',
      'status 404',
    ],
    [
      'a get that shows no animal',
      [added(1), get(1, says(200, {}))],
      'Animal 1 of the sequence cannot be fetched.',
      'status 200 with the animal',
      'status 200',
    ],
    [
      'another animal, however like',
      [added(1), added(2), get(1, says(200, animal(2)))],
      'Animal 1 of the sequence is fetched with another `id`: 1 came back as 2.',
      'id 1',
      'id 2',
    ],
    [
      'an altered animal, fetched',
      [added(1), get(1, says(200, animal(1, { categoryId: 8 })))],
      'Animal 1 of the sequence is fetched with another `categoryId`: 7 came back as 8.',
      'categoryId 7',
      'categoryId 8',
    ],
    [
      'more animals than the limit',
      [added(1), list(1, undefined, animal(1), animal(2))],
      '`GET /pets` with limit=1 returned 2 animals; expected at most 1.',
      'at most 1',
      '2',
    ],
    [
      'an animal of another status than was asked for',
      [list(1, 'pending', animal(8))],
      '`GET /pets` with limit=1, status=pending returned animal 8 with the status sold.',
      'pending',
      'sold',
    ],
    [
      'an animal without the status that was asked for',
      [list(1, 'sold', animal(8, { status: undefined }))],
      '`GET /pets` with limit=1, status=sold returned animal 8 with no status.',
      'sold',
      'none',
    ],
    [
      'an altered animal, listed',
      [added(1), list(1, 'sold', animal(1, { name: 'Eve' }))],
      'Animal 1 of the sequence is listed with another `name`: "Ada" came back as "Eve".',
      'name "Ada"',
      'name "Eve"',
    ],
  ])('%s', (_, happened, cause, expected, actual) => {
    expect(judged(...happened)).toMatchObject({
      words: { cause, expected, actual },
      finding: { exchange: happened.at(-1)?.answered ?? unanswered },
    });
  });
});

describe('cannot be told', () => {
  test.each<[string, readonly Happened[], string]>([
    [
      'after a refused add',
      [add(says(400, animal(1)))],
      '`GET /x` returned 400 instead of an animal',
    ],
    [
      'after an add that shows no animal',
      [add(says(201, {}))],
      '`GET /x` returned 201, but the body is not an animal',
    ],
    ['after an add without an answer', [add(unanswered)], 'no response was received'],
    [
      'by a list that is none',
      [{ ...list(1, undefined), answered: says(200, {}) }],
      '`GET /x` returned 200, but the body is not an array of animals',
    ],
  ])('%s', (_, happened, reason) => {
    const signal = judged(...happened) as Undecided;
    expect(signal).toBeInstanceOf(Undecided);
    expect(reasonInWords(signal.reason)).toBe(reason);
  });
});
