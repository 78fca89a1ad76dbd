// A run for a program or for the Vitest plugin, from its options to its report, and what happens in between.
import type { Report } from '../judge/result/report.js';
import { steady } from '../report/steady.js';
import { configure } from './configuration/configuration.js';
import type { ResolvedOptions } from './configuration/resolved-options.js';
import { CannotWrite } from './errors.js';
import { execute } from './execute/execute.js';
import { loaded } from './execute/loaded.js';
import { replayWith, rerunOf, startedWith, wordsToTarget } from './options/replay-flags.js';
import { clausesAlone } from './reports/clauses.js';
import { writeRun } from './reports/history.js';
import { folderOf, openReportFolder, type ReportFolder } from './reports/report-folder.js';
import type { RunEvent } from './running.js';

export async function carriedOut(
  { values, target, context, signal, keep }: ResolvedOptions,
  emit: (event: RunEvent) => void,
): Promise<Report> {
  let folder: ReportFolder | undefined;
  try {
    await loaded();
    const configuration = await configure(values, target, context);
    const { mask } = configuration;
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
        onPhase: (what) => emit({ type: 'phase', what: mask(what) }),
        onEvent: emit,
      }),
    );
    const report =
      folder === undefined ? notKept(found, wordsToTarget(values, target).map(mask)) : found;
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

function notKept(report: Report, words: readonly string[]): Report {
  const rules = report.rules.map((rule) => {
    const replay = rerunOf(rule.id, report.run.seed, words);
    return { ...rule, failures: rule.failures.map((failure) => ({ ...failure, replay })) };
  });
  return { ...report, rules };
}
