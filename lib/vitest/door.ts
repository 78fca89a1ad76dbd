// The door through vitest: one test for each rule, over the same run as the command's. It registers tests and reports
// their outcomes; it judges nothing itself.
import { beforeAll, describe, inject, type RunnerTask, type RunnerTestFile, test } from 'vitest';
import { suites } from '../../suites/index.js';
import { clausesFrom } from '../api/reports/clauses.js';
import type { Report, RuleResult } from '../judge/result/report.js';
import { decides, leavesOpen } from '../judge/result/verdict.js';
import { renderFailure } from '../report/terminal/failure.js';
import { linesOf } from '../report/terminal/pieces.js';
import { isKnown, knownText, markOf, marks } from '../report/words.js';
import { runOnce } from './run-once.js';
import { testName } from './test-name.js';

/** How long vitest waits for the whole run, which happens before the first test of a file. */
const runMs = 30 * 60_000;

/** Registers the tests of one suite. */
export function register(suite: string): void {
  describe(suite, () => {
    let report: Report;
    // Vitest reads from a hook's arguments what it is to be given first; of that, nothing is wanted here.
    beforeAll(async function () {
      const { file } = arguments[1] as RunnerTask;
      report = await runOnce(rulesAskedFor(file));
    }, runMs);
    const guests = inject('conformanceGuests');
    const ids: readonly string[] = (suites[suite] ?? []).map(({ id }) => id);
    for (const id of guests?.host === suite ? [...ids, ...guests.ids] : ids) {
      test(ids.includes(id) ? testName(id) : `in this shard, ${testName(id)}`, (context) => {
        const result = report.rules.find((rule) => rule.id === id);
        if (!result) return context.skip('this run did not include the rule');
        const skip = (reason: string): void => context.skip(reason);
        if (guests && hadNothingToJudge(result)) return skip('nothing to judge in this shard');
        reportResult(result, report, skip);
      });
    }
  });
}

/**
 * In its own project, the kit knows the rules before the first file; elsewhere all tests are in one file, as vitest
 * will run them.
 */
function rulesAskedFor(file: RunnerTestFile): readonly string[] | null {
  const known = inject('conformanceRules');
  if (known !== undefined) return known;
  const wanted = new Set(namesToRun(file));
  const ids = Object.values(suites).flatMap((rules) => rules.map(({ id }) => id));
  const chosen = ids.filter((id) => wanted.has(testName(id)));
  return chosen.length === ids.length ? null : chosen;
}

const namesToRun = ({ tasks }: { readonly tasks: readonly RunnerTask[] }): readonly string[] =>
  tasks.flatMap((task) => {
    if (task.mode !== 'run' && task.mode !== 'queued') return [];
    return 'tasks' in task ? namesToRun(task) : [task.name];
  });

/** A rule over every exchange judges in each shard, and in some of them nothing comes about for it. */
function hadNothingToJudge({ id, outcome, evidence }: RuleResult): boolean {
  const rule = Object.values(suites)
    .flat()
    .find((one) => one.id === id);
  return rule?.form === 'exchanges' && outcome === 'cantTell' && evidence.cases === 0;
}

function reportResult(result: RuleResult, report: Report, skip: (reason: string) => void): void {
  const { baseline, strict } = report.run;
  const counts = decides(result, strict);
  const [failure] = result.failures;
  if (isKnown(result) && failure !== undefined) return skip(knownText(failure));
  if (strict && baseline?.noLongerFailing.some(({ rule }) => rule === result.id))
    throw new Failed(`no longer fails: remove it from ${baseline.file}`);
  if (result.outcome === 'failed' && counts) throw new Failed(failureText(result, report));
  // A broken implied rule is a warning: seen, but no failure, as in the command's exit code.
  if (result.outcome === 'failed')
    return skip(`warning: ${result.failures.map((failure) => failure.cause).join(' ')}`);
  const isCovered = result.profile === 'catalogue' || report.profiles.quickstart !== null;
  if (isCovered && leavesOpen(result, report.run))
    throw new Failed(result.reason ?? 'no reason recorded', `Rule ${marks[result.outcome].word}`);
  if (result.outcome !== 'passed' && result.outcome !== 'observed')
    skip(`${marks[result.outcome].word}: ${result.reason ?? 'no reason recorded'}`);
}

/** The same blocks that the command prints. */
function failureText(rule: RuleResult, report: Report): string {
  const context = { clauses: clausesFrom(process.cwd()) };
  const options = { colour: false, width: 120 };
  const mark = markOf(rule, report);
  const blocks = rule.failures.map((failure, at) => [
    at > 0 && '',
    renderFailure(
      { rule, failure, mark },
      rule.failures.length === 1 ? '' : `failure ${at + 1} of ${rule.failures.length}`,
      context,
      options,
    ),
  ]);
  return linesOf(blocks, options).join('\n');
}

/** The error has no stack, because the failure lies in the target, and not in this code. */
class Failed extends Error {
  constructor(
    message: string,
    override readonly name = 'Rule failed',
  ) {
    super(message);
    this.stack = `${this.name}: ${message}`;
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The rules that this vitest run asks for; without it, all. */
    conformanceRules: readonly string[] | null;
    /**
     * In a shard, rules over every exchange may belong to a suite of another shard: they are reported by the host suite
     * here.
     */
    conformanceGuests: { readonly host: string; readonly ids: readonly string[] } | null;
  }
}
