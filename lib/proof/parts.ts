// The proof's tests in parts, so that two cores share the work: vitest gives each file to one of its workers.
import { describe, expect, test } from 'vitest';
import { faults } from '../reference/index.js';
import { proveFault } from './prove.js';
import { seed } from './seed.js';

export function proveFaults(part: number, of: number): void {
  const mine = faults.filter((_, index) => index % of === part - 1);
  describe(`every fault fails exactly the rules named beside it (part ${part} of ${of})`, () => {
    test.each(mine.map((fault) => [fault.name, fault] as const))('%s', async (_, fault) => {
      const { problems } = await proveFault(fault, seed);
      expect(problems, problems.join('\n')).toEqual([]);
    });
  });
}
