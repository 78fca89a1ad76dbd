// A correct server that serves only so many connections, and drops each further one without a word, as `maxConnections` of
// Node does, or lets it wait until another closes, as a few workers do. The contract says nothing of it: nobody is accused.
import { expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { atServer } from '../../../testing/at-server.js';
import { type Door, narrowDoor } from '../../../testing/narrow-door.js';

/** A run through such a door, and what it did not find to be right. */
const through = (
  most: number,
  further: 'dropped' | 'waits',
  ...flags: readonly string[]
): Promise<
  Report & { readonly refused: Door['counted']['refused']; notPassed: readonly string[] }
> =>
  atServer([], async ({ port, run }) => {
    const { origin, counted, close } = await narrowDoor(port, most, further);
    try {
      const where = [`${origin}/v1`, '--quickstart', `${origin}/quickstart`, '--allow-writes'];
      const { out } = await run(...where, '--seed', '1', '--json', ...flags);
      const report = JSON.parse(out) as Report;
      const notPassed = report.rules
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
        .map(({ id, reason }) => `${id}: ${reason}`);
      return { ...report, refused: counted.refused, notPassed };
    } finally {
      close();
    }
  });

test.each([
  [1, 'dropped'],
  [5, 'dropped'],
  [1, 'waits'],
  [2, 'waits'],
  [8, 'waits'],
] as const)('%i at a time, each further one %s', async (most, further) => {
  const { verdict, notPassed, refused, run } = await through(most, further);
  expect({ verdict, notPassed }).toEqual({ verdict: 'conformant', notPassed: [] });
  expect(refused).toBeGreaterThan(0);
  // The limit is learned, rather than found out anew with each request: then half of them would be refused.
  expect(refused).toBeLessThan(run.exchanges / 5);
});

test('one at a time, each further one waits, of 32 that are opened at once', async () => {
  const many = ['--concurrency', '32', '--only', 'authentication.*'];
  const { verdict, notPassed } = await through(1, 'waits', ...many);
  expect({ verdict, notPassed }).toEqual({ verdict: 'no-violation-found', notPassed: [] });
});
