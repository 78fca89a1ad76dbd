// A gate with known failures: they pass it until they expire, new ones do not, and none of them ever counts as passed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { fakeKey } from '../../../reference/index.js';
import { atServer, reportIn } from '../../../testing/at-server.js';
import { command, type Ran } from '../../../testing/io.js';

const environment = { ANIMAL_STORE_API_KEY: fakeKey };
const name = 'known-failures.yaml';
const only = ['--only', 'add-animal.missing-name,authentication.wrong-key,get-animal,version'];

interface Ended extends Ran {
  readonly report: Report;
}

/** A server with these faults, and runs that leave their report in a folder. */
const broken = (
  faults: readonly string[],
  work: (served: {
    readonly folder: string;
    run(...words: readonly string[]): Promise<Ended>;
  }) => Promise<void>,
): Promise<void> =>
  atServer(faults, ({ url, folder, run }) =>
    work({
      folder,
      run: async (...words) => {
        const ran = await run(url, '--output', 'out', '--seed', '1', ...words);
        return { ...ran, report: reportIn(folder, 'out') };
      },
    }),
  );

const entry = (rule: string, expires = '2999-12-31', more = ''): string =>
  `- rule: ${rule}\n  reason: The form sends no name.\n  expires: ${expires}\n${more}`;
const missing = 'add-animal.missing-name';
const known = (folder: string, text: string): readonly string[] => {
  writeFileSync(join(folder, name), text);
  return ['--baseline', name];
};
const outcomeOf = ({ rules }: Report, id: string) => rules.find((rule) => rule.id === id)?.outcome;

