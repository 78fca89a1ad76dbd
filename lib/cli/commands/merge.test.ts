// `--shard` and `merge` as a person uses them: shards of the reference server, folders and files, and what is refused.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { cleanReport } from '../../testing/reports/fixture.js';
import { reportJson } from '../../report/files/json.js';
import { createReferenceServer } from '../../api/reference-server.js';
import { command, inFolder, type Ran } from '../../testing/io.js';

const rule = 'list-animals.answers-200';
type Writable<T> = { -readonly [name in keyof T]: T[name] };
type Changeable = Writable<Omit<Report, 'rules'>> & { readonly rules: Writable<RuleResult>[] };
const few = ['--only', 'version,store-orders,get-animal', '--quiet'];
const read = (...path: string[]): Report =>
  JSON.parse(readFileSync(join(...path), 'utf8')) as Report;

describe('shards of a run', () => {
  test('write into folders of their own, and merge to the report of a whole run', () =>
    inFolder(async (folder) => {
      for (const shard of ['1/2', '2/2'])
        expect(await command(['--shard', shard, ...few], { folder })).toMatchObject({ code: 0 });
      const parts = ['reference-shard-1-of-2', 'reference-shard-2-of-2'];
      expect(readdirSync(join(folder, 'reports')).sort()).toEqual(parts);
      expect(read(folder, 'reports', parts[1] ?? '', 'report.json').run).toMatchObject({
        seed: 1,
        scope: { full: false, shard: { index: 2, of: 2 } },
      });

      const { code, out, err } = await command(
        ['merge', `reports/${parts[1]}`, `reports/${parts[0]}/report.json`],
        { folder },
      );
      expect(code, err).toBe(0);
      expect(out).toContain('\nReport: reports/reference/report.html\n');
      expect(readdirSync(join(folder, 'reports/reference')).sort()).toEqual(
        readdirSync(join(folder, 'reports', parts[0] ?? '')).sort(),
      );
      const merged = read(folder, 'reports/reference/report.json');
      expect(merged).toMatchObject({
        verdict: 'no-violation-found',
        run: { scope: { shard: null } },
      });

      await command(['--seed', '1', ...few], { folder });
      const whole = read(folder, 'reports/reference/report.json');
      expect(merged.rules.map(({ id, outcome }) => [id, outcome])).toEqual(
        whole.rules.map(({ id, outcome }) => [id, outcome]),
      );

      const json = await command(
        ['merge', ...parts.map((part) => `reports/${part}`), '--json', '--output', 'elsewhere'],
        { folder },
      );
      expect(JSON.parse(json.out)).toEqual(read(folder, 'elsewhere/report.json'));
    }));

  test('exit with the verdict of the whole, and none that says of a rule what the contract does not is taken', () =>
    inFolder(async (folder) => {
      const { url, key, close } = await createReferenceServer({ faults: ['list-answers-206'] });
      const environment = { ANIMAL_STORE_API_KEY: key };
      const parts = ['1', '2'];
      for (const part of parts)
        await command([url, '--shard', `${part}/2`, ...few, '--only', rule, '--output', part], {
          folder,
          environment,
        });
      await close();
      const merge = (): Promise<Ran> => command(['merge', ...parts, '--quiet'], { folder });
      expect(await merge()).toMatchObject({ code: 1 });

      const broken = parts.find((part) =>
        read(folder, part, 'report.json').rules.some(({ outcome }) => outcome === 'failed'),
      );
      const file = join(folder, broken ?? '', 'report.json');
      const honest = readFileSync(file, 'utf8');
      const changed = (change: (report: Changeable) => void): void => {
        const report = JSON.parse(honest) as Changeable;
        change(report);
        writeFileSync(file, reportJson(report));
      };
      const failed = ({ rules }: Changeable) =>
        rules.find(({ outcome }) => outcome === 'failed') as Changeable['rules'][number];
      changed((report) => (failed(report).kind = 'implied'));
      expect(await merge()).toMatchObject({
        code: 2,
        err: expect.stringContaining(
          `"${broken}" cannot be merged: The report contradicts the contract about what is asked: ${rule} (its kind).`,
        ) as string,
      });
      changed((report) => (failed(report).failures = []));
      expect(await merge()).toMatchObject({
        code: 2,
        err: expect.stringContaining(`${rule} is failed, but shows no failure.`) as string,
      });
      changed((report) => {
        const one = failed(report);
        one.outcome = 'passed';
        one.failures = [];
      });
      expect(await merge()).toMatchObject({
        code: 2,
        err: expect.stringMatching(/The counts are not those of the outcomes: /) as string,
      });
    }));
});

describe('what is refused', () => {
  const refused = ({ code, out, err }: Ran): string => {
    expect({ code, out, lines: err.split('\n').length }).toEqual({ code: 2, out: '', lines: 2 });
    return err;
  };

  test.each(['0/4', '5/4', '1/0', '4', '1/', '/4', '-1/4', '1/4/2', '1.5/4', 'a/b', '1/1000000'])(
    '--shard %s',
    async (shard) => {
      expect(refused(await command([`--shard=${shard}`]))).toContain(
        'from 1/N to N/N, such as 1/4',
      );
    },
  );

  test.each([[['--start', 'true']], [['--start', 'true', 'http://127.0.0.1:$PORT/v1']]])(
    'shards of candidates at free ports: %j',
    async (words) => {
      expect(refused(await command(['--shard', '1/2', ...words]))).toMatch(
        /^animal-store-conformance: --shard with --start needs the same address in every part/,
      );
    },
  );

  test('parts that are no reports of shards, or not all of them', () =>
    inFolder(async (folder) => {
      const report = cleanReport();
      writeFileSync(join(folder, 'whole.json'), reportJson(report));
      writeFileSync(
        join(folder, 'part.json'),
        reportJson({
          ...report,
          run: {
            ...report.run,
            scope: { full: false, readOnly: false, only: [], shard: { index: 1, of: 2 } },
          },
        }),
      );
      writeFileSync(join(folder, 'text.json'), 'no report');
      const merging = async (...words: string[]): Promise<string> =>
        refused(await command(['merge', ...words], { folder }));
      expect(await merging()).toMatch(/merge needs REPORT/);
      expect(await merging('nowhere')).toMatch(/"nowhere" cannot be read/);
      expect(await merging('.')).toMatch(/"report\.json" cannot be read/);
      expect(await merging('text.json')).toMatch(/is not JSON/);
      expect(await merging('whole.json')).toMatch(/from a whole run, not from a shard/);
      expect(await merging('part.json')).toMatch(/Shard 2 of 2 is missing/);
      expect(await merging('part.json', './part.json')).toMatch(/Shard 1 of 2 is specified twice/);
      expect(readdirSync(folder).sort()).toEqual(['part.json', 'text.json', 'whole.json']);
    }));
});

describe('help', () => {
  test('says that merge takes several reports', async () => {
    expect((await command(['merge', '--help'])).out).toContain(
      'animal-store-conformance merge REPORT... [flags]',
    );
    expect((await command(['run', '--help'])).out).toMatch(/ {2}--shard I\/N /);
  });
});
