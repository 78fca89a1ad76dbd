// The signals that end the judgement of a case if it is not fine. They are thrown, so that a rule reads as a straight
// line; they are not Errors, so that an Error is always a defect of the kit.
import type { Exchange } from '../../http/types.js';
import type { Because } from './report.js';
import type { Words, Wrong } from './finding.js';
import type { Sentence } from './sentences.js';
import { inWords } from './finding-in-words.js';
import { asReason, saying, type AnyReason, type Reason } from './reasons.js';

type Own = Extract<Wrong, { readonly kind: 'other' }>;
type Conclusion = Exclude<Wrong, Own> | (Own & { readonly what: Sentence });

/** A finding as values, or in words for rules from outside the kit, which have no sentences in it. */
type Found = (Conclusion | Words) & {
  /** The exchange that shows it. */
  readonly exchange?: Exchange;
  readonly difference?: string | undefined;
};

/** The target broke the rule. */
export class Breach {
  constructor(readonly finding: Found) {}

  /** The finding as values; undefined if there are only words. */
  get wrong(): Wrong | undefined {
    if (!('kind' in this.finding)) return undefined;
    const { exchange: _, difference: __, ...wrong } = this.finding;
    return wrong;
  }

  get words(): Words {
    return 'kind' in this.finding ? inWords(this.finding) : this.finding;
  }

  /** Whether there was no answer, rather than a wrong one. */
  get isUnanswered(): boolean {
    return 'kind' in this.finding && this.finding.kind === 'no answer';
  }
}

/** Evidence that could have been had is missing, so the rule cannot pass on the rest. */
export class Undecided {
  constructor(
    readonly reason: Reason,
    /** `untested` if the evidence is out of the scope of this run, for example of a read-only one. */
    readonly outcome: 'cantTell' | 'untested' = 'cantTell',
    readonly because?: Because,
  ) {}
}

/** There is no evidence, because the user limited what the run may spend. */
export class OutsideBudget extends Undecided {
  constructor(reason: Reason) {
    super(reason, 'untested');
  }
}

/** This case does not apply to this target. The other cases decide. */
export class NotApplicable {
  constructor(
    /** Undefined for a case that only prepares a later one. */
    readonly reason: Reason | undefined,
    /** The outcome of the rule if no other case decides. */
    readonly otherwise: 'inapplicable' | 'cantTell' | 'untested' = 'inapplicable',
    readonly because?: Because,
  ) {}
}

/** The target did not respond, even on a retry. */
export class NoAnswer {
  constructor(readonly exchange: Exchange) {}
}

export type Signal = Breach | Undecided | NotApplicable | NoAnswer;

export const isSignal = (thrown: unknown): thrown is Signal =>
  thrown instanceof Breach ||
  thrown instanceof Undecided ||
  thrown instanceof NotApplicable ||
  thrown instanceof NoAnswer;

export function breach(finding: Found): never {
  throw new Breach(finding);
}

export function undecided(reason: AnyReason, outcome?: Undecided['outcome']): never {
  // In a run that adds few animals or none, rules that need many are untested.
  throw new Undecided(
    asReason(reason),
    outcome,
    outcome === 'untested' ? 'few animals' : undefined,
  );
}

/** This case is no evidence at all: it only prepares a later one. */
export function noEvidence(): never {
  throw new NotApplicable(undefined);
}

export function notApplicable(
  reason: AnyReason,
  otherwise?: NotApplicable['otherwise'],
  because?: Because,
): never {
  throw new NotApplicable(
    asReason(reason),
    otherwise,
    because ?? (otherwise === 'untested' ? 'few animals' : undefined),
  );
}

/** The exchange as it ended, even without a response, for cases about whether there is one. */
export async function ended(asked: Promise<Exchange>): Promise<Exchange> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof NoAnswer) return thrown.exchange;
    throw thrown;
  }
}

/** The case is undecided: there was no response, and the case alone does not show whose fault that is. */
export const withoutAnswer = ({ exchange }: NoAnswer, reason: Reason): Undecided =>
  new Undecided({ ...reason, why: whyNoAnswer(exchange) });

/** The reason why there is no response: the judge's own, if it gave the request up. */
export function whyNoAnswer({ noAnswer }: Exchange): Reason {
  if (noAnswer === undefined) return saying('lost');
  if (noAnswer.because !== undefined) return noAnswer.because as Reason;
  return noAnswer.kind === 'aborted' ? { what: 'interrupted' } : saying(noAnswer.message);
}

/** Expects a response, whatever it says. */
export function expectAnswer(exchange: Exchange): void {
  if (!exchange.answer) throw new NoAnswer(exchange);
}

/** Replaces the result if a signal prevented it. A defect of the kit is rethrown. */
export async function orElse<T>(found: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await found;
  } catch (thrown) {
    if (thrown instanceof Error) throw thrown;
    return otherwise;
  }
}
