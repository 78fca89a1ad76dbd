// The state of one rule during a run, and the result that it leads to.
import { ruleNamed } from '../../contract/ledger.js';
import type { Explanation, Located } from './explanation.js';
import { mostFailures } from '../result/of-a-rule.js';
import type { RecordedExchange, RuleResult } from '../result/report.js';
import type { AnyExperiment, Judge, OpenRule, Rule } from '../rules/rule.js';
import {
  NotApplicable,
  isSignal,
  NoAnswer,
  Undecided,
  withoutAnswer,
  type Signal,
} from '../result/signals.js';
import { innermost, reasonInReport, saying, type Reason } from '../result/reasons.js';
import type { Unmet } from './needs.js';
import { bySortKey, type SortKey } from './sort-key.js';
import { Evidence, type Conclusion } from './evidence.js';

export class RuleState {
  readonly evidence: Evidence;
  /** The failures, each with the sort key of its smallest case. */
  readonly failures: Located[] = [];
  readonly samples: { readonly place: SortKey; readonly recorded: () => RecordedExchange }[] = [];
  /** The cases of an open rule. */
  readonly gathered: {
    readonly value: unknown;
    readonly result: unknown;
    readonly place: SortKey;
  }[] = [];
  /** The judgement is made once for each run, because it may remember earlier cases. */
  readonly judgement: Judge<unknown, unknown> | undefined;
  startedAt: number;
  observed: string | undefined;
  result: RuleResult | undefined;
  /** The innermost reason of its result, such as that the run was interrupted. */
  reason: Reason | undefined;
  #pending: number;

  constructor(
    readonly rule: Rule,
    /** The experiments that can take place in this run. */
    readonly experiments: readonly AnyExperiment[],
    /** The reason why none of its experiments can run. */
    readonly unmet: Unmet | undefined,
    now: number,
  ) {
    this.judgement = rule.form === 'cases' ? rule.judge() : undefined;
    this.evidence = new Evidence(experiments.some(({ needs = [] }) => !needs.includes('writes')));
    this.startedAt = now;
    this.#pending = experiments.length;
  }

  /** Applies the outcome of explaining the violations of the rule. Nothing else applies it. */
  take({ failures, retractions }: Explanation): void {
    for (const { broken, why } of retractions) this.evidence.retract(broken, why);
    this.failures.push(...failures);
  }

  /** Notes the end of an experiment. Returns whether it was the last one. */
  experimentOver(): boolean {
    return --this.#pending === 0;
  }

  /** Notes what prevented a case from being judged. */
  note(signal: Signal): void {
    const { evidence } = this;
    if (signal instanceof Undecided) evidence.undecided(signal);
    else if (signal instanceof NotApplicable) evidence.inapplicable(signal);
    else if (signal instanceof NoAnswer)
      evidence.undecided(withoutAnswer(signal, { what: 'no response was' }));
    else evidence.undecided(new Undecided(saying(signal.words.cause)));
  }

  #observe(rule: OpenRule, redact: (text: string) => string): void {
    if (this.gathered.length === 0) return;
    try {
      // Responses arrive in any order, so they are sorted before the rule describes them.
      const inOrder = [...this.gathered].sort(bySortKey);
      this.observed = redact(rule.answer(inOrder, redact));
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
      // Without an answer, the gathered cases are no evidence. The reason need not lie in the store, so it is not
      // passed on.
      if (thrown instanceof Undecided) this.note(new Undecided(thrown.reason, thrown.outcome));
      else if (thrown instanceof NotApplicable) {
        const { reason = saying(''), otherwise } = thrown;
        this.note(new Undecided(reason, otherwise === 'untested' ? 'untested' : 'cantTell'));
      } else this.note(thrown);
    }
  }

  finish(now: number, redact: (text: string) => string): RuleResult {
    const { rule, evidence } = this;
    if (rule.form === 'open') this.#observe(rule, redact);
    const row = ruleNamed(rule.id);
    const nothing = rule.form === 'exchanges' ? rule.nothing : undefined;
    const conclusion: Conclusion =
      this.unmet ??
      (this.observed === undefined
        ? evidence.outcome(nothing)
        : { outcome: 'observed', reason: null });
    this.reason = conclusion.reason === null ? undefined : innermost(conclusion.reason);
    const reason = withUncovered(rule.notCovered ?? [], conclusion.reason);
    this.result = {
      id: rule.id,
      clause: row.clause,
      kind: row.kind,
      statement: row.statement,
      profile: row.profile,
      outcome: conclusion.outcome,
      evidence: { cases: evidence.cases, exchanges: evidence.exchanges },
      ...reasonInReport(reason, redact),
      ...(conclusion.because !== undefined && { because: conclusion.because }),
      failures: this.failures
        .sort(bySortKey)
        .slice(0, mostFailures)
        .map(({ failure }) => ({
          ...failure,
          cases: { ...failure.cases, failed: evidence.broken, of: evidence.cases },
        })),
      durationMs: Math.round(now - this.startedAt),
    };
    return this.result;
  }
}

/** A rule about every operation says which of them it leaves out, whatever its outcome. */
function withUncovered(operations: readonly string[], why: Reason | null): Reason | null {
  if (operations.length === 0) return why;
  const values = { operations: operations.join(', ') };
  return why === null ? { what: 'not covered', values } : { what: 'not covered, and', values, why };
}

export const isStated = ({ rule }: Pick<RuleState, 'rule'>): boolean =>
  ruleNamed(rule.id).kind === 'stated';

/** The rule that a missing answer is charged to: a stated one, where there is one. */
export function ownerOf<S extends Pick<RuleState, 'rule'>>(
  subscribers: readonly S[],
): S | undefined {
  const ofCases = subscribers.filter(({ rule }) => rule.form === 'cases');
  return ofCases.find(isStated) ?? ofCases[0];
}
