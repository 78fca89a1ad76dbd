// What the command prints: the live line while it runs, and after it everything that a person wants to know, the
// verdict last, where the eye is. Returns text; whether there are colours is the caller's to say.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { runAgain } from '../again.js';
import { longFakeKey, shortFakeKey } from '../text/fake-keys.js';
import { byRule, causesOf, failingAmong, knownTogether } from '../causes.js';
import { groupsOf } from '../groups.js';
import { cut, inLog, terminal } from '../text/inert.js';
import { briefCauses, causes, inFull } from './causes.js';
import { ruleLines } from './clauses.js';
import { type Span, clip, span } from './lines.js';
import { lossesInWords, undecidedAlone, unexplained } from '../outages.js';
import { outage } from './outages.js';
import {
  type Block,
  type TerminalOptions,
  bold,
  dim,
  heading,
  labelled,
  line,
  linesOf,
  markSpan,
  markStyles,
  paragraph,
  textOf,
} from './pieces.js';
import {
  type ReportContext,
  baselineOf,
  count,
  number,
  countOfRules,
  duration,
  headlineOf,
  knownLink,
  knownWhy,
  marks,
  noLongerFailing,
  profilesOf,
  scopeOf,
  storeText,
  talliesOf,
  worstFirst,
  verdicts,
  reasonWithoutCounts,
} from '../words.js';

export { renderRuleLine } from './clauses.js';

const mostNames = 6;

export function renderResults(
  report: Report,
  context: ReportContext,
  options: TerminalOptions,
): string {
  const block = options.quiet
    ? [briefCauses(report), briefKnown(report), fixed(report), aboutStore(report)]
    : [
        facts(report),
        failuresAndUndecided(report, context, options),
        knownFailures(report),
        inFull(report, options),
        options.verbose && [again(report), tallies(report)],
        '',
        fixed(report),
        withoutQuickstart(report),
        // The changes since the run before.
        context.trend !== undefined &&
          context.trend.since !== '' &&
          paragraph(0, context.trend.since),
        aboutWarnings(report),
        startAgain(report),
        guide(report, context),
        page(options),
        untestedInShort(report),
        aboutStore(report),
      ];
  const lines = linesOf([block, verdict(report, options)], options);
  // One part may end and the next one begin with an empty line.
  return inLog(`${lines.filter((one, at) => one !== '' || lines[at - 1] !== '').join('\n')}\n`);
}

/** The message of a failing test: the verdict, and everything that speaks against it. */
export const renderReasons = (
  report: Report,
  context: ReportContext,
  options: TerminalOptions,
): string =>
  textOf(
    [
      report.summary,
      causes(report, context, options),
      cannotTell(report, options),
      fixed(report),
      // No report was written that replay could read.
      startAgain(report, { hasReplay: false }),
    ],
    options,
  ).trimEnd();

/**
 * The failures come first, unless every rule is listed before them or only warnings are left to say. A run that --bail
 * ended shows its failures, not what was left out.
 */
function failuresAndUndecided(
  report: Report,
  context: ReportContext,
  options: TerminalOptions,
): Block {
  const failures = causes(report, context, options);
  if (report.run.bail !== undefined) return failures;
  const undecided = cannotTell(report, options);
  if (options.verbose)
    return [ruleLines(report, context, options), undecided, silent(report), failures];
  return report.verdict === 'not-conformant' ? [failures, undecided] : [undecided, failures];
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly exchanges: number;
  /** About how many exchanges the run will have. */
  readonly expected?: number | undefined;
  readonly running: readonly string[];
}

/** The line that is rewritten while a run continues; never longer than the window. In a log nothing moves: no bar. */
export function renderProgress(
  state: Progress,
  options: { readonly width: number; readonly inLog?: boolean },
): string {
  const { done, total, exchanges, expected = 0, running } = state;
  const width = Math.max(20, options.width - 1);
  const filled = Math.round(20 * (total === 0 ? 0 : Math.min(1, done / total)));
  const bar =
    width >= 60 && options.inLog !== true ? `${'━'.repeat(filled)}${'─'.repeat(20 - filled)} ` : '';
  const names = running.length === 0 ? '' : `  ${running.map(terminal).join(', ')}`;
  // Of a run that only reads, most rules are decided at once, and the requests say how far it is.
  const sent =
    options.inLog === true && exchanges < expected
      ? `${number(exchanges)} of about ${count(expected, 'request')}`
      : count(exchanges, 'request');
  const counts = `${done} of ${total === 1 ? '1 rule' : `${total} rules and observations`}, ${sent}`;
  return clip(`${bar}${counts}${names}`, width);
}

