// The rules on a terminal, each in a line, under their clauses.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { terminal } from '../text/inert.js';
import { outageBehind } from '../outages.js';
import {
  byClause,
  countedHow,
  evidenceOf,
  headlineOf,
  knownWhy,
  markOf,
  marks,
  marksIn,
  type Mark,
  type ReportContext,
} from '../words.js';
import { clip, columns, pad, paint, span } from './lines.js';
import {
  heading,
  labelled,
  markSpan,
  paragraph,
  usableWidth,
  type TerminalOptions,
} from './pieces.js';

const markWidth = 15;

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
    return renderRuleLine(rule, { ...options, mark, note, isInTable: true });
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
  options: TerminalOptions & {
    readonly mark?: Mark;
    readonly note?: string;
    /** Among other rules, so that marks and names are aligned. */
    readonly isInTable?: boolean;
  },
): string {
  const mark = options.mark ?? result.outcome;
  const width = usableWidth(options.width);
  const note = terminal(options.note ?? noteOf(result, mark));
  const isInTable = options.isInTable === true;
  const word = isInTable && width >= 60 ? [markSpan(mark, markWidth)] : [markSpan(mark), span(' ')];
  const left = 2 + word.reduce((sum, { text }) => sum + columns(text), 0);
  const name = clip(terminal(result.id), width - left);
  const column = isInTable && width >= 90 ? pad(name, 36) : name;
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
  const { known } = failure;
  const headline = headlineOf(failure);
  return mark === 'known' && known !== undefined ? `${knownWhy(known)}: ${headline}` : headline;
}

/** Explains the marks that occur in the report. */
function legend(report: Report, options: TerminalOptions): readonly string[] {
  const meanings = marksIn(report).flatMap((mark) => {
    const { glyph, word, meaning } = marks[mark];
    return labelled(`${glyph} ${word}`, [span(meaning, 'dim')], options, markWidth);
  });
  return [...meanings, ...paragraph([span(countedHow, 'dim')], 2, options)];
}
