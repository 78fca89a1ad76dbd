// Explains a violation before it counts: a missing response is requested again, a failing case is shrunk and sent again
// and, if it does not recur, sent once more alone and on fresh connections. Knows no rule.
import { operations, profileOf } from '../../contract/operations.js';
import type { Ask, Exchange } from '../../http/types.js';
import type { Failure } from '../result/report.js';
import type { AnyExperiment, CaseRule, ExchangeRule } from '../rules/rule.js';
import { Breach, NotApplicable, isSignal, OutsideBudget, Undecided } from '../result/signals.js';
import type { Reason } from '../result/reasons.js';
import { judge, perform } from '../rules/case.js';
import { animalOf } from '../rules/expect.js';
import type { At, SortKey } from '../evidence/sort-key.js';
import type { RuleState } from '../evidence/rule-state.js';
import type { AddedAnimals } from '../rules/added-animals.js';
import type { Session } from '../rules/session.js';
import { isTimeout, type Broken } from '../evidence/evidence.js';
import { isGatewayError } from '../health/gateway-error.js';
import { lineOf } from '../health/lines.js';
import {
  both,
  plainly,
  urgently,
  whatWasMissing,
  type BothAsks,
  type Endpoint,
} from '../health/asks.js';
import type { TargetHealth } from '../health/target-health.js';
import { Circumstances } from './circumstances.js';
import { clientOf, ofItsClient, ordinaryFirst } from './clients.js';
import { Explanation } from '../evidence/explanation.js';
import {
  breachOf,
  FailureMaker,
  type Attempt,
  type Breaches,
  type FailureOptions,
} from './failure.js';

interface ExplainerOptions {
  readonly run: FailureOptions & {
    readonly catalogue: Endpoint;
    readonly quickstart: Endpoint | undefined;
  };
  readonly health: TargetHealth;
  readonly sessions: {
    ofCase(experiment: AnyExperiment, at: At, repeat: number, asks: BothAsks): Session;
  };
  readonly added: AddedAnimals;
  readonly ruleStates: { placeOf(experiment: AnyExperiment, at: At): SortKey };
}

/** A request that stands for all similar ones that got no response in time. */
interface LostKind {
  readonly line: string;
  /** Sends it again. Resolves with whether there is still no response. */
  readonly isSilent: () => Promise<boolean>;
}

export class Explainer {
  readonly #options: ExplainerOptions;
  readonly #failures: FailureMaker;
  readonly #circumstances = new Circumstances();
  /** The requests that got no answer when they were sent alone. */
  readonly #silent = new Set<string>();
  #repeats = 0;

  constructor(options: ExplainerOptions) {
    this.#options = options;
    this.#failures = new FailureMaker(options.run);
  }

  /**
   * Sends one request of each kind that got no response in time once more. The first one goes alone: if it is still
   * not answered, the target is at fault whatever the load, and the others go together, because each of them costs
   * the whole time limit. If other requests were answered at once, or if the first request of the run was alone and
   * not answered either, all go together; of these, the silent ones go alone after all if some are answered.
   */
  async askAgain(all: readonly Breaches[]): Promise<void> {
    let left = this.#lostKinds(all);
    const silentOf = async (kinds: readonly LostKind[]): Promise<readonly LostKind[]> => {
      const silent = await Promise.all(kinds.map(({ isSilent }) => isSilent()));
      return kinds.filter((_, index) => silent[index]);
    };
    const { expectsSilence, servesOthersAtOnce } = this.#options.health.endpoints.catalogue;
    let isAtFault = expectsSilence;
    if (servesOthersAtOnce && !expectsSilence) {
      const silent = await silentOf(left);
      if (silent.length === left.length) return this.#remember(silent);
      left = silent;
    }
    while (!isAtFault && left.length > 0) {
      const silent = await silentOf(left.slice(0, 1));
      this.#remember(silent);
      isAtFault = silent.length > 0;
      left = left.slice(1);
    }
    this.#remember(await silentOf(left));
  }

  #lostKinds(all: readonly Breaches[]): readonly LostKind[] {
    const seen = new Set<string>();
    return all.flatMap((breaches) =>
      breaches.ruleState.evidence.kept
        .filter((one) => one.experiment === breaches.experiment && isTimeout(one))
        .filter((lost) => !this.#isSurelySilent(lost))
        .filter((lost) => isNew(seen, lineOfLost(lost)))
        .map((lost): LostKind => ({
          line: lineOfLost(lost),
          isSilent: async () => {
            const attempt = this.#attempt(breaches);
            const asks = both(this.#alone(), urgently);
            const again = await attempt(lost.value, lost, { asks, wasMissing: true });
            return again !== undefined && again !== 'undecided' && isTimeout(again);
          },
        })),
    );
  }

  #remember(silent: readonly LostKind[]): void {
    for (const { line } of silent) this.#silent.add(line);
  }

