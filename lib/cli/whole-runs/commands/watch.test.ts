// `--watch`: each change of a file makes a run of a candidate that is started anew.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { mainFile, type Process, start, startShell } from '../../../testing/built.js';
import { command, inFolder, world } from '../../../testing/io.js';
import { main } from '../../cli.js';
import { until } from '../../../testing/until.js';

const few = [
  '--only',
  'list-animals.limits-accepted,add-animal.missing-name,version',
  '--seed',
  '1',
];
/** Its faults stand in a file that a person changes. */
const candidate = `echo started >> starts.log; exec "${process.execPath}" "${mainFile}" reference --port $PORT $(cat server.flags)`;

const reportIn = (folder: string): Report =>
  JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8')) as Report;

async function watched(
  flags: string,
  work: (folder: string, run: Process, change: (flags: string) => Promise<void>) => Promise<void>,
  more: readonly string[] = [],
  known = '',
): Promise<void> {
  await inFolder(async (folder) => {
    if (known !== '') writeFileSync(join(folder, 'known-failures.yaml'), known);
    const file = join(folder, 'server.flags');
    writeFileSync(file, flags);
    // It is for runs that end: nobody typed it, and nothing is written.
    writeFileSync(join(folder, 'animal-store.config.yaml'), 'reporter: [json, junit=junit.xml]\n');
    const run = start(
      ['--start', candidate, '--watch', '--output', 'out', ...few, ...more],
      folder,
    );
    let waits = 0;
    const untilItWaits = (): Promise<void> => {
      waits += 1;
      return run.shows(new RegExp(`(?:Waiting for a file to change[^]*){${waits}}`));
    };
    await untilItWaits();
    await work(folder, run, async (to) => {
      writeFileSync(file, to);
      await untilItWaits();
    });
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(130);
  });
}

