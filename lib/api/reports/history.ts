// Writes the reports of a run, and a line for it in history.jsonl beside them. The history is a help and no result: if
// something is wrong with it, the run goes on without it, and foreign content stays as it is.
import { constants, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../judge/result/report.js';
import { trendOf } from '../../certify/history/comparable.js';
import { pastRunOf, readPastRun } from '../../certify/history/past-run.js';
import { jsonText } from '../../report/text/inert.js';
import type { PastRun } from '../../report/trend.js';
import type { ReportContext } from '../../report/words.js';
import { mostBytes, readPlainFile, whyNot } from '../files.js';
import type { ReportFolder } from './report-folder.js';
import { writeInto, writeReports } from './write-reports.js';

const historyName = 'history.jsonl';

/** More lines than one for each night of a year. */
const mostLines = 400;

interface Line {
  readonly text: string;
  readonly run: PastRun;
}

interface History {
  readonly lines: readonly Line[];
  /** The reason why the file must not be overwritten. */
  readonly foreign?: string;
}

type Place = Pick<ReportFolder, 'path' | 'shown' | 'link'>;

export interface Kept {
  readonly context: ReportContext;
  /** The reason why the run is not in the history. */
  readonly trouble?: string;
}

/** The reports with the runs before them, then the run as a line of its own. Gives what the reports were made with. */
export async function writeRun(
  report: Report,
  context: ReportContext,
  folder: Place,
): Promise<Kept> {
  const history = readHistory(folder.path);
  const made = { ...context, ...trendIn(report, history) };
  await writeReports(report, made, folder);
  const why = history.foreign ?? continued(history, report, folder);
  if (why === undefined) return { context: made };
  const trouble = `This run was not added to ${join(folder.shown, historyName)}: ${why}.`;
  return { context: made, trouble };
}

/** The context for a report that lies in this folder. */
export const trendBeside = (report: Report, folder: string): Pick<ReportContext, 'trend'> =>
  trendIn(report, readHistory(folder));

function trendIn(report: Report, { lines }: History): Pick<ReportContext, 'trend'> {
  const past = lines.map(({ run }) => run);
  return { trend: trendOf(report, past) };
}

function readHistory(folder: string): History {
  const path = join(folder, historyName);
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status === undefined) return { lines: [] };
    if (status.isSymbolicLink()) return { lines: [], foreign: 'it is a link' };
    const { bytes } = readPlainFile(path, mostBytes.small, constants.O_NOFOLLOW);
    const lines = bytes.toString('utf8').split('\n').flatMap(lineOf);
    return lines.length === 0 && bytes.length > 0
      ? { lines, foreign: 'no line of it was written by a run' }
      : { lines };
  } catch (error) {
    return { lines: [], foreign: whyNot(error) };
  }
}

function lineOf(text: string): readonly Line[] {
  const run = readPastRun(text);
  return run === undefined ? [] : [{ text, run }];
}

/** Drops lines that no run wrote, such as the marks of a merge. Returns the reason if it could not be written. */
function continued({ lines }: History, report: Report, folder: Place): string | undefined {
  const own = pastRunOf(report);
  // The same shards may be merged twice, and count once.
  const others = lines.filter(
    ({ run }) => run.startedAt !== own.startedAt || run.target.name !== own.target.name,
  );
  const texts = [...others.map(({ text }) => text), jsonText(own, 0)].slice(-mostLines);
  try {
    writeInto(folder, [{ name: historyName, text: withinBounds(texts) }]);
    return undefined;
  } catch (error) {
    return whyNot(error);
  }
}

/** The latest of these lines, as many as can be read again. */
function withinBounds(texts: readonly string[]): string {
  const lines = texts.map((text) => `${text}\n`);
  let bytes = 0;
  let kept = 0;
  for (const line of lines.toReversed()) {
    bytes += Buffer.byteLength(line);
    if (bytes > mostBytes.small) break;
    kept += 1;
  }
  return lines.slice(lines.length - kept).join('');
}
