// What the command prints: the live line while it runs, and after it everything that a person wants to know, the
// verdict last, where the eye is. Returns text; whether there are colours is the caller's to say.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { cut, terminal, terminalLine } from '../inert.js';
import { type Span, clip, columns, pad, paint } from './lines.js';
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
  countsOf,
  duration,
  evidenceOf,
  markOf,
  markOrder,
  marks,
  profilesOf,
  scopeOf,
  tally,
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
  const lines =
    options.quiet === true
      ? [...briefFailures(report, options), ...verdict(report, options)]
      : [
          ...facts(report, options),
          ...results(report, context, options),
          ...cannotTell(report, options),
          ...silent(report, options),
          ...failures(report, context, options),
          ...verdict(report, options),
        ];
  return `${lines.map(terminalLine).join('\n')}\n`;
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
  const word = narrow ? [markSpan(mark), { text: ' ' }] : [markSpan(mark, markWidth)];
  const left = 2 + word.reduce((sum, span) => sum + columns(span.text), 0);
  const name = clip(terminal(result.id), width - left);
  const column = width >= 90 ? pad(name, 36) : name;
  const room = width - left - columns(column) - 2;
  const spans: Span[] = [{ text: '  ' }, ...word, { text: column }];
  if (room >= 12 && note !== '')
    spans.push({ text: '  ' }, { text: clip(terminal(note), room), style: 'dim' });
  return paint(spans, options.colour);
}

function noteOf(result: RuleResult, mark: Mark): string {
  if (mark === 'passed') return evidenceOf(result);
  return result.failures[0]?.cause ?? result.reason ?? '';
}

/** The line that is rewritten while a run goes on; never longer than the window. */
export function renderProgress(
  state: {
    readonly done: number;
    readonly total: number;
    readonly exchanges: number;
    readonly running: readonly string[];
  },
  options: { readonly width: number },
): string {
  const width = Math.max(20, options.width - 1);
  const share = state.total === 0 ? 0 : Math.min(1, state.done / state.total);
  const bar =
    width >= 60
      ? `${'━'.repeat(Math.round(share * 20))}${'─'.repeat(20 - Math.round(share * 20))} `
      : '';
  const running = state.running.length === 0 ? '' : `  ${state.running.map(terminal).join(', ')}`;
  return clip(
    `${bar}${state.done} of ${state.total} rules, ${count(state.exchanges, 'request')}${running}`,
    width,
  );
}

function facts(report: Report, options: TerminalOptions): string[] {
  const { run, target } = report;
  const row = (label: string, text: string): string[] =>
    labelled(label, [{ text: terminal(text) }], options, 11, 0);
  return [
    ...paragraph(
      [{ text: terminal(`${report.contract.title} ${report.contract.version}`), style: 'bold' }],
      0,
      options,
    ),
    ...row(
      'target',
      target.name === target.baseUrl ? target.baseUrl : `${target.name}, ${target.baseUrl}`,
    ),
    ...(target.quickstartBaseUrl === null ? [] : row('quickstart', target.quickstartBaseUrl)),
    ...row(
      'run',
      `${scopeOf(report)}, ${run.effort} effort, seed ${run.seed}, ${count(run.exchanges, 'request')} in ${duration(run.durationMs)}`,
    ),
    ...(run.created.length === 0
      ? []
      : row(
          'created',
          `${count(run.created.length, 'animal')}, which stay: the contract has no delete`,
        )),
    ...(run.throttled === 0
      ? []
      : row('slowed down', `${count(run.throttled, 'time')}, as the target asked`)),
    ...run.warnings.flatMap((warning) =>
      labelled('! note', [{ text: terminal(warning), style: 'yellow' }], options, 11, 0),
    ),
  ];
}

function results(report: Report, context: ReportContext, options: TerminalOptions): string[] {
  const seen = new Set(report.rules.map((rule) => markOf(rule, report)));
  const legend = markOrder
    .filter((mark) => seen.has(mark))
    .flatMap((mark) =>
      labelled(
        `${marks[mark].glyph} ${marks[mark].word}`,
        [{ text: marks[mark].meaning, style: 'dim' }],
        options,
        markWidth,
      ),
    );
  const answers = new Map(
    report.observations.map((observation) => [observation.id, observation.answer]),
  );
  return [
    ...heading('Results, clause by clause', options).slice(0, -1),
    ...byClause(report, context).flatMap((clause) => [
      '',
      ...paragraph(
        [{ text: terminal(`${clause.id} ${clause.title}`.trim()), style: 'bold' }],
        0,
        options,
      ),
      ...clause.rules.map((rule) =>
        renderRuleLine(rule, {
          ...options,
          mark: markOf(rule, report),
          note: answers.get(rule.id) ?? noteOf(rule, markOf(rule, report)),
        }),
      ),
    ]),
    '',
    ...legend,
  ];
}

