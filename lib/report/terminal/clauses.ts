// The rules on a terminal: a line for each clause, or for each rule under its clause.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { terminal } from '../inert.js';
import { outageBehind } from '../outages.js';
import {
  byClause,
  countedHow,
  countsOf,
  evidenceOf,
  knownWhy,
  markOf,
  marks,
  marksIn,
  tally,
  type Mark,
  type ReportContext,
} from '../words.js';
import { clip, columns, pad, paint, span, wrap } from './lines.js';
import {
  heading,
  labelled,
  markSpan,
  markStyles,
  paragraph,
  usableWidth,
  type TerminalOptions,
} from './words.js';

const markWidth = 15;
const titleWidth = 36;

/** One line for each clause: its worst outcome, and how many of its rules had which. */
export function clauseLines(
  report: Report,
  context: ReportContext,
  options: TerminalOptions,
): readonly string[] {
  const lines = byClause(report.rules, context).flatMap(({ id, title, rules }) => {
    const counts = countsOf({ ...report, rules });
    const worst = counts[0]?.mark ?? 'passed';
    const told = counts.map((entry) => tally(entry.mark, entry.count)).join(', ');
    const name = terminal(`${id} ${title}`.trim());
    const width = usableWidth(options.width);
    const beside = width < 70 ? `${name}: ` : pad(name, titleWidth);
    const rows = wrap([span(beside), span(told, 'dim')], width - 2);
    return rows.map((row, at) => {
      const glyph = at === 0 ? span(marks[worst].glyph, markStyles[worst]) : span(' ');
      return paint([glyph, span(' '), ...row], options.colour);
    });
  });
  return ['', ...lines];
}

/** Every rule, under its clause. */
export function ruleLines(
  report: Report,
  context: ReportContext,
  options: TerminalOptions,
): readonly string[] {
  const answers = new Map(report.observations.map(({ id, answer }) => [id, answer]));
  const ruleLine = (rule: RuleResult): string => {
    const mark = markOf(rule, report);
    const note = answers.get(rule.id) ?? outageBehind(rule, report)?.reason ?? noteOf(rule, mark);
    return renderRuleLine(rule, { ...options, mark, note });
  };
  const clauses = byClause(report.rules, context).flatMap(({ id, title, rules }) => [
    '',
    ...paragraph([span(terminal(`${id} ${title}`.trim()), 'bold')], 0, options),
    ...rules.map(ruleLine),
  ]);
  const opening = heading('Results, clause by clause', options).slice(0, -1);
  return [...opening, ...clauses, '', ...legend(report, options)];
}

/** One rule, one line: for streaming while a run goes on, and in the results. */
export function renderRuleLine(
  result: RuleResult,
  options: TerminalOptions & { readonly mark?: Mark; readonly note?: string },
): string {
  const mark = options.mark ?? result.outcome;
  const width = usableWidth(options.width);
  const note = terminal(options.note ?? noteOf(result, mark));
  const narrow = width < 60;
  const word = narrow ? [markSpan(mark), span(' ')] : [markSpan(mark, markWidth)];
  const left = 2 + word.reduce((sum, { text }) => sum + columns(text), 0);
  const name = clip(terminal(result.id), width - left);
  const column = width >= 90 ? pad(name, 36) : name;
  const room = width - left - columns(column) - 2;
  const fits = options.whole === true || room >= 12;
  const beside =
    fits && note !== '' ? [span('  '), span(options.whole ? note : clip(note, room), 'dim')] : [];
  return paint([span('  '), ...word, span(column), ...beside], options.colour);
}

function noteOf(result: RuleResult, mark: Mark): string {
  if (mark === 'passed') return evidenceOf(result);
  const [failure] = result.failures;
  if (failure === undefined) return result.reason ?? '';
  const { known, cause } = failure;
  return mark === 'known' && known !== undefined ? `${knownWhy(known)}: ${cause}` : cause;
}

/** What the marks mean that the report has. */
function legend(report: Report, options: TerminalOptions): readonly string[] {
  const meanings = marksIn(report).flatMap((mark) => {
    const { glyph, word, meaning } = marks[mark];
    return labelled(`${glyph} ${word}`, [span(meaning, 'dim')], options, markWidth);
  });
  return [...meanings, ...paragraph([span(countedHow, 'dim')], 2, options)];
}
