// What the command prints: the live line while it runs, and after it everything that a person wants to know, the
// verdict last, where the eye is. Returns text; whether there are colours is the caller's to say.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { cut, inLog, terminal } from '../inert.js';
import { clip, columns, pad, paint, span } from './lines.js';
import { renderFailure } from './failure.js';
import {
  type TerminalOptions,
  heading,
  labelled,
  markSpan,
  markStyles,
  paragraph,
  usableWidth,
} from './words.js';
import {
  type FailureEntry,
  type Mark,
  type ReportContext,
  byClause,
  count,
  countedHow,
  duration,
  evidenceOf,
  failureTotal,
  markOf,
  marks,
  marksIn,
  profilesOf,
  scopeOf,
  talliesOf,
  verdicts,
  worstFirst,
} from '../words.js';

export type { TerminalOptions } from './words.js';

const markWidth = 15;
const mostLines = 200;
/** More failure blocks than this nobody reads on a terminal; the page has them all. */
const mostBlocks = 10;

export function renderResults(
  report: Report,
  context: ReportContext,
  options: TerminalOptions,
): string {
  const parts =
    options.quiet === true
      ? [briefFailures(report, options), verdict(report, options)]
      : [
          facts(report, options),
          results(report, context, options),
          cannotTell(report, options),
          silent(report, options),
          failures(report, context, options),
          tallies(report, options),
          verdict(report, options),
        ];
  return inLog(`${parts.flat().join('\n')}\n`);
}

/** One rule, one line: for streaming while a run goes on, and in the results. */
export function renderRuleLine(
  result: RuleResult,
  options: TerminalOptions & { readonly mark?: Mark; readonly note?: string },
): string {
  const mark = options.mark ?? result.outcome;
  const width = usableWidth(options.width);
  const note = options.note ?? noteOf(result, mark);
  const narrow = width < 60;
  const word = narrow ? [markSpan(mark), span(' ')] : [markSpan(mark, markWidth)];
  const left = 2 + word.reduce((sum, { text }) => sum + columns(text), 0);
  const name = clip(terminal(result.id), width - left);
  const column = width >= 90 ? pad(name, 36) : name;
  const room = width - left - columns(column) - 2;
  const beside =
    room >= 12 && note !== '' ? [span('  '), span(clip(terminal(note), room), 'dim')] : [];
  return paint([span('  '), ...word, span(column), ...beside], options.colour);
}

function noteOf(result: RuleResult, mark: Mark): string {
  if (mark === 'passed') return evidenceOf(result);
  return result.failures[0]?.cause ?? result.reason ?? '';
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly exchanges: number;
  readonly running: readonly string[];
}

/** The line that is rewritten while a run goes on; never longer than the window. */
export function renderProgress(state: Progress, options: { readonly width: number }): string {
  const { done, total, exchanges, running } = state;
  const width = Math.max(20, options.width - 1);
  const filled = Math.round(20 * (total === 0 ? 0 : Math.min(1, done / total)));
  const bar = width >= 60 ? `${'━'.repeat(filled)}${'─'.repeat(20 - filled)} ` : '';
  const names = running.length === 0 ? '' : `  ${running.map(terminal).join(', ')}`;
  const counts = `${done} of ${total} rules and observations, ${count(exchanges, 'request')}`;
  return clip(`${bar}${counts}${names}`, width);
}

function facts(report: Report, options: TerminalOptions): string[] {
  const { contract, run, target } = report;
  const row = (label: string, text: string): string[] =>
    labelled(label, [span(terminal(text))], options, 11, 0);
  const named = target.name === target.baseUrl ? '' : `${target.name}, `;
  const requests = `${count(run.exchanges, 'request')} in ${duration(run.durationMs)}`;
  const animals = `${count(run.created.length, 'animal')} (not removed: the API has no delete)`;
  const times = `${count(run.throttled, 'time')}, as the target requested`;
  return [
    ...paragraph([span(terminal(`${contract.title} ${contract.version}`), 'bold')], 0, options),
    ...row('target', `${named}${target.baseUrl}`),
    ...(target.quickstartBaseUrl === null ? [] : row('quickstart', target.quickstartBaseUrl)),
    ...row('run', `${scopeOf(report)}, ${run.effort} effort, seed ${run.seed}, ${requests}`),
    ...(run.created.length === 0 ? [] : row('created', animals)),
    ...(run.throttled === 0 ? [] : row('throttled', times)),
    ...run.warnings.flatMap((warning) =>
      labelled('! note', [span(terminal(warning), 'yellow')], options, 11, 0),
    ),
  ];
}

