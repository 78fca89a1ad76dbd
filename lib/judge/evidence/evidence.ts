// Gathers the evidence of a rule, its judged cases, undecided cases and violations, and turns it into an outcome.
import { creates } from '../../contract/operations.js';
import type { Exchange } from '../../http/types.js';
import type { Experiment } from '../rules/rule.js';
import { byReason, nameOfReason, type Reason } from '../result/reasons.js';
import { NotApplicable, OutsideBudget, Undecided, type Breach } from '../result/signals.js';
import type { Because, Outcome } from '../result/report.js';
import { noCase, type Nothing } from '../result/of-a-rule.js';
import { bySortKey, keepSorted, type SortKey, type At } from './sort-key.js';

/** The reason why some cases of a rule are not sent. */
export interface LeftOut {
  readonly reason: Reason;
  /** Whether the other cases judge the rule, because the most revealing ones were sent. */
  readonly othersJudge: boolean;
  /** Whether they are too many writes: then those that only read judge the rule, as in a run that writes nothing. */
  readonly isOfWrites?: boolean;
}

export interface Broken extends At {
  /** If several have the same kind, the one with the lowest sort key is kept. */
  readonly place: SortKey;
  /** Broken cases of one kind share a failure: the kind is the experiment, or the kind of answer. */
  readonly kind: string;
  readonly experiment: Experiment<unknown, unknown> | undefined;
  readonly value: unknown;
  readonly breach: Breach;
  readonly exchanges: readonly Exchange[];
}

/** An animal was refused although the key is valid. Whether this is a violation may only show later. */
const isRefusedAdd = ({ breach }: Broken): boolean => {
  const { ask, answer } = breach.finding.exchange ?? {};
  return (
    ask !== undefined &&
    creates(ask.operation) === 'animal' &&
    (ask.key ?? 'valid') === 'valid' &&
    (answer?.status ?? 0) >= 400
  );
};

/** No answer came within the time limit. */
export const isTimeout = ({ breach }: Broken): boolean =>
  breach.finding.exchange?.noAnswer?.kind === 'timeout';

/** The reason why cases are not judged, and the outcome that follows for the rule. */
interface Counted {
  readonly reason: Reason;
  readonly count: number;
  readonly outcome: Outcome;
  readonly because: Because | undefined;
}

export interface Conclusion {
  readonly outcome: Outcome;
  readonly reason: Reason | null;
  readonly because?: Because | undefined;
}

/** At most this many broken cases of each kind are kept whole, of this many kinds; the others only count. */
const keptOfKind = 8;
const mostKinds = 64;

/** The violations of one kind. */
interface Kind {
  readonly kept: Broken[];
  /** Counts the cases that are not kept, too. */
  count: number;
  exchanges: number;
}

export class Evidence {
  cases = 0;
  exchanges = 0;
  broken = 0;
  readonly #kinds = new Map<string, Kind>();
  /** All of these are kept, because they may have to be taken back. */
  readonly #provisional: Broken[] = [];
  readonly #undecided = new Map<string, Counted>();
  /** Whether cases that only read can judge the rule. */
  readonly #readsJudge: boolean;
  /** The reason why the run left out some optional cases. */
  #leftOut: Reason | undefined;
  readonly #inapplicable = new Map<string, Counted>();

  constructor(readsJudge = false) {
    this.#readsJudge = readsJudge;
  }

  passed(exchanges: number): void {
    this.cases++;
    this.exchanges += exchanges;
  }

