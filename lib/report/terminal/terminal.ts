// What the command prints: the live line while it runs, and after it everything that a person wants to know, the
// verdict last, where the eye is. Returns text; whether there are colours is the caller's to say.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { runAgain } from '../again.js';
import { cut, inLog, terminal } from '../text/inert.js';
import { briefCauses, causes } from './causes.js';
import { ruleLines } from './clauses.js';
import { clip, paint, span } from './lines.js';
import { lossesInWords, outageBehind, unexplained } from '../outages.js';
import { briefKnown, fixed, knownFailures } from './known.js';
import { outage } from './outages.js';
import {
  type TerminalOptions,
  heading,
  labelled,
  markSpan,
  markStyles,
  paragraph,
} from './pieces.js';
import {
  type ReportContext,
  baselineOf,
  count,
  countOfRules,
  duration,
  marks,
  profilesOf,
  scopeOf,
  storeText,
  talliesOf,
  worstFirst,
  verdicts,
  reasonWithoutCounts,
} from '../words.js';

export { renderRuleLine } from './clauses.js';
export type { TerminalOptions } from './pieces.js';

const mostNames = 6;

export function renderResults(
  report: Report,
  context: ReportContext,
  options: TerminalOptions,
): string {
  const store = aboutStore(report, options);
  const parts = options.quiet
    ? [
        briefCauses(report, options),
        briefKnown(report, options),
        fixed(report, options),
        store,
        verdict(report, options),
      ]
    : [
        facts(report, options),
        ...failuresAndUndecided(report, context, options),
        knownFailures(report, options),
        ...(options.verbose ? [again(report, options), tallies(report, options)] : []),
        [''],
        fixed(report, options),
        withoutQuickstart(report, options),
        since(context, options),
        aboutWarnings(report, options),
        startAgain(report, options),
        guide(report, context, options),
        page(options),
        store,
        verdict(report, options),
      ];
  return inLog(`${withoutGaps(parts.flat()).join('\n')}\n`);
}

/** The message of a failing test: the verdict, and everything that speaks against it. */
export function renderReasons(
  report: Report,
  context: ReportContext,
  options: TerminalOptions,
): string {
  const parts = [
    paragraph([span(terminal(report.summary))], 0, options),
    causes(report, context, options),
    cannotTell(report, options),
    fixed(report, options),
  ];
  return inLog(parts.flat().join('\n').trimEnd());
}

/** Merges empty lines, because one part may end and the next one begin with an empty line. */
const withoutGaps = (lines: readonly string[]): readonly string[] =>
  lines.filter((line, at) => line !== '' || lines[at - 1] !== '');

/**
 * The failures come first, unless every rule is listed before them or only warnings are left to say. A run that --bail
 * ended shows its failures, not what was left out.
 */
function failuresAndUndecided(
  report: Report,
  context: ReportContext,
  options: TerminalOptions,
): readonly (readonly string[])[] {
  const failures = causes(report, context, options);
  if (report.run.bail !== undefined) return [failures];
  const undecided = cannotTell(report, options);
  if (options.verbose)
    return [ruleLines(report, context, options), undecided, silent(report, options), failures];
  return report.verdict === 'not-conformant' ? [failures, undecided] : [undecided, failures];
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly exchanges: number;
  readonly running: readonly string[];
}

/** The line that is rewritten while a run continues; never longer than the window. In a log nothing moves: no bar. */
export function renderProgress(
  state: Progress,
  options: { readonly width: number; readonly inLog?: boolean },
): string {
  const { done, total, exchanges, running } = state;
  const width = Math.max(20, options.width - 1);
  const filled = Math.round(20 * (total === 0 ? 0 : Math.min(1, done / total)));
  const bar =
    width >= 60 && options.inLog !== true ? `${'━'.repeat(filled)}${'─'.repeat(20 - filled)} ` : '';
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
  const remain = run.created.length === 0 ? '' : `, ${count(run.created.length, 'animal')} created`;
  const times = `${count(run.throttled, 'request')}, sent again more slowly`;
  return [
    ...paragraph([span(terminal(`${contract.title} ${contract.version}`), 'bold')], 0, options),
    ...row('target', `${named}${target.baseUrl}`),
    ...(target.quickstartBaseUrl === null ? [] : row('quickstart', target.quickstartBaseUrl)),
    ...row(
      'run',
      `${scopeOf(report)}, ${run.effort} effort, seed ${run.seed}, ${requests}${remain}`,
    ),
    ...(run.baseline === undefined ? [] : row('baseline', baselineOf(report))),
    ...(run.throttled === 0 ? [] : row('throttled', times)),
    ...run.warnings.flatMap((warning) =>
      labelled('! note', [span(terminal(warning), 'yellow')], options, 11, 0),
    ),
  ];
}

const coreOf = (rule: RuleResult): string => reasonWithoutCounts(rule) ?? 'No reason was recorded.';

