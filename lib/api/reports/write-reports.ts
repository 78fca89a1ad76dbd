// The files of a report, written as one: whatever goes wrong, a folder holds the whole old set or the whole new one.
import { lstatSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSpec } from '../../contract/files.js';
import type { Report } from '../../judge/result/report.js';
import type { ReportContext } from '../../report/words.js';
import { whyNot } from '../files.js';
import { quoted } from '../options/flags.js';
import { CannotWrite } from '../errors.js';
import type { ReportFolder } from './report-folder.js';

export async function writeReports(
  report: Report,
  context: ReportContext,
  folder: Pick<ReportFolder, 'path' | 'shown' | 'link'>,
): Promise<void> {
  const [{ reportFiles }, { jsonText }] = await Promise.all([
    import('../../report/index.js'),
    import('../../report/text/inert.js'),
  ]);
  // The contract lies beside the reports, so that their links to its clauses lead somewhere wherever the folder goes.
  const beside: ReportContext = {
    ...context,
    clauses: context.clauses.map((clause) => ({
      ...clause,
      link: clause.link.replace(/^[^#]*(?=animal-store\.md#)/, ''),
    })),
  };
  const files = [
    ...reportFiles(report, beside),
    { name: 'created.json', text: `${jsonText(createdBy(report), 1)}\n` },
    { name: 'animal-store.md', text: readSpec('animal-store.md').toString('utf8') },
  ];
  try {
    writeInto(folder, files);
  } catch (error) {
    // Files are made as they are written, so an error may also be a defect of the kit, which is not the fault of the
    // disk.
    if (!isOfDisk(error)) throw error;
    throw new CannotWrite(
      `The reports could not be written to ${quoted(folder.shown)} (${whyNot(error)}): the results are only shown above.`,
    );
  }
}

/** Writes into a claimed folder, as long as it is still the same one. */
export function writeInto(
  { path, link }: Pick<ReportFolder, 'path' | 'link'>,
  files: readonly Named[],
): void {
  if (link() !== undefined) throw Object.assign(new Error(), { code: 'ELINK' });
  writeTogether(path, files);
}

const isOfDisk = (error: unknown): boolean =>
  /^E[A-Z0-9]+$/.test((error as NodeJS.ErrnoException).code ?? '');

interface Named {
  readonly name: string;
  readonly text: string;
}

/**
 * Writes all files or none: they are complete in a folder beside before the first one takes its place. A link is
 * replaced, not followed.
 */
export function writeTogether(folder: string, files: readonly Named[]): void {
  const beside = mkdtempSync(join(folder, '.new-'));
  try {
    for (const { name, text } of files) writeFileSync(join(beside, name), text, { flag: 'wx' });
    exchange(folder, beside, files);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

function exchange(folder: string, beside: string, files: readonly Named[]): void {
  const undo: (() => void)[] = [];
  const move = (from: string, to: string): void => {
    renameSync(from, to);
    undo.push(() => renameSync(to, from));
  };
  try {
    for (const { name } of files) {
      const place = join(folder, name);
      if (isFileThere(place)) move(place, join(beside, `${name}.old`));
      move(join(beside, name), place);
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}

function isFileThere(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory() === true)
    throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
  return status !== undefined;
}

/** The animals that a run left behind: the contract has no delete, so people may want to remove them by other means. */
const createdBy = ({ target, run }: Report): object => ({
  target: { name: target.name, baseUrl: target.baseUrl },
  run: { startedAt: run.startedAt, seed: run.seed },
  created: run.created,
});
