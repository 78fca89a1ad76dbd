// How a run ends before its time and what comes after it: --bail, --max-warnings, --exclude, --open.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { fakeKey } from '../../reference/index.js';
import { atServer, reportIn } from '../../testing/at-server.js';
import { command, inFolder } from '../../testing/io.js';

const outcomes = (report: Report, outcome: string): number =>
  report.rules.filter((rule) => rule.outcome === outcome).length;

describe('--bail', () => {
  test('ends the run at the first failure, and says so', () =>
    atServer(['missing-name-taken', 'wrong-key-403'], async ({ url, folder, run }) => {
      const { code, out } = await run(url, '--bail', '--output', 'out', '--seed', '1');
      expect(code).toBe(1);
      const report = reportIn(folder, 'out');
      expect(report).toMatchObject({
        verdict: 'not-conformant',
        run: { bail: 1, interrupted: false },
      });
      expect(outcomes(report, 'untested')).toBeGreaterThan(30);
      for (const { outcome, reason } of report.rules)
        if (outcome === 'cantTell') expect(reason).not.toContain('ended early');
      expect(out).toContain('ended by --bail 1');
      expect(out).not.toContain('Results, clause by clause');
      // A run to its end sends some 2,400 requests.
      expect(report.run.exchanges).toBeLessThan(1_700);
    }));

  test('changes nothing where fewer rules fail, and no warning counts', async () => {
    await atServer(['missing-name-taken'], async ({ url, folder, run }) => {
      const few = [url, '--only', 'add-animal.missing-name,version', '--output', 'out'];
      expect((await run(...few, '--bail', '2')).code).toBe(1);
      expect(reportIn(folder, 'out').run).not.toHaveProperty('bail');
    });
    // Only an implied rule is broken by it.
    await atServer(['orders-missing'], async ({ url, run }) =>
      expect((await run(url, '--only', '4.4', '--bail', '1', '--output', 'out')).code).toBe(0),
    );
  });
});

test('--max-warnings fails a run with more warnings, and leaves its verdict alone', () =>
  atServer(['orders-missing'], async ({ url, environment, folder, run }) => {
    const few = [url, '--only', '4.4', '--output', 'out', '--max-warnings'];
    const refused = await run(...few, '0');
    expect(refused.code).toBe(1);
    const why = 'The gate fails: 1 warning, and --max-warnings allows 0.';
    expect(refused.out.endsWith(`✗ ${why}\n`)).toBe(true);
    expect(refused.err).not.toContain(why);
    const quiet = await run(...few, '0', '--json');
    expect(quiet.err).toContain(why);
    expect(reportIn(folder, 'out').verdict).toBe('no-violation-found');
    const summary = join(folder, 'job.md');
    const inJob = { ...environment, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const ofJob = await command([...few, '0'], { folder, environment: inJob });
    expect(ofJob.out).toContain(`\n::error title=Too many warnings::${why}\n`);
    expect(readFileSync(summary, 'utf8').replaceAll('\\', '')).toMatch(`**${why}**\n\n`);
    const enough = await run(...few, '1');
    expect([enough.code, enough.out.includes('--max-warnings')]).toEqual([0, false]);
  }));

test('--exclude leaves rules out of the run, and the verdict is that of a part', () =>
  atServer(['missing-name-taken'], async ({ url, folder, run }) => {
    const scope = ['--only', '4.2,version', '--exclude', 'add-animal.*'];
    const { code, out } = await run(url, ...scope, '--output', 'out');
    expect(code).toBe(0);
    const report = reportIn(folder, 'out');
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
  }));

describe('--open', () => {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const run = (folder: string, path: string) =>
    command(['--only', 'version', '--output', 'out', '--open', '--quiet'], {
      folder,
      environment: { PATH: path, ANIMAL_STORE_API_KEY: fakeKey },
    });

  test('opens the page with the opener of the system, which gets no key', () =>
    inFolder(async (folder) => {
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
    }));

  test('that fails is a warning', () =>
    inFolder(async (folder) => {
      expect(await run(folder, join(folder, 'nowhere'))).toMatchObject({
        code: 0,
        err: expect.stringMatching(
          /warning: The page could not be opened \(.*\): open out\/report\.html yourself\.\n$/,
        ) as string,
      });
      expect(existsSync(join(folder, 'out', 'report.html'))).toBe(true);
    }));
});