function facts(report: Report): Block {
  const { contract, run, target } = report;
  const row = (label: string, text: string | Span): Block => labelled(label, text, { indent: 0 });
  const named = target.name === target.baseUrl ? '' : `${target.name}, `;
  const requests = `${count(run.exchanges, 'request')} in ${duration(run.durationMs)}`;
  const remain = run.created.length === 0 ? '' : `, ${count(run.created.length, 'animal')} created`;
  return [
    paragraph(0, bold(`${contract.title} ${contract.version}`)),
    row('target', `${named}${target.baseUrl}`),
    target.quickstartBaseUrl !== null && row('quickstart', target.quickstartBaseUrl),
    row('run', `${scopeOf(report)}, ${run.effort} effort, seed ${run.seed}, ${requests}${remain}`),
    run.baseline !== undefined && row('baseline', baselineOf(report)),
    run.throttled > 0 &&
      row('throttled', `${count(run.throttled, 'request')}, sent again more slowly`),
    run.warnings.map((warning) => row('! note', span(warning, 'yellow'))),
  ];
}

const coreOf = (rule: RuleResult): string => reasonWithoutCounts(rule) ?? 'No reason was recorded.';

/** The same reason for many rules is said once. */
function cannotTell(report: Report, options: TerminalOptions): Block {
  const outages = unexplained(report);
  const losses = lossesInWords(report);
  const rules = undecidedAlone(report);
  if (rules.length + outages.length + losses.length === 0) return [];
  return [
    heading('What is undecided, and why'),
    losses.map((loss) => paragraph(2, markSpan('cantTell'), `  ${loss}.`)),
    outages.map((one, at) => [at > 0 && '', outage(one, report, options)]),
    outages.length > 0 && rules.length > 0 && '',
    groupsOf(rules, coreOf).map((same) => {
      const core = coreOf(same[0]);
      const reason = same.length === 1 ? (same[0].reason ?? core) : core;
      const names = options.verbose ? same : same.slice(0, mostNames);
      const more = same.length - names.length;
      const ids = names.map(({ id }) => id).join(', ');
      const whose = same.length === 1 ? ids : countOfRules(same);
      return [
        paragraph(2, markSpan('cantTell'), `  ${whose}: ${reason}`),
        same.length > 1 && paragraph(4, dim(more > 0 ? `${ids}, and ${more} more` : ids)),
      ];
    }),
  ];
}

/** The known failures, a few lines for each cause, as nobody has to act before they expire. */
function knownFailures(report: Report): Block {
  const known = briefKnown(report);
  const file = cut(report.run.baseline?.file ?? '', 200);
  return known.length > 0 && [heading(`Known failures (${file})`), known];
}

/** Without a heading; what one cause breaks is one, if it is known for one reason. */
const briefKnown = (report: Report): readonly Block[] =>
  knownTogether(report).map((same) => {
    const [{ rule, failure }] = same;
    const cases = same.filter((entry) => entry.rule === rule).length - 1;
    const others = byRule(same)
      .slice(1)
      .map(([entry]) => entry.rule.id);
    const why = failure.known === undefined ? '' : knownWhy(failure.known);
    const link = knownLink(failure);
    const cause = cut(headlineOf(failure), 200);
    const more = cases === 0 ? '' : ` (and ${count(cases, 'more case')})`;
    return [
      paragraph(0, markSpan('known'), `  ${rule.id}: ${cause}${more}`),
      others.length > 0 && paragraph(9, dim(`also fails: ${others.join(', ')}`)),
      paragraph(9, dim(`${why}${link === '' ? '' : `, ${link}`}`)),
    ];
  });

/** A file that has to be corrected is named at the end, where it is noticed. */
function fixed(report: Report): Block {
  const note = noLongerFailing(report);
  return note !== '' && paragraph(0, span(`! ${note}.`, markStyles.warning));
}

const silent = ({ observations }: Report): Block =>
  observations.length > 0 && [
    heading('What this target does where the contract is silent'),
    observations.map(({ question, answer }) => [
      paragraph(2, span(`${marks.observed.glyph} `, markStyles.observed), dim(question)),
      paragraph(4, cut(answer, 600)),
    ]),
  ];

/** There is something to fix. */
const needsFix = ({ verdict }: Report): boolean =>
  verdict === 'not-conformant' || verdict === 'inconclusive';

