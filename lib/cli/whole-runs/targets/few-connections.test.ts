// A correct server that serves only so many connections, and drops each further one without a word, as `maxConnections` of
// Node does, or lets it wait until another closes, as a few workers do. The contract says nothing of it: nobody is accused.
import { expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { createReference, fakeKey, serve } from '../../../reference/index.js';
import { command, inFolder } from '../../../testing/io.js';
import { type Door, narrowDoor } from '../../../testing/narrow-door.js';

async function runThrough(door: Door, ...flags: readonly string[]): Promise<Report> {
  const environment = { ANIMAL_STORE_API_KEY: fakeKey };
  return inFolder(async (folder) => {
    const { out } = await command(
      [
        `${door.origin}/v1`,
        '--quickstart',
        `${door.origin}/quickstart`,
        '--allow-writes',
        '--seed',
        '1',
        '--json',
        ...flags,
      ],
      { folder, environment },
    );
    return JSON.parse(out) as Report;
  });
}

const undecidedOrFailed = ({ rules }: Report): readonly string[] =>
  rules
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
    .map(({ id, reason }) => `${id}: ${reason}`);

test.each([
  [1, 'dropped'],
  [5, 'dropped'],
  [1, 'waits'],
  [2, 'waits'],
  [8, 'waits'],
] as const)('%i at a time, each further one %s', async (most, further) => {
  const serving = await serve(createReference());
  const door = await narrowDoor(serving.port, most, further);
  try {
    const report = await runThrough(door);
    expect({ verdict: report.verdict, notPassed: undecidedOrFailed(report) }).toEqual({
      verdict: 'conformant',
      notPassed: [],
    });
    expect(door.counted.refused).toBeGreaterThan(0);
    // The limit is learned, rather than found out anew with each request.
    expect(door.counted.refused).toBeLessThan(report.run.exchanges / 10);
  } finally {
    door.close();
    await serving.close();
  }
});

test('one at a time, each further one waits, of 32 that are opened at once', async () => {
  const serving = await serve(createReference());
  const door = await narrowDoor(serving.port, 1, 'waits');
  try {
    const report = await runThrough(door, '--concurrency', '32', '--only', 'authentication.*');
    expect({ verdict: report.verdict, notPassed: undecidedOrFailed(report) }).toEqual({
      verdict: 'no-violation-found',
      notPassed: [],
    });
  } finally {
    door.close();
    await serving.close();
  }
});
