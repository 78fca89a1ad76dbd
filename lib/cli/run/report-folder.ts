// Where the reports of a run go: the folder is tried before anything is sent, and filled when the run is over.
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readSpec } from '../../contract/files.js';
import type { Report } from '../../judge/result/report.js';
import type { ReportContext } from '../../report/words.js';
import { whyNot } from '../files.js';
import { quoted } from '../arguments/flags.js';
import { type Environment, UsageError } from '../io.js';

export interface ReportFolder {
  readonly path: string;
  /** As a person in the working directory would write it. */
  readonly shown: string;
}

export function openReportFolder(
  wanted: string | undefined,
  name: string,
  workingFolder: string,
): ReportFolder {
  const path = resolve(workingFolder, wanted ?? join('reports', name));
  const within = relative(workingFolder, path);
  const shown = within !== '' && !within.startsWith('..') ? within : path;
  const probe = join(path, `.writable-${process.pid}`);
  try {
    makeFolder(path);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new UsageError(
      `Reports cannot be written to ${quoted(shown)} (${whyNot(error)}): name another folder with --report-dir DIR.`,
    );
  }
  return { path, shown };
}

/** The report of an earlier run lies there. */
export const holdsReport = ({ path }: ReportFolder): boolean =>
  existsSync(join(path, 'report.json'));

/** One level after the other: Node's own way of making them all never ends below a folder such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}

export async function writeReports(
  report: Report,
  context: ReportContext,
  { path, shown }: ReportFolder,
): Promise<void> {
  const [{ reportFiles }, { jsonText }] = await Promise.all([
    import('../../report/index.js'),
    import('../../report/inert.js'),
  ]);
  // The contract lies beside the reports, so that their links to its clauses lead somewhere wherever the folder goes.
  const beside: ReportContext = {
    ...context,
    clauses: context.clauses.map((clause) => ({
      ...clause,
      link: clause.link.replace(/^spec\//, ''),
    })),
  };
  const files = [
    ...reportFiles(report, beside),
    { name: 'created.json', text: `${jsonText(createdBy(report), 1)}\n` },
    { name: 'animal-store.md', text: readSpec('animal-store.md').toString('utf8') },
  ];
  try {
    for (const { name, text } of files) writeFileSync(join(path, name), text);
  } catch (error) {
    throw new UsageError(
      `The reports could not be written to ${quoted(shown)} (${whyNot(error)}): what was found is told above alone.`,
    );
  }
}

/** What a run left behind: the contract has no delete, so somebody may want to clear up by other means. */
const createdBy = ({ target, run }: Report): object => ({
  target: { name: target.name, baseUrl: target.baseUrl },
  run: { startedAt: run.startedAt, seed: run.seed },
  created: run.created,
});

const mostSummary = 1024 * 1024;

/** The page of a job and the marks in its log; nothing outside of GitHub's runners. */
export async function tellGitHub(
  report: Report,
  context: ReportContext,
  environment: Environment,
  print: (text: string) => void,
): Promise<void> {
  const summary = environment['GITHUB_STEP_SUMMARY'];
  if (environment['GITHUB_ACTIONS'] !== 'true' && (summary ?? '') === '') return;
  const { githubAnnotations, summaryMarkdown } = await import('../../report/index.js');
  if (summary !== undefined && summary !== '') {
    const text = summaryMarkdown(report, context);
    if (Buffer.byteLength(text) < mostSummary) {
      try {
        appendFileSync(summary, `${text}\n`);
      } catch (error) {
        print(`::warning::The job summary could not be written (${whyNot(error)}).\n`);
      }
    }
  }
  if (environment['GITHUB_ACTIONS'] === 'true') print(githubAnnotations(report, context));
}
