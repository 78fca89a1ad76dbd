// The list of faults is sound: names, sentences, and rules that exist. That each fault is caught is proven elsewhere.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createReference, faultNamed, faults, uncaught } from '../index.js';
import { alsoFails, sometimesFails } from './knock-on.js';

interface LedgerRow {
  readonly id: string;
  readonly kind: 'stated' | 'implied' | 'open';
}
interface Ledger {
  readonly clauses: readonly { readonly id: string }[];
  readonly rules: readonly LedgerRow[];
}
const ledger = parse(
  readFileSync(new URL('../../../spec/rules.yaml', import.meta.url), 'utf8'),
) as Ledger;
const judged = new Set(ledger.rules.filter(({ kind }) => kind !== 'open').map(({ id }) => id));
const clauses = new Set(ledger.clauses.map(({ id }) => id));

test('names are unique, and words with hyphens', () => {
  const names = faults.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect(faultNamed(names[0] ?? '')).toBe(faults[0]);
});

test('sentences end with a full stop, and clauses exist', () => {
  expect(
    faults.filter(({ sentence }) => !/^[A-Z].*\.$/.test(sentence)).map(({ name }) => name),
  ).toEqual([]);
  expect(faults.filter(({ clause }) => !clauses.has(clause)).map(({ name }) => name)).toEqual([]);
});

test('every fault fails some rule, and only rules that are judged', () => {
  expect(faults.filter(({ fails }) => fails.length === 0).map(({ name }) => name)).toEqual([]);
  const unknown = faults.flatMap(({ name, fails, mayFail = [] }) =>
    [...fails, ...mayFail].filter((id) => !judged.has(id)).map((id) => `${name}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

test('every judged rule has some fault that is made for it', () => {
  const failed = new Set(faults.flatMap(({ madeFor = [] }) => madeFor));
  expect([...judged].filter((id) => !failed.has(id))).toEqual([]);
});

test('there are no two entries of one rule in one fault', () => {
  const twice = faults.filter(
    ({ fails, mayFail = [] }) =>
      new Set([...fails, ...mayFail]).size !== fails.length + mayFail.length,
  );
  expect(twice.map(({ name }) => name)).toEqual([]);
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

test('what fails too is told of faults and rules that exist', () => {
  const named = [alsoFails, sometimesFails].flatMap((table) =>
    Object.values(table).flatMap((names) => names.trim().split(/\s+/)),
  );
  expect(named.filter((name) => faultNamed(name) === undefined)).toEqual([]);
  expect(
    [...Object.keys(alsoFails), ...Object.keys(sometimesFails)].filter((id) => !judged.has(id)),
  ).toEqual([]);
});

test('what no rule catches has a reason, and is not among the faults that are proven', () => {
  expect(uncaught.filter(({ reason }) => !/^[A-Z].*\.$/.test(reason))).toEqual([]);
  expect(uncaught.filter(({ name }) => faultNamed(name) !== undefined)).toEqual([]);
});
