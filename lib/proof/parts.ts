// The proof's tests in parts, so that every core has some: vitest gives each file to one of its workers.
import { describe, expect, test } from 'vitest';
import { faultsByPart } from '../reference/index.js';
import { knockOn, type Part } from './knock-on/index.js';
import { measured, textOf, type Row } from './knock-on/row.js';
import { proveFault } from './prove.js';
import { seed } from './seed.js';

export function proveFaults(part: Part): void {
  const mine = faultsByPart[part];
  const rows = new Map<string, Row | undefined>(
    mine.map(({ name }) => [name, knockOn[part][name]]),
  );

  describe('every fault fails the rule that it is made for', () => {
    test.each(mine.map((fault) => [fault.name, fault] as const))('%s', async (name, fault) => {
      const { failed, problems } = await proveFault(fault, seed);
      rows.set(name, measured(fault, rows.get(name), [failed]));
      expect(problems, problems.join('\n')).toEqual([]);
    });
  });

  // With -u it is written anew: a rule that fails out of place is a mistake of the rule, not a row to accept.
  test('and besides exactly what is written down', async () => {
    await expect(textOf(part, rows)).toMatchFileSnapshot(`knock-on/measured/${part}.ts`);
  });
}
