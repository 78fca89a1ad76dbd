// Makes a Failure that a stranger understands out of broken cases: the minimal case, sent again to see whether it
// recurs, with what was expected, what came, and how to see it again.
import { createHash } from 'node:crypto';
import { confirmations } from '../../http/asking-again.js';
import type { Ask, Exchange } from '../../http/types.js';
import type { At } from '../evidence/sort-key.js';
import type { RuleState } from '../evidence/rule-state.js';
import type { Recorder } from '../result/recorder.js';
import type { Clock } from '../../http/types.js';
import type { Failure } from '../result/report.js';
import type { Wrong } from '../result/finding.js';
import { causeOf, longestFact, wellFormed } from '../result/finding-in-words.js';
import type { AnyExperiment, CaseRule, Cases, ExchangeRule, Experiment } from '../rules/rule.js';
import { plain } from '../health/asks.js';
import { isOversized } from '../health/oversized-responses.js';
import { Breach, isSignal } from '../result/signals.js';
import { isTimeout, type Broken, type Evidence } from '../evidence/evidence.js';
import { mostFailures } from '../result/of-a-rule.js';
import { minimal } from './minimal.js';
import { describeCase, seedOf } from '../evidence/chosen.js';

/** At most this many cases are sent to shrink one: writes stay, so it gets by with fewer. */
const sendsFor = { reads: 150, writes: 40 };
/** The number of failures that a run makes smaller. Further ones are shown with the case that was found. */
const mostShrunk = 20;
/** The time that a whole run may spend on smaller cases. Only a slow target needs all of it. */
const shrinkMs = 6_000;
/** Halving takes a few steps only. Until it is done, another request may be shown than the one that is to blame. */
const halvingMs = 60_000;
const mostInputs = 5;
/** How many other requests are tried where the first one no longer gets the response that broke the rule. */
const mostOthers = 2;

/** 'undecided' if no response came, which says nothing for the target and nothing against it. */
export type Attempt = (value: unknown, at: At) => Promise<Broken | 'undecided' | undefined>;

/** The violations of one rule in one experiment. */
export interface Breaches {
  readonly ruleState: RuleState;
  readonly rule: CaseRule;
  readonly experiment: AnyExperiment;
  readonly cases: Cases<unknown> | undefined;
  /** Whether missing responses are charged to this rule. */
  readonly owns: boolean;
  /** Whether nothing else is in flight, and each request has a fresh connection. */
  readonly alone: boolean;
}

/** The exchanges of one kind that break a rule. */
interface OfExchanges {
  readonly failure: Failure;
  readonly broken: readonly [Broken, ...Broken[]];
  /** What is unusual about the client, if its request breaks the rule only so. */
  readonly client: string | undefined;
}

/** The facts of a run that a failure contains, and how the failure is confirmed. */
export interface FailureOptions {
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  /** How often a minimal failing case is sent again. */
  readonly confirmations?: number | undefined;
  /** The words that `replay` needs beside the id of a failure to find it and to reach the target: ' --report out/report'. */
  readonly replayWith?: string | undefined;
}

/** What a failure is made of. */
interface Found {
  /** The case that is replayed. */
  readonly smallest: Broken;
  /** The same case, as it was seen last. */
  readonly shown: Broken;
  readonly confirmed: Failure['confirmed'];
  /** All cases that broke the rule like this. */
  readonly broken: readonly Broken[];
  /**
   * The counts so far. A violation may still be taken back, so the result of the rule replaces these counts at the end.
   */
  readonly counts: Pick<Failure['cases'], 'failed' | 'of'>;
  readonly describe: (one: Broken) => string;
  readonly kind?: string;
}

interface SentAgain {
  readonly smallest: Broken;
  readonly shown: Broken;
  readonly confirmed: Failure['confirmed'];
  readonly isPlain: boolean;
  /** Whether a response had the status of the one that broke the rule. */
  readonly isSameStatus: boolean;
}

