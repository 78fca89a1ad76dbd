// Checks that the list of faults is sound: names, sentences, and rules that exist. The proof shows that each is caught.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createReference, faultNamed, faults, uncaught } from '../index.js';

interface Ledger {
  readonly rules: readonly {
    readonly id: string;
    readonly kind: 'stated' | 'implied' | 'open';
  }[];
}
const ledger = parse(
  readFileSync(new URL('../../../spec/rules.yaml', import.meta.url), 'utf8'),
) as Ledger;
const judged = new Set(ledger.rules.filter(({ kind }) => kind !== 'open').map(({ id }) => id));

test('names are unique, and words with hyphens', () => {
  const names = faults.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect(faultNamed(names[0] ?? '')).toBe(faults[0]);
});

test('sentences are unique, and end with a full stop', () => {
  const sentences = faults.map(({ sentence }) => sentence);
  expect(sentences.filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([]);
  expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
});

test('every judged rule has some fault that is made for it, and no other has', () => {
  expect(new Set(faults.map(({ rule }) => rule))).toEqual(judged);
});

test('what shows by chance may meet rules that are judged, each named once', () => {
  for (const { name, byChance = [] } of faults) {
    expect(
      byChance.filter((id) => !judged.has(id) || byChance.indexOf(id) !== byChance.lastIndexOf(id)),
      name,
    ).toEqual([]);
  }
});

test('every fault can be switched on, alone and with all others', async () => {
  for (const fault of faults) createReference({ faults: [fault] });
  const { status } = await createReference({ faults }).handle({
    method: 'GET',
    path: '/v1/pets',
    headers: [],
  });
  expect(status).toBeGreaterThan(0);
});

test('what no rule catches has a reason, and is not among the faults that are proven', () => {
  expect(uncaught.filter(({ reason }) => !/^[A-Z].*\.$/.test(reason))).toEqual([]);
  expect(uncaught.filter(({ name }) => faultNamed(name) !== undefined)).toEqual([]);
});
