// GitHub's workflow commands for what failed: printed to the log of a job, they become marks on the run.
import type { Report } from '../../judge/result/report.js';
import { annotation, annotationProperty, cut } from '../inert.js';
import {
  type FailureEntry,
  type Mark,
  type ReportContext,
  clauseName,
  marks,
  worstFirst,
} from '../words.js';

/** GitHub shows ten of each level for a step. */
const most = 10;
/** No line of a log has more; the report has all of it. */
const mostBytes = 2048;
/** How much of each part is told: as much as there is room for. */
const lengths = [1000, 400, 100, 30];

/** One line for each broken rule, worst first; empty when there is nothing to say. */
export function githubAnnotations(report: Report, context: ReportContext): string {
  const entries = worstFirst(report);
  const firstOfRule = entries.filter(
    (entry, at) => entries.findIndex((other) => other.rule === entry.rule) === at,
  );
  const of = (mark: Mark): readonly FailureEntry[] =>
    firstOfRule.filter((entry) => entry.mark === mark).slice(0, most);
  const lines = [
    ...of('failed').map((entry) => line('error', entry, context)),
    ...of('warning').map((entry) => line('warning', entry, context)),
  ];
  return lines.join('');
}

function line(
  level: 'error' | 'warning',
  { rule, failure, mark }: FailureEntry,
  context: ReportContext,
): string {
  const title = `${marks[mark].word}: ${rule.id} (${clauseName(rule.clause, context)})`;
  const ofLength = (length: number): string => {
    const text = [
      cut(failure.cause, length),
      `expected: ${cut(failure.expected, Math.min(300, length))}`,
      `actual: ${cut(failure.actual, Math.min(300, length))}`,
      cut(failure.replay, length),
    ].join('\n');
    return `::${level} title=${annotationProperty(cut(title, Math.min(200, length)))}::${annotation(text)}\n`;
  };
  const lines = lengths.map(ofLength);
  return lines.find((one) => Buffer.byteLength(one) <= mostBytes) ?? (lines.at(-1) as string);
}