export class FailureMaker {
  readonly #options: FailureOptions;
  /** How many failures were made smaller, and how long that took. */
  #shrunk = 0;
  #shrinkingMs = 0;

  constructor(options: FailureOptions) {
    this.#options = options;
  }

  async ofCases(
    { rule, experiment, ruleState: { evidence }, cases, alone }: Breaches,
    broken: readonly Broken[],
    attempt: Attempt,
    /** The case was sent again already, and broke the rule again. */
    again?: Broken,
  ): Promise<Failure> {
    const [first] = broken as readonly [Broken];
    // A case without an answer in time is not sent again, because that would cost the whole time limit, and was done
    // before it counted; one that was shrunk before need not be shrunk again.
    const isDone = isTimeout(first);
    const smallest =
      isDone || alone ? first : await this.#smallest(first, experiment, cases, attempt);
    let shown = smallest;
    const sent = async (): Promise<boolean | undefined> => {
      const found = await attempt(smallest.value, smallest);
      if (found === 'undecided') return undefined;
      if (found) shown = found;
      return found !== undefined;
    };
    const confirmed = isDone
      ? { held: 1, of: 1 }
      : await this.#confirm(sent, smallest === again ? 1 : 0);
    return this.#failure(rule.id, {
      smallest,
      shown,
      confirmed,
      broken,
      describe: ({ value }) => describeCase(experiment, value),
      counts: { failed: evidence.broken, of: evidence.cases },
    });
  }

  async #smallest(
    first: Broken,
    experiment: Experiment<unknown, unknown>,
    cases: Cases<unknown> | undefined,
    attempt: Attempt,
  ): Promise<Broken> {
    const canShrink = cases !== undefined && ('arbitrary' in cases || experiment.smaller);
    // Searching for a smaller case with huge responses would take minutes.
    if (!canShrink || this.#shrunk >= mostShrunk || first.exchanges.some(isOversized)) return first;
    this.#shrunk += 1;
    const { clock } = this.#options;
    const startedAt = clock.now();
    const spentBefore = this.#shrinkingMs;
    const spentMs = (): number => spentBefore + clock.now() - startedAt;
    const smallest = await minimal(
      first,
      cases,
      this.#seedOf(first),
      async (value) => unlessUndecided(await attempt(value, first)),
      {
        sends: experiment.needs?.includes('writes') ? sendsFor.writes : sendsFor.reads,
        spentMs,
        timeMs: experiment.smaller ? halvingMs : shrinkMs,
      },
    );
    this.#shrinkingMs += clock.now() - startedAt;
    return smallest;
  }

  /** The seed of the values that the experiment drew, as `replay` needs it. */
  #seedOf({ experiment, stream }: Broken): number {
    return experiment ? seedOf(this.#options.seed + stream, experiment.name) : this.#options.seed;
  }

  /** One failure for each kind of answer that broke the rule: by operation and status. */
  async ofExchanges(
    rule: ExchangeRule,
    kept: readonly Broken[],
    evidence: Evidence,
    send: (ask: Ask) => Promise<Exchange | undefined>,
  ): Promise<readonly OfExchanges[]> {
    const failures: OfExchanges[] = [];
    // The one with the lowest sort key of each kind is the smallest.
    for (const kind of [...new Set(kept.map((one) => one.kind))].slice(0, mostFailures)) {
      const broken = kept.filter((one) => one.kind === kind) as [Broken, ...Broken[]];
      let again = await this.#sentAgain(rule, broken[0], send);
      // The request of the smallest may mean something else by now: that of an id which an animal has got since.
      for (const other of otherRequests(broken).slice(0, mostOthers)) {
        if (again.confirmed.held > 0 || again.isSameStatus) break;
        const found = await this.#sentAgain(rule, other, send);
        if (found.confirmed.held > 0) again = found;
      }
      const { smallest, shown, confirmed, isPlain } = again;
      const { ask } = lastOf(smallest);
      const failure = this.#failure(rule.id, {
        // The request may contain an identifier of this run, but the kind of response is the same in each run.
        kind,
        smallest,
        shown,
        confirmed,
        broken,
        describe: (one) => inWords(lastOf(one)),
        counts: { failed: evidence.brokenOf(kind), of: evidence.cases },
      });
      failures.push({ failure, broken, client: isPlain ? undefined : ask.client });
    }
    return failures;
  }

  async #sentAgain(
    rule: ExchangeRule,
    smallest: Broken,
    send: (ask: Ask) => Promise<Exchange | undefined>,
  ): Promise<SentAgain> {
    const { ask, answer } = lastOf(smallest);
    const isPlain = await breaksPlainly(rule, lastOf(smallest), send);
    let shown = smallest;
    let isSameStatus = false;
    // A missing response was requested again already.
    const confirmed = smallest.breach.isUnanswered
      ? { held: 1, of: 1 }
      : await this.#confirm(async () => {
          const exchange = await send(isPlain ? plain(ask) : ask);
          if (!exchange?.answer) return undefined;
          isSameStatus ||= exchange.answer.status === answer?.status;
          const breach = breachOf(rule, exchange);
          if (breach) shown = { ...smallest, breach, exchanges: [exchange] };
          return breach !== undefined;
        });
    return { smallest, shown, confirmed, isPlain, isSameStatus };
  }

  async #confirm(
    again: () => Promise<boolean | undefined>,
    heldBefore = 0,
  ): Promise<Failure['confirmed']> {
    const most = this.#options.confirmations ?? confirmations;
    let [held, of] = [heldBefore, heldBefore];
    for (let count = heldBefore; count < most && !this.#options.signal?.aborted; count++) {
      const holds = await again();
      if (holds !== undefined) of++;
      if (holds) held++;
    }
    return { held, of };
  }

  #failure(
    ruleId: string,
    { kind, smallest, shown: broken, confirmed, broken: all, describe, counts }: Found,
  ): Failure {
    const { recorder } = this.#options;
    const { finding, words, wrong } = broken.breach;
    // The last exchange of a failure is the one that shows it: later exchanges explain nothing.
    const shows = finding.exchange
      ? broken.exchanges.indexOf(finding.exchange)
      : broken.exchanges.length - 1;
    const ordered =
      shows < 0 && finding.exchange ? [finding.exchange] : broken.exchanges.slice(0, shows + 1);
    const place = `${smallest.experiment?.name ?? ''}#${smallest.path}`;
    const input = describe(smallest);
    const id = createHash('sha256')
      .update(`${ruleId} ${kind ?? `${place} ${input}`}`)
      .digest('hex')
      .slice(0, 8);
    const judged = ordered.at(-1);
    const exchanges = withoutRepeats(ordered).slice(-8);
    const shown = (text: string): string => shortWords(recorder.redact(text));
    return {
      id,
      ...causeOf(words.cause, ruleId, shown),
      expected: shown(words.expected),
      actual: shown(words.actual),
      ...(wrong && { finding: inReport(wrong, (text) => recorder.redact(text)) }),
      input: recorder.redact(input),
      difference: finding.difference === undefined ? null : recorder.redact(finding.difference),
      confirmed,
      cases: {
        ...counts,
        inputs: all.slice(0, mostInputs).map((one) => recorder.redact(describe(one))),
      },
      exchanges: exchanges.map((exchange) => recorder.record(exchange, ruleId)),
      ...(exchanges.length < broken.exchanges.length && { sent: broken.exchanges.length }),
      curl: judged ? recorder.curl(judged, sameConnection(judged, ordered)) : null,
      replay: `npx animal-store-conformance replay ${id}${this.#options.replayWith ?? ''}`,
      case: { seed: this.#seedOf(smallest), path: place, ...nameIn(smallest) },
    };
  }
}

