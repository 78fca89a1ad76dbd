// `compare` of reports, as a person uses it: exit codes, what is printed and written, and what is refused. Sends nothing.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Comparison } from '../../../certify/comparison/comparison.js';
import type { Report } from '../../../judge/result/report.js';
import { reportJson } from '../../../report/files/json.js';
import {
  answering,
  between,
  broken,
  production,
  staging,
  timed,
} from '../../../testing/reports/fixture-comparison.js';
import { command, inFolder, type Ran, type World } from '../../../testing/io.js';

const reports = {
  staging: staging(),
  same: production(),
  broken: broken(production(), 'list-animals.limit-is-maximum', 'Too long.'),
  other: answering(production(), 'list-animals.order', 'newest first'),
  slow: timed(production(), between(100, 120)),
  fast: timed(staging(), between(40, 60)),
} satisfies Record<string, Report>;

/** A folder that holds each of these reports in one of its own. */
const compared = <T>(
  work: (compare: (words: string, world?: World) => Promise<Ran>, folder: string) => Promise<T>,
): Promise<T> =>
  inFolder((folder) => {
    for (const [name, report] of Object.entries(reports)) {
      mkdirSync(join(folder, 'reports', name), { recursive: true });
      writeFileSync(join(folder, 'reports', name, 'report.json'), reportJson(report));
    }
    return work(
      (words, world) => command(['compare', ...words.split(' ')], { folder, ...world }),
      folder,
    );
  });

describe('two reports', () => {
  test.each([
    ['reports/staging reports/same', 0],
    ['reports/staging reports/broken', 1],
    ['reports/broken reports/staging/report.json', 1],
    ['reports/staging reports/other', 1],
    ['reports/staging reports/other --fail-on outcomes', 0],
    ['reports/staging reports/broken --fail-on outcomes', 1],
    ['reports/staging reports/broken --fail-on observations,latency', 0],
    ['reports/fast reports/slow', 0],
    ['reports/fast reports/slow --fail-on latency', 1],
    ['reports/fast reports/slow --fail-on outcomes --fail-on latency', 1],
  ])('compare %s exits with %i', (words, code) =>
    compared(async (compare) => {
      expect(await compare(words)).toMatchObject({ code, err: '' });
    }),
  );

  test('are told on the terminal, as Markdown or as JSON', () =>
    compared(async (compare) => {
      const words = 'reports/staging reports/other';
      const { out } = await compare(words);
      expect(out).toContain('What clients will notice');
      expect(out).toMatch(/\n≠ staging and production differ in 1 observation;/);
      expect(out).not.toContain('fails nothing');
      expect((await compare(`${words} --fail-on outcomes,latency`)).out).toMatch(
        /\n≠ [^]*\nThat fails nothing \(--fail-on outcomes,latency\)\.\n$/,
      );
      expect((await compare(`${words} --quiet`)).out).toMatch(/^≠ staging and production differ/);
      expect((await compare(`${words} --markdown -`)).out).toMatch(/^## ≠ /);
      expect((await compare(`${words} --html -`)).out).toMatch(/^<!doctype html>/);
      const json = JSON.parse((await compare(`${words} --json`)).out) as Comparison;
      expect(json.observations.map(({ id }) => id)).toEqual(['list-animals.order']);
    }));

  test('leave a page, Markdown and JSON where that is wanted, again and again', () =>
    compared(async (compare, folder) => {
      const summary = join(folder, 'summary.md');
      writeFileSync(summary, 'before\n');
      const environment = { GITHUB_STEP_SUMMARY: summary };
      for (const words of ['reports/staging reports/same', 'reports/staging reports/other'])
        expect((await compare(`${words} --output out`, { environment })).err).toBe(
          'Comparison: out\n',
        );
      expect(readdirSync(join(folder, 'out')).sort()).toEqual([
        'comparison.html',
        'comparison.json',
        'comparison.md',
      ]);
      const text = readFileSync(join(folder, 'out', 'comparison.md'), 'utf8');
      expect(text).toContain('newest first');
      expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## = [^]*\n## ≠ /);
      expect(readFileSync(summary, 'utf8')).toContain(text);
    }));
});

test('what cannot be written is said after the comparison, and fails nothing that differs', () =>
  compared(async (compare, folder) => {
    mkdirSync(join(folder, 'taken'));
    for (const [words, code] of [
      ['reports/staging reports/same --html taken', 74],
      ['reports/staging reports/other --markdown taken', 1],
    ] as const) {
      const ran = await compare(words);
      expect(ran).toMatchObject({
        code,
        out: expect.stringMatching(/staging and production/) as string,
      });
      expect(ran.err).toContain('"taken" cannot be written (it is a folder)');
    }
    await compare('reports/staging reports/other --html page.html --markdown text.md');
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('newest first');
    expect(readFileSync(join(folder, 'text.md'), 'utf8')).toContain('newest first');
  }));

test.runIf(existsSync('/sys/kernel'))('why a file cannot be written is said as it is', () =>
  compared(async (compare) => {
    const { code, err } = await compare('reports/staging reports/same --html /sys/page.html');
    expect([code, err]).toEqual([74, expect.stringMatching(/permission denied|is read-only/)]);
  }),
);

describe('what is refused', () => {
  test.each([
    ['reports/staging', /compare needs two reports or targets/],
    ['reports/staging reports/same reports/other', /compare takes two .*: omit "reports\/other"/],
    ['reports/staging reports/none', /There is no report or target "reports\/none"\. Specify/],
    ['reports/staging productoin', /Did you mean production\?/],
    ['reports/staging other.example/v1?key=secret', /"other\.example\/v1"/],
    ['reports/staging summary.md', /"summary\.md" is not JSON/],
    [
      'reports/staging reports/same --seed 1',
      /--seed is for a target that is run, and both of these are reports/,
    ],
    [
      'reports/staging reference --quickstart-a http://127.0.0.1:1/q',
      /--quickstart-a is for a target that is run, and A is a report/,
    ],
    [
      'reference reports/staging --key-from-b key',
      /--key-from-b is for a target that is run, and B is a report/,
    ],
    [
      'reference reference --quickstart-a http://127.0.0.1:1/q',
      /--quickstart-a is not for the reference server/,
    ],
    ['reference http://127.0.0.1:1/v1 --key-from-b nowhere', /: --key-from-b "nowhere" cannot be/],
    ['reference staging', /set ANIMAL_STORE_STAGING_URL/],
    [
      'reports/staging reports/same --fail-on speed',
      /--fail-on is "speed": specify outcomes, observations or latency/,
    ],
    [
      'reports/staging reports/same --json --markdown -',
      /Only one of --json, --html - and --markdown -/,
    ],
    [
      'reports/staging reports/same --output foreign',
      /contains comparison\.md, which is not part of a comparison/,
    ],
    ['reports/staging reports/same --strict', /compare has no flag --strict/],
  ])('compare %s', (words, message) =>
    compared(async (compare, folder) => {
      writeFileSync(join(folder, 'summary.md'), 'no report');
      mkdirSync(join(folder, 'foreign'));
      writeFileSync(join(folder, 'foreign', 'comparison.md'), 'of somebody else');
      const { code, out, err } = await compare(words);
      expect({ code, out, lines: err.split('\n').length }).toEqual({ code: 2, out: '', lines: 2 });
      expect(err).toMatch(message);
      expect(err).not.toContain('secret');
      expect(readdirSync(join(folder, 'foreign'))).toEqual(['comparison.md']);
    }),
  );
});