describe.concurrent('--watch', () => {
  test('clears a terminal before each further run, and nothing else', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'server.flags');
      writeFileSync(file, '');
      const { io, written, interrupt } = world({ folder, terminal: true });
      // In this process, a candidate starts where the tests do.
      const there = `cd '${folder}'; ${candidate}`;
      const code = main(['--start', there, '--watch', '--output', 'out', ...few], io);
      const untilItWaits = (times: number): Promise<void> =>
        until(() => written.err.split('Waiting for a file to change').length > times);
      await untilItWaits(1);
      expect(written.out).not.toContain('\u001b[2J');
      writeFileSync(file, '--animals 1');
      await untilItWaits(2);
      interrupt();
      expect(await code).toBe(130);
      expect(written.out.split('\u001b[2J\u001b[H')).toHaveLength(2);
    });
  });

  test('is followed by replay, which needs no target', async () => {
    await inFolder(async (folder) => {
      const working = join(folder, 'working');
      mkdirSync(working);
      writeFileSync(join(working, 'server.flags'), '--fault missing-name-taken');
      const environment = { HOME: join(folder, 'home') };
      const { io, written, interrupt } = world({ folder: working, environment });
      const there = `cd '${working}'; ${candidate}`;
      const code = main(['--start', there, '--watch', ...few], io);
      await until(() => written.err.includes('Waiting for a file to change'));
      interrupt();
      expect(await code).toBe(130);
      const again = await command(['replay'], { folder: working, environment });
      expect([again.code, again.out]).toEqual([
        1,
        expect.stringContaining('Retried 1 rule: 1 failed.'),
      ]);
    });
  });

  test('runs again at a change, what failed last time first, until Ctrl-C', async () => {
    await watched('--fault missing-name-taken', async (folder, run, change) => {
      expect(reportIn(folder).verdict).toBe('not-conformant');
      expect(existsSync(join(folder, 'junit.xml'))).toBe(false);
      expect(run.written.out).not.toContain('Rules broken last time');
      await change('--fault missing-name-taken --animals 1');
      expect(run.written.out).toMatch(
        /Rules broken last time, tested first: 1 failed\.\n +✗ failed +add-animal\.missing-name .*\nNow testing everything …\n/,
      );
      await change('');
      expect(run.written.out).toMatch(
        /Rules broken last time, tested first: 1 passed\.\n +✓ passed +add-animal\.missing-name /,
      );
      expect(reportIn(folder).verdict).toBe('no-violation-found');
      expect(run.written.err).toMatch(/^server\.flags changed\.$/m);
      const reported = run.written.out.split('Rules broken last time').length;
      await change('--animals 2');
      expect(run.written.out.split('Rules broken last time')).toHaveLength(reported);
      // Twice where what failed came first: it must not fill the store for the rest.
      expect(readFileSync(join(folder, 'starts.log'), 'utf8')).toBe('started\n'.repeat(6));
    });
  });

  test('tells a warning and a known failure of last time as what they are', async () => {
    await watched(
      '--fault unknown-status-lists-all --fault missing-name-taken',
      async (_folder, run, change) => {
        await change('--fault unknown-status-lists-all --fault missing-name-taken --animals 1');
        expect(run.written.out).toMatch(
          /Rules broken last time, tested first: 1 warning, 1 known\.\n(?: +(?:! warning|◇ known) [^\n]*\n){2}/,
        );
      },
      ['--only', 'list-animals.unknown-status', '--baseline', 'known-failures.yaml'],
      '- rule: add-animal.missing-name\n  reason: a\n  expires: 2999-12-31\n',
    );
  });

  test('reads known failures again, as they may be what has changed', async () => {
    const known = (expires: string): string =>
      `- rule: add-animal.missing-name\n  reason: a\n  expires: ${expires}\n`;
    await inFolder(async (folder) => {
      const file = join(folder, 'known-failures.yaml');
      writeFileSync(join(folder, 'server.flags'), '--fault missing-name-taken');
      writeFileSync(file, known('2999-12-31'));
      const run = start(
        ['--start', candidate, '--watch', '--output', 'out', ...few, '--baseline', file],
        folder,
      );
      const gate = () => reportIn(folder).run.baseline?.gate;
      await run.shows(/Waiting for a file to change/);
      expect(gate()).toBe('passed');
      writeFileSync(file, known('2020-12-31'));
      await run.shows(/(?:Waiting for a file to change[^]*){2}/);
      expect(gate()).toBe('failed');
      writeFileSync(file, known('soon'));
      await run.shows(/known-failures\.yaml:3: expires is "soon"[^]*Waiting for a file to change/);
      run.child.kill('SIGINT');
      expect(await run.ended).toBe(130);
    });
  });

  test('goes on when the candidate cannot be started, and begins with what an earlier run found', async () => {
    await watched('--fault missing-name-taken', async (folder, run, change) => {
      await change('--no-such-flag');
      expect(run.written.err).toMatch(/The candidate exited with status 2 before it responded/);
      await change('--fault missing-name-taken');
      expect(run.written.out).toContain('Rules broken last time, tested first: 1 failed.');
      expect(reportIn(folder).verdict).toBe('not-conformant');
    });
  });

  test('ends within a run too, with what is known by then', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'server.flags'), '');
      const run = start(
        ['--start', candidate, '--watch', '--output', 'out', '--rate', '100'],
        folder,
      );
      await run.shows(/./);
      await until(() => existsSync(join(folder, 'starts.log')));
      run.child.kill('SIGINT');
      expect(await run.ended).toBe(130);
    });
  });

  test('ends within a run, and keeps the reports of a whole one', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'server.flags'), '--fault missing-name-taken');
      const flags = ['--start', candidate, '--output', 'out'];
      expect(await start([...flags, ...few], folder).ended).toBe(1);
      const before = readFileSync(join(folder, 'out', 'report.json'), 'utf8');
      // At this rate all rules take a minute.
      const run = start([...flags, '--watch', '--rate', '50'], folder);
      await run.shows(/Now testing everything …/);
      run.child.kill('SIGINT');
      expect(await run.ended).toBe(130);
      expect(run.written.err).toContain('Stopped. The reports in out are from an earlier run.');
      expect(readFileSync(join(folder, 'out', 'report.json'), 'utf8')).toBe(before);
    });
  });

  test('is not begun again by its own output, which stands in a file of the folder', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'server.flags');
      writeFileSync(file, '');
      const shown = (): string => readFileSync(join(folder, 'shown.txt'), 'utf8');
      const line = `exec "${process.execPath}" "${mainFile}" --start '${candidate}' --watch --output out ${few.join(' ')}`;
      const run = startShell(`${line} > shown.txt 2> errors.txt`, folder);
      await until(() => existsSync(join(folder, 'errors.txt')));
      const errors = (): string => readFileSync(join(folder, 'errors.txt'), 'utf8');
      const untilItWaits = (times: number): Promise<void> =>
        until(() => errors().split('Waiting for a file to change').length > times);
      await untilItWaits(1);
      writeFileSync(file, '--animals 1');
      await untilItWaits(2);
      run.child.kill('SIGINT');
      expect(await run.ended).toBe(130);
      expect(errors().match(/^.* changed\.$/gm)).toEqual(['server.flags changed.']);
      expect(shown().match(/^Report: /gm)).toHaveLength(2);
    });
  });

  test('needs a candidate to start, and people to tell', async () => {
    expect(await command(['--watch'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--watch needs --start') as string,
    });
    expect(await command(['--start', 'true', '--watch', '--json'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('leave out --json') as string,
    });
  });
});
