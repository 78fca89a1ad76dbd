// GitHub's workflow commands for what failed: printed to the log of a job, they become marks on the run.
import type { Report } from '../../judge/result/report.js';
import { causesOf, knownCausesOf, type CauseEntry } from '../causes.js';
import { annotation, annotationProperty, cut } from '../text/inert.js';
import {
  type Mark,
  type ReportContext,
  clauseName,
  knownText,
  marks,
  noLongerFailing,
} from '../words.js';

/** GitHub shows ten of each level for a step. */
const most = 10;
/** The longest line in a log. The report has the whole text. */
const mostBytes = 2048;
/** The length of each part of an annotation. The longest with which the line fits is used. */
const lengths = [1000, 400, 100, 30];

/** One line for each cause, worst first; empty when there is nothing to say. */
export function githubAnnotations(report: Report, context: ReportContext): string {
  const causes = causesOf(report);
  const of = (mark: Mark): readonly CauseEntry[] =>
    causes.filter(({ first }) => first.mark === mark).slice(0, most);
  const lines = [
    ...of('failed').map((entry) => line('error', entry, context)),
    ...of('warning').map((entry) => line('warning', entry, context)),
    ...stale(report),
    ...knownCausesOf(report)
      .slice(0, most)
      .map((entry) => line('notice', entry, context)),
  ];
  return lines.join('');
}

/** The file of known failures has entries to be corrected. */
function stale(report: Report): readonly string[] {
  const note = noLongerFailing(report);
  return note === '' ? [] : [`::warning title=no longer fails::${annotation(cut(note, 1000))}\n`];
}

function line(
  level: 'error' | 'warning' | 'notice',
  { first: { rule, failure, mark }, also }: CauseEntry,
  context: ReportContext,
): string {
  const title = `${marks[mark].word}: ${rule.id} (${clauseName(rule.clause, context)})`;
  const besides =
    also.length === 0 ? [] : [`also broken: ${also.map((one) => one.rule.id).join(', ')}`];
  const why = knownText(failure);
  const ofLength = (length: number): string => {
    const text = [
      cut(failure.cause, length),
      ...(why === '' ? [] : [cut(why, length)]),
      `expected: ${cut(failure.expected, Math.min(300, length))}`,
      `actual: ${cut(failure.actual, Math.min(300, length))}`,
      ...besides.map((text) => cut(text, length)),
      cut(failure.replay, length),
    ].join('\n');
    return `::${level} title=${annotationProperty(cut(title, Math.min(200, length)))}::${annotation(text)}\n`;
  };
  const lines = lengths.map(ofLength);
  return lines.find((one) => Buffer.byteLength(one) <= mostBytes) ?? (lines.at(-1) as string);
}