describe('a gate with known failures', () => {
  test('passes with what was accepted, and fails with anything else', () =>
    broken(['missing-name-taken', 'wrong-key-403'], async ({ folder, run }) => {
      expect((await run(...only)).code).toBe(1);
      const accept = ['baseline', '--accept', '--report', 'out', '--reason', 'Mended in 2.0'];
      expect((await command([...accept, '--only', missing], { folder })).code).toBe(0);
      const partly = await run(...only, '--baseline', name);
      expect(partly.code).toBe(1);
      expect(partly.report.run.baseline).toMatchObject({ gate: 'failed', entries: 1 });
      expect(partly.report.summary).toMatch(/Of \d failures, 1 is known .*: the gate fails\.$/);

      expect((await command(accept, { folder })).code).toBe(0);
      const { code, out, err, report } = await run(...only, '--baseline', name);
      expect(code).toBe(0);
      // The rule is marked as known while the run goes on, too.
      expect(err).toMatch(/^ {2}◇ known +add-animal\.missing-name +Mended in 2\.0 /m);
      expect(err).not.toContain('✗ failed');
      expect(report).toMatchObject({
        verdict: 'not-conformant',
        counts: { failed: 2, known: 2 },
        run: { baseline: { file: name, gate: 'passed', noLongerFailing: [] } },
      });
      expect(outcomeOf(report, missing)).toBe('failed');
      expect(out.replace(/\s+/g, ' ')).toMatch(
        /is not conformant .* Both failures are known \(known-failures\.yaml\): known failures do not fail the gate\. $/,
      );
      expect(readFileSync(join(folder, 'out', 'badge.json'), 'utf8')).toContain('not conformant');
      expect(readFileSync(join(folder, 'out', 'junit.xml'), 'utf8')).toContain(' failures="0" ');
    }));

  test('is not loosened by a file that nobody names, and that is there', () =>
    broken(['missing-name-taken'], async ({ folder, run }) => {
      known(folder, entry(missing));
      const { code, err, report } = await run(...only);
      expect(code).toBe(1);
      expect(report.run).not.toHaveProperty('baseline');
      expect(err).toContain(`${name} was not used: `);
      known(folder, '[]\n');
      expect((await run(...only)).err).not.toContain('was not used');
      rmSync(join(folder, name));
      mkdirSync(join(folder, name));
      expect((await run(...only)).code).toBe(1);
    }));

  test('fails once an entry has expired, and says until when it was known', () =>
    broken(['missing-name-taken'], async ({ folder, run }) => {
      const { code, out } = await run(...only, ...known(folder, entry(missing, '2026-01-31')));
      expect(code).toBe(1);
      expect(out).toContain('was known until 2026-01-31: The form sends no name.');
    }));

  test('says what no longer fails, and fails for it with --strict alone', () =>
    broken(['missing-name-taken'], async ({ folder, run }) => {
      const words = known(folder, entry(missing) + entry('authentication.wrong-key'));
      const { code, out } = await run(...only, ...words);
      expect(code).toBe(0);
      expect(out).toContain('1 known failure no longer fails');
      expect((await run(...only, ...words, '--strict')).code).toBe(1);
      // An untested rule is not reported as passed.
      const few = await run('--only', missing, ...words, '--strict');
      expect(few.code).toBe(0);
      expect(few.report.run.baseline?.noLongerFailing).toEqual([]);
    }));

  test('lets one case through, and no other of its rule', () =>
    broken(['missing-name-taken'], async ({ folder, run }) => {
      const { report } = await run(...only);
      const id = report.rules.find((rule) => rule.id === missing)?.failures[0]?.id ?? '';
      const of = (one: string) => known(folder, entry(missing, '2999-12-31', `  case: ${one}\n`));
      expect((await run(...only, ...of(id))).code).toBe(0);
      expect((await run(...only, ...of('00000000'))).code).toBe(1);
    }));

  test('goes on through what is known with --bail', () =>
    broken(['missing-name-taken'], async ({ folder, run }) => {
      const { code, report } = await run(...only, '--bail', '1', ...known(folder, entry(missing)));
      expect(code).toBe(0);
      expect(report.run).not.toHaveProperty('bail');
      expect(report.rules.some(({ outcome }) => outcome === 'untested')).toBe(false);
    }));

  test('ends with 2 before anything is sent where the file has a mistake', () =>
    broken([], async ({ folder }) => {
      known(folder, entry('add-animal.nobody'));
      const { code, err } = await command(['--baseline', name], { folder });
      expect(code).toBe(2);
      expect(err).toContain(`${name}:1: there is no rule "add-animal.nobody".`);
    }));

  test('holds for shards, and for the whole only where it is named again', () =>
    broken(['missing-name-taken'], async ({ folder, run }) => {
      const words = known(folder, entry(missing));
      for (const index of [1, 2]) {
        expect((await run(...only, ...words, '--shard', `${index}/2`)).code).toBe(0);
        const found = readFileSync(join(folder, 'out', 'report.json'));
        writeFileSync(join(folder, `part-${index}.json`), found);
      }
      const merge = ['merge', 'part-1.json', 'part-2.json', '--output', 'whole'];
      const without = await command(merge, { folder, environment });
      expect(without.code).toBe(1);
      expect(without.err).toContain(`The shards used known failures (${name})`);
      const text = (): string => readFileSync(join(folder, 'whole', 'report.json'), 'utf8');
      expect(text()).not.toMatch(/"(?:known|baseline)":/);
      expect((await command([...merge, ...words], { folder, environment })).code).toBe(0);
      expect(JSON.parse(text())).toMatchObject({
        verdict: 'not-conformant',
        run: { baseline: { gate: 'passed' } },
      });
    }));

  test('puts no key into a report that somebody wrote into the file', () =>
    broken(['missing-name-taken'], async ({ folder, run }) => {
      const leaky = entry(missing).replace('The form', `With ${fakeKey} the form`);
      const { out, report } = await run(...only, ...known(folder, leaky));
      expect(out + JSON.stringify(report)).not.toContain(fakeKey);
      expect(readFileSync(join(folder, 'out', 'report.html'), 'utf8')).not.toContain(fakeKey);
    }));
});
