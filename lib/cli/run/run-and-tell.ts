// One run as a person or a pipeline sees it: warnings, progress, interruption, results, reports, exit code.
import { loadLedger } from '../../contract/ledger.js';
import { CannotTest } from '../../judge/run/options.js';
import type { Report, Verdict } from '../../judge/result/report.js';
import { steady } from '../../report/steady.js';
import { renderResults } from '../../report/terminal/terminal.js';
import { wantsColour, widthOf } from '../telling/appearance.js';
import { chosenRules, conduct } from './conduct.js';
import type { Configuration } from '../configuration/configuration.js';
import { aboutSo, usualCost } from './cost.js';
import { program } from '../arguments/help.js';
import { exitCodes, type Io, oneLine, UsageError } from '../io.js';
import { progressStyle, showProgress } from '../telling/progress.js';
import { holdsReport, type ReportFolder, tellGitHub, writeReports } from './report-folder.js';

export interface Shown {
  readonly folder: ReportFolder;
  readonly json: boolean;
  readonly quiet: boolean;
  /** What stands behind `replay FAILURE` in the reports. */
  readonly replayWith?: string;
}

const codes: Readonly<Record<Verdict, number>> = {
  conformant: exitCodes.fine,
  'no-violation-found': exitCodes.fine,
  'not-conformant': exitCodes.notConformant,
  inconclusive: exitCodes.inconclusive,
};

export async function runAndTell(
  configuration: Configuration,
  shown: Shown,
  io: Io,
): Promise<number> {
  for (const warning of configuration.warnings)
    io.stderr.write(`${program}: warning: ${oneLine(warning)}\n`);
  const ruleIds =
    configuration.scope.shard === null
      ? configuration.ruleIds
      : (await chosenRules(configuration)).map(({ id }) => id);
  if (!shown.json && !shown.quiet)
    io.stderr.write(
      `${oneLine(configuration.target.name)}: ${aboutSo(await usualCost(configuration), configuration)}.\n`,
    );
  const interruption = new AbortController();
  const progress = showProgress({
    output: io.stderr,
    environment: io.environment,
    style: progressStyle(io.stderr, io.environment, shown),
    strict: configuration.strict,
    suites: () => suitesOf(ruleIds),
  });
  const stopListening = io.onInterrupt((signal) => {
    progress.note(`${program}: ${signal}: ending the run, writing what was told so far.`);
    interruption.abort(new Error('the run was interrupted'));
  });
  try {
    const report = await conduct(configuration, {
      environment: io.environment,
      ...(shown.replayWith === undefined ? {} : { replayWith: shown.replayWith }),
      signal: interruption.signal,
      onPhase: (what) => progress.phase(oneLine(what)),
      onEvent: (event) => progress.event(event),
      onExchange: () => progress.exchange(),
    });
    progress.end();
    return await told(report, shown, io);
  } catch (thrown) {
    progress.end();
    if (!(thrown instanceof CannotTest)) throw thrown;
    io.stderr.write(`${program}: ${oneLine(thrown.message)}\n`);
    if (holdsReport(shown.folder))
      io.stderr.write(
        `${program}: There is no report of this run: those in ${shown.folder.shown} are of an earlier one.\n`,
      );
    return exitCodes.cannotTest;
  } finally {
    stopListening();
  }
}

/** Shows and writes what was found; gives the exit code of the verdict. */
export async function told(report: Report, shown: Shown, io: Io): Promise<number> {
  const code = codes[report.verdict];
  try {
    await tell(report, shown, io);
    return code;
  } catch (thrown) {
    // The folder was writable before the run. What was found is told all the same.
    if (!(thrown instanceof UsageError)) throw thrown;
    io.stderr.write(`${program}: ${oneLine(thrown.message)}\n`);
    return code === exitCodes.fine ? exitCodes.usage : code;
  }
}

async function tell(found: Report, { folder, json, quiet }: Shown, io: Io): Promise<void> {
  const context = { clauses: loadLedger().clauses };
  const report = steady(found);
  if (json) {
    const { reportJson } = await import('../../report/files/json.js');
    io.stdout.write(reportJson(report));
  } else {
    io.stdout.write(
      renderResults(report, context, {
        colour: wantsColour(io.stdout, io.environment),
        width: widthOf(io.stdout),
        quiet,
      }),
    );
  }
  await writeReports(report, context, folder);
  await tellGitHub(report, context, io.environment, (text) =>
    (json ? io.stderr : io.stdout).write(text),
  );
  if (!quiet) io.stderr.write(`Reports: ${folder.shown}\n`);
}

let suites:
  | { readonly ids: readonly string[] | null; readonly counts: ReadonlyMap<string, number> }
  | undefined;

function suitesOf(ids: readonly string[] | null): ReadonlyMap<string, number> {
  if (suites === undefined || suites.ids !== ids) {
    const counts = new Map<string, number>();
    for (const id of ids ?? loadLedger().rules.map((rule) => rule.id)) {
      const suite = id.slice(0, id.indexOf('.'));
      counts.set(suite, (counts.get(suite) ?? 0) + 1);
    }
    suites = { ids, counts };
  }
  return suites.counts;
}
