// Finds what an earlier run reported: a failure by its id, or the rules that failed. Reads files; sends nothing.
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { failureIn, type ReportedFailure, rulesToRepeat } from '../../judge/failures/replay.js';
import type { Report, RuleResult } from '../../judge/result/report.js';
import { count, markOf, markOrder, worstFirst } from '../../report/words.js';
import { quoted } from '../../api/options/flags.js';
import { UsageError } from '../../api/errors.js';
import { mostBytes, readPlainFile } from '../../api/files.js';
import { ofReference, readReport, reportIn } from '../../api/reports/report-file.js';
import type { Command } from '../arguments/command.js';
import type { Io } from '../io.js';
import { type TargetArguments, withOwnTarget } from './own-runs.js';

export interface FailureOfReport extends ReportedFailure {
  readonly report: Report;
  /** The file that it was read from. */
  readonly path: string;
}

/**
 * What failed in the report that is named, else in the newest of reports/: all of it, or what broke one rule. What fails
 * the run comes first, then warnings, then what is known; the failures of a rule stand together.
 */
export function findFailures(
  rule: string | undefined,
  named: string | undefined,
  folder: string,
): readonly [FailureOfReport, ...FailureOfReport[]] {
  const path =
    named === undefined ? expectedReport(folder, 'to replay failures of') : reportIn(named, folder);
  const report = readReport(path, folder);
  const [first, ...others] = ruleByRule(report)
    .filter(({ id }) => rule === undefined || id === rule)
    .flatMap((result) => result.failures.map((failure) => ({ report, path, result, failure })));
  if (first === undefined) throw nothingToReplay(rule, path, report);
  return [first, ...others];
}

function nothingToReplay(rule: string | undefined, path: string, report: Report): UsageError {
  const where = `${quoted(path)}${ofReference(report)}`;
  // As after --last-failed, whose report takes the place of the one before.
  if (rule !== undefined && !report.rules.some(({ id }) => id === rule))
    return new UsageError(
      `The run of the report ${where} had only ${count(report.rules.length, 'rule')}, and not ${rule}: run it again with --only ${rule}, or name another report with --report FILE.`,
    );
  const what = rule === undefined ? 'Nothing failed' : `${rule} did not fail`;
  return new UsageError(
    `${what} in the report ${where}, so there is nothing to replay: name another report with --report FILE.`,
  );
}

/** The rules that failed, the worst first. */
function ruleByRule(report: Report): readonly RuleResult[] {
  const entries = worstFirst(report).toSorted(
    (one, other) => markOrder.indexOf(one.mark) - markOrder.indexOf(other.mark),
  );
  return [...new Set(entries.map(({ rule }) => rule))];
}

/** The one of reports/ that was written last. */
export function expectedReport(folder: string, what: string): string {
  const newest = newestReport(folder);
  if (newest === undefined)
    throw new UsageError(`There is no report in reports/ ${what}: name one with --report FILE.`);
  return newest;
}

/** A trial of the embedded server says nothing of the user's own, so its report only counts where there is no other. */
export function newestReport(folder: string): string | undefined {
  const [newest] = reportsIn(folder)
    .map((path) => ({
      path,
      isReference: referenceFolder.test(path),
      writtenMs: statSync(join(folder, path)).mtimeMs,
    }))
    .sort(
      (one, other) =>
        Number(one.isReference) - Number(other.isReference) || other.writtenMs - one.writtenMs,
    );
  return newest?.path;
}

/** Where runs of the embedded server write by default, several at once and shards too. */
const referenceFolder = /[\\/]reference(?:-shard-\d+-of-\d+)?(?:-\d+)?[\\/]report\.json$/;

/** Finds a failure in the report that is named, else in the newest report of reports/ that has it. */
export function findFailure(
  id: string,
  named: string | undefined,
  folder: string,
): FailureOfReport {
  if (named !== undefined) return inNamed(id, named, folder);
  const holding = reportsWith(id, folder).flatMap((path) => {
    try {
      const report = readReport(path, folder);
      const found = failureIn(report, id);
      return found === undefined ? [] : [{ ...found, report, path }];
    } catch (thrown) {
      if (thrown instanceof UsageError) return []; // something else that happens to hold these letters
      throw thrown;
    }
  });
  const [newest] = holding.sort((one, other) =>
    one.report.run.startedAt < other.report.run.startedAt ? 1 : -1,
  );
  if (newest === undefined)
    throw new UsageError(
      `No report in reports/ contains the failure ${quoted(id)}: specify the report with --report FILE, or check the id. A later run of a target replaces its report: \`replay RULE\` finds what fails the rule in that one.`,
    );
  return newest;
}

