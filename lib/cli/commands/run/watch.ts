// `--watch`: a run for each change of a file, until somebody ends it. What failed last time is asked first, as that is
// what people wait for. Between runs the candidate stays, so that the commands in a report work.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rulesToRepeat } from '../../../judge/failures/replay.js';
import { startRun } from '../../../judge/run/start-run.js';
import { CannotTest } from '../../../judge/health/cannot-test.js';
import type { Report, RuleResult } from '../../../judge/result/report.js';
import { renderRuleLine } from '../../../report/terminal/terminal.js';
import { countsOf, markOf, countInWords } from '../../../report/words.js';
import { program } from '../../../api/package.js';
import type { Configuration } from '../../../api/configuration/configuration.js';
import { interruption, type Io } from '../../io.js';
import { inLines, oneLine, UsageError } from '../../../api/errors.js';
import {
  explained,
  prepare,
  type Prepared,
  type ReplayWords,
} from '../../../api/execute/execute.js';
import { readReport } from '../../../api/reports/report-file.js';
import type { ReportFolder } from '../../../api/reports/report-folder.js';
import { appearanceOf } from '../../output/appearance.js';
import { type Shown, printResult } from '../../output/result.js';
import { type Changes, Repeated, watchFolder } from './changes.js';

/** Returns whether a report was written, once somebody has ended it. */
export async function watchAndRun(
  configuration: Configuration,
  shown: Shown,
  replayWords: ReplayWords,
  io: Io,
): Promise<boolean> {
  const { signal: end, stopListening } = interruption(io, 'the run was interrupted');
  const changes = watchFolder(io.folder, [shown.folder.path, join(io.folder, 'reports')]);
  try {
    const watched = new Watched(configuration, shown, replayWords, { io, changes, end });
    await watched.untilEnded();
    return watched.hasReport;
  } finally {
    changes.close();
    stopListening();
  }
}

interface WatchContext {
  readonly io: Io;
  readonly changes: Changes;
  /** Aborted when somebody ends the watch. */
  readonly end: AbortSignal;
}

class Watched {
  /** Whether one of its runs has written a report. */
  hasReport = false;
  #configuration: Configuration;
  readonly #replayWords: ReplayWords;
  readonly #context: WatchContext;
  readonly #repeated = new Repeated();
  readonly #ended: Promise<readonly string[]>;
  #shown: Shown;
  #failed: Failed;
  /** Of the last report, which says what showed the failures. */
  #before: Pick<Report, 'rules'>;

