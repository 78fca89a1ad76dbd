// No check accuses a correct server: the plain one, every legal variant, and variants in company.
import { describe, expect, test } from 'vitest';
import { variants, type Variant } from '../reference/index.js';
import { combination } from './combine.js';
import { proveVariants } from './prove.js';
import { seed } from './seed.js';

const combinations = Array.from({ length: 24 }, (_, index) =>
  combination(variants, seed * 1000 + index),
);

async function expectConformant(chosen: readonly Variant[]): Promise<void> {
  const { problems } = await proveVariants(chosen, seed);
  expect(problems, problems.join('\n')).toEqual([]);
}

describe('no rule accuses a correct server', () => {
  test('the correct server', () => expectConformant([]));
  test('padded-names-refused + residents-5000', () =>
    expectConformant(
      variants.filter(({ name }) => name === 'padded-names-refused' || name === 'residents-5000'),
    ));
  test.each(variants.map((variant) => [variant.name, variant] as const))('%s', (_, variant) =>
    expectConformant([variant]),
  );
  test.each(
    combinations.map((chosen) => [chosen.map(({ name }) => name).join(' + '), chosen] as const),
  )('%s', (_, chosen) => expectConformant(chosen));
});