function results(report: Report, context: ReportContext, options: TerminalOptions): string[] {
  const answers = new Map(report.observations.map(({ id, answer }) => [id, answer]));
  const ruleLine = (rule: RuleResult): string => {
    const mark = markOf(rule, report);
    const note = answers.get(rule.id) ?? noteOf(rule, mark);
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

/** What the marks mean that the report has. */
function legend(report: Report, options: TerminalOptions): string[] {
  const meanings = marksIn(report).flatMap((mark) => {
    const { glyph, word, meaning } = marks[mark];
    return labelled(`${glyph} ${word}`, [span(meaning, 'dim')], options, markWidth);
  });
  return [...meanings, ...paragraph([span(countedHow, 'dim')], 2, options)];
}

function failures(report: Report, context: ReportContext, options: TerminalOptions): string[] {
  const entries = worstFirst(report);
  if (entries.length === 0) return [];
  const shown = entries.slice(0, mostBlocks);
  return [
    ...heading(entries.length === 1 ? 'What failed' : 'What failed, worst first', options),
    ...paragraph([span(`${failureTotal(entries)}.`)], 0, options),
    '',
    ...shown.flatMap((entry, at) => [
      ...renderFailure(entry, `failure ${at + 1} of ${entries.length}`, context, options),
      '',
    ]),
    ...furtherFailures(shown, entries.slice(mostBlocks), options),
  ];
}

function furtherFailures(
  shown: readonly FailureEntry[],
  further: readonly FailureEntry[],
  options: TerminalOptions,
): string[] {
  if (further.length === 0) return [];
  // Of the rules above the page shows the further failures too.
  const rules = byRule(further.filter(({ rule }) => shown.every((entry) => entry.rule !== rule)));
  const opening = `${count(further.length, 'more failure')}${rules.length === 0 ? '' : `, of ${count(rules.length, 'more rule')}`}; report.html shows each in full${rules.length === 0 ? '.' : ':'}`;
  return [
    ...paragraph([span(opening)], 0, options),
    ...rules.slice(0, mostLines).map((ofRule) => line(ofRule, options)),
    '',
  ];
}

type OfOneRule = readonly [FailureEntry, ...FailureEntry[]];

const byRule = (entries: readonly FailureEntry[]): readonly OfOneRule[] =>
  [...new Set(entries.map(({ rule }) => rule))].map(
    (rule) => entries.filter((entry) => entry.rule === rule) as [FailureEntry, ...FailureEntry[]],
  );

function line([{ rule, failure, mark }, ...more]: OfOneRule, options: TerminalOptions): string {
  const ways = more.length === 0 ? '' : `${more.length + 1} failures: `;
  return renderRuleLine(rule, { ...options, mark, note: `${ways}${failure.cause}` });
}

function briefFailures(report: Report, options: TerminalOptions): string[] {
  return worstFirst(report).flatMap(({ rule, failure, mark }) => {
    const told = `  ${terminal(rule.id)}: ${terminal(cut(failure.cause, 400))}`;
    return paragraph([markSpan(mark), span(told)], 0, options);
  });
}

function cannotTell(report: Report, options: TerminalOptions): string[] {
  const rules = report.rules.filter((rule) => rule.outcome === 'cantTell');
  if (rules.length === 0) return [];
  return [
    ...heading('What is undecided, and why', options),
    ...rules.flatMap((rule) => {
      const reason = terminal(rule.reason ?? 'No reason recorded.');
      return [
        ...paragraph([markSpan('cantTell'), span(`  ${terminal(rule.id)}`)], 2, options),
        ...paragraph([span(reason, 'dim')], 4, options),
      ];
    }),
  ];
}

function silent(report: Report, options: TerminalOptions): string[] {
  if (report.observations.length === 0) return [];
  const glyph = span(`${marks.observed.glyph} `, markStyles.observed);
  return [
    ...heading('What this target does where the contract is silent', options),
    ...report.observations.flatMap(({ question, answer }) => [
      ...paragraph([glyph, span(terminal(question), 'dim')], 2, options),
      ...paragraph([span(terminal(cut(answer, 600)))], 4, options),
    ]),
  ];
}

function tallies(report: Report, options: TerminalOptions): string[] {
  const told = `${talliesOf(report)}. Verdict by profile: ${profilesOf(report)}.`;
  return ['', ...paragraph([span(told, 'dim')], 0, options)];
}

function verdict(report: Report, options: TerminalOptions): string[] {
  const { glyph, word, mark } = verdicts[report.verdict];
  const told = report.summary.toLowerCase().includes(word.replace(' found', ''));
  const opening = span(told ? glyph : `${glyph} ${word}:`, markStyles[mark]);
  return paragraph([opening, span(` ${terminal(report.summary)}`, 'bold')], 0, options);
}
