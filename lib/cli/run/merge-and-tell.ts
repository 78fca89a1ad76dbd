// Reads the reports of shards, merges them, and tells of the whole as a run does. Sends nothing.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CannotMerge, mergeReports } from '../../judge/result/merge.js';
import type { Report } from '../../judge/result/report.js';
import { folderName } from '../configuration/address.js';
import { type Io, UsageError } from '../io.js';
import { readReport } from './render-again.js';
import { openReportFolder } from './report-folder.js';
import { told } from './run-and-tell.js';

interface Wanted {
  readonly 'report-dir'?: string;
  readonly json?: true;
  readonly quiet?: true;
}

export async function mergeAndTell(
  paths: readonly string[],
  wanted: Wanted,
  io: Io,
): Promise<number> {
  const report = merged(paths.map((path) => readReport(reportIn(path, io.folder), io.folder)));
  const folder = openReportFolder(wanted['report-dir'], nameOf(report), io.folder);
  return told(report, { folder, json: wanted.json === true, quiet: wanted.quiet === true }, io);
}

function merged(reports: readonly Report[]): Report {
  try {
    return mergeReports(reports);
  } catch (thrown) {
    if (thrown instanceof CannotMerge) throw new UsageError(thrown.message);
    throw thrown;
  }
}

/** A folder stands for the report.json in it. What cannot be read at all is told by whoever reads it. */
export function reportIn(path: string, folder: string): string {
  try {
    return statSync(resolve(folder, path)).isDirectory() ? join(path, 'report.json') : path;
  } catch {
    return path;
  }
}

/** The folder in which a whole run would have written. */
const nameOf = ({ target: { name } }: Report): string =>
  /^https?:/.test(name) ? folderName(name) : name;
