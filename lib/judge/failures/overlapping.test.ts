// What shows only while several requests are under way is told so, and what comes by chance is not.
import { describe, expect, test } from 'vitest';
import { runInMemory } from '../../rehearsal/in-memory.js';
import { faults } from '../../reference/index.js';
import { failure } from '../../testing/reports/fixture-parts.js';
import { Overlapping } from './overlapping.js';

const seen = failure({
  cause: 'A list returned 500.',
  confirmed: { held: 0, of: 3 },
  exchanges: [],
});

/** Breaks when so many are under way. */
function breakingAt(most: number): () => Promise<boolean> {
  let underWay = 0;
  return async () => {
    underWay += 1;
    await Promise.resolve();
    const broke = underWay >= most;
    await Promise.resolve();
    underWay -= 1;
    return broke;
  };
}

describe('what did not show alone', () => {
  test('is tried with others under way, and told so where it shows', async () => {
    expect(await new Overlapping().told(seen, breakingAt(3))).toMatchObject({
      cause: 'Only while several requests are under way: A list returned 500.',
      confirmed: { held: 8, of: 8 },
    });
  });

  test.each([
    ['never shows', async () => false],
    ['shows alone as well', breakingAt(1)],
    ['gets no answer', async () => undefined],
  ])('stays as it is where it %s', async (_, again) => {
    expect(await new Overlapping().told(seen, again)).toBeUndefined();
  });

  test('is tried a few times in a run', async () => {
    const overlapping = new Overlapping();
    const again = breakingAt(3);
    const told = [];
    for (let time = 0; time < 7; time += 1) told.push(await overlapping.told(seen, again));
    expect(told.filter(Boolean)).toHaveLength(5);
  });
});

test.each(['fails-under-load', 'animals-mixed-up-under-load'])(
  'a server with the fault %s is told so in a headline',
  async (name) => {
    const report = await runInMemory({
      faults: faults.filter((fault) => fault.name === name),
      seed: 1,
      confirmations: 3,
    });
    const causes = report.rules.flatMap(({ failures }) => failures.map(({ cause }) => cause));
    expect(causes.join('\n')).toContain('Only while several requests are under way: ');
  },
);
