// How a run ends before its time and what comes after it: --bail, --max-warnings, --exclude, Ctrl-C, --open.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { createReference, fakeKey, faultNamed, serve } from '../../reference/index.js';
import { start } from '../../testing/built.js';
import { command, inFolder } from '../../testing/io.js';

const environment = { ANIMAL_STORE_API_KEY: fakeKey };

async function broken<T>(
  faults: readonly string[],
  work: (url: string, folder: string) => Promise<T>,
): Promise<T> {
  const reference = createReference({
    faults: faults.map((name) => faultNamed(name) ?? expect.fail(`there is no fault ${name}`)),
  });
  const serving = await serve(reference);
  try {
    return await inFolder((folder) => work(serving.url, folder));
  } finally {
    await serving.close();
  }
}

const reportIn = (folder: string): Report =>
  JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8')) as Report;
const outcomes = (report: Report, outcome: string): number =>
  report.rules.filter((rule) => rule.outcome === outcome).length;

describe('--bail', () => {
  test('ends the run at the first failure, and says so', async () => {
    await broken(['missing-name-taken', 'wrong-key-403'], async (url, folder) => {
      const whole = ['--output', 'out', '--seed', '1'];
      const { code, out } = await command([url, '--bail', ...whole], { folder, environment });
      expect(code).toBe(1);
      const report = reportIn(folder);
      expect(report).toMatchObject({
        verdict: 'not-conformant',
        run: { bail: 1, interrupted: false },
      });
      expect(outcomes(report, 'untested')).toBeGreaterThan(30);
      for (const { outcome, reason } of report.rules)
        if (outcome === 'cantTell') expect(reason).not.toContain('interrupted');
      expect(out).toContain('ended by --bail 1');
      expect(out).not.toContain('Results, clause by clause');
      await command([url, ...whole], { folder, environment });
      // A case that breaks a rule is moved forward, so that the run can end early.
      expect(report.run.exchanges).toBeLessThan(0.7 * reportIn(folder).run.exchanges);
    });
  });

  test('changes nothing where fewer rules fail, and no warning counts', async () => {
    await broken(['missing-name-taken'], async (url, folder) => {
      const few = [url, '--only', 'add-animal.missing-name,version', '--output', 'out'];
      expect((await command([...few, '--bail', '2'], { folder, environment })).code).toBe(1);
      expect(reportIn(folder).run).not.toHaveProperty('bail');
    });
    // Only an implied rule is broken by it.
    await broken(['orders-missing'], async (url, folder) => {
      const { code } = await command([url, '--only', '4.4', '--bail', '1', '--output', 'out'], {
        folder,
        environment,
      });
      expect(code).toBe(0);
    });
  });
});

test('--max-warnings fails a run with more warnings, and leaves its verdict alone', async () => {
  await broken(['orders-missing'], async (url, folder) => {
    const few = [url, '--only', '4.4', '--output', 'out', '--max-warnings'];
    const refused = await command([...few, '0'], { folder, environment });
    expect(refused.code).toBe(1);
    const why = '1 warning, but --max-warnings allows 0: the command fails.';
    expect(refused.out.endsWith(`✗ ${why}\n`)).toBe(true);
    expect(refused.err).not.toContain(why);
    const quiet = await command([...few, '0', '--json'], { folder, environment });
    expect(quiet.err).toContain(why);
    expect(reportIn(folder).verdict).toBe('no-violation-found');
    const enough = await command([...few, '1'], { folder, environment });
    expect([enough.code, enough.out.includes('--max-warnings')]).toEqual([0, false]);
  });
});

describe('--exclude', () => {
  test('leaves rules out of the run, and the verdict is that of a part', async () => {
    await broken(['missing-name-taken'], async (url, folder) => {
      const { code, out } = await command(
        [url, '--only', '4.2,version', '--exclude', 'add-animal.*', '--output', 'out'],
        { folder, environment },
      );
      expect(code).toBe(0);
      const report = reportIn(folder);
      expect(report.verdict).toBe('no-violation-found');
      expect(report.run.scope).toMatchObject({
        full: false,
        only: ['4.2', 'version'],
        exclude: ['add-animal.*'],
      });
      expect(report.rules.filter(({ id }) => id.startsWith('add-animal.'))).toEqual([]);
      expect(out).toContain('without add-animal.*');
      expect(readFileSync(join(folder, 'out', 'report.html'), 'utf8')).toContain(
        '--only 4.2,version --exclude &#39;add-animal.*&#39;',
      );
    });
  });
});

describe('Ctrl-C', () => {
  test('ends with 130 and a dozen lines', async () => {
    await broken(['missing-name-taken', 'wrong-key-403'], async (url, folder) => {
      const run = start([url, '--rate', '300', '--output', 'out'], folder, environment);
      await run.shows(/^ {2}\d+ of \d+ rules/m);
      const before = run.written.err.split('\n').length;
      run.child.kill('SIGINT');
      expect(await run.ended).toBe(130);
      expect(run.written.out).toMatch(
        /^http:.*\nInterrupted after \d+ of \d+ rules, [\d,]+ requests in .*, \d+ animals? created\.\n/,
      );
      expect(run.written.out.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
      expect(run.written.err.split('\n').length - before).toBeGreaterThan(0);
      expect(reportIn(folder)).toMatchObject({
        verdict: 'inconclusive',
        run: { interrupted: true },
      });
    });
  });
});

describe('--open', () => {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const run = (folder: string, path: string) =>
    command(['--only', 'version', '--output', 'out', '--open', '--quiet'], {
      folder,
      environment: { PATH: path, ...environment },
    });

  test('opens the page with the opener of the system, which gets no key', async () => {
    await inFolder(async (folder) => {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      const script = join(bin, opener);
      writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$1" "$ANIMAL_STORE_API_KEY" > opened\n`);
      chmodSync(script, 0o755);
      const path = [bin, process.env['PATH']].join(delimiter);
      const { code, err } = await run(folder, path);
      expect([code, err]).toEqual([0, 'Reports: out\n']);
      expect(readFileSync(join(folder, 'opened'), 'utf8')).toBe(
        `${join(folder, 'out', 'report.html')}\n\n`,
      );
    });
  });

  test('that fails is a warning', async () => {
    await inFolder(async (folder) => {
      expect(await run(folder, join(folder, 'nowhere'))).toMatchObject({
        code: 0,
        err: expect.stringMatching(
          /warning: The page could not be opened \(.*\): open out\/report\.html yourself\.\n$/,
        ) as string,
      });
      expect(existsSync(join(folder, 'out', 'report.html'))).toBe(true);
    });
  });
});
