// GitHub's workflow commands for what failed: printed to the log of a job, they become marks on the run.
import type { Report } from '../../judge/result/report.js';
import { annotation, annotationProperty, cut } from '../inert.js';
import { type ReportContext, clauseName, marks, worstFirst } from '../words.js';

/** GitHub shows ten of each level for a step. */
const most = 10;

/** One line for each broken rule, worst first; empty when there is nothing to say. */
export function githubAnnotations(report: Report, context: ReportContext): string {
  const entries = worstFirst(report);
  const firstOfRule = entries.filter(
    (entry, at) => entries.findIndex((other) => other.rule === entry.rule) === at,
  );
  const lines = (['failed', 'warning'] as const).flatMap((mark) =>
    firstOfRule
      .filter((entry) => entry.mark === mark)
      .slice(0, most)
      .map(({ rule, failure }) => {
        const title = annotationProperty(
          cut(`${marks[mark].word}: ${rule.id} (${clauseName(rule.clause, context)})`, 200),
        );
        const text = annotation(
          `${cut(failure.cause, 1000)}\nexpected: ${cut(failure.expected, 300)}\nactual: ${cut(failure.actual, 300)}\n${failure.replay}`,
        );
        return `::${mark === 'failed' ? 'error' : 'warning'} title=${title}::${text}\n`;
      }),
  );
  return lines.join('');
}