  /** Explains the violations of a rule in one experiment as a single failure with its minimal case. */
  async ofCases(breaches: Breaches): Promise<Explanation> {
    const { ruleState, rule, experiment, alone } = breaches;
    const attempt = this.#attempt(breaches);
    const all = ruleState.evidence.kept.filter((one) => one.experiment === experiment);
    const explained = new Explanation();
    await this.#takeBack(explained, all);
    const missing = await this.#askForAnswers(explained, all, async (lost) => {
      const asks = isTimeout(lost) ? this.#alone() : undefined;
      const again = await attempt(lost.value, lost, { asks, wasMissing: true });
      return again !== undefined && again !== 'undecided';
    });
    const broken = ordinaryFirst(explained.left(all));
    const [first] = broken;
    if (first === undefined) return explained;
    const wasMissing = first.breach.isUnanswered;
    const isPlain = await this.#breaksPlainly(first, attempt);
    let last = first;
    const failure = await this.#failures.ofCases(
      breaches,
      broken,
      async (value, at) => {
        const found = await attempt(value, at, { wasMissing, isPlain });
        if (isBroken(found)) last = found as Broken;
        return found;
      },
      missing,
    );
    await this.#takeBack(explained, broken, true);
    const left = explained.left(broken);
    if (left.length === 0) return explained;
    const { held, of } = failure.confirmed;
    const isGone = held === 0 && of > 0;
    const mayExplainLater = this.#options.health.changesByOthers.mayExplainLater(first.breach);
    const mayBeMixedUp = first.exchanges.some((one) => this.#options.added.showsAnother(one));
    explained.isLeftForLast = !alone && (isGone || mayExplainLater || mayBeMixedUp);
    if (explained.isLeftForLast) return explained;
    const why = isGone
      ? await this.#notABreach(rule, first)
      : held < of
        ? this.#options.health.changesByOthers.mayBeOld(first.breach)
        : undefined;
    if (why) {
      for (const one of left) explained.retract(one, why);
      return explained;
    }
    const again = async (time: number, asks?: BothAsks): Promise<boolean | undefined> => {
      const one = left[time % left.length] ?? first;
      return isBroken(await attempt(one.value, one, { asks, wasMissing }));
    };
    explained.failures.push({
      place: first.place,
      failure: alone
        ? await this.#withCircumstance(failure, again, () =>
            this.#isChangedByAnAdd(breaches, first),
          )
        : ofItsClient(failure, isPlain ? undefined : clientOf(last)),
    });
    return explained;
  }

  /**
   * Whether an ordinary client sees it as well: then that is shown. Which client sends a case may depend on its value,
   * so a smaller one may be that of an unusual client.
   */
  async #breaksPlainly(first: Broken, attempt: AttemptWith): Promise<boolean> {
    if (first.breach.isUnanswered) return false;
    return (
      clientOf(first) === undefined ||
      isBroken(await attempt(first.value, first, { wasMissing: false, isPlain: true })) === true
    );
  }

  /**
   * Adds the circumstance of a failure that did not recur while other requests were under way, and was then sent alone
   * on fresh connections.
   */
  async #withCircumstance(
    failure: Failure,
    again: (time: number, asks?: BothAsks) => Promise<boolean | undefined>,
    isChangedByAnAdd: () => Promise<boolean>,
  ): Promise<Failure> {
    const { held, of } = failure.confirmed;
    if (held === 0 && of > 0)
      return (
        (await this.#circumstances.onceOthersAreAdded(failure, isChangedByAnAdd)) ??
        this.#circumstances.together(failure, again)
      );
    const isSteady = held === of && of > 1;
    return isSteady
      ? this.#circumstances.whereKept(failure, () => again(0, this.#options.health.endpoints))
      : failure;
  }

  /** Whether the animal that a case fetched is another one once the case was carried out again, one request at a time. */
  async #isChangedByAnAdd(breaches: Breaches, first: Broken): Promise<boolean> {
    const shown = first.breach.finding.exchange;
    if (shown === undefined || !isGet(shown.ask)) return false;
    const fetched: Exchange[] = [];
    const note = (exchanges: readonly Exchange[]): void => {
      const adds = exchanges.some(({ ask }) => ask.writes);
      fetched.push(...exchanges.filter(({ ask }) => adds && isGet(ask)).slice(-1));
    };
    const attempt = this.#attempt(breaches);
    for (let turn = 0; turn < 2; turn++)
      await attempt(first.value, first, { wasMissing: false, note });
    const [before] = fetched;
    if (before === undefined || fetched.length < 2) return false;
    const after = await this.#again(before.ask, breaches.rule.id);
    return after !== undefined && areOfTwoAnimals(before, after);
  }

  /** Explains a rule over every exchange: one failure for each kind of response. */
  async ofExchanges({ evidence }: RuleState, rule: ExchangeRule): Promise<Explanation> {
    const { kept } = evidence;
    const explained = new Explanation();
    const again = (ask: Ask): Promise<Exchange | undefined> => this.#again(ask, rule.id);
    await this.#takeBack(explained, kept);
    await this.#askForAnswers(explained, kept, async ({ breach: { finding } }) => {
      const ask = finding.exchange?.ask;
      return ask !== undefined && !(await again({ ...ask, again: 'on any connection' }))?.answer;
    });
    const found = await this.#failures.ofExchanges(rule, explained.left(kept), evidence, again);
    for (const { failure, broken, client } of found) {
      const [{ place, breach }] = broken;
      const { held, of } = failure.confirmed;
      const isGone = held === 0 && of > 0;
      const why = isGone ? await this.#notABreach(rule) : undefined;
      if (why) for (const one of broken) explained.retract(one, why);
      else if (isGone && breach.finding.exchange) {
        const asks = mixed(
          broken,
          found.flatMap((one) => one.broken),
        );
        const isBroken = async (time: number): Promise<boolean | undefined> => {
          const exchange = await again(asks[time % asks.length] as Ask);
          return exchange?.answer && breachOf(rule, exchange) !== undefined;
        };
        const together = await this.#circumstances.together(failure, isBroken);
        explained.failures.push({ place, failure: together });
      } else explained.failures.push({ place, failure: ofItsClient(failure, client) });
    }
    return explained;
  }

  #attempt({ ruleState, rule, experiment, owns, alone }: Breaches): AttemptWith {
    return async (value, { stream, path, name }, { asks, wasMissing, isPlain, note }) => {
      const at: At = { stream, path, name };
      const repeat = ++this.#repeats;
      const usual = asks ?? (alone ? this.#aloneIfThere() : this.#options.health.endpoints);
      const sent = isPlain ? both(usual, plainly) : usual;
      const asked = wasMissing ? both(sent, whatWasMissing) : sent;
      const performed = await perform(
        experiment,
        value,
        this.#options.sessions.ofCase(experiment, at, repeat, asked),
      );
      const { exchanges } = performed;
      note?.(exchanges);
      const signal = judge(performed, ruleState.judgement ?? rule.judge(), owns);
      for (const { answer } of exchanges) answer?.shorten?.();
      if (performed.signal instanceof OutsideBudget) return 'undecided';
      if (
        signal instanceof Undecided &&
        (exchanges.length === 0 || exchanges.some(({ answer }) => !answer))
      )
        return 'undecided';
      const changed = signal instanceof Breach ? await this.#changeBehind(signal) : undefined;
      if (changed instanceof OutsideBudget) return 'undecided';
      return signal instanceof Breach && changed === undefined
        ? {
            place: this.#options.ruleStates.placeOf(experiment, at),
            kind: experiment.name,
            experiment,
            value,
            ...at,
            breach: signal,
            exchanges,
          }
        : undefined;
    };
  }

  /**
   * Takes back what the rest of the run has shown to be no violation. An error that load may cause counts only after
   * a retry, and a status that somebody may have changed only after another look. An interrupted run makes neither.
   */
  async #takeBack(
    explained: Explanation,
    among: readonly Broken[],
    isConfirmed = false,
  ): Promise<void> {
    const { quotas, changesByOthers } = this.#options.health;
    await changesByOthers.suspect(
      among.map(({ breach }) => breach),
      isConfirmed,
    );
    for (const { breach } of among)
      if (breach.finding.exchange) await quotas.suspect(breach.finding.exchange);
    for (const broken of among) {
      const { exchange } = broken.breach.finding;
      const changed = changesByOthers.explains(broken.breach);
      const full = exchange && quotas.whyCovered(exchange);
      if (full) explained.retract(broken, full);
      else if (changed) explained.retract(broken, changed);
      else if (
        exchange &&
        (isGatewayError(exchange) || changesByOthers.mayExplain(broken.breach)) &&
        this.#options.run.signal?.aborted
      )
        explained.retract(broken, new Undecided({ what: 'interrupted' }));
    }
  }

  /** Why it is held against nobody, if others may have changed the animal. If not, the target shows it wrongly. */
  async #changeBehind(breach: Breach): Promise<NotApplicable | OutsideBudget | undefined> {
    const { changesByOthers } = this.#options.health;
    await changesByOthers.suspect([breach]);
    return changesByOthers.explains(breach);
  }

  /** The reason why a violation that did not recur, alone and on a fresh connection, is held against nobody. */
  async #notABreach(
    rule: CaseRule | ExchangeRule,
    first?: Broken,
  ): Promise<NotApplicable | undefined> {
    const { changesByOthers } = this.#options.health;
    const changed = first && (await changesByOthers.mayHaveExplained(first.breach));
    if (changed) return changed;
    if (this.#options.run.catalogue.stats().unasked.count > 0)
      return new NotApplicable({ what: 'unrequested response' });
    if (rule.form === 'cases' && rule.compares)
      return new NotApplicable({ what: 'varying responses' });
    return undefined;
  }

  /** Requests each missing response again, until one is still missing, and returns that one. */
  async #askForAnswers(
    explained: Explanation,
    among: readonly Broken[],
    isStillMissing: (lost: Broken) => Promise<boolean>,
  ): Promise<Broken | undefined> {
    for (const lost of explained.left(among).filter(({ breach }) => breach.isUnanswered)) {
      if (this.#silent.has(lineOfLost(lost)) || this.#isSurelySilent(lost)) return undefined;
      if (await isStillMissing(lost)) {
        if (isTimeout(lost)) this.#silent.add(lineOfLost(lost));
        return lost;
      }
      // A missing response that arrives on a retry may be the fault of the network, of a busy server, or ours.
      explained.retract(
        lost,
        new Undecided(
          this.#goneBefore(lost) ?? {
            what: 'arrived late',
            values: { problem: lost.breach.words.actual },
          },
        ),
      );
    }
    return undefined;
  }

  /** Sends while nothing else is in flight, and on connections of its own. */
  #alone(): BothAsks {
    const { run, health } = this.#options;
    const { endpoints } = health;
    run.catalogue.closeIdle();
    run.quickstart?.closeIdle();
    return {
      catalogue: endpoints.catalogue.unguarded,
      quickstart: endpoints.quickstart?.unguarded,
    };
  }

  /** A target that is gone is not asked any more. */
  #aloneIfThere(): BothAsks {
    const { catalogue, quickstart } = this.#options.health.endpoints;
    const alone = this.#alone();
    return {
      catalogue: catalogue.endedBecause === undefined ? alone.catalogue : catalogue,
      quickstart: quickstart?.endedBecause === undefined ? alone.quickstart : quickstart,
    };
  }

  #isSurelySilent({ breach }: Broken): boolean {
    const ask = breach.finding.exchange?.ask;
    if (ask === undefined) return false;
    return this.#options.health.endpoints[profileOf(ask.operation)]?.isSurelySilent(ask) ?? false;
  }

  #goneBefore({ breach }: Broken): Reason | undefined {
    const { exchange } = breach.finding;
    return (
      exchange && this.#options.health.endpoints[profileOf(exchange.ask.operation)]?.endedBecause
    );
  }

  async #again(ask: Ask, rule: string): Promise<Exchange | undefined> {
    try {
      const exchange = await this.#aloneIfThere().catalogue.send(ask);
      this.#options.added.note(exchange, rule);
      return exchange;
    } catch (thrown) {
      if (isSignal(thrown)) return undefined;
      throw thrown;
    }
  }
}

