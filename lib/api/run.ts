// `run` for programs: options in, a report out, and what happens in between. It prints nothing, ends no process, and writes
// files only where it is asked to.
import type { Report, RuleResult } from '../judge/result/report.js';
import { steady } from '../report/steady.js';
import { execute } from './execute/execute.js';
import { configure } from './configuration/configuration.js';
import { masked } from './configuration/mask.js';
import { CannotTest, CannotWrite, inLines, UsageError } from './errors.js';
import { loaded } from './execute/loaded.js';
import { inOptions } from './options/option-values.js';
import { replayWith, rerunOf, startedWith } from './options/replay-flags.js';
import type { RunValues } from './options/run-flags.js';
import type { RunOptions } from './options/run-options.js';
import {
  contextOf,
  resolvedOptions,
  type ResolvedOptions,
} from './configuration/resolved-options.js';
import { clausesAlone } from './reports/clauses.js';
import { writeRun } from './reports/history.js';
import { folderOf, openReportFolder, type ReportFolder } from './reports/report-folder.js';
import { running, type Running } from './running.js';

export type RunEvent =
  /** The activity before the rules begin: "waiting for http://127.0.0.1:8080/v1". */
  | { readonly type: 'phase'; readonly what: string }
  /** These variables were taken from .env. */
  | { readonly type: 'dotenv'; readonly variables: readonly string[] }
  /** How many rules and observations the run will decide. */
  | { readonly type: 'started'; readonly rules: number }
  /** New animals do not appear in lists or gets: once in a run, they are waited for so long. */
  | { readonly type: 'waiting'; readonly where: 'lists' | 'gets'; readonly mostMs: number }
  /** A rule is decided. Also says how many of all are, and how many requests were sent so far. */
  | {
      readonly type: 'rule';
      readonly result: RuleResult;
      readonly done: number;
      readonly of: number;
      readonly exchanges: number;
    }
  /** The reports lie in this folder. */
  | { readonly type: 'written'; readonly folder: string }
  | { readonly type: 'finished'; readonly report: Report };

/**
 * Tests a target against the contract. Rejects with a UsageError where an option is wrong, and with CannotTest where nothing
 * can be said about the target; a target that breaks rules is no error: see `assertConformant`.
 */
export const run = (options: RunOptions = {}): Running<RunEvent> =>
  running(async (emit) => {
    try {
      return await carriedOut(resolvedOptions(options), emit);
    } catch (thrown) {
      if (thrown instanceof CannotTest) thrown.message = inLines(thrown);
      if (thrown instanceof UsageError || thrown instanceof CannotTest)
        thrown.message = inOptions(thrown.message);
      throw await masked(thrown, contextOf(options));
    }
  });

/** The part that the API and the Vitest plugin have in common, however the run was described. */
export async function carriedOut(
  { values, target, context, signal, keep }: ResolvedOptions,
  emit: (event: RunEvent) => void,
): Promise<Report> {
  let folder: ReportFolder | undefined;
  try {
    await loaded();
    const configuration = await configure(values, target, context);
    if (configuration.takenFromDotenv.length > 0)
      emit({ type: 'dotenv', variables: configuration.takenFromDotenv });
    folder = keep
      ? openReportFolder(values.output, folderOf(configuration), { ...context, stderr })
      : undefined;
    const found = steady(
      await execute(configuration, {
        environment: context.environment,
        signal,
        replayWith: replayWith(values, target, folder?.shown ?? ''),
        startedWith: startedWith(values, target),
        onPhase: (what) => emit({ type: 'phase', what }),
        onEvent: emit,
      }),
    );
    const report = folder === undefined ? notKept(found, values, target) : found;
    if (folder !== undefined) {
      await written(report, folder);
      emit({ type: 'written', folder: folder.path });
    }
    emit({ type: 'finished', report });
    return report;
  } finally {
    folder?.giveBack();
  }
}

/** The result is not lost if its files cannot be written. */
async function written(report: Report, folder: ReportFolder): Promise<void> {
  try {
    await writeRun(report, { clauses: clausesAlone() }, folder);
  } catch (thrown) {
    if (thrown instanceof CannotWrite) thrown.report = report;
    throw thrown;
  }
}

/** An event says where the reports went. */
const stderr = { write: () => undefined };

function notKept(report: Report, values: RunValues, target: string | undefined): Report {
  const rules = report.rules.map((rule) => {
    const replay = rerunOf(rule.id, report.run.seed, values, target);
    return { ...rule, failures: rule.failures.map((failure) => ({ ...failure, replay })) };
  });
  return { ...report, rules };
}
