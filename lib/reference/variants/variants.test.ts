// Checks that the list of legal variants is sound. The proof shows that each is a correct server, alone and combined.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { variantNamed, variants } from '../index.js';

test('names are unique words with hyphens, sentences end with a full stop, conflicts exist', () => {
  const names = variants.map(({ name }) => name);
  expect(
    names.filter(
      (name, at) => names.indexOf(name) !== at || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name),
    ),
  ).toEqual([]);
  expect(
    variants.filter(({ sentence }) => !/^[A-Z].*\.$/.test(sentence)).map(({ name }) => name),
  ).toEqual([]);
  expect(
    variants
      .flatMap(({ conflictsWith = [] }) => conflictsWith)
      .filter((name) => variantNamed(name) === undefined),
  ).toEqual([]);
});

test('what a variant may break is implied, never stated', () => {
  const ledger = parse(
    readFileSync(new URL('../../../spec/rules.yaml', import.meta.url), 'utf8'),
  ) as { rules: { id: string; kind: string }[] };
  const implied = new Set(
    ledger.rules.filter(({ kind }) => kind === 'implied').map(({ id }) => id),
  );
  expect(variants.flatMap(({ mayFail = [] }) => mayFail).filter((id) => !implied.has(id))).toEqual(
    [],
  );
});
