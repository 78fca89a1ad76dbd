// Whole runs in this process, over real sockets: exit codes, what is printed, what is left behind.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { atServer, reportIn } from '../../../testing/at-server.js';
import { command, inFolder, world } from '../../../testing/io.js';
import { main } from '../../cli.js';

describe('a run', () => {
  test('of the embedded server is conformant, and leaves its reports', async () => {
    await inFolder(async (folder) => {
      const { code, out, err } = await command(['--seed', '7'], { folder });
      expect(out).toMatch(/\n✓ [^\n]*reference[^\n]* is conformant \(catalogue and quickstart\)/);
      expect(code).toBe(0);
      // Nothing failed, so nothing is streamed; and the page is named once, above the verdict.
      expect(err).toMatch(/^reference: about [^\n]*\n(?: {2}\d+ of \d+ rules[^\n]*\n)+$/);
      expect(out).toContain(`\nReport: ${join('reports', 'reference', 'report.html')}\n`);
      expect(out.trimEnd().split('\n').length).toBeLessThan(13);
      expect(err).not.toContain('\u001b');
      expect(out).not.toContain('\u001b');
      const names = readdirSync(join(folder, 'reports', 'reference'));
      expect(names).toEqual(
        expect.arrayContaining([
          'badge.json',
          'created.json',
          'ctrf.json',
          'exchanges.har',
          'failures.http',
          'junit.xml',
          'report.html',
          'report.json',
          'summary.md',
        ]),
      );
      const report = reportIn(folder, 'reports/reference');
      expect(report.kit.digest).toMatch(/^[0-9a-f]{64}$/);
      expect(report.run).toMatchObject({ seed: 7, scope: { full: true }, warnings: [] });
      const created = JSON.parse(
        readFileSync(join(folder, 'reports', 'reference', 'created.json'), 'utf8'),
      ) as { created: unknown[] };
      expect(created.created).toEqual(report.run.created);
    });
  });

  test('of a chosen part says so, and prints JSON alone when that is asked for', async () => {
    await inFolder(async (folder) => {
      const { code, out, err } = await command(
        ['--only', '4.4,version', '--json', '--output', 'here'],
        { folder },
      );
      expect(code).toBe(0);
      const report = JSON.parse(out) as Report;
      expect(report.rules.map((rule) => rule.id)).toEqual(
        expect.arrayContaining(['store-orders.exists', 'version.base-path']),
      );
      expect(report).toMatchObject({
        verdict: 'no-violation-found',
        run: { scope: { full: false, only: ['4.4', 'version'] } },
      });
      expect(err).toBe('Reports: here\n');
      expect(out).toBe(readFileSync(join(folder, 'here', 'report.json'), 'utf8'));
    });
  });

  test('without a target says in a pipeline that it tested the embedded server', () =>
    inFolder(async (folder) => {
      const run = (words: string[], environment: Record<string, string>) =>
        command([...words, '--only', '4.4', '--quiet'], { folder, environment });
      const says = /^animal-store-conformance: No target is named/m;
      const inLog = /^::warning title=No target is named::No target is named/m;
      const inJob = await run([], { CI: 'true', GITHUB_ACTIONS: 'true' });
      expect(inJob.code).toBe(0);
      expect(inJob.err).toMatch(says);
      expect(inJob.err).toMatch(inLog);
      expect((await run([], { CI: '1' })).err).not.toMatch(inLog);
      expect((await run(['reference'], { CI: 'true' })).err).not.toMatch(says);
      expect((await run([], {})).err).not.toMatch(says);
    }));

  test('of a broken server fails, streams the failure, and tells GitHub', () =>
    atServer(
      { changes: ['limit-off-by-one'], animals: 30 },
      async ({ url, environment, folder }) => {
        const summary = join(folder, 'step-summary.md');
        writeFileSync(summary, 'before\n');
        const { code, out, err } = await command(
          [url, '--only', 'list-animals.limit-is-maximum', '--quiet'],
          {
            folder,
            environment: { ...environment, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
          },
        );
        expect(code).toBe(1);
        expect(out).toMatch(/^✗ failed {2}list-animals\.limit-is-maximum/m);
        expect(out).toMatch(/\n✗ [^\n]* not conformant[^\n]*\n$/);
        expect(out).toMatch(/^::error title=failed%3A list-animals\.limit-is-maximum/m);
        expect(err).toMatch(/^Reports: [^\n]+\n$/);
        expect(readFileSync(summary, 'utf8')).toMatch(
          /^before\n[^]*list-animals\.limit-is-maximum/,
        );
        const name = `reports/${new URL(url).host.replace(':', '-')}`;
        expect(reportIn(folder, name).verdict).toBe('not-conformant');
      },
    ));

  test('of a target that cannot be tested tells GitHub why', () =>
    inFolder(async (folder) => {
      const summary = join(folder, 'step-summary.md');
      writeFileSync(summary, 'before\n');
      const { code, err } = await command(['--start', 'exit 7', 'http://127.0.0.1:$PORT/v1'], {
        folder,
        environment: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
      });
      expect(code).toBe(4);
      const why = /The candidate exited with status 7 before it responded/;
      expect(err).toMatch(new RegExp(`^::error title=Nothing was tested::${why.source}`, 'm'));
      expect(readFileSync(summary, 'utf8')).toMatch(new RegExp(`^before\\n.*${why.source}`));

      const key = 'fake-key-in-the-address';
      const typed = await command(['--start', 'exit 7', `http://127.0.0.1:$PORT/${key}/v1`], {
        folder,
        environment: {
          ANIMAL_STORE_API_KEY: key,
          GITHUB_ACTIONS: 'true',
          GITHUB_STEP_SUMMARY: summary,
        },
      });
      expect(typed).toMatchObject({ code: 4, err: expect.stringContaining('::error') as string });
      expect(typed.err + readFileSync(summary, 'utf8')).not.toContain(key);
    }));

  test('shows a live line on a terminal and takes it away again', async () => {
    await inFolder(async (folder) => {
      const { code, out, err } = await command(['--only', '8'], {
        folder,
        terminal: true,
        environment: { TERM: 'xterm' },
      });
      expect(code).toBe(0);
      expect(err).toContain('\r\u001b[2K');
      expect(err).toMatch(/ of \d+ rules and observations, \d+ request/);
      expect(err.lastIndexOf('\r\u001b[2K')).toBeGreaterThan(err.lastIndexOf(' rules, '));
      expect(out).toContain('\u001b[36m◐');
      expect(out).toContain(`\u001b]8;;${pathToFileURL(folder).href}`);
      const plain = await command(['--only', '4.4'], {
        folder,
        terminal: true,
        environment: { TERM: 'xterm', NO_COLOR: '1' },
      });
      expect(plain.out).not.toContain('\u001b');
    });
  });

  test('that is interrupted still tells what it found', async () => {
    await inFolder(async (folder) => {
      const running = world({ folder });
      const write = running.io.stderr.write;
      running.io.stderr.write = (text) => {
        write(text);
        // The first rule is decided: the run is well under way.
        if (/^ {2}\d+ of \d+ rules/.test(text)) running.interrupt();
      };
      expect(await main(['--seed', '1'], running.io)).toBe(130);
      expect(running.written.err).toContain('Interrupted: ending the run.');
      expect(running.written.out).toMatch(/^Interrupted after \d+ of \d+ rules, /m);
      const report = reportIn(folder, 'reports/reference');
      expect(report).toMatchObject({ verdict: 'inconclusive', run: { interrupted: true } });
      expect(report.counts.passed).toBeGreaterThan(0);
      expect(running.listeners).toBe(0);
    });
  });

  test('that is interrupted before it sent anything leaves the reports of an earlier run', async () => {
    await inFolder(async (folder) => {
      const earlier = world({ folder });
      expect(await main(['--seed', '1', '--only', 'version.base-path'], earlier.io)).toBe(0);
      const path = join(folder, 'reports', 'reference', 'report.json');
      const report = readFileSync(path, 'utf8');
      const running = world({ folder });
      const listen = running.io.onInterrupt;
      const interrupted = (onInterrupt: Parameters<typeof listen>[0]): (() => void) => {
        const stop = listen(onInterrupt);
        running.interrupt('SIGINT');
        return stop;
      };
      expect(await main(['--seed', '1'], { ...running.io, onInterrupt: interrupted })).toBe(130);
      expect(running.written.out).toBe('');
      expect(running.written.err).toMatch(
        /Interrupted: ending the run\.\n.*Nothing was sent\.\n.*No report was written\. Still there, from an earlier run: the reports in reports\/reference\.\n$/,
      );
      expect(readFileSync(path, 'utf8')).toBe(report);
    });
  });
});

describe('a target that cannot be tested', () => {
  test('as it does not get ready', async () => {
    const words = ['http://127.0.0.1:1/v1', '--start-timeout', '0.2', '--quiet'];
    const environment = { ANIMAL_STORE_API_KEY: 'fake-key' };
    const { code, out, err } = await command(words, { environment });
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err.split('\n').at(-2)).toMatch(
      /was not ready within 0\.2 s \(--start-timeout\): nothing listens/,
    );
  });

  test('leaves the report of an earlier run, and says that it is one', async () => {
    await inFolder(async (folder) => {
      mkdirSync(join(folder, 'here'));
      const earlier = '{ "kit": { "name": "animal-store-conformance" } }';
      writeFileSync(join(folder, 'here', 'report.json'), earlier);
      writeFileSync(join(folder, 'junit.xml'), '<?xml version="1.0"?><testsuites/>');
      const reporters = ['--reporter', 'junit=junit.xml', '--reporter', 'tap=none.tap'];
      const words = ['http://127.0.0.1:1/v1', '--output', 'here', ...reporters];
      const { code, err } = await command(words, {
        folder,
        environment: { ANIMAL_STORE_API_KEY: 'fake-key' },
      });
      expect(code).toBe(4);
      expect(err).toMatch(/Still there, from an earlier run: the reports in here, junit\.xml\.\n$/);
      expect(readFileSync(join(folder, 'here', 'report.json'), 'utf8')).toBe(earlier);
    });
  });
});

describe('a defect of the kit', () => {
  test('gets its own code, one line, and no key', async () => {
    const broken = world({ environment: { ANIMAL_STORE_API_KEY: 'fake-key-in-a-stack' } });
    broken.io.stdout.write = () => {
      throw new Error('defect with fake-key-in-a-stack\n\u001b[31m');
    };
    expect(await main(['--help'], broken.io)).toBe(70);
    expect(broken.written.err).toMatch(
      /^animal-store-conformance: The kit itself failed \(defect with \$ANIMAL_STORE_API_KEY \[31m\)\.[^\n]*please report it[^\n]*\n$/,
    );
    const talkative = world({
      environment: { DEBUG: '1', ANIMAL_STORE_API_KEY: 'fake-key-in-a-stack' },
    });
    talkative.io.stdout.write = broken.io.stdout.write;
    expect(await main(['--help'], talkative.io)).toBe(70);
    expect(talkative.written.err).toMatch(/\n +at /);
    expect(talkative.written.err).not.toContain('fake-key-in-a-stack');
  });
});
