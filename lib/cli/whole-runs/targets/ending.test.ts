// A candidate that ends by itself, as a process does: no request is accused of it, and the report says how it ended.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { mainFile, start } from '../../../testing/built.js';
import { inFolder } from '../../../testing/io.js';

const key = { ANIMAL_STORE_API_KEY: 'fake-reference-key-0123456789' };
const dying = `"${process.execPath}" --require ./ending.cjs "${mainFile}" reference --port $PORT`;

/** Runs at each request before the server handles it, with the numbers of requests that came and that are under way. */
const atEach = (
  what: string,
): string => `const { existsSync, writeFileSync } = require('node:fs'); const { Server } = require('node:http'); const { emit } = Server.prototype;
let count = 0; let atOnce = 0; const kept = [];
Server.prototype.emit = function (event, ...others) {
  if (event !== 'request') return emit.call(this, event, ...others);
  count += 1;
  atOnce += 1;
  others[1].once('close', () => (atOnce -= 1));
  ${what};
  setTimeout(() => emit.call(this, event, ...others), 1);
};`;

async function ended(script: string, command = `exec ${dying}`) {
  return inFolder(async (folder) => {
    writeFileSync(join(folder, 'ending.cjs'), atEach(script));
    const run = start(['--start', command, '--only', '5,errors.*', '--json'], folder, key);
    const code = await run.ended;
    expect(run.written.out, run.written.err).not.toBe('');
    const { rules, run: facts } = JSON.parse(run.written.out) as Report;
    const failures = rules.flatMap((rule) => rule.failures);
    return { code, failures, outages: facts.outages, warnings: facts.warnings };
  });
}

const alone = / after \d+\.\d s, by itself: started again, it also ended when only harmless/;

describe.concurrent('nobody is accused where a candidate', () => {
  test('exits with status 0 by a timer of its own, and it is not started again', async () => {
    const { warnings, ...reported } = await ended(
      'if (count === 20) setTimeout(() => process.exit(0), 100)',
    );
    const how = /^[Tt]he candidate exited with status 0 after \d+\.\d s, by itself\.?$/;
    expect(reported).toMatchObject({
      code: 3,
      failures: [],
      outages: [{ ending: expect.stringMatching(how) as string, suspects: [], restarted: false }],
    });
    expect(warnings.filter((one) => one.includes('exited with status 0'))).toHaveLength(1);
  });

  test.each([
    [
      'is killed after some time',
      "if (count === 20) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100)",
    ],
    [
      'runs out of memory',
      'kept.push(new Array(1_000_000).fill(count))',
      `ulimit -c 0; NODE_OPTIONS=--max-old-space-size=60 exec ${dying}`,
    ],
  ])('%s', async (_, script, command?: string) => {
    expect(await ended(script, command)).toMatchObject({
      code: 3,
      failures: [],
      outages: [{ ending: expect.stringMatching(alone) as string, suspects: [] }],
    });
  });

  test('ends when two requests come at once', async () => {
    const { code, failures, outages } = await ended('if (atOnce > 1) process.exit(5)');
    expect([code, failures]).toEqual([3, []]);
    expect(outages?.at(-1)).toMatchObject({ failure: null, restarted: false });
  });

  test('is killed once from outside, and the run is told to its end', async () => {
    const { outages, ...reported } = await ended(
      "if (count === 40 && !existsSync('was')) { writeFileSync('was', ''); process.kill(process.pid, 'SIGKILL'); }",
    );
    expect(reported).toMatchObject({ code: 3, failures: [] });
    expect(outages).toMatchObject([{ failure: null, restarted: true }]);
  });

  test('is started again by something else, although its store is lost each time', async () => {
    expect(
      await ended('if (count === 100) process.exit(5)', `while :; do ${dying}; done`),
    ).toMatchObject({
      code: 3,
      failures: [],
      outages: [{ ending: expect.stringContaining('was gone and came back') as string }],
    });
  });
});