  breached(broken: Broken): void {
    this.passed(broken.exchanges.length);
    this.broken++;
    if (broken.breach.isUnanswered || isRefusedAdd(broken))
      return keepSorted(this.#provisional, broken);
    let kind = this.#kinds.get(broken.kind);
    if (!kind && this.#kinds.size < mostKinds)
      this.#kinds.set(broken.kind, (kind = { kept: [], count: 0, exchanges: 0 }));
    if (!kind) return;
    kind.count++;
    kind.exchanges += broken.exchanges.length;
    keepSorted(kind.kept, broken, keptOfKind);
  }

  /** How many cases broke the rule in this way. */
  brokenOf(kind: string): number {
    const provisional = this.#provisional.filter((one) => one.kind === kind).length;
    return provisional + (this.#kinds.get(kind)?.count ?? 0);
  }

  /** The violations that are kept, in the order of their sort keys. */
  get kept(): readonly Broken[] {
    const ofKinds = [...this.#kinds.values()].flatMap(({ kept }) => kept);
    return [...this.#provisional, ...ofKinds].sort(bySortKey);
  }

  /**
   * Takes a violation back, for example because a missing response arrived on a retry. If all kept ones of a kind are
   * taken back, so are those that were only counted.
   */
  retract(broken: Broken, why: Undecided | NotApplicable): void {
    if (taken(this.#provisional, broken)) return this.#takeBack(1, broken.exchanges.length, why);
    const kind = this.#kinds.get(broken.kind);
    if (!kind || !taken(kind.kept, broken)) return;
    const isLast = kind.kept.length === 0;
    const count = isLast ? kind.count : 1;
    const exchanges = isLast ? kind.exchanges : broken.exchanges.length;
    kind.count -= count;
    kind.exchanges -= exchanges;
    this.#takeBack(count, exchanges, why);
  }

  #takeBack(count: number, exchanges: number, why: Undecided | NotApplicable): void {
    this.broken -= count;
    this.cases -= count;
    this.exchanges -= exchanges;
    for (let one = 0; one < count; one += 1)
      if (why instanceof Undecided) this.undecided(why);
      else this.inapplicable(why);
  }

  undecided({ reason, outcome, because }: Undecided): void {
    count(this.#undecided, { reason, outcome, because });
  }

  /** Notes that a case is not sent. */
  leaveOut({ reason, othersJudge, isOfWrites = false }: LeftOut): void {
    if (othersJudge) this.#leftOut = reason;
    else if (isOfWrites && this.#readsJudge)
      this.inapplicable(new NotApplicable(reason, 'untested'));
    else this.undecided(new OutsideBudget(reason));
  }

  inapplicable({ reason, otherwise, because }: NotApplicable): void {
    if (reason) count(this.#inapplicable, { reason, outcome: otherwise, because });
  }

  /** `nothing` says what the rule lacked if it had nothing to judge. */
  outcome(nothing?: Nothing): Conclusion {
    if (this.broken > 0) return { outcome: 'failed', reason: null };
    if (this.#undecided.size > 0) {
      const { reason: why, count, because } = mostFrequent(this.#undecided);
      const all = [...this.#undecided.values()];
      const undecided = all.reduce((sum, one) => sum + one.count, 0);
      const outcome = all.some((one) => one.outcome === 'cantTell') ? 'cantTell' : 'untested';
      const what = all.length > 1 ? 'some undecided' : 'undecided';
      const values = { undecided, cases: undecided + this.cases, count };
      return {
        outcome,
        reason: { what, values, why },
        because: outcome === 'untested' ? because : undefined,
      };
    }
    if (this.cases > 0) return { outcome: 'passed', reason: this.#note() };
    if (this.#leftOut !== undefined) return { outcome: 'untested', reason: this.#leftOut };
    if (this.#inapplicable.size === 0) return noCase(nothing);
    // A case that could have been decided outweighs one that does not apply.
    const { reason, outcome, because } =
      [...this.#inapplicable.values()].find((one) => one.outcome === 'cantTell') ??
      mostFrequent(this.#inapplicable);
    return { outcome, reason, because };
  }

  /** A passed rule still says what it did not judge. */
  #note(): Reason | null {
    if (this.#inapplicable.size === 0) return null;
    const { reason: why, count } = mostFrequent(this.#inapplicable);
    return count === 1 ? { what: 'one skipped', why } : { what: 'skipped', values: { count }, why };
  }
}

function taken(list: Broken[], broken: Broken): boolean {
  const at = list.indexOf(broken);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

function count(counts: Map<string, Counted>, one: Omit<Counted, 'count'>): void {
  const name = nameOfReason(one.reason);
  const { count: before = 0, because } = counts.get(name) ?? {};
  // Cases come in any order, and not each of them shows why.
  counts.set(name, { ...one, because: because ?? one.because, count: before + 1 });
}

function mostFrequent(counts: ReadonlyMap<string, Counted>): Counted {
  // Equally frequent ones have an order of their own, because that of responses is random.
  return [...counts.values()].reduce((most, one) =>
    one.count > most.count || (one.count === most.count && byReason(one.reason, most.reason) < 0)
      ? one
      : most,
  );
}