/** A case that was made smaller was not planned, and has no name. */
export const nameIn = ({ path, name }: At): { readonly name?: string } =>
  name === undefined || path.includes(':') ? {} : { name };

/** A target may send a value of megabytes, which the words repeat. They are cut when no secret is left in them. */
const longestWords = 4_000;
const shortWords = (text: string): string =>
  text.length > longestWords ? `${wellFormed(text.slice(0, longestWords))}…` : text;

const shortFact = (text: string): string => wellFormed(text.slice(0, longestFact));

/** Removes everything secret or long. */
const inReport = (wrong: Wrong, redact: (text: string) => string): Wrong => {
  const kept = (fact: unknown): unknown =>
    typeof fact === 'string' ? shortFact(redact(fact)) : fact;
  const { values, ...facts } = wrong;
  return {
    ...mapped(facts, kept),
    ...(values && { values: mapped(values, kept) }),
  } as Wrong;
};

const mapped = (facts: object, kept: (fact: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, kept(fact)]));

/** Shows a request once that was sent repeatedly with the same answer and no write in between. */
function withoutRepeats(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter((exchange, at) => {
    const after = exchanges.slice(at + 1);
    const write = after.findIndex(({ ask }) => ask.writes);
    const next = after
      .slice(0, write < 0 ? after.length : write)
      .find(({ request }) => isSame(request, exchange.request));
    return (
      exchange.ask.writes ||
      next?.answer === undefined ||
      next.answer.status !== exchange.answer?.status ||
      next.answer.text !== exchange.answer.text
    );
  });
}

