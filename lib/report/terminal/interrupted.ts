// The output of an interrupted run: a dozen lines, as a person who ends a run does not want more. The reports hold the rest.
import type { Report } from '../../judge/result/report.js';
import { terminal } from '../text/inert.js';
import { ruleLine } from './clauses.js';
import { clip, span } from './lines.js';
import { type Block, type TerminalOptions, line, textOf, usableWidth } from './pieces.js';
import { count, countsOf, duration, markOf, countInWords, worstFirst } from '../words.js';

/** This keeps the whole within a dozen lines. */
const mostRules = 5;

export function renderInterrupted(report: Report, options: TerminalOptions): string {
  const { run, target } = report;
  const rules = report.rules.filter(({ kind }) => kind !== 'open');
  const decided = rules.filter(({ outcome }) => outcome !== 'cantTell' && outcome !== 'untested');
  const short = (text: string, style?: 'bold' | 'dim'): Block =>
    line(span(clip(terminal(text), usableWidth(options.width)), style));
  const failed = [...new Set(worstFirst(report).map(({ rule }) => rule))];
  const further = failed.length - mostRules;
  const judged = countsOf(report).filter(({ mark }) => mark !== 'observed');
  const counts = judged.map((entry) => countInWords(entry.mark, entry.count));
  const ran = `${count(run.exchanges, 'request')} in ${duration(run.durationMs)}, ${count(run.created.length, 'animal')} created`;
  const block = [
    short(target.baseUrl, 'bold'),
    short(`Interrupted after ${decided.length} of ${count(rules.length, 'rule')}, ${ran}.`),
    failed
      .slice(0, mostRules)
      .map((rule) => ruleLine(rule, { ...options, mark: markOf(rule, report) })),
    further > 0 && short(`  and ${count(further, 'more rule')} that failed: see report.html`),
    short(`${counts.join(', ')}.`, 'dim'),
  ];
  return textOf(block, options);
}
