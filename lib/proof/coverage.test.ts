// No rule ships without a fault that proves it can fail. Also checks the numbers that the documentation quotes.
import { expect, test } from 'vitest';
import { loadLedger } from '../contract/ledger.js';
import { faults, variants } from '../reference/index.js';

const judged = loadLedger().rules.filter(({ kind }) => kind !== 'open');

test('every stated and implied rule is failed by at least one fault made for it', () => {
  const broken = new Set(faults.map(({ rule }) => rule));
  expect(judged.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

test('there are enough of both', () => {
  expect(faults.length).toBeGreaterThanOrEqual(180);
  expect(variants.length).toBeGreaterThanOrEqual(25);
  console.log(
    `The proof: ${faults.length} faults, ${variants.length} legal variants, ${judged.length} judged rules.`,
  );
});