function failures(report: Report, context: ReportContext, options: TerminalOptions): string[] {
  const entries = worstFirst(report);
  if (entries.length === 0) return [];
  const shown = entries.slice(0, mostBlocks);
  // Of the rules above the page shows the further failures too.
  const more = byRule(
    entries.slice(mostBlocks).filter(({ rule }) => shown.every((entry) => entry.rule !== rule)),
  );
  return [
    ...heading(entries.length === 1 ? 'What failed' : 'What failed, worst first', options),
    ...shown.flatMap((entry, at) => [
      ...renderFailure(entry, `${at + 1} of ${entries.length}`, context, options),
      '',
    ]),
    ...(entries.length === shown.length
      ? []
      : [
          ...paragraph(
            [
              {
                text: `${count(entries.length - shown.length, 'more failure')}, of ${count(more.length, 'more rule')}; report.html shows each as above${more.length === 0 ? '.' : ':'}`,
              },
            ],
            0,
            options,
          ),
          ...more.slice(0, mostLines).map((ofRule) => line(ofRule, options)),
          '',
        ]),
  ];
}

const byRule = (
  entries: readonly FailureEntry[],
): readonly (readonly [FailureEntry, ...FailureEntry[]])[] =>
  [...new Set(entries.map(({ rule }) => rule))].map(
    (rule) => entries.filter((entry) => entry.rule === rule) as [FailureEntry, ...FailureEntry[]],
  );

function line(
  [{ rule, failure, mark }, ...more]: readonly [FailureEntry, ...FailureEntry[]],
  options: TerminalOptions,
): string {
  return renderRuleLine(rule, {
    ...options,
    mark,
    note: more.length === 0 ? failure.cause : `${more.length + 1} ways: ${failure.cause}`,
  });
}

function briefFailures(report: Report, options: TerminalOptions): string[] {
  return worstFirst(report).flatMap(({ rule, failure, mark }) => [
    ...paragraph(
      [markSpan(mark), { text: `  ${terminal(rule.id)}: ${terminal(cut(failure.cause, 400))}` }],
      0,
      options,
    ),
  ]);
}

function cannotTell(report: Report, options: TerminalOptions): string[] {
  const rules = report.rules.filter((rule) => rule.outcome === 'cantTell');
  if (rules.length === 0) return [];
  return [
    ...heading('What cannot be told, and why', options),
    ...rules.flatMap((rule) => [
      ...paragraph([markSpan('cantTell'), { text: `  ${terminal(rule.id)}` }], 2, options),
      ...paragraph(
        [{ text: terminal(rule.reason ?? 'No reason was recorded.'), style: 'dim' }],
        4,
        options,
      ),
    ]),
  ];
}

function silent(report: Report, options: TerminalOptions): string[] {
  if (report.observations.length === 0) return [];
  return [
    ...heading('Where the contract is silent, this target does this', options),
    ...report.observations.flatMap((observation) => [
      ...paragraph(
        [
          { text: `${marks.observed.glyph} `, style: markStyles.observed },
          { text: terminal(observation.question), style: 'dim' },
        ],
        2,
        options,
      ),
      ...paragraph([{ text: terminal(cut(observation.answer, 600)) }], 4, options),
    ]),
  ];
}

function verdict(report: Report, options: TerminalOptions): string[] {
  const { glyph, word, mark } = verdicts[report.verdict];
  const counts = countsOf(report)
    .map((entry) => tally(entry.mark, entry.count))
    .join(', ');
  const told = report.summary.toLowerCase().includes(word.replace(' found', ''));
  return [
    ...(options.quiet === true
      ? []
      : [
          '',
          ...paragraph(
            [{ text: `${counts}. Verdict by profile: ${profilesOf(report)}.`, style: 'dim' }],
            0,
            options,
          ),
        ]),
    ...paragraph(
      [
        { text: told ? glyph : `${glyph} ${word}:`, style: markStyles[mark] },
        { text: ` ${terminal(report.summary)}`, style: 'bold' },
      ],
      0,
      options,
    ),
  ];
}
