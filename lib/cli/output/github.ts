// What GitHub's runners show of a run: the page of a job, and marks in its log.
import type { Report } from '../../judge/result/report.js';
import type { ReportContext } from '../../report/words.js';
import { appendPlainFile, whyNot } from '../../api/files.js';
import type { Environment } from '../../api/environment.js';

const mostSummary = 1024 * 1024;

/**
 * The page of a job and the marks in its log; nothing outside of GitHub's runners. `butFails` says why the job fails
 * although the verdict does not.
 */
export async function printGitHub(
  report: Report,
  context: ReportContext,
  butFails: string | undefined,
  environment: Environment,
  print: (text: string) => void,
): Promise<void> {
  const summary = environment['GITHUB_STEP_SUMMARY'];
  if (environment['GITHUB_ACTIONS'] !== 'true' && (summary ?? '') === '') return;
  const [{ githubAnnotations, summaryMarkdown }, { annotation }, { md }] = await Promise.all([
    import('../../report/index.js'),
    import('../../report/text/inert.js'),
    import('../../report/markup.js'),
  ]);
  const failing = butFails === undefined ? '' : `${md`**${butFails}**`.toString()}\n\n`;
  if ((summary ?? '') !== '')
    toJobSummary(`${failing}${summaryMarkdown(report, context)}`, environment, print);
  if (environment['GITHUB_ACTIONS'] !== 'true') return;
  print(githubAnnotations(report, context));
  if (butFails !== undefined) print(`::error title=Too many warnings::${annotation(butFails)}\n`);
}

/** A job whose target could not be tested says so where its reader looks first. */
export async function printUntested(
  why: string,
  environment: Environment,
  print: (text: string) => void,
): Promise<void> {
  const [{ annotation }, { md }] = await Promise.all([
    import('../../report/text/inert.js'),
    import('../../report/markup.js'),
  ]);
  toJobSummary(md`**Nothing was tested.** ${why}`.toString(), environment, print);
  if (environment['GITHUB_ACTIONS'] === 'true')
    print(`::error title=Nothing was tested::${annotation(why)}\n`);
}

/** A passed job shows its marks, and hardly anybody reads its log. */
export async function printWarning(
  title: string,
  text: string,
  environment: Environment,
  print: (text: string) => void,
): Promise<void> {
  if (environment['GITHUB_ACTIONS'] !== 'true') return;
  const { annotation } = await import('../../report/text/inert.js');
  print(`::warning title=${title}::${annotation(text)}\n`);
}

/** Below whatever other steps of the job have written there; nothing where there is no such page. */
export function toJobSummary(
  text: string,
  environment: Environment,
  print: (text: string) => void,
): void {
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? '';
  if (summary === '') return;
  try {
    if (Buffer.byteLength(text) >= mostSummary) throw new Error('it is larger than GitHub takes');
    appendPlainFile(summary, `${text}\n`);
  } catch (error) {
    print(`::warning::The job summary could not be written (${whyNot(error)}).\n`);
  }
}