/** The same reason for many rules is said once. */
function cannotTell(report: Report, options: TerminalOptions): readonly string[] {
  const outages = unexplained(report);
  const losses = lossesInWords(report);
  const rules = report.rules.filter(
    (rule) => rule.outcome === 'cantTell' && !outageBehind(rule, report),
  );
  if (rules.length + outages.length + losses.length === 0) return [];
  return [
    ...heading('What is undecided, and why', options),
    ...losses.flatMap((loss) =>
      paragraph([markSpan('cantTell'), span(`  ${terminal(loss)}.`)], 2, options),
    ),
    ...outages.flatMap((one, at) => [...(at === 0 ? [] : ['']), ...outage(one, report, options)]),
    ...(outages.length > 0 && rules.length > 0 ? [''] : []),
    ...[...new Set(rules.map(coreOf))].flatMap((core) => {
      const same = rules.filter((rule) => coreOf(rule) === core);
      const reason = same.length === 1 ? (same[0]?.reason ?? core) : core;
      const names = options.verbose ? same : same.slice(0, mostNames);
      const more = same.length - names.length;
      const ids = names.map(({ id }) => terminal(id)).join(', ');
      const whose = same.length === 1 ? ids : countOfRules(same);
      const behind = more > 0 ? `${ids}, and ${more} more` : ids;
      return [
        ...paragraph([markSpan('cantTell'), span(`  ${whose}: ${terminal(reason)}`)], 2, options),
        ...(same.length === 1 ? [] : paragraph([span(behind, 'dim')], 4, options)),
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

/** There is something to fix. */
const needsFix = ({ verdict }: Report): boolean =>
  verdict === 'not-conformant' || verdict === 'inconclusive';

/** It is never wrapped: it is there to be copied. */
function again(report: Report, options: TerminalOptions): string[] {
  if (!needsFix(report)) return [];
  const command = [span('    '), span(terminal(runAgain(report)), 'cyan')];
  return ['', ...paragraph([span('Run again')], 0, options), paint(command, options.colour)];
}

/** The curl lines name the port of a candidate that has ended with the run. */
function startAgain({ target, rules, verdict: found }: Report, options: TerminalOptions): string[] {
  const [flag, command = ''] = target.again ?? [];
  const hasCurl = rules.some(({ failures }) => failures.some(({ curl }) => curl !== null));
  if (flag !== '--start' || found !== 'not-conformant' || !hasCurl) return [];
  const port = `PORT=${new URL(target.baseUrl).port}`;
  const isPlain = /^[\w ./:=@+-]+$/.test(command);
  const line = isPlain ? `${port} ${command}` : `(export ${port}; ${command})`;
  return [
    paint([span(`The curl lines need the candidate: ${terminal(line)}`, 'dim')], options.colour),
  ];
}

/** A warning has one line where nothing else is wrong. */
function aboutWarnings(report: Report, options: TerminalOptions): string[] {
  const first = needsFix(report)
    ? undefined
    : worstFirst(report).find(({ mark }) => mark === 'warning');
  if (first === undefined) return [];
  const text = `More about a warning: npx animal-store-conformance explain ${terminal(first.rule.id)}`;
  return [paint([span(text, 'dim')], options.colour)];
}

function guide(
  report: Report,
  { guide: where }: ReportContext,
  options: TerminalOptions,
): string[] {
  return where === undefined || !needsFix(report)
    ? []
    : [paint([span(`How to read this: ${terminal(where)}`, 'dim')], options.colour)];
}

/** Names the page that shows everything. A terminal that supports links opens it at a click. */
function page({ page: written, colour }: TerminalOptions): string[] {
  if (written === undefined) return [];
  const { shown, address } = written;
  return [paint([span('Report: '), { text: terminal(shown), link: address }], colour)];
}

/** The changes since the run before. */
function since({ trend }: ReportContext, options: TerminalOptions): string[] {
  return trend === undefined || trend.since === ''
    ? []
    : paragraph([span(terminal(trend.since))], 0, options);
}

function tallies(report: Report, options: TerminalOptions): string[] {
  const counts = `${talliesOf(report)}. Verdict by profile: ${profilesOf(report)}.`;
  return ['', ...paragraph([span(counts, 'dim')], 0, options)];
}

/** Reminds a user who has a quickstart, but did not name it, that the verdict does not cover it. */
function withoutQuickstart(report: Report, options: TerminalOptions): string[] {
  const { rules, profiles, target } = report;
  if (profiles.quickstart !== null || rules.every(({ profile }) => profile !== 'quickstart'))
    return [];
  const address = target.again?.[0] === '--start' ? `'http://127.0.0.1:$PORT/quickstart'` : 'URL';
  const remark = `The quickstart (messages) was not tested: add --quickstart ${address}, if your server has it.`;
  return paragraph([span(remark)], 0, options);
}

/** The part of the contract that could not be judged because the store was not empty. */
function aboutStore(report: Report, options: TerminalOptions): string[] {
  const text = storeText(report);
  return text === '' ? [] : paragraph([span(text, 'yellow')], 0, options);
}

function verdict(report: Report, options: TerminalOptions): string[] {
  const { glyph, mark } = verdicts[report.verdict];
  // The summary says the verdict in words.
  const opening = span(glyph, markStyles[mark]);
  const { butFails } = options;
  return [
    ...paragraph([opening, span(` ${terminal(report.summary)}`, 'bold')], 0, options),
    ...(butFails === undefined
      ? []
      : paragraph(
          [span(verdicts['not-conformant'].glyph, 'red'), span(` ${butFails}`, 'bold')],
          0,
          options,
        )),
  ];
}