/** It is never wrapped: it is there to be copied. */
const again = (report: Report): Block =>
  needsFix(report) && ['', 'Run again', line('    ', span(runAgain(report), 'cyan'))];

/**
 * The curl lines name the port of a candidate that has ended with the run, and the key that it was given, which may have
 * been made up.
 */
function startAgain(report: Report, { hasReplay = true } = {}): Block {
  const { target, verdict: found } = report;
  const [flag, command] = target.again?.slice(target.again.indexOf('--start')) ?? [];
  // A warning has a line, without its request.
  const shown = failingAmong(causesOf(report));
  const hasCurl = shown.some(({ first }) => first.failure.curl !== null);
  if (flag !== '--start' || command === undefined || found !== 'not-conformant' || !hasCurl)
    return [];
  const needsLongKey = shown.some(({ first }) => /\| (?:sed|awk) /.test(first.failure.curl ?? ''));
  const known = `ANIMAL_STORE_API_KEY=${needsLongKey ? longFakeKey : shortFakeKey} PORT=${new URL(target.baseUrl).port}`;
  const start = /^[\w ./:=@+-]+$/.test(command) ? command : `(${command})`;
  const instead = hasReplay ? ': if a curl line needs them, use replay' : '';
  return [
    line(dim(`To use the curl lines: export ${known}; ${start} &`)),
    line(dim(`A restarted server has none of the animals of this run${instead}.`)),
  ];
}

/** A warning has one line where nothing else is wrong. */
function aboutWarnings(report: Report): Block {
  const first = needsFix(report)
    ? undefined
    : worstFirst(report).find(({ mark }) => mark === 'warning');
  return (
    first !== undefined &&
    line(dim(`More about a warning: npx animal-store-conformance explain ${first.rule.id}`))
  );
}

const guide = (report: Report, { guide: where }: ReportContext): Block =>
  where !== undefined && needsFix(report) && line(dim(`How to read this: ${where}`));

/** Names the page that shows everything. A terminal that supports links opens it at a click. */
const page = ({ page: written }: TerminalOptions): Block =>
  written !== undefined && line('Report: ', { text: written.shown, link: written.address });

function tallies(report: Report): Block {
  const counts = `${talliesOf(report)}. Verdict by profile: ${profilesOf(report)}.`;
  return ['', paragraph(0, dim(counts))];
}

/** Reminds a user who has a quickstart, but did not name it, that the verdict does not cover it. */
function withoutQuickstart({ rules, profiles, target }: Report): Block {
  if (profiles.quickstart !== null || rules.every(({ profile }) => profile !== 'quickstart'))
    return [];
  const address = target.again?.includes('--start') ? `'http://127.0.0.1:$PORT/quickstart'` : 'URL';
  return `The quickstart (messages) was not tested: add --quickstart ${address}, if your server has it.`;
}

/** Why most of what a partial run leaves out was left out. In a full run, the store is the reason, and is told. */
function untestedInShort(report: Report): Block {
  const isUntested = ({ kind, outcome }: RuleResult): boolean =>
    kind !== 'open' && outcome === 'untested';
  const untested = report.rules.filter(isUntested);
  if (report.verdict !== 'no-violation-found' || untested.length === 0) return false;
  const groups = groupsOf(untested, coreOf).toSorted((one, other) => other.length - one.length);
  const shown = groups.slice(0, mostReasons).filter(({ length }, at) => at === 0 || length > 2);
  const rest = untested.length - shown.flat().length;
  const reasons = shown.map((same) => `${count(same.length, 'rule')}: ${coreOf(same[0])}`);
  if (rest > 0) reasons.push(`${rest} more: see the report`);
  return paragraph(0, dim(`Untested: ${reasons.join('; ')}.`));
}
const mostReasons = 3;

/**
 * The part of the contract that could not be judged because the store was not empty. What failed comes first, and may be
 * why its lists look full.
 */
function aboutStore(report: Report): Block {
  const text = storeText(report);
  return report.verdict !== 'not-conformant' && text !== '' && paragraph(0, span(text, 'yellow'));
}

function verdict(report: Report, { butFails }: TerminalOptions): Block {
  const { glyph, mark } = verdicts[report.verdict];
  return [
    // The summary says the verdict in words.
    paragraph(0, span(glyph, markStyles[mark]), bold(` ${report.summary}`)),
    butFails !== undefined &&
      paragraph(0, span(verdicts['not-conformant'].glyph, 'red'), bold(` ${butFails}`)),
  ];
}
