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
  const text = [
    cut(failure.cause, 1000),
    `expected: ${cut(failure.expected, 300)}`,
    `actual: ${cut(failure.actual, 300)}`,
    failure.replay,
  ].join('\n');
  return `::${level} title=${annotationProperty(cut(title, 200))}::${annotation(text)}\n`;
}