/** The earlier requests on the same connection, where the case is about them. */
const sameConnection = ({ ask, number }: Exchange, all: readonly Exchange[]): readonly Exchange[] =>
  ask.connection === undefined
    ? []
    : all.filter((one) => one.ask.connection === ask.connection && one.number < number).slice(-2);

const isSame = (one: Exchange['request'], other: Exchange['request']): boolean =>
  one.method === other.method &&
  one.path === other.path &&
  JSON.stringify(one.headers) === JSON.stringify(other.headers);

/** The request of an exchange, in one line. */
export function inWords({ ask: { method, path, body } }: Exchange): string {
  if (typeof body !== 'string' || body === '') return `${method} ${path}`;
  const cut = body.length > 100 ? `${body.slice(0, 97)}…` : body;
  // Nobody sees a byte order mark, which may be what the request is about.
  return `${method} ${path} ${cut.replaceAll('\uFEFF', '\\uFEFF')}`;
}

const unlessUndecided = (found: Broken | 'undecided' | undefined): Broken | undefined =>
  found === 'undecided' ? undefined : found;
const lastOf = (broken: Broken): Exchange => broken.exchanges.at(-1) as Exchange;

/** Those that broke the rule by another request than the first. */
const otherRequests = ([first, ...others]: readonly Broken[]): readonly Broken[] =>
  others.filter((one, at) =>
    [first, ...others.slice(0, at)].every(
      (before) => before === undefined || !isSame(lastOf(before).request, lastOf(one).request),
    ),
  );

/** Whether the request of an unusual client breaks the rule in the same way in its ordinary form. */
async function breaksPlainly(
  rule: ExchangeRule,
  { ask, answer }: Exchange,
  send: (ask: Ask) => Promise<Exchange | undefined>,
): Promise<boolean> {
  if (ask.client === undefined || !answer) return false;
  const exchange = await send(plain(ask));
  return exchange?.answer?.status === answer.status && breachOf(rule, exchange) !== undefined;
}

export function breachOf(rule: ExchangeRule, exchange: Exchange): Breach | undefined {
  if (!exchange.answer || !rule.applies(exchange)) return undefined;
  try {
    rule.judge(exchange);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Breach) return thrown;
    if (isSignal(thrown)) return undefined;
    throw thrown;
  }
}
