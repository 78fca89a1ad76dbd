// Responses that are lost again and again for one operation.
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../http/types.js';
import { reasonInWords } from '../result/reasons.js';
import { LostResponses, whyUnasked } from './lost-responses.js';

type Counts = readonly [whole: number, lost: number];

function after(
  losing: Pick<Exchange, 'noAnswer'>,
  byOperation: Readonly<Record<string, Counts>>,
): LostResponses {
  const responses = new LostResponses();
  const note = (operation: string, one: object): void =>
    responses.note({ ask: { operation }, ...one } as Exchange);
  for (const [operation, [whole, lost]] of Object.entries(byOperation)) {
    for (let times = 0; times < whole; times++) note(operation, { answer: {} });
    for (let times = 0; times < lost; times++) note(operation, losing);
  }
  return responses;
}

describe('responses that break off', () => {
  const breaking = { noAnswer: { kind: 'reset', message: '', isBroken: true } } as const;
  test.each<[string, Record<string, Counts>, RegExp | undefined]>([
    [
      'of one operation',
      { getPet: [450, 430], listPets: [600, 0] },
      /^430 of 880 responses to GET/,
    ],
    ['of some requests of one', { createPet: [900, 70], listPets: [600, 3] }, /^70 of 970/],
    ['everywhere alike', { createPet: [900, 80], listPets: [600, 55] }, undefined],
    ['everywhere, but too often', { createPet: [90, 60], listPets: [60, 40] }, /^60 of 150/],
    ['a few times', { getPet: [10, 7], listPets: [600, 0] }, undefined],
    ['outside the catalogue', { sendMessage: [10, 90], listPets: [600, 0] }, undefined],
  ])('%s', (_, counts, reason) => {
    const { reason: why, remarks } = after(breaking, counts);
    expect(why && reasonInWords(why)).toEqual(reason && expect.stringMatching(reason));
    expect(remarks).toEqual([]);
  });

  test('also where they are not HTTP', () => {
    const noHttp = { noAnswer: { kind: 'not-http', message: '' } } as const;
    expect(after(noHttp, { getPet: [50, 30], listPets: [60, 0] }).reason).toMatchObject({
      values: { broken: 30, of: 80 },
    });
  });
});

test.each<[string, Record<string, Counts>, number]>([
  ['one operation', { getPet: [450, 380], listPets: [600, 9] }, 1],
  ['an operation that is called after pauses', { getPet: [450, 90], listPets: [600, 9] }, 0],
  ['all', { getPet: [450, 380], listPets: [600, 500] }, 0],
])('responses that never begin are remarked on if they are of %s', (_, counts, remarks) => {
  const found = after({ noAnswer: { kind: 'reset', message: '' } }, counts);
  expect(found.remarks).toHaveLength(remarks);
  expect(found.reason).toBeUndefined();
});

test.each([
  [900, 900, true],
  [100, 1_000, true],
  [99, 1_000, false],
  // Some fronts announce in this way that they close an idle connection, and a read-only run of one rule sends little.
  [7, 10, false],
])(
  'that %i of %i responses are followed by unrequested ones speaks against the target: %s',
  (followed, listened, speak) => {
    const why = whyUnasked({ count: 1_000, listened, followed });
    expect(why && reasonInWords(why.reason)).toEqual(
      speak
        ? `right after ${followed} of ${listened} responses, another one came that no request had asked for: a client that keeps its connections open takes such a one for the response to its next request`
        : undefined,
    );
  },
);
