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
import { clip, columns, pad, span } from './lines.js';
import {
  type Block,
  type TerminalOptions,
  bold,
  dim,
  labelled,
  line,
  linesOf,
  markSpan,
  paragraph,
  usableWidth,
} from './pieces.js';

const markWidth = 15;

/** Every rule, under its clause. */
export function ruleLines(report: Report, context: ReportContext, options: TerminalOptions): Block {
  const answers = new Map(report.observations.map(({ id, answer }) => [id, answer]));
  const inTable = (rule: RuleResult): Block => {
    const mark = markOf(rule, report);
    const note = answers.get(rule.id) ?? outageBehind(rule, report)?.reason ?? noteOf(rule, mark);
    return ruleLine(rule, { ...options, mark, note, isInTable: true });
  };
  const clauses = byClause(report.rules, context).map(({ id, title, rules }) => [
    '',
    paragraph(0, bold(`${id} ${title}`.trim())),
    rules.map(inTable),
  ]);
  return ['', paragraph(0, bold('Results, clause by clause')), clauses, '', legend(report)];
}

interface OneLine extends TerminalOptions {
  readonly mark?: Mark;
  readonly note?: string;
  /** Among other rules, so that marks and names are aligned. */
  readonly isInTable?: boolean;
}

export const renderRuleLine = (result: RuleResult, options: OneLine): string =>
  linesOf(ruleLine(result, options), options).join('');

/** One rule, one line: for streaming while a run goes on, and in the results. */
export function ruleLine(result: RuleResult, options: OneLine): Block {
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
  const beside = fits && note !== '' ? ['  ', dim(options.whole ? note : clip(note, room))] : [];
  return line('  ', ...word, column, ...beside);
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
const legend = (report: Report): Block => [
  marksIn(report).map((mark) => {
    const { glyph, word, meaning } = marks[mark];
    return labelled(`${glyph} ${word}`, dim(meaning), { labelWidth: markWidth });
  }),
  paragraph(2, dim(countedHow)),
];
