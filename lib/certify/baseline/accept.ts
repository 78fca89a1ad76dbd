// Updates a baseline from a report: what failed becomes known, and what no longer fails may be removed. It takes text
// and returns text, and keeps the comments and the order of the file.
import { Scalar, type YAMLMap } from 'yaml';
import type { Failure, KnownFailure, Report, RuleResult } from '../../judge/result/report.js';
import { sentEveryCase } from '../../judge/result/scope.js';
import { decides } from '../../judge/result/verdict.js';
import { hasExpired, undecidedCase } from './baseline.js';
import type { ParsedBaseline } from './parse.js';
import { failsOtherwise, standingsOf } from './standing.js';

export interface Accepting {
  /** The reason for new entries. */
  readonly reason?: string | undefined;
  readonly link?: string | undefined;
  readonly expires: string;
  /** The current day, YYYY-MM-DD in UTC. */
  readonly day: string;
  /** Whether each failure gets an entry, instead of each rule. */
  readonly byCase: boolean;
  /** Limits the update to failures of these rules. Null means all rules that fail the gate. */
  readonly only: readonly string[] | null;
  /** Whether to add what failed. */
  readonly accept: boolean;
  /** Whether to remove what no longer fails. */
  readonly prune: boolean;
}

export interface Accepted {
  readonly text: string;
  readonly added: readonly KnownFailure[];
  /** Entries that had expired and count again. */
  readonly renewed: readonly KnownFailure[];
  readonly dropped: readonly KnownFailure[];
}

/** There is a new failure, but nobody has given a reason why it is known. */
export class NeedsReason extends Error {
  override readonly name = 'NeedsReason';
  readonly rules: readonly string[];
  constructor(rules: readonly string[]) {
    super('A reason is needed.');
    this.rules = rules;
  }
}

export function accepted(file: ParsedBaseline, report: Report, how: Accepting): Accepted {
  const failed = how.accept ? failedIn(report, how) : [];
  const open = failed.length > 0 ? undecidedIn(report, how) : [];
  const renewed = file.entries.filter(
    (entry) =>
      hasExpired(entry, how.day) && [...failed, ...open].some((rule) => covers(entry, rule)),
  );
  const added = [
    ...failed.flatMap((rule) => newOf(rule, file.entries, how)),
    ...open.flatMap((rule) => newUndecided(rule, file.entries, how)),
  ];
  const dropped = how.prune ? outdated(file.entries, report, how) : [];
  const { reason } = how;
  if (added.length > 0 && reason === undefined)
    throw new NeedsReason([...new Set(added.map(({ rule }) => rule))]);
  const isGone = new Set(dropped);
  const items = [...file.list.items];
  for (const entry of renewed) expireOn(items[file.entries.indexOf(entry)] as YAMLMap, how.expires);
  file.list.items = items.filter((_, at) => !isGone.has(file.entries[at] as KnownFailure));
  for (const entry of added) file.list.add(nodeOf(entry, file));
  if (file.list.items.length > 0) file.list.flow = false;
  const text = file.document.toString({ lineWidth: 0 });
  // The comment at the head of a file belongs to its first entry, and goes with it.
  const isBare = file.isEmpty || text === '[]\n';
  return { text: `${isBare ? head : ''}${text}`, added, renewed, dropped };
}

/** The failed rules to accept: those that fail the gate or, if any are named, the named ones. */
const failedIn = ({ rules, run }: Report, { only }: Accepting): readonly RuleResult[] =>
  rules.filter(
    (rule) =>
      rule.outcome === 'failed' &&
      (only === null ? decides(rule, run.strict) : only.includes(rule.id)),
  );

/** The rules that what failed keeps from being judged, where that would keep the gate from passing. */
const undecidedIn = ({ rules, run }: Report, { only }: Accepting): readonly RuleResult[] =>
  rules.filter(
    (rule) =>
      rule.outcome === 'cantTell' &&
      rule.kind !== 'open' &&
      (only === null ? decides(rule, run.strict) : only.includes(rule.id)),
  );

function covers(entry: KnownFailure, { id, outcome, failures }: RuleResult): boolean {
  if (entry.rule !== id) return false;
  if (outcome === 'cantTell') return entry.case === undecidedCase;
  return entry.case === undefined || failures.some((failure) => failure.id === entry.case);
}

/**
 * If the file knows a rule by its cases, new entries name cases too, so that one more does not cover all other
 * failures.
 */
function newOf(
  rule: RuleResult,
  entries: readonly KnownFailure[],
  how: Accepting,
): readonly KnownFailure[] {
  const own = entries.filter((entry) => entry.rule === rule.id);
  const isCovered = ({ id }: Failure): boolean =>
    own.some((entry) => entry.case === undefined || entry.case === id);
  const isNew = rule.failures.filter((failure) => !isCovered(failure));
  if (isNew.length === 0) return [];
  return how.byCase || own.length > 0
    ? isNew.map(({ id }) => ({ rule: rule.id, case: id, ...factsOf(how) }))
    : [{ rule: rule.id, ...factsOf(how) }];
}

function newUndecided(
  { id }: RuleResult,
  entries: readonly KnownFailure[],
  how: Accepting,
): readonly KnownFailure[] {
  const isThere = entries.some((entry) => entry.rule === id && entry.case === undecidedCase);
  return isThere ? [] : [{ rule: id, case: undecidedCase, ...factsOf(how) }];
}

const factsOf = ({ reason = '', expires, link }: Accepting) => ({
  reason,
  expires,
  ...(link !== undefined && { link }),
});

/** Removing an entry can only make the gate stricter, so an entry whose case did not fail again is removed too. */
function outdated(
  entries: readonly KnownFailure[],
  report: Report,
  { day, only }: Accepting,
): readonly KnownFailure[] {
  if (!sentEveryCase(report.run)) return [];
  return standingsOf({ entries, day }, report)
    .filter(
      ({ entry, standing }) => standing === 'no longer fails' || failsOtherwise(entry, report),
    )
    .map(({ entry }) => entry)
    .filter(({ rule }) => only === null || only.includes(rule));
}

function expireOn(item: YAMLMap, expires: string): void {
  const given = item.get('expires', true);
  if (given instanceof Scalar) given.value = expires;
}

function nodeOf(entry: KnownFailure, { document }: ParsedBaseline) {
  const { rule, reason, expires, link } = entry;
  return document.createNode({
    rule,
    // Case ids are quoted, because other YAML parsers would take some of them for numbers.
    case: entry.case === undefined ? undefined : quoted(entry.case),
    reason,
    expires,
    link,
  });
}

function quoted(text: string): Scalar {
  const scalar = new Scalar(text);
  scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

const head = `# Known failures. With run --baseline FILE, each is tolerated through the day on which it expires (UTC).
# Without a case, an entry covers every failure of its rule. With the case "undecided", it lets the rule
# stay undecided as long as another known failure exists.
`;
