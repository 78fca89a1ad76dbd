// `baseline` as a person uses it: shows the file, accepts what failed, removes what no longer fails, and refuses what it
// cannot read.
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadLedger } from '../../../contract/ledger.js';
import type { Report } from '../../../judge/result/report.js';
import { reportJson } from '../../../report/files/json.js';
import { failingReport } from '../../../testing/reports/fixture.js';
import { command, inFolder } from '../../../testing/io.js';

const name = 'known-failures.yaml';
const broken = 'add-animal.missing-name';
/** An hour before midnight. A test that runs through the real one would count one day more. */
const now = Date.parse('2026-11-05T23:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(now + days * dayMs).toISOString().slice(0, 10);

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterAll(() => {
  vi.useRealTimers();
});

/** Of the rules that the contract has. */
function report(): Report {
  const ids = new Set(loadLedger().rules.map(({ id }) => id));
  const all = failingReport();
  return { ...all, rules: all.rules.filter(({ id }) => ids.has(id)) };
}

/** A folder with a report, and perhaps with a baseline. */
const beside = (
  baseline: string | undefined,
  work: (
    run: (...words: readonly string[]) => ReturnType<typeof command>,
    folder: string,
  ) => Promise<void>,
  found: Report = report(),
): Promise<void> =>
  inFolder(async (folder) => {
    mkdirSync(join(folder, 'reports', 'staging'), { recursive: true });
    writeFileSync(join(folder, 'reports', 'staging', 'report.json'), reportJson(found));
    if (baseline !== undefined) writeFileSync(join(folder, name), baseline);
    const environment = { ANIMAL_STORE_API_KEY: 'fake-key-of-this-test' };
    await work((...words) => command(['baseline', ...words], { folder, environment }), folder);
  });
const written = (folder: string): string => readFileSync(join(folder, name), 'utf8');
const entry = (rule: string, expires: string, more = ''): string =>
  `- rule: ${rule}\n  reason: It is known.\n  expires: ${expires}\n${more}`;

describe('baseline --accept', () => {
  test('writes what failed in the newest report, for 90 days, and says how to use it', () =>
    beside(undefined, async (run, folder) => {
      const { code, out } = await run('--accept', '--reason', 'Mended in 2.0');
      expect(code).toBe(0);
      expect(out).toMatch(/^\+ add-animal\.missing-name$/m);
      expect(out).toMatch(
        new RegExp(
          `^${name}: \\d added, known until ${inDays(90)} \\(from reports/staging/report\\.json\\)\\.$`,
          'm',
        ),
      );
      expect(out).toContain(`To use it, add --baseline ${name} to the run.`);
      expect(written(folder)).toContain(
        `- rule: ${broken}\n  reason: Mended in 2.0\n  expires: ${inDays(90)}\n`,
      );
      const again = await run('--accept');
      expect(again).toMatchObject({
        code: 0,
        out: expect.stringContaining('nothing to change') as string,
      });
    }));

  test('passes over a newer report of the embedded server, and names it where it is the only one', () =>
    beside(undefined, async (run, folder) => {
      writeFileSync(join(folder, 'reports', 'README.md'), 'A file beside the folders.');
      const own = join(folder, 'reports', 'reference');
      mkdirSync(own);
      const ofReference = report();
      writeFileSync(
        join(own, 'report.json'),
        reportJson({ ...ofReference, target: { ...ofReference.target, name: 'reference' } }),
      );
      utimesSync(join(own, 'report.json'), now / 1000 + 60, now / 1000 + 60);
      utimesSync(join(folder, 'reports/staging/report.json'), now / 1000, now / 1000);
      const words = ['--accept', '--reason', 'a'];
      expect((await run(...words)).out).toContain('(from reports/staging/report.json).');
      rmSync(join(folder, 'reports', 'staging'), { recursive: true });
      expect((await run(...words)).out.replace(/\s+/g, ' ')).toContain(
        '(from reports/reference/report.json, of the embedded reference server).',
      );
    }));

  test('says what a report of fewer rules leaves out', () => {
    const whole = report();
    const scope = { ...whole.run.scope, full: false, only: [broken] };
    const words = ['--accept', '--reason', 'Known'];
    return beside(
      undefined,
      async (run) => {
        expect((await run(...words)).out.replaceAll('\n', ' ')).toContain(
          `The run of this report was not full (scope: only ${broken}): what it left untested may fail as well.`,
        );
      },
      { ...whole, run: { ...whole.run, scope } },
    );
  });

  test('takes rule, day, link and file', () =>
    beside(undefined, async (run, folder) => {
      const words = ['--accept', '--reason', 'a', '--only', 'add-animal.missing-*', '--by-case'];
      const { code } = await run(
        ...words,
        '--expires',
        '30d',
        '--link',
        'https://t.example/1',
        'own.yaml',
      );
      expect(code).toBe(0);
      expect(existsSync(join(folder, name))).toBe(false);
      expect(readFileSync(join(folder, 'own.yaml'), 'utf8')).toMatch(
        new RegExp(
          `- rule: ${broken}\n  case: "f-0003"\n  reason: a\n  expires: ${inDays(30)}\n  link: https://t.example/1\n$`,
        ),
      );
      expect((await run(...words, '--expires', '2999-12-31')).code).toBe(0);
      expect(written(folder)).toContain('expires: 2999-12-31\n');
    }));

  test('writes nothing without a reason, and names the rules', () =>
    beside(undefined, async (run, folder) => {
      const { code, err } = await run('--accept');
      expect(code).toBe(2);
      expect(err).toMatch(
        /New failures need a reason \(.*add-animal\.missing-name.*\): add --reason/,
      );
      expect(existsSync(join(folder, name))).toBe(false);
    }));

  test('writes no key', () =>
    beside(undefined, async (run, folder) => {
      const { code, out } = await run('--accept', '--reason', 'It takes fake-key-of-this-test');
      expect(code).toBe(0);
      expect(`${written(folder)}${out}`).not.toContain('fake-key-of-this-test');
    }));

  test('leaves the file alone where the report names rules that nobody knows', () =>
    beside(
      undefined,
      async (run, folder) => {
        const { code, err } = await run('--accept', '--reason', 'a');
        expect(code).toBe(2);
        expect(err).toContain('there is no rule "add-animal.of-another-kit"');
        expect(existsSync(join(folder, name))).toBe(false);
      },
      {
        ...report(),
        rules: report().rules.map((rule) =>
          rule.id === broken ? { ...rule, id: 'add-animal.of-another-kit' } : rule,
        ),
      },
    ));
});

describe('baseline --prune', () => {
  test('removes what no longer fails, and says so', () =>
    beside(
      entry(broken, inDays(9)) + entry('list-animals.filter', inDays(9)),
      async (run, folder) => {
        const { code, out } = await run('--prune');
        expect(code).toBe(0);
        expect(out).toMatch(/^- list-animals\.filter$/m);
        expect(written(folder)).toBe(entry(broken, inDays(9)));
      },
    ));
});

describe('baseline', () => {
  const all =
    entry(broken, inDays(0)) +
    entry('add-animal.odd-names', inDays(60), '  link: https://t.example/7\n') +
    entry('list-animals.limit-is-maximum', inDays(-1)) +
    entry('list-animals.filter', inDays(60));

  test('shows how each entry stands, what is to be done first', () =>
    beside(all, async (run) => {
      const { code, out } = await run();
      expect(code).toBe(0);
      const heads = out.split('\n').filter((line) => /^[✗!?◇] /.test(line));
      expect(heads).toEqual([
        '✗ expired  list-animals.limit-is-maximum',
        '! no longer fails  list-animals.filter',
        `! expires soon  ${broken}`,
        '◇ known  add-animal.odd-names',
      ]);
      expect(out).toContain(`expires    ${inDays(-1)} (1 day ago)`);
      expect(out).toContain(`expires    ${inDays(0)} (0 days left)`);
      expect(out).toContain('link       https://t.example/7');
      expect(out).toMatch(/^4 entries: 1 expired, 1 no longer fails, 1 expires soon, 1 known\.$/m);
    }));

  test('says once what entries share that were accepted together', () =>
    beside(entry(broken, inDays(60)) + entry('add-animal.odd-names', inDays(60)), async (run) => {
      const { out } = await run();
      expect(out).toContain(`◇ known  ${broken}\n◇ known  add-animal.odd-names\n  reason `);
      expect(out.match(/It is known\./g)).toHaveLength(1);
    }));

  test('shows them as JSON', () =>
    beside(all, async (run) => {
      const { entries, report: path } = JSON.parse((await run('--json')).out) as {
        report: string;
        entries: { rule: string; standing: string }[];
      };
      expect(path).toBe('reports/staging/report.json');
      expect(entries.map(({ rule, standing }) => [rule, standing])).toEqual([
        [broken, 'expires soon'],
        ['add-animal.odd-names', 'known'],
        ['list-animals.limit-is-maximum', 'expired'],
        ['list-animals.filter', 'no longer fails'],
      ]);
    }));

  test('needs no report', () =>
    inFolder(async (folder) => {
      writeFileSync(join(folder, name), all);
      const { code, out } = await command(['baseline'], { folder });
      expect(code).toBe(0);
      expect(out).toContain('(no report to compare with)');
      expect(out).toContain('◇ known  list-animals.filter');
    }));

  test('shows as text what would steer a terminal or a build server', () =>
    beside(
      entry(broken, inDays(60)).replace('It is known.', '"\\e[31m ::error::x ##[group] \\u202e"'),
      async (run) => {
        const { code, out } = await run();
        expect(code).toBe(0);
        for (const acting of ['\u001b', '\u202e', '::error', '##['])
          expect(out).not.toContain(acting);
      },
    ));
});

describe('what is wrong ends with 2, and nothing is written', () => {
  test.each<[string, string | undefined, readonly string[], RegExp]>([
    [
      'no file',
      undefined,
      [],
      /"known-failures\.yaml" cannot be read .*`baseline --accept` writes it/,
    ],
    ['more than any has', `# ${'x'.repeat(300_000)}`, [], /cannot be read .*larger than 256 kB/],
    [
      'a mistake in it',
      `\n${entry('add-animal.mising-name', '2027-01-01')}`,
      [],
      /known-failures\.yaml:2: there is no rule "add-animal\.mising-name"\. Did you mean add-animal\.missing-name\?/,
    ],
    [
      'a mistake, also to change it',
      entry(broken, 'soon'),
      ['--prune'],
      /known-failures\.yaml:3: expires is "soon"/,
    ],
    [
      'a reason without --accept',
      entry(broken, '2999-01-01'),
      ['--reason', 'a'],
      /--reason is for what is added: add --accept/,
    ],
    [
      'a day that has passed',
      '',
      ['--accept', '--reason', 'a', '--expires', '2020-01-01'],
      /--expires is 2020-01-01, which has passed/,
    ],
    [
      'a day that is none',
      '',
      ['--accept', '--expires', '2020-02-30'],
      /--expires is "2020-02-30"/,
    ],
    ['too many days', '', ['--accept', '--expires', '9999d'], /specify from 1d to 3650d/],
    [
      'a link that runs',
      '',
      ['--accept', '--link', 'javascript:a'],
      /--link is "javascript:a": specify an address/,
    ],
    ['an unknown rule', '', ['--accept', '--only', 'add-animal.nothing'], /no rule has this id/],
    ['--json with a change', '', ['--accept', '--json'], /--json shows the file/],
    ['no report', '', ['--accept', '--report', 'nowhere'], /nowhere.* cannot be read/],
  ])('%s', (_, baseline, words, message) =>
    beside(baseline, async (run, folder) => {
      const { code, err } = await run(...words);
      expect(err).toMatch(message);
      expect(code).toBe(2);
      if (baseline !== undefined) expect(written(folder)).toBe(baseline);
    }),
  );
});
