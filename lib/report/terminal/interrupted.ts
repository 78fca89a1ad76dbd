// The output of an interrupted run: a dozen lines, as a person who ends a run does not want more. The reports hold the rest.
import type { Report } from '../../judge/result/report.js';
import { inLog, terminal } from '../text/inert.js';
import { clip, paint, span } from './lines.js';
import { renderRuleLine } from './terminal.js';
import { type TerminalOptions, usableWidth } from './pieces.js';
import { count, countsOf, duration, markOf, countInWords, worstFirst } from '../words.js';

/** This keeps the whole within a dozen lines. */
const mostRules = 5;

export function renderInterrupted(report: Report, options: TerminalOptions): string {
  const { run, target } = report;
  const rules = report.rules.filter(({ kind }) => kind !== 'open');
  const decided = rules.filter(({ outcome }) => outcome !== 'cantTell' && outcome !== 'untested');
  const line = (text: string, style?: 'bold' | 'dim'): string =>
    paint([span(clip(terminal(text), usableWidth(options.width)), style)], options.colour);
  const failed = [...new Set(worstFirst(report).map(({ rule }) => rule))];
  const further = failed.length - mostRules;
  const judged = countsOf(report).filter(({ mark }) => mark !== 'observed');
  const counts = judged.map((entry) => countInWords(entry.mark, entry.count));
  const lines = [
    line(target.baseUrl, 'bold'),
    line(
      `Interrupted after ${decided.length} of ${count(rules.length, 'rule')}, ${count(run.exchanges, 'request')} in ${duration(run.durationMs)}, ${count(run.created.length, 'animal')} created.`,
    ),
    ...failed
      .slice(0, mostRules)
      .map((rule) => renderRuleLine(rule, { ...options, mark: markOf(rule, report) })),
    ...(further > 0
      ? [line(`  and ${count(further, 'more rule')} that failed: see report.html`)]
      : []),
    line(`${counts.join(', ')}.`, 'dim'),
  ];
  return inLog(`${lines.join('\n')}\n`);
}