function inNamed(id: string, named: string, folder: string): FailureOfReport {
  const path = reportIn(named, folder);
  const report = readReport(path, folder);
  const found = failureIn(report, id);
  if (found !== undefined) return { ...found, report, path };
  const ids = report.rules.flatMap((rule) => rule.failures.map((failure) => failure.id));
  const known =
    ids.length === 0
      ? 'nothing failed'
      : `it contains ${ids.slice(0, 12).join(', ')}${ids.length > 12 ? ', ...' : ''}`;
  throw new UsageError(
    `The report ${quoted(named)} does not contain the failure ${quoted(id)}: ${known}.`,
  );
}

/** Reports whose text contains the id: parsing the others would only take time. */
function reportsWith(id: string, folder: string): readonly string[] {
  return reportsIn(folder).filter((path) => {
    try {
      return readPlainFile(join(folder, path), mostBytes.ofReport).bytes.includes(`"${id}"`);
    } catch {
      return false;
    }
  });
}

function reportsIn(folder: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(join(folder, 'reports'));
  } catch {
    return [];
  }
  return names
    .map((name) => join('reports', name, 'report.json'))
    .filter((path) => isFile(join(folder, path)));
}

/** Also below a plain file in reports/, where looking is an error. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Adds what `--rerun-failed` and `--last-failed` mean: the rules that failed (if none did, those with a warning), with those
 * that send what showed it and the seed and the effort of that report, at its target unless another one is typed.
 */
export async function withFailed(
  { operand, values }: TargetArguments,
  commands: readonly Command[],
  io: Pick<Io, 'environment' | 'folder' | 'stderr'>,
): Promise<TargetArguments> {
  const { folder } = io;
  const { 'rerun-failed': named, 'last-failed': isLast = false } = values;
  if (named === undefined && !isLast) return { operand, values };
  const flag = isLast ? '--last-failed' : '--rerun-failed';
  if (isLast && named !== undefined)
    throw new UsageError('--last-failed and --rerun-failed both name a report: omit one of them.');
  if (values.only !== undefined)
    throw new UsageError(`${flag} and --only both choose the rules: omit one of them.`);
  const path = named === undefined ? lastReport(folder) : reportIn(named, folder);
  const report = readReport(path, folder);
  const { allRules } = await import('../../../suites/index.js');
  const { run } = report;
  // As strict as the run that follows.
  const asNow = { ...report, run: { ...run, strict: values.strict ?? run.strict } };
  const failed = ofGravestMark(asNow);
  const only = rulesToRepeat({ rules: failed }, allRules);
  const typed = named === undefined ? flag : `${flag} ${quoted(named)}`;
  if (only.length === 0)
    throw new UsageError(
      `${typed}: no rule failed in ${named === undefined ? path : 'this report'}${ofReference(report)}, so there is nothing to run again.`,
    );
  const isTyped = operand !== undefined || values.start !== undefined;
  const ownTarget = (typedToo: TargetArguments['values']): TargetArguments =>
    withOwnTarget(resolve(folder, path), typedToo, commands, io);
  const before = ownTarget({});
  // A user who only repeats the target still means the same quickstart.
  const isAsBefore = operand === before.operand && values.start === before.values.start;
  const parsed = isTyped && !isAsBefore ? { operand, values } : ownTarget(values);
  const { name } = report.target;
  if (parsed.operand === undefined && parsed.values.start === undefined && name !== 'reference')
    throw new UsageError(
      `${typed}: ${named === undefined ? path : 'this report'} is of ${quoted(name)}, and not of a run of yours: specify the target.`,
    );
  if (values.quiet !== true)
    io.stderr.write(`${flag}: ${inWords(failed, only, asNow)} in ${quoted(path)}.\n`);
  return {
    operand: parsed.operand,
    values: {
      ...parsed.values,
      only,
      seed: values.seed ?? report.run.seed,
      effort: values.effort ?? report.run.effort,
    },
  };
}

/** Those that failed the run; if there are none, those with a warning, and then the known ones. */
function ofGravestMark(report: Report): readonly RuleResult[] {
  const failed = report.rules.filter(({ outcome }) => outcome === 'failed');
  const marks = failed.map((rule) => markOf(rule, report));
  const gravest = markOrder.find((mark) => marks.includes(mark));
  return failed.filter((_, at) => marks[at] === gravest);
}

function inWords(
  failed: readonly RuleResult[],
  repeated: readonly string[],
  report: Report,
): string {
  const ids = failed.map(({ id }) => id);
  const senders = repeated.filter((id) => !ids.includes(id));
  const isWarning = failed.some((rule) => markOf(rule, report) === 'warning');
  const rules = `repeats ${count(ids.length, 'rule')} ${isWarning ? 'with a warning' : 'that failed'}`;
  if (senders.length === 0) return rules;
  return `${rules}, and ${senders.join(', ')}, which sent the requests that broke ${ids.length === 1 ? 'it' : 'them'},`;
}

function lastReport(folder: string): string {
  const newest = newestReport(folder);
  if (newest === undefined)
    throw new UsageError('--last-failed: there is no report in reports/ yet: run all rules first.');
  return newest;
}
