// The words and the order that all reports share: how an outcome is called and drawn, which failure is the worst,
// and which rules belong to which clause. Makes no markup.
import type { Failure, Known, Report, RuleResult, Verdict } from '../judge/result/report.js';
import { hasWords, reasonInWords, withoutCounts } from '../judge/result/reasons.js';
import { cut, cutNumbers } from './text/inert.js';
import type { Trend } from './trend.js';

export interface Clause {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  /** The line of its heading in the contract. */
  readonly line?: number;
}

/** What the reporters need to know of the contract beside the Report: its clauses, in order. */
export interface ReportContext {
  readonly clauses: readonly Clause[];
  /** The address of the page that explains reports, for readers of a terminal. */
  readonly guide?: string;
  /** How the runs before this one went, where there are any that it can be compared with. */
  readonly trend?: Trend | undefined;
}

/**
 * The marks, worst first. Glyph and word always stand together, so that no outcome depends on colour or glyph alone.
 */
export const marks = {
  failed: { glyph: '✗', word: 'failed', meaning: 'the target breaks a stated rule' },
  warning: {
    glyph: '!',
    word: 'warning',
    meaning: 'the target breaks an implied rule; does not fail the run without --strict',
  },
  cantTell: {
    glyph: '?',
    word: 'undecided',
    meaning: 'tested, but the evidence is insufficient or contradictory',
  },
  known: {
    glyph: '◇',
    word: 'known',
    meaning: 'fails as the baseline says; does not fail the gate until the entry expires',
  },
  passed: {
    glyph: '✓',
    word: 'passed',
    meaning: 'checked, no violation found',
  },
  observed: {
    glyph: 'i',
    word: 'observed',
    meaning: 'the contract is silent: the behaviour is recorded, not judged',
  },
  inapplicable: { glyph: '–', word: 'inapplicable', meaning: 'does not apply to this target' },
  untested: { glyph: '·', word: 'untested', meaning: 'outside the scope of this run' },
};

/** An outcome as it is shown. A broken `implied` rule is a warning, unless the run was strict; what a baseline knows is known. */
export type Mark = keyof typeof marks;

export const markOrder = Object.keys(marks) as readonly Mark[];

/** The part of a report that counting needs. */
interface Counted {
  readonly rules: readonly RuleResult[];
  readonly run: { readonly strict: boolean };
}

/** Whether the rule fails, and the baseline knows each of its failures. */
export const isKnown = ({ outcome, failures }: Pick<RuleResult, 'outcome' | 'failures'>): boolean =>
  outcome === 'failed' && failures.length > 0 && failures.every(({ known }) => known !== undefined);

export function markOf(rule: RuleResult, report: Pick<Counted, 'run'>): Mark {
  if (isKnown(rule)) return 'known';
  return rule.outcome === 'failed' && rule.kind === 'implied' && !report.run.strict
    ? 'warning'
    : rule.outcome;
}

export const verdicts: Readonly<
  Record<Verdict, { readonly glyph: string; readonly word: string; readonly mark: Mark }>
> = {
  conformant: { glyph: '✓', word: 'conformant', mark: 'passed' },
  'not-conformant': { glyph: '✗', word: 'not conformant', mark: 'failed' },
  inconclusive: { glyph: '?', word: 'inconclusive', mark: 'cantTell' },
  'no-violation-found': { glyph: '◐', word: 'no violation found', mark: 'observed' },
};

export const kinds = {
  stated: 'the contract says it',
  implied: 'not stated, but reasonably expected',
  open: 'the contract is silent',
} as const;

export interface FailureEntry {
  readonly rule: RuleResult;
  readonly failure: Failure;
  readonly mark: Mark;
}

/**
 * Sorts failures: first the one that crashed the candidate, then the first failure of each rule before further ones,
 * stated before implied, steady before intermittent, the larger share of broken cases, and last the ledger's order.
 */
export function worstFirst(report: Report): readonly FailureEntry[] {
  const entries = report.rules.flatMap((rule) => {
    const mark = markOf(rule, report);
    return rule.failures.map((failure): FailureEntry => ({
      rule,
      failure,
      mark: failure.known === undefined ? mark : 'known',
    }));
  });
  const rank = ({ rule, failure }: FailureEntry): readonly number[] => [
    failure.output === undefined ? 1 : 0,
    failure === rule.failures[0] ? 0 : 1,
    rule.kind === 'stated' ? 0 : 1,
    failure.confirmed.held >= failure.confirmed.of ? 0 : 1,
    failure.cases.of > 0 ? -failure.cases.failed / failure.cases.of : 0,
  ];
  return entries
    .map((entry, place) => ({ entry, key: [...rank(entry), place] }))
    .sort((a, b) => byFirstDifference(a.key, b.key))
    .map(({ entry }) => entry);
}