  constructor(
    configuration: Configuration,
    shown: Shown,
    replayWords: ReplayWords,
    context: WatchContext,
  ) {
    this.#configuration = configuration;
    this.#shown = shown;
    this.#replayWords = replayWords;
    this.#context = context;
    this.#ended = new Promise((resolve) =>
      context.end.addEventListener('abort', () => resolve([]), { once: true }),
    );
    this.#before = reportBefore(shown.folder);
    this.#failed = failedNow(new Set(), this.#before.rules);
  }

  async untilEnded(): Promise<void> {
    const { io, changes, end } = this.#context;
    while (!end.aborted) {
      const change = changes.next();
      const paths = await this.#run(change);
      if (end.aborted) return;
      clearScreen(io);
      this.#note(`${named(paths)} changed.`);
      for (const path of this.#repeated.tooOften()) {
        changes.leaveOut(path);
        io.stderr.write(
          `${program}: warning: ${oneLine(path)} changes in every run, as if the candidate wrote it: it is no longer watched.\n`,
        );
      }
    }
  }

  /** Resolves with the changed files, after the candidate was stopped. */
  async #run(change: Promise<readonly string[]>): Promise<readonly string[]> {
    const { end } = this.#context;
    const isOver = new AbortController();
    let isDone = false;
    const changed = change.then((paths) => {
      if (!isDone) this.#repeated.note(paths);
      isOver.abort(new Error('a file has changed'));
      return paths;
    });
    const signal = AbortSignal.any([end, isOver.signal]);
    const opened: Prepared[] = [];
    try {
      await this.#runs(opened, signal, isOver.signal);
      isDone = !signal.aborted;
      if (isDone) this.#repeated.clear();
      if (isDone) this.#note('Waiting for a file to change. Ctrl-C ends.');
      return await Promise.race([changed, this.#ended]);
    } finally {
      for (const prepared of opened) await prepared.close();
    }
  }

  /** A page that it opens stays open for as long as nothing changes. */
  async #runs(opened: Prepared[], signal: AbortSignal, change: AbortSignal): Promise<void> {
    const { end, io } = this.#context;
    const { environment, stderr } = io;
    try {
      const listeners = { environment, ...this.#replayWords, signal };
      await this.#readBaselineAgain();
      const begin = async (): Promise<Prepared> => {
        const prepared = await prepare(this.#configuration, listeners);
        opened.push(prepared);
        return prepared;
      };
      let prepared = await begin();
      if (await this.#firstWhatFailed(prepared, signal)) {
        // Its animals would fill the lists, and some defects show only where the lists are not full.
        await prepared.close();
        if (!signal.aborted) prepared = await begin();
      }
      if (!signal.aborted && (await this.#all(prepared, change))) return;
    } catch (thrown) {
      if (!(thrown instanceof CannotTest || thrown instanceof UsageError)) throw thrown;
      const reported = thrown instanceof CannotTest ? inLines(thrown) : oneLine(thrown.message);
      if (!signal.aborted) stderr.write(`${program}: ${reported}\n`);
    }
    // The failures of a whole run are worth more than those of half a run, so the next watch begins with them.
    if (end.aborted && !change.aborted && holdsReport(this.#shown.folder))
      this.#note(
        `${program}: Stopped. The reports in ${this.#shown.folder.shown} are from an earlier run.`,
      );
  }

  /** The file that has changed may be the baseline. */
  async #readBaselineAgain(): Promise<void> {
    const { baseline } = this.#configuration;
    if (baseline === null) return;
    this.#configuration = { ...this.#configuration, baseline: await baseline.readAgain() };
  }

  /** Runs those rules alone. Returns whether it did. */
  async #firstWhatFailed({ runStart }: Prepared, signal: AbortSignal): Promise<boolean> {
    const repeated = new Set([...this.#failed, ...rulesToRepeat(this.#before, runStart.rules)]);
    const rules = runStart.rules.filter(({ id }) => repeated.has(id));
    if (rules.length === 0 || rules.length === runStart.rules.length || signal.aborted)
      return false;
    const only = rules.map(({ id }) => id);
    const { bail: _bail, onEvent: _onEvent, ...quietly } = runStart;
    const found = await startRun({
      ...quietly,
      rules,
      scope: { ...runStart.scope, full: false, only },
    });
    const all = await explained(found, this.#configuration.baseline);
    const report = { ...all, rules: all.rules.filter(({ id }) => this.#failed.has(id)) };
    if (!signal.aborted) this.#printFirst(report);
    return true;
  }

  #printFirst(report: Report): void {
    const { io } = this.#context;
    const counts = countsOf(report).map(({ mark, count }) => countInWords(mark, count));
    const lines = [
      `Rules broken last time, tested first: ${counts.join(', ')}.`,
      ...report.rules.map((rule) =>
        renderRuleLine(rule, { ...appearanceOf(io), mark: markOf(rule, report) }),
      ),
      'Now testing everything …',
    ];
    io.stdout.write(`${lines.join('\n')}\n`);
  }

  /** Whether a result was printed. */
  async #all(prepared: Prepared, change: AbortSignal): Promise<boolean> {
    const { end, io } = this.#context;
    const report = await explained(await startRun(prepared.runStart), this.#configuration.baseline);
    if (change.aborted || (end.aborted && holdsReport(this.#shown.folder))) return false;
    this.#failed = failedNow(this.#failed, report.rules);
    this.#before = report;
    await printResult(report, { ...this.#shown, isInterrupted: () => end.aborted }, io);
    this.hasReport = true;
    // One page is enough: it can be loaded again.
    this.#shown = { ...this.#shown, open: false };
    return true;
  }

  #note(text: string): void {
    this.#context.io.stderr.write(`${oneLine(text)}\n`);
  }
}

/** Leaves what was printed before to the terminal's scrollback. A pipe keeps everything. */
function clearScreen({ stdout, environment }: Io): void {
  if (stdout.isTTY && environment['TERM'] !== 'dumb') stdout.write('\u001b[2J\u001b[H');
}

/** The file is looked for now, because the first run of a watch may have written it. */
const holdsReport = ({ path }: ReportFolder): boolean => existsSync(join(path, 'report.json'));

const mostNamed = 3;

function named(paths: readonly string[]): string {
  const further = paths.length - mostNamed;
  return `${paths.slice(0, mostNamed).join(', ')}${further > 0 ? ` and ${further} more` : ''}`;
}

/** The ids of the rules that failed last time, which a new run tests first. */
type Failed = ReadonlySet<string>;

/** The report of an earlier run; one of no rules where none can be read. */
export function reportBefore({ path }: Pick<ReportFolder, 'path'>): Pick<Report, 'rules'> {
  try {
    return readReport('report.json', path);
  } catch {
    return { rules: [] };
  }
}

/** A rule that the ended run did not decide still counts as failed if it failed before. */
export function failedNow(before: Failed, rules: readonly RuleResult[]): Failed {
  const decided = rules.filter(({ outcome }) => outcome !== 'untested' && outcome !== 'cantTell');
  const now = new Set(before);
  for (const { id, outcome } of decided) {
    if (outcome === 'failed') now.add(id);
    else now.delete(id);
  }
  return now;
}
