// Both doors lead to the same rules and the same judgement: the command and vitest tell the same of the same server.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { suites } from '../../../suites/index.js';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { leavesOpen } from '../../judge/result/verdict.js';
import { isKnown } from '../../report/words.js';
import { atServer } from '../../testing/at-server.js';
import { command } from '../../testing/io.js';
import { newFolder, removeFolders, results, target } from '../../testing/vitest.js';
import { testName } from '../../vitest/test-name.js';
import { exitCodeOf } from '../../api/exit-codes.js';
import type { RunOptions } from '../../api/options/run-options.js';
import { run } from '../../api/run.js';

const quick: RunOptions = { effort: 'quick' };

afterAll(removeFolders);

test.each<[string, readonly string[], RunOptions]>([
  [
    'a server with faults, one of which is known',
    ['limit-37-gives-38', 'wrong-key-403', 'missing-name-taken'],
    { ...quick, baseline: knownFailures('add-animal.missing-name') },
  ],
  // One at a time, so that the budget ends at the same request each time.
  ['what cannot be told', [], { maxRequests: 300, concurrency: 1 }],
  [
    'what no longer fails',
    [],
    {
      only: ['add-animal.missing-name'],
      baseline: knownFailures('add-animal.missing-name'),
      strict: true,
    },
  ],
])('the doors agree on %s', async (_, names, options) => {
  const folder = newFolder();
  const report = (): Report => JSON.parse(written(folder)) as Report;
  await atServer(names, ({ url, quickstartUrl, key }) =>
    run({
      target: url,
      quickstart: quickstartUrl,
      key,
      seed: 3,
      reportDir: `${folder}/its reports`,
      folder,
      ...options,
    }),
  );
  const fromProgram = report();
  const flags = flagsOf(options);
  const where = ['--seed', '3', '--output', `${folder}/its reports`];
  const exit = await atServer({ changes: names, folder }, (place) =>
    place.run(place.url, '--quickstart', place.quickstartUrl, ...where, ...flags),
  );
  const fromCommand = report();
  const reported = await atServer(names, async (place) => {
    const environment = target(place, flags.join(' '), folder);
    const all = await results(environment);
    // The replay line of a failed test works.
    const { message = '' } = [...all.values()].find(({ status }) => status === 'failed') ?? {};
    const [, line = ''] = /npx animal-store-conformance (replay .*)/.exec(message) ?? [];
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    if (names.length > 0) {
      expect(words).toContain('--report');
      expect(await command(words, { folder, environment })).toMatchObject({ code: 1 });
    }
    return all;
  });
  const fromVitest = report();

  expect(essence(fromProgram)).toEqual(essence(fromCommand));
  expect(essence(fromVitest)).toEqual(essence(fromCommand));
  expect(exit.code).toBe(exitCodeOf(fromCommand));
  const undecided = fromCommand.rules.filter((rule) => leavesOpen(rule, fromCommand.run));
  expect(undecided.length > 0).toBe(fromCommand.verdict === 'inconclusive');
  expect(Object.fromEntries([...reported].map(([name, { status }]) => [name, status]))).toEqual(
    expectedStatuses(fromCommand),
  );
  for (const { id, failures } of stated(fromCommand)) {
    const { message = '' } = reported.get(testName(id)) ?? {};
    for (const { cause } of failures) expect(message).toContain(cause.slice(0, 60));
  }
  expect(stated(fromCommand).length > 0).toBe(names.length > 0);
  expect(fromCommand.run.baseline?.noLongerFailing.length).toBe(
    options.baseline === undefined ? undefined : names.length > 0 ? 0 : 1,
  );
});

const written = (folder: string): string =>
  readFileSync(join(folder, 'its reports', 'report.json'), 'utf8');

/** All but times, addresses, and what the server gives out in the order of arrival. */
const essence = ({
  verdict,
  profiles,
  counts,
  summary,
  run: reported,
  rules,
  observations,
}: Report) => ({
  verdict,
  profiles,
  counts,
  summary: summary.replace(/http:\S+/, ''),
  run: [reported.seed, reported.effort, reported.scope, reported.strict, reported.baseline],
  rules: rules.map(({ id, outcome, evidence, failures }) => [
    id,
    outcome,
    evidence.cases,
    failures.map((failure) => [failure.id, failure.known]),
  ]),
  observations: observations.map(({ id }) => id),
});

/** As somebody would type them. */
const flagsOf = (options: RunOptions): readonly string[] =>
  Object.entries(options).flatMap(([option, value]) => {
    const flag = `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [flag, String(value)];
  });

const stated = (report: Report): readonly RuleResult[] =>
  report.rules.filter(
    (rule) => rule.outcome === 'failed' && rule.kind === 'stated' && !isKnown(rule),
  );

function knownFailures(rule: string): string {
  const file = join(newFolder(), 'known-failures.yaml');
  writeFileSync(file, `- rule: ${rule}\n  reason: a\n  expires: 2999-12-31\n`);
  return file;
}

function expectedStatuses(report: Report): Readonly<Record<string, string>> {
  const status = (rule: RuleResult): string => {
    const { outcome, kind } = rule;
    if (isKnown(rule)) return 'pending';
    const { noLongerFailing = [] } = report.run.baseline ?? {};
    if (report.run.strict && noLongerFailing.some((entry) => entry.rule === rule.id))
      return 'failed';
    if (outcome === 'passed' || outcome === 'observed') return 'passed';
    const counts = (outcome === 'failed' && kind === 'stated') || leavesOpen(rule, report.run);
    return counts ? 'failed' : 'pending';
  };
  // A rule that the run did not include is skipped.
  const all = Object.values(suites).flat();
  const found = new Map(report.rules.map((rule) => [rule.id, status(rule)]));
  return Object.fromEntries(all.map(({ id }) => [testName(id), found.get(id) ?? 'pending']));
}
