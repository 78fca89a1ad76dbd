// One run: its parts and their order. It prepares, executes one stage after another, sends what was left for last, and
// makes one Report of everything. Knows no rule, no reporter and no socket.
import type { Exchange } from '../../http/types.js';
import type { BudgetLimit, BudgetLimits } from '../../http/budget.js';
import { casesAtOnce } from '../../http/pacing/at-once.js';
import { removalDay } from '../../contract/facts.js';
import { Explainer } from '../failures/explain.js';
import { assemble } from './assemble.js';
import type { Report } from '../result/report.js';
import { nameOfReason } from '../result/reasons.js';
import { animalOf } from '../rules/expect.js';
import { stages, type Stage } from '../rules/rule.js';
import { Setup } from '../rules/setup.js';
import { isSignal } from '../result/signals.js';
import { Sessions } from './sessions.js';
import { healthOf } from './health.js';
import { Experiments } from './cases/experiments.js';
import type { Budget } from './cases/order.js';
import { Population } from './cases/population.js';
import { Origins } from '../evidence/origins.js';
import { AddedAnimals } from '../rules/added-animals.js';
import { Semaphore } from '../health/semaphore.js';
import { CannotTest } from '../health/cannot-test.js';
import { type RunOptions } from './options.js';
import { ruleNamed } from '../../contract/ledger.js';
import type { RuleState } from '../evidence/rule-state.js';
import { RuleStates } from './rule-states.js';
import { Deadline } from '../health/deadline.js';
import { Undecided } from '../result/signals.js';
import { storeElsewhere } from '../health/other-bases.js';
import { expectEmptyList, preflight, preflightWithin, quickstartPreflight } from './preflight.js';
import type { RunRecording } from '../recorded-cases/in-report.js';
import { RecordedCases } from '../recorded-cases/recorded-cases.js';
import { unbroken } from '../recorded-cases/draw.js';
import { both, type BothAsks } from '../health/asks.js';
import { whyUnasked } from '../health/lost-responses.js';
import { goneBecause, remarksOf, type TargetHealth } from '../health/target-health.js';

export async function run(options: RunOptions): Promise<Report> {
  return new Run(options).report();
}

/** Almost any target bears this number of simultaneous requests. */
const surelyAtOnce = 2;

