// A clock that differs is said in the report, and nobody is accused of it.
import { describe, expect, test } from 'vitest';
import { answer, lists, madeUpRun, rows, type Options } from '../../testing/made-up.js';
import { virtualClock } from '../../http/pacing/clock.js';
import { expectStatus, rule } from '../rules/index.js';

const hour = 3_600_000;

/** The warnings of a run against a target whose answers are dated so far from our time, one after the other. */
async function warningsOf(...aheadMs: readonly (number | undefined)[]): Promise<readonly string[]> {
  const virtual = virtualClock();
  let count = 0;
  const script: Options['script'] = () => {
    const ahead = aheadMs[count++ % aheadMs.length];
    const { headers, ...rest } = answer(200, []);
    return {
      ...rest,
      headers:
        ahead === undefined
          ? headers
          : [...headers, ['Date', new Date(virtual.now() + ahead).toUTCString()]],
    };
  };
  const { report } = await madeUpRun(
    [rule(rows.stated, lists([1, 2, 3, 4, 5]), (answered) => expectStatus(answered, 200, 'here'))],
    { virtual, script },
  );
  expect(report.counts).toMatchObject({ passed: 1, failed: 0 });
  return report.run.warnings;
}

describe('a clock', () => {
  test.each<[string, readonly (number | undefined)[], string]>([
    ['hours behind', [-3 * hour], 'about 3 hours behind'],
    ['minutes ahead', [5 * 60_000], 'about 5 minutes ahead of'],
    ['seconds behind', [-45_000], 'about 45 seconds behind'],
    ['years behind', [-24 * 365 * hour], 'about 365 days behind'],
    [
      'of which one answer tells more',
      [undefined, -9 * hour, -2.5 * hour, undefined],
      'about 3 hours behind',
    ],
  ])('%s is said', async (_, aheadMs, words) => {
    expect(await warningsOf(...aheadMs)).toEqual([
      `According to its Date headers, the target's clock is ${words} this machine's: its timestamps were judged by its own clock.`,
    ]);
  });

  test.each<[string, readonly (number | undefined)[]]>([
    ['that goes as ours', [0]],
    ['that is off by as much as the way may take', [-3_000]],
    ['that nobody shows', [undefined]],
    ['of answers that a cache kept', [-9 * hour, -500, -2 * hour]],
  ])('%s is not worth a word', async (_, aheadMs) => {
    expect(await warningsOf(...aheadMs)).toEqual([]);
  });
});