/** Sorts by the first number in which both differ. */
export const byFirstDifference = (one: readonly number[], other: readonly number[]): number =>
  one.map((value, at) => value - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

export interface ClauseGroup<Rule = RuleResult> extends Clause {
  readonly rules: readonly Rule[];
}

/** The clauses that have rules, in the contract's order; a clause that the context does not know comes last. */
export function byClause<Rule extends { readonly clause: string }>(
  rules: readonly Rule[],
  { clauses }: ReportContext,
): readonly ClauseGroup<Rule>[] {
  const unknown = [...new Set(rules.map((rule) => rule.clause))].filter(
    (id) => !clauses.some((clause) => clause.id === id),
  );
  return [...clauses, ...unknown.map((id) => ({ id, title: '', link: '' }))]
    .map((clause) => ({ ...clause, rules: rules.filter((rule) => rule.clause === clause.id) }))
    .filter((group) => group.rules.length > 0);
}

export function clauseOf(id: string, context: ReportContext): Clause {
  return context.clauses.find((clause) => clause.id === id) ?? { id, title: '', link: '' };
}

/** "clause 4.1, List animals" */
export function clauseName(id: string, context: ReportContext): string {
  const { title } = clauseOf(id, context);
  return `clause ${id}${title === '' ? '' : `, ${title}`}`;
}

/** "3 of 3 times", or that it came and went. */
export function confirmation({ confirmed }: Failure): string {
  const { held, of } = confirmed;
  if (of === 0) return 'not retried';
  if (held === of) return of === 1 ? 'on 1 retry' : `${held} of ${of} times`;
  if (held === 0) return `intermittent: did not recur in ${of === 1 ? '1 retry' : `${of} retries`}`;
  return `intermittent: failed in ${held} of ${of} retries`;
}

/** "a server that returns 201 but stores nothing", of the sentence that says what is wrong with it. */
export const likeIt = (sentence: string): string =>
  `a server that ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

/** Whether the failure recurred on each retry. */
export const isSteady = ({ confirmed: { held, of } }: Failure): boolean => of > 0 && held === of;

/** What happened, in one line, without the two readings of its rule. */
export const headlineOf = ({ cause, headline }: Pick<Failure, 'cause' | 'headline'>): string =>
  cutNumbers(headline ?? cause);

/** "known: no form sends a name yet (until 2027-02-20)", or until when it was; nothing of a failure that is simply new. */
export function knownText({ known, wasKnown }: Pick<Failure, 'known' | 'wasKnown'>): string {
  if (known !== undefined) return `known: ${knownWhy(known)}`;
  return wasKnown === undefined
    ? ''
    : `was known until ${wasKnown.expires}: ${cut(wasKnown.reason, mostReason)}`;
}

/** "no form sends a name yet (until 2027-02-20)" */
export const knownWhy = ({ reason, expires }: Known): string =>
  `${cut(reason, mostReason)} (until ${expires})`;

/** The longest reason or link that a baseline may have. A foreign report may have a longer one, which is cut. */
const mostReason = 500;

/** The link to more about a known failure. */
export const knownLink = ({ known, wasKnown }: Pick<Failure, 'known' | 'wasKnown'>): string =>
  cut((known ?? wasKnown)?.link ?? '', mostReason);

/** Names the known failures that no longer fail, and what to do about them; empty if there are none. */
export function noLongerFailing({ run: { baseline } }: Report): string {
  const { file = '', noLongerFailing: entries = [] } = baseline ?? {};
  if (entries.length === 0) return '';
  const names = entries.map((entry) =>
    entry.case === undefined ? entry.rule : `${entry.rule} (case ${entry.case})`,
  );
  const shown = names.slice(0, mostNames).join(', ');
  const more = names.length - mostNames;
  const [fails, go] = entries.length === 1 ? ['fails', 'it'] : ['fail', 'them'];
  return `${count(entries.length, 'known failure')} no longer ${fails}; remove ${go} from ${cut(file, 200)}: ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

const mostNames = 10;

/** "12 of 600 cases" */
export const casesOf = ({ cases }: Failure): string =>
  `${number(cases.failed)} of ${count(cases.of, 'case')}`;

/** "12 of 600 cases broke the rule" */
export const caseCount = (failure: Failure): string => `${casesOf(failure)} broke the rule`;

export function evidenceOf(rule: RuleResult): string {
  const { cases, exchanges } = rule.evidence;
  return cases === 0 && exchanges === 0
    ? 'no evidence'
    : `${count(cases, 'case')}, ${count(exchanges, 'request')}`;
}

export function scopeOf(report: Report): string {
  const { scope, interrupted, bail } = report.run;
  const parts = [
    ...(scope.readOnly ? ['read-only'] : []),
    ...(scope.fewKeys ? ['few wrong keys'] : []),
    ...(scope.only.length > 0 ? [`only ${scope.only.join(', ')}`] : []),
    ...(scope.exclude === undefined ? [] : [`without ${scope.exclude.join(', ')}`]),
    ...budgetOf(scope),
    ...(scope.shard === null ? [] : [`shard ${scope.shard.index} of ${scope.shard.of}`]),
    ...(interrupted ? ['ended early'] : []),
    ...(bail === undefined ? [] : [`ended by --bail ${bail}`]),
  ];
  if (parts.length > 0) return parts.join(parts.some((part) => part.includes(',')) ? '; ' : ', ');
  return scope.full ? 'all rules' : 'some cases';
}

/** "at most 300 requests and 50 writes", "within 60 s" */
function budgetOf({ budget = {} }: Report['run']['scope']): readonly string[] {
  const { maxRequests, maxWrites, withinSeconds } = budget;
  const most = [
    ...(maxRequests === undefined ? [] : [count(maxRequests, 'request')]),
    ...(maxWrites === undefined ? [] : [count(maxWrites, 'write')]),
  ];
  return [
    ...(most.length === 0 ? [] : [`at most ${most.join(' and ')}`]),
    ...(withinSeconds === undefined ? [] : [`within ${withinSeconds} s`]),
  ];
}

/** Rules that could not be judged because of what the store contains, although the run may write. */
export const leftByStore = ({ rules }: Report): readonly RuleResult[] =>
  rules.filter(
    ({ kind, outcome, because }) =>
      kind !== 'open' && outcome === 'inapplicable' && because !== undefined,
  );

/** "7 rules, 3 of them stated, could not be tested, because …"; empty where the store is in nobody's way. */
export function storeText(report: Report): string {
  const left = leftByStore(report);
  if (left.length === 0) return '';
  const stated = left.filter(({ kind }) => kind === 'stated').length;
  // Lists that break a rule look full, or the animals of this run fill them, whatever the store held before.
  const isBroken = report.rules.some((rule) => markOf(rule, report) === 'failed');
  const remedy = `${isBroken ? 'fix the failures first, then ' : ''}use an empty store for a complete check.`;
  return `${whose(left.length, stated)} could not be tested, because ${inTheWay(left)}${unseen(report, left)}: ${remedy}`;
}

/** Lists that never change look the same as full lists. */
const unseen = ({ run }: Report, left: readonly RuleResult[]): string =>
  run.created.length > 0 &&
  run.visibleAfterMs === null &&
  left.some(({ because }) => because === 'full lists')
    ? ', and nothing that was added was ever seen in a list'
    : '';

/** "12 rules and 2 observations" */
export function countOfRules(rules: readonly Pick<RuleResult, 'kind'>[]): string {
  const observations = rules.filter(({ kind }) => kind === 'open').length;
  const judging = rules.length - observations;
  return [
    ...(judging > 0 ? [count(judging, 'rule')] : []),
    ...(observations > 0 ? [count(observations, 'observation')] : []),
  ].join(' and ');
}

function whose(all: number, stated: number): string {
  if (all === 1) return stated === 1 ? '1 stated rule' : '1 rule';
  if (stated === 0) return count(all, 'rule');
  const whole = all === 2 ? 'both' : 'all';
  return `${count(all, 'rule')}, ${stated === all ? whole : number(stated)} of them stated,`;
}

/**
 * The reason why a rule is undecided, without its counts, which differ from rule to rule where the reason does not;
 * undefined if none was recorded.
 */
export function reasonWithoutCounts({
  reason,
  why,
}: Pick<RuleResult, 'reason' | 'why'>): string | undefined {
  if (why !== undefined && hasWords(why)) return reasonInWords(withoutCounts(why));
  // The report of an older kit has only the words; that of a later one may have a reason that this kit has no words for.
  return reason
    ?.replace(/^\d+ of \d+ cases? could not be judged: /, '')
    .replace(/ \(in \d+ of them\)$/, '');
}

/** Why rules about empty lists could not be judged in this store. */
export const inTheWay = (left: readonly RuleResult[]): string =>
  left.some(({ because }) => because === 'full lists')
    ? 'every list of this store is full (more than 100 animals of each status)'
    : 'this store already has animals of every status, so no filtered list can be empty';

/** "known-failures.yaml, 5 known failures"; nothing where none was applied. */
export function baselineOf({ run: { baseline } }: Report): string {
  return baseline === undefined
    ? ''
    : `${cut(baseline.file, 200)}, ${baseline.entries === 1 ? '1 entry' : `${number(baseline.entries)} entries`}`;
}

export function profilesOf(report: Report): string {
  return (['catalogue', 'quickstart'] as const)
    .flatMap((name) =>
      report.profiles[name] === null
        ? []
        : [`${name} ${profileVerdict(report, name)?.word ?? 'not in this run'}`],
    )
    .join(', ');
}

/** The verdict of a profile; none where it has no address, or where no rule of it was chosen. */
export function profileVerdict(
  report: Report,
  name: 'catalogue' | 'quickstart',
): (typeof verdicts)[Verdict] | undefined {
  const verdict = report.profiles[name];
  return verdict === null || report.rules.every((rule) => rule.profile !== name)
    ? undefined
    : verdicts[verdict];
}

export type Counts = readonly { readonly mark: Mark; readonly count: number }[];

/** The marks that a report has, worst first. */
export const marksIn = (report: Counted): readonly Mark[] => {
  const seen = new Set(report.rules.map((rule) => markOf(rule, report)));
  return markOrder.filter((mark) => seen.has(mark));
};

/**
 * Counts the judged rules by mark, worst first, without marks that do not occur. Every report counts like this:
 * observations apart, and only those that were made.
 */
export function countsOf(report: Counted): Counts {
  const totals = new Map<Mark, number>();
  for (const rule of report.rules) {
    const mark = markOf(rule, report);
    if (rule.kind !== 'open' || mark === 'observed') totals.set(mark, (totals.get(mark) ?? 0) + 1);
  }
  return markOrder.flatMap((mark) => {
    const total = totals.get(mark) ?? 0;
    return total === 0 ? [] : [{ mark, count: total }];
  });
}

/** "80 passed, 15 untested; 14 of 19 observations recorded" */
export function talliesOf(report: Counted): string {
  const judged = countsOf(report)
    .filter(({ mark }) => mark !== 'observed')
    .map(({ mark, count: total }) => countInWords(mark, total))
    .join(', ');
  const { made, of } = observationsOf(report);
  const observed = of === 0 ? '' : `${number(made)} of ${count(of, 'observation')} recorded`;
  return [judged, observed].filter((part) => part !== '').join('; ');
}

/** How many observations were made, of those that the run could make. */
export function observationsOf({ rules }: Counted): { readonly made: number; readonly of: number } {
  const open = rules.filter(({ kind }) => kind === 'open');
  return { made: open.filter(({ outcome }) => outcome === 'observed').length, of: open.length };
}

/** Explains the counts, where results are shown. */
export const countedHow =
  'Counts cover the rules that judge the target, stated and implied; observations are counted separately.';

/** "1 warning", "2 warnings", "3 passed" */
export function countInWords(mark: Mark, total: number): string {
  return `${number(total)} ${marks[mark].word}${mark === 'warning' && total !== 1 ? 's' : ''}`;
}

/** Cases that broke the rule beside the minimal one. */
export function otherInputs(failure: Failure): readonly string[] {
  return failure.cases.inputs.filter((input) => input !== failure.input);
}

export function number(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function count(value: number, noun: string): string {
  return `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** "420 µs", "12 ms", "3.2 s", "4 min 5 s" */
export function duration(ms: number): string {
  if (ms === 0) return '0 ms';
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
}

export function bytes(size: number): string {
  if (size < 1000) return count(size, 'byte');
  if (size < 1_000_000) return `${(size / 1000).toFixed(1)} kB`;
  return `${(size / 1_000_000).toFixed(1)} MB`;
}