class Run {
  readonly #options: RunOptions;
  readonly #semaphore = new Semaphore(casesAtOnce);
  readonly #health: TargetHealth;
  readonly #sessions: Sessions;
  readonly #setup: Setup;
  readonly #added: AddedAnimals;
  readonly #recordedCases: RecordedCases | undefined;
  /** The deadline for sending cases. */
  readonly #deadline: Deadline | undefined;
  /** How long the target took for the first request. */
  #first: Exchange | undefined;
  #firstMs = 1;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#recordedCases = options.keepCases
      ? new RecordedCases((exchange) => options.recorder.recordWhole(exchange, null))
      : undefined;
    const withinMs = options.budget?.limits?.withinMs;
    this.#deadline = withinMs === undefined ? undefined : new Deadline(options.clock, withinMs);
    const origins = new Origins(options);
    this.#added = new AddedAnimals(options.recorder.redact);
    const added = this.#added;
    this.#health = healthOf(options, added, origins, this.#semaphore);
    this.#sessions = new Sessions({
      run: options,
      health: this.#health,
      added,
      origins,
    });
    this.#setup = new Setup({
      effort: options.effort,
      casesTimes: options.casesTimes,
      readOnly: options.scope.readOnly,
      asOf: options.asOf,
      categoryIds: options.categoryIds,
      baseUrl: options.target.baseUrl,
      credentials: options.credentials,
      session: (name) => this.#sessions.preparing(name),
      added,
      servesGetPet: () => this.#health.servesGetPet,
      shortenNames: () => origins.shorten(),
    });
  }

  async report(): Promise<Report> {
    const over = new AbortController();
    const { longest } = this.#options;
    if (longest !== undefined) void this.#health.idleTimeout.endAfter(longest.idleMs, over.signal);
    try {
      return await this.#report();
    } finally {
      over.abort();
    }
  }

  /** What speaks against the target, although no response breaks a rule. */
  async #doubts(ruleStates: RuleStates): Promise<readonly Undecided[]> {
    const { lostResponses, changesByOthers } = this.#health;
    const { lost, areSomeRemoved } = changesByOthers;
    const broken = lostResponses.reason;
    const hasFailed = ruleStates.all.some(({ evidence }) => evidence.broken > 0);
    const areGone = hasFailed ? undefined : await lost.whyFirstAreGone();
    // A quick run sends what is more telling.
    const isEnough = areGone !== undefined || this.#options.effort === 'quick';
    const areRead = !isEnough && !ruleStates.all.some(failsTarget);
    const doubts = [
      broken && new Undecided(broken),
      whyUnasked(this.#options.catalogue.stats().unasked),
      areGone,
      areRead && !areSomeRemoved ? await lost.whyNeverShown() : undefined,
      areRead ? await lost.whyFoundLate() : undefined,
    ];
    return doubts.filter((one) => one !== undefined);
  }

  async #report(): Promise<Report> {
    await this.#preflight();
    const ruleStates = await this.#prepare();
    const explainer = new Explainer({
      run: this.#options,
      health: this.#health,
      sessions: this.#sessions,
      added: this.#added,
      ruleStates,
    });
    this.#options.onEvent?.({ type: 'started', rules: ruleStates.all.length });
    await this.#stages(ruleStates, explainer);
    for (const { ruleState, rule } of ruleStates.overExchanges) {
      ruleState.take(await explainer.ofExchanges(ruleState, rule));
      if (rule.answered) for (const why of await this.#doubts(ruleStates)) ruleState.note(why);
      ruleStates.finish(ruleState);
    }
    const reason = goneBecause(this.#health);
    if (reason !== undefined) {
      await this.#sessions.untilQuiet();
      this.#options.onOutage?.({
        reason,
        undecided: ruleStates.all
          .filter((one) => one.reason && nameOfReason(one.reason) === nameOfReason(reason))
          .map(({ rule }) => rule.id),
        suspects: this.#sessions.inFlight.all,
        recent: this.#sessions.inFlight.recent,
      });
    }
    return assemble(this.#options, {
      ruleStates: ruleStates.all,
      cutBy: this.#cutBy(ruleStates),
      created: this.#added.created,
      visibleAfterMs: this.#sessions.visibleAfterMs,
      warnings: [
        ...this.#remarkOnFirst(ruleStates),
        ...remarksOf(this.#health),
        ...this.#setup.remarks,
        ...this.#sessions.remarks,
      ],
      witnesses: await this.#recording(ruleStates),
    });
  }

  /** The limits of the budget because of which something was left out, from the start or once they were used up. */
  #cutBy({ ranking }: RuleStates): BudgetLimits {
    const { budget, catalogue, quickstart } = this.#options;
    const limits = budget?.limits ?? {};
    const usedUp = [catalogue, quickstart].flatMap((one) => one?.stats().overBudget ?? []);
    const cut = new Set<BudgetLimit>(usedUp);
    if (this.#deadline?.wasReached) cut.add('withinMs');
    return {
      ...ranking.shortLimits,
      ...Object.fromEntries([...cut].map((limit) => [limit, limits[limit]])),
    };
  }

  async #recording({ all }: RuleStates): Promise<RunRecording | undefined> {
    if (this.#recordedCases === undefined) return undefined;
    // A target that is not conformant gets no certificate, and its cases may be large. A certificate may have warnings.
    if (all.some(failsTarget) && this.#options.keepCases !== 'of any run') return undefined;
    const inapplicable = all.flatMap(({ rule, result, reason }) =>
      reason !== undefined && (result?.outcome === 'inapplicable' || result?.outcome === 'untested')
        ? [{ id: rule.id, reason, because: result.because }]
        : [],
    );
    const toDraw = all.flatMap(({ rule, result }) =>
      rule.form === 'cases' && result && unbroken.has(result.outcome) ? [rule] : [],
    );
    return {
      setup: await this.#setup.found(),
      experiments: this.#recordedCases.chosen(inapplicable, toDraw),
      commitment: this.#recordedCases.commitment,
    };
  }

  /** A run that is interrupted so early still has a report, in which each rule is undecided. */
  async #preflight(): Promise<void> {
    const { catalogue, target, interrupted, longest, clock, needsEmptyList } = this.#options;
    const session = this.#sessions.preparing('preflight', { catalogue, quickstart: undefined });
    const { baseUrl } = target;
    try {
      const hints = {
        storeElsewhere: () => storeElsewhere(catalogue, baseUrl),
        again: target.again,
      };
      const instead = await (longest === undefined
        ? preflight(session, baseUrl, hints)
        : preflightWithin(longest, { session, baseUrl, clock, ...hints }));
      if (instead !== undefined) this.#health.endpoints.catalogue.expectSilence(instead);
      this.#first = session.exchanges[0];
      this.#firstMs = Math.max(1, session.exchanges.at(-1)?.durationMs ?? 1);
      if (needsEmptyList === true) await expectEmptyList(session, baseUrl);
      await this.#lookForQuickstart();
    } catch (thrown) {
      if (!(thrown instanceof CannotTest) || interrupted?.aborted !== true) throw thrown;
    }
  }

  /** The first request is sent before any rule, so none judges it. */
  #remarkOnFirst({ all }: RuleStates): readonly string[] {
    const { ask, answer } = this.#first ?? {};
    if (ask === undefined || answer === undefined || all.some(failsTarget)) return [];
    const { status } = answer;
    if (status < 400 || status === 429) return [];
    return [
      `The first request, ${ask.method} ${ask.path}, returned ${status}, and no later one did: the target may not have been ready.`,
    ];
  }

  /** A candidate with its own quickstart gets no message here: if one crashes it, the rules have to find out. */
  async #lookForQuickstart(): Promise<void> {
    const { looksForQuickstart, rules, scope, budget, target } = this.#options;
    const { quickstartBaseUrl } = target;
    const isTested = rules.some(({ id }) => ruleNamed(id).profile === 'quickstart');
    const { maxRequests, maxWrites } = budget?.limits ?? {};
    const isAllowed = !scope.readOnly && maxRequests === undefined && maxWrites === undefined;
    if (!looksForQuickstart || !isTested || !isAllowed || quickstartBaseUrl === null) return;
    await quickstartPreflight(this.#sessions.preparing('preflight'), quickstartBaseUrl);
  }

  get #inTime(): BothAsks | undefined {
    const deadline = this.#deadline;
    return deadline && both(this.#health.endpoints, (asks) => deadline.before(asks));
  }

  /** How many requests fit into the time limit, judging by the first of them. */
  #budget(): Budget {
    const { budget = {} } = this.#options;
    const withinMs = budget.limits?.withinMs;
    return withinMs === undefined
      ? budget
      : { ...budget, requestsInTime: Math.floor(withinMs / this.#firstMs) * surelyAtOnce };
  }

  async #prepare(): Promise<RuleStates> {
    this.#health.servesGetPet = await this.#servesGetPet();
    const ruleStates = new RuleStates(this.#options, this.#health.servesGetPet, this.#budget());
    const { isShort, animals } = ruleStates.ranking;
    if (isShort) this.#setup.mostAnimals = animals;
    this.#sessions.ruleStates = ruleStates;
    for (const ruleState of ruleStates.all) if (ruleState.unmet) ruleStates.finish(ruleState);
    return ruleStates;
  }

  /** Only from the day of its removal on may the operation be gone. */
  async #servesGetPet(): Promise<boolean> {
    if (this.#options.asOf < removalDay) return true;
    try {
      const { id } = await this.#setup.knownAnimal();
      const session = this.#sessions.preparing('is GET /pets/{petId} still served?');
      return animalOf(await session.get(id, { validity: 'open' })) !== undefined;
    } catch (thrown) {
      if (isSignal(thrown)) return true;
      throw thrown;
    }
  }

  async #stages(ruleStates: RuleStates, explainer: Explainer): Promise<void> {
    const parts = {
      run: this.#options,
      setup: this.#setup,
      sessions: this.#sessions,
      ruleStates,
    };
    const population = new Population(parts);
    const experiments = new Experiments({
      ...parts,
      semaphore: this.#semaphore,
      health: this.#health,
      population,
      explainer,
      asks: this.#inTime,
      recordedCases: this.#recordedCases,
    });
    for (const stage of stages) await runStage(stage, ruleStates, experiments, population);
    await experiments.last();
  }
}

/** While few animals are there, one experiment after another: a list then proves an absence. Else all at once. */
async function runStage(
  stage: Stage,
  ruleStates: RuleStates,
  experiments: Experiments,
  population: Population,
): Promise<void> {
  const ofStage = ruleStates.experiments.filter((one) => one.stage === stage);
  if (stage === 'sparse') {
    for (const one of ofStage) await experiments.carryOut([one]);
    return;
  }
  const bringing = stage === 'populated' ? population.bringing(ofStage) : [];
  for (const group of bringing) await experiments.carryOut(group);
  const brought = new Set(bringing.flat());
  if (brought.size > 0) await population.complete();
  await population.noteShortage();
  await experiments.carryOut(ofStage.filter((one) => !brought.has(one)));
}

const failsTarget = ({ result }: RuleState): boolean =>
  result?.outcome === 'failed' && result.kind === 'stated';