/** The requests of some exchanges and of others in turn that get another status: where responses are mixed up, it shows. */
function mixed(some: readonly Broken[], all: readonly Broken[]): readonly Ask[] {
  const [first] = exchangesOf(some);
  const others = exchangesOf(all).filter((one) => statusOf(one) !== statusOf(first));
  return exchangesOf(some).flatMap(({ ask }, index) => {
    const other = others[index % others.length];
    return other ? [ask, other.ask] : [ask];
  });
}

const exchangesOf = (broken: readonly Broken[]): readonly Exchange[] =>
  broken.flatMap(({ breach }) => breach.finding.exchange ?? []);

const isGet = ({ operation }: Ask): boolean => operation === operations.getPet.id;

/** Whether two responses show different animals. The status of one may change meanwhile. */
function areOfTwoAnimals(one: Exchange, other: Exchange): boolean {
  const [before, after] = [animalOf(one), animalOf(other)];
  if (!before || !after) return false;
  return (['id', 'name', 'categoryId'] as const).some((field) => before[field] !== after[field]);
}

const statusOf = (exchange: Exchange | undefined): number | undefined => exchange?.answer?.status;

/** Whether the case broke the rule; undefined if there was no response. */
const isBroken = (found: Broken | 'undecided' | undefined): boolean | undefined =>
  found === 'undecided' ? undefined : found !== undefined;

type AttemptWith = (
  value: unknown,
  at: At,
  how: {
    readonly asks?: BothAsks | undefined;
    readonly wasMissing: boolean;
    /** Whether what is unusual about the client is left out. */
    readonly isPlain?: boolean;
    readonly note?: (exchanges: readonly Exchange[]) => void;
  },
) => ReturnType<Attempt>;

function isNew(known: Set<string>, name: string): boolean {
  const { size } = known;
  return known.add(name).size > size;
}

const lineOfLost = ({ breach }: Broken): string =>
  breach.finding.exchange ? lineOf(breach.finding.exchange.ask) : '';
