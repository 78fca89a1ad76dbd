// Divides the proof's tests into files, because vitest gives each file to one of its workers.
import { expect, test } from 'vitest';
import { faultsByPart } from '../reference/index.js';
import { alsoFails, type Part } from './also-fails/index.js';
import { measured, textOf, type Row } from './also-fails/row.js';
import { isCaught, proveFault } from './prove.js';
import { isWhole, seed, someOfEachRule } from './sample.js';

/**
 * Finding out what else fails takes a run of all rules for each fault. `proof` does that, and so does `-u`, which
 * records it.
 */
export function proveFaults(part: Part): void {
  if (isWhole) withWhatFailsBesides(part);
  else
    test.each(someOfEachRule(faultsByPart[part]).map((fault) => [fault.name, fault] as const))(
      '%s fails the rule that it is made for',
      async (_, fault) => {
        expect(await isCaught(fault, seed), `${fault.rule} did not fail: ${fault.sentence}`).toBe(
          true,
        );
      },
    );
}

function withWhatFailsBesides(part: Part): void {
  const mine = faultsByPart[part].map((fault) => [fault.name, fault] as const);
  const rows = new Map<string, Row | undefined>(
    mine.map(([name]) => [name, alsoFails[part][name]]),
  );

  test.each(mine)('%s fails the rule that it is made for', async (name, fault) => {
    const { failed, problems } = await proveFault(fault, seed);
    rows.set(name, measured(fault, rows.get(name), [failed]));
    expect(problems, problems.join('\n')).toEqual([]);
  });

  // -u records it again. A rule that fails out of place is a mistake in the rule, not a row to accept.
  test('and besides exactly what is written down', async () => {
    await expect(textOf(rows)).toMatchFileSnapshot(`also-fails/measured/${part}.json`);
  });
}
