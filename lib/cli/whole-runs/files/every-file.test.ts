// Every file that the command leaves behind is what its format says: of a clean run, of a part of the rules, and of a run
// where nearly everything is broken.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { atServer, reportIn } from '../../../testing/at-server.js';
import { problemsOf } from '../../../testing/formats/formats.js';

const reportSchema = JSON.parse(
  readFileSync(new URL('../../../../spec/report.schema.json', import.meta.url), 'utf8'),
) as object;

interface Run {
  readonly code: number;
  readonly report: Report;
  readonly files: ReadonlyMap<string, string>;
}

const runOf = (flags: readonly string[], faults: readonly string[]): Promise<Run> =>
  atServer({ changes: faults, animals: 30 }, async ({ url, quickstartUrl, folder, run }) => {
    const target = faults.length === 0 ? [] : [url, '--quickstart', quickstartUrl];
    const { code } = await run(...target, '--settle', '0.2', '--output', 'out', ...flags);
    const files = new Map(
      readdirSync(join(folder, 'out')).map((name) => [
        name,
        readFileSync(join(folder, 'out', name), 'utf8'),
      ]),
    );
    return { code, files, report: reportIn(folder, 'out') };
  });

const broken = [
  'limit-off-by-one',
  'filter-ignored-for-sold',
  'missing-name-taken',
  'wrong-key-403',
  'html-404',
  'name-trimmed',
  'message-not-echoed',
  'id-in-words-500',
  'add-lost-every-20th',
  'everything-in-doubles',
  'status-as-text',
  'list-ends-with-null',
  'key-not-checked-on-add',
  'code-missing',
  'problem-details',
  'unknown-status-fails',
  'category-as-text',
  'unreadable-body-500',
  'message-key-not-checked',
  'message-time-null',
  'message-null-500',
  'base-version-2',
  'orders-missing-html',
];

describe('every file of a run', () => {
  test.each([
    { name: 'that is clean', flags: [], faults: [], code: 0, failures: [0, 0] },
    {
      name: 'of a part of the rules',
      flags: ['--only', '4.1', '--effort', 'quick', '--read-only'],
      faults: [],
      code: 0,
      failures: [0, 0],
    },
    {
      name: 'where nearly everything is broken',
      flags: ['--strict', '--effort', 'quick'],
      faults: broken,
      code: 1,
      failures: [50, 300],
    },
  ])(
    '$name: is what its format says',
    async ({ flags, faults, code, failures: [least = 0, most = 0] }) => {
      const run = await runOf(flags, faults);
      const failures = run.report.rules.flatMap((rule) => rule.failures);
      expect(run.code).toBe(code);
      expect(failures.length).toBeGreaterThanOrEqual(least);
      expect(failures.length).toBeLessThanOrEqual(most);
      expect(problemsOf({ reportSchema, files: run.files })).toEqual([]);
    },
  );
});
