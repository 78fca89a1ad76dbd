// One run: stage by stage, every experiment once, every result to each rule that judges it, every breach to its
// minimal case, and all of it into one Report. Knows no rule, no reporter and no socket.
import { creates, profileOf } from '../../contract/operations.js';
import { statuses, type Status, maximumLimit, removalDay } from '../../contract/facts.js';
import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/types.js';
import { assemble } from '../result/assemble.js';
import { Bench } from '../rules/bench.js';
import { judge, noAnswerBreach, perform } from './case.js';
import { chosen, type At, type Chosen } from './chosen.js';
import { Excess } from './watching/excess.js';
import { animalOf, createdBy, isSuccess } from '../rules/expect.js';
import { Explainer, type BothAsks, type Watches } from '../failures/explain.js';
import { Gate } from './gate.js';
import { Hiccup } from './watching/hiccup.js';
import { unmetNeed, type Circumstances } from './needs.js';
import { CannotTest, type RunOptions } from './options.js';
import { Patience } from './watching/patience.js';
import { preflight } from './watching/preflight.js';
import { isStated, ownerOf, Progress } from './progress.js';
import { Quota } from './watching/quota.js';
import { byPlace, keepInPlace, partsOf, type Place } from './place.js';
import type { CreatedAnimal, Report } from '../result/report.js';
import {
  stages,
  type AnyExperiment,
  type Cases,
  type ExchangeRule,
  type Stage,
} from '../rules/rule.js';
import { Setup } from '../rules/setup.js';
import { Breach, isSignal, NoAnswer, undecided, Undecided } from '../rules/signals.js';
import { isTimeout } from './tally.js';
import { untilListed } from './until-listed.js';
import { controls, Watch } from './watching/watch.js';

/** So many samples of answered exchanges are kept for each rule that did not fail. */
const samplesPerRule = 2;
/** Twice as many as there are ever connections: while one answer is judged, the next request is on its way. */
const casesAtOnce = 128;
/** So many cases at once may have connections of their own, besides those that all share. */
const ownConnectionsAtOnce = 4;

export async function run(options: RunOptions): Promise<Report> {
  return new Run(options).report();
}

class Run {
  readonly #options: RunOptions;
  readonly #setup: Setup;
  readonly #gate: Gate;
  readonly #ownConnections: Gate;
  readonly #excess: Excess;
  readonly #watches: Watches;
  readonly #explainer: Explainer;
  readonly #patience: Patience;
  readonly #hiccup = new Hiccup();
  readonly #quota: Quota;
  readonly #created: CreatedAnimal[] = [];
  readonly #createdIds = new Set<string>();
  readonly #startedAt: number;
  readonly #attempts = new Map<string, number>();
  readonly #places = new Map<AnyExperiment, number>();
  /** What was seen once, or did not come in time: a busy target may be slow to all, and is asked alone at the end. */
  readonly #leftForLast = new Map<Progress, (() => Promise<unknown>)[]>();
  #visibleAfterMs: number | null = null;
  /** Why some animal of those that fill the lists was not added. */
  #notAdded: Undecided | NoAnswer | undefined;
  /** Requests without an answer that are charged to a rule already. */
  readonly #charged = new Set<Exchange>();
  /** The target did not take each of those animals. */
  #someRefused = false;
  #progress: Progress[] = [];
  #exchangeRules: { progress: Progress; rule: ExchangeRule }[] = [];
  #done = 0;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#gate = new Gate(casesAtOnce);
    this.#ownConnections = new Gate(ownConnectionsAtOnce);
    this.#excess = new Excess(this.#gate, options.catalogue);
    this.#watches = {
      catalogue: new Watch(options.catalogue, controls.catalogue, options),
      quickstart: options.quickstart && new Watch(options.quickstart, controls.quickstart, options),
    };
    this.#setup = new Setup({
      effort: options.effort,
      casesTimes: options.casesTimes,
      readOnly: options.scope.readOnly,
      populate: this.#populates,
      asOf: options.asOf,
      categoryIds: options.categoryIds,
      baseUrl: options.target.baseUrl,
      credentials: options.credentials,
      bench: (name) => this.#bench(name),
    });
    this.#patience = new Patience(options.settleMs);
    this.#quota = new Quota({
      asks: this.#watches.catalogue,
      control: controls.catalogue,
      category: () => this.#setup.category(),
      name: () => this.#mark('is there room for more?'),
      onExchange: (exchange) => this.#noteCreated(exchange, undefined),
    });
    this.#explainer = new Explainer({
      options,
      watches: this.#watches,
      quota: this.#quota,
      benches: (experiment, at, repeat, asks) => this.#benches(experiment, at, repeat, asks),
      placeOf: (experiment, at) => this.#placeOf(experiment, at),
      onCreated: (exchange, rule) => this.#noteCreated(exchange, rule),
    });
  }

  async report(): Promise<Report> {
    await this.#preflight();
    await this.#prepare();
    this.#options.onEvent?.({ type: 'started', rules: this.#progress.length });
    for (const stage of stages) await this.#runStage(stage);
    for (const [progress, explanations] of this.#leftForLast) {
      for (const explain of explanations) await explain();
      this.#finish(progress);
    }
    for (const { progress, rule } of this.#exchangeRules) {
      await this.#explainer.ofExchanges(progress, rule);
      this.#finish(progress);
    }
    return assemble(this.#options, {
      progress: this.#progress,
      created: this.#created,
      startedAt: this.#startedAt,
      visibleAfterMs: this.#visibleAfterMs,
      warnings: this.#warnings,
    });
  }

  /** A run that is interrupted so early has a report too: it says of each rule that it could not be told. */
  async #preflight(): Promise<void> {
    const { catalogue, target, interrupted } = this.#options;
    try {
      await preflight(
        this.#bench('preflight', nowhere, undefined, { catalogue, quickstart: undefined }),
        target.baseUrl,
      );
    } catch (thrown) {
      if (!(thrown instanceof CannotTest) || interrupted?.aborted !== true) throw thrown;
    }
  }

  get #warnings(): readonly string[] {
    const { catalogue, quickstart } = this.#watches;
    const full =
      this.#quota.reason === undefined
        ? []
        : [`The target takes no more animals: ${this.#quota.reason}.`];
    return [
      ...new Set([catalogue, quickstart].flatMap((watch) => watch?.remarks ?? [])),
      ...full,
      ...this.#patience.remarks,
      ...this.#hiccup.remarks,
    ];
  }

  get #populates(): boolean {
    return !this.#options.scope.readOnly && this.#options.effort !== 'quick';
  }

  async #prepare(): Promise<void> {
    const circumstances: Circumstances = {
      readOnly: this.#options.scope.readOnly,
      hasQuickstart: this.#options.quickstart !== undefined,
      populates: this.#populates,
      servesGetPet: await this.#servesGetPet(),
    };
    this.#setup.servesGetPet = circumstances.servesGetPet;
    this.#progress = this.#options.rules.map((rule) => {
      const experiments = this.#options.onlyCase
        ? [this.#options.onlyCase.experiment]
        : rule.experiments;
      const possible = experiments.filter((one) => !unmetNeed(one, circumstances));
      const [first] = experiments;
      return new Progress(
        rule,
        possible,
        possible.length === 0 && first ? unmetNeed(first, circumstances) : undefined,
        this.#options.clock.now(),
      );
    });
    for (const { experiments } of this.#progress)
      for (const one of experiments)
        if (!this.#places.has(one)) this.#places.set(one, this.#places.size);
    this.#exchangeRules = this.#progress.flatMap((progress) =>
      progress.rule.form === 'exchanges' && !progress.unmet
        ? [{ progress, rule: progress.rule }]
        : [],
    );
    for (const progress of this.#progress) if (progress.unmet) this.#finish(progress);
  }

  /** Only from the day of its removal on may the operation be gone. */
  async #servesGetPet(): Promise<boolean> {
    if (this.#options.asOf < removalDay) return true;
    try {
      const { id } = await this.#setup.knownAnimal();
      return isSuccess(
        await this.#bench('is GET /pets/{petId} still served?').get(id, { validity: 'open' }),
      );
    } catch (thrown) {
      if (isSignal(thrown)) return true;
      throw thrown;
    }
  }

  async #runStage(stage: Stage): Promise<void> {
    const experiments = [
      ...new Set(this.#progress.flatMap((progress) => progress.experiments)),
    ].filter((one) => one.stage === stage);
    const populating = stage === 'populated' ? await this.#populating(experiments) : [];
    if (stage === 'untouched' || stage === 'populated') {
      await Promise.all(populating.map((one) => this.#runExperiment(one)));
      if (this.#someRefused) await this.#fillUp();
      if (populating.length > 0)
        await untilListed(this.#bench('until the animals are listed'), this.#setup);
      if (this.#notAdded) this.#noteShortage(this.#notAdded);
      await Promise.all(
        experiments
          .filter((one) => !populating.includes(one))
          .map((one) => this.#runExperiment(one)),
      );
    } else {
      for (const one of experiments) await this.#runExperiment(one);
    }
  }

  /** The experiments whose adds bring the animals for full lists, when some experiment needs those. */
  async #populating(experiments: readonly AnyExperiment[]): Promise<readonly AnyExperiment[]> {
    if (!this.#populates) return experiments.filter((one) => one.populates);
    const needed =
      this.#options.populateAlways === true ||
      experiments.some((one) => one.needs?.includes('population'));
    const all = this.#options.populating;
    return needed ? all : experiments.filter((one) => one.populates);
  }

  /** Where some of the animals that fill the lists were refused, plain ones take their places. */
  async #fillUp(): Promise<void> {
    const bench = this.#bench('plain animals for full lists');
    const add = async (status: Status, index: number): Promise<boolean> =>
      isSuccess(
        await bench.add({
          name: `${bench.run} ${status} ${index}`,
          categoryId: await this.#setup.category(),
          status,
        }),
      );
    try {
      for (const status of statuses) {
        const short = this.#setup.accepted(status) === 0 ? 0 : await this.#setup.short(status);
        // One first: who refuses that refuses all of them.
        if (short > 0 && (await add(status, 1)))
          await Promise.all(
            Array.from({ length: short - 1 }, (_, index) => add(status, index + 2)),
          );
      }
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
    }
  }

  /** Lists that should be full, and are not because adds were lost or cut off, prove less than they would. */
  #noteShortage(why: Undecided | NoAnswer): void {
    if (statuses.every((status) => this.#setup.accepted(status) >= maximumLimit)) return;
    for (const progress of this.#progress)
      if (progress.experiments.some((one) => one.needs?.includes('population'))) progress.note(why);
  }

  async #runExperiment(experiment: AnyExperiment): Promise<void> {
    const subscribers = this.#progress.filter((progress) =>
      progress.experiments.includes(experiment),
    );
    for (const progress of subscribers)
      if (progress.tally.cases === 0) progress.startedAt = this.#options.clock.now();
    const owner = ownerOf(subscribers);
    const cases = await this.#casesOf(experiment, subscribers);
    if (cases) {
      await this.#gate.each(this.#chosen(experiment, cases, subscribers), (one) =>
        this.#runCase(experiment, one, subscribers, owner),
      );
    }
    for (const progress of subscribers) {
      const { rule, tally } = progress;
      if (rule.form === 'cases') {
        const explain = (alone: boolean): Promise<boolean> =>
          this.#explainer.ofCases({
            progress,
            rule,
            experiment,
            cases,
            owns: progress === owner,
            alone,
          });
        const isLate = tally.kept.some((one) => one.experiment === experiment && isTimeout(one));
        if (isLate || !(await explain(false)))
          this.#leftForLast.set(progress, [
            ...(this.#leftForLast.get(progress) ?? []),
            () => explain(true),
          ]);
      }
      if (
        progress.experimentOver() &&
        rule.form !== 'exchanges' &&
        !this.#leftForLast.has(progress)
      )
        this.#finish(progress);
    }
  }

  #chosen(
    experiment: AnyExperiment,
    cases: Cases<unknown>,
    subscribers: readonly Progress[],
  ): readonly Chosen[] {
    const { seed, onlyCase } = this.#options;
    const all = chosen(experiment, cases, {
      seed,
      seeds: this.#setup.seeds,
      onlyCase,
      places: (of) => this.#setup.places(of),
    });
    if (!all)
      for (const progress of subscribers)
        progress.note(
          new Undecided(
            'this case does not come about here: the target holds other animals than it did',
          ),
        );
    return all ?? [];
  }

  /** The cases of an experiment; none, with the reason noted at each rule, where the setup cannot be brought about. */
  async #casesOf(
    experiment: AnyExperiment,
    subscribers: readonly Progress[],
  ): Promise<Cases<unknown> | undefined> {
    try {
      // Nothing would be sent any more: there is no use in thinking of cases.
      if (this.#options.signal?.aborted) undecided('the run was interrupted');
      return await experiment.cases(this.#setup);
    } catch (thrown) {
      if (!isSignal(thrown)) throw thrown;
      if (experiment.populates && (thrown instanceof Undecided || thrown instanceof NoAnswer))
        this.#notAdded ??= thrown;
      for (const progress of subscribers) progress.note(thrown);
      if (thrown instanceof NoAnswer) this.#chargeSilence(thrown, experiment, nowhere);
      return undefined;
    }
  }

  async #runCase(
    experiment: AnyExperiment,
    { value, ...at }: Chosen,
    subscribers: readonly Progress[],
    owner: Progress | undefined,
  ): Promise<void> {
    const tooMuch = this.#excess.of(experiment);
    if (tooMuch) return subscribers.forEach((progress) => progress.note(tooMuch));
    const performed = await perform(experiment, value, this.#benches(experiment, at));
    const place = this.#placeOf(experiment, at);
    if (
      experiment.populates &&
      performed.exchanges.some((one) => one.ask.writes && one.answer && !isSuccess(one))
    )
      this.#someRefused = true;
    if (
      experiment.populates &&
      (performed.signal instanceof Undecided || performed.signal instanceof NoAnswer)
    )
      this.#notAdded ??= performed.signal;
    for (const progress of subscribers) {
      const { rule, tally } = progress;
      if (rule.form === 'open') {
        if (performed.signal) progress.note(performed.signal);
        else {
          tally.passed(performed.exchanges.length);
          progress.gathered.push({ value, result: performed.result, place });
        }
      }
      // What a rule over every exchange was to see of its own experiments, and did not.
      if (
        rule.form === 'exchanges' &&
        (performed.signal instanceof Undecided || performed.signal instanceof NoAnswer)
      )
        progress.note(performed.signal);
      if (rule.form !== 'cases' || !progress.judgement) continue;
      const signal = judge(performed, progress.judgement, progress === owner);
      if (progress === owner && performed.signal instanceof NoAnswer && !isStated(owner))
        this.#chargeSilence(performed.signal, experiment, at);
      if (!signal) tally.passed(performed.exchanges.length);
      else if (signal instanceof Breach)
        tally.breached({
          place,
          kind: experiment.name,
          experiment,
          value,
          ...at,
          breach: signal,
          exchanges: performed.exchanges,
        });
      else progress.note(signal);
      if (!signal) this.#sample(progress, place, performed.exchanges);
    }
  }

  /** A valid request that never gets an answer breaks a stated rule, whatever the experiment was for. */
  #chargeSilence(signal: NoAnswer, experiment: AnyExperiment, at: At): void {
    const { exchange } = signal;
    const { operation, validity } = exchange.ask;
    if (
      validity !== 'valid' ||
      profileOf(operation) === 'quickstart' ||
      this.#charged.has(exchange)
    )
      return;
    this.#charged.add(exchange);
    for (const { progress, rule } of this.#exchangeRules) {
      if (!rule.answered) continue;
      progress.tally.breached({
        place: this.#placeOf(experiment, at),
        kind: `${operation} without an answer`,
        experiment,
        value: undefined,
        ...at,
        breach: noAnswerBreach(signal),
        exchanges: [exchange],
      });
    }
  }

  #finish(progress: Progress): void {
    const result = progress.finish(this.#options.clock.now(), this.#options.recorder.redact);
    this.#done++;
    this.#options.onEvent?.({
      type: 'rule',
      result,
      done: this.#done,
      of: this.#progress.length,
      exchanges: this.#options.catalogue.stats().exchanges,
    });
  }

  #placeOf(experiment: AnyExperiment, { stream, path }: At): Place {
    return [this.#places.get(experiment) ?? -1, stream, ...partsOf(path)];
  }

  #benches(
    experiment: AnyExperiment,
    at: At,
    repeat = 0,
    asks: BothAsks = this.#watches,
  ): () => Bench {
    return () => this.#bench(experiment.name, at, experiment, asks, repeat);
  }

  #bench(
    name: string,
    at = nowhere,
    experiment?: AnyExperiment,
    { catalogue, quickstart }: BothAsks = this.#watches,
    repeat = 0,
  ): Bench {
    const { clock, scope, seed } = this.#options;
    const mark = (): string => this.#mark(`${seed + at.stream} ${name}#${at.path}`);
    return new Bench({
      catalogue,
      quickstart,
      clock,
      patience: this.#patience,
      quota: this.#quota,
      hiccup: this.#hiccup,
      // Few cases have a use for it.
      get mark() {
        return mark();
      },
      run: this.#runMark,
      resting: (wait) => this.#gate.resting(wait),
      ownConnections: this.#ownConnections,
      once: experiment?.once ?? false,
      readOnly: scope.readOnly,
      onListed: (afterMs) =>
        (this.#visibleAfterMs = Math.max(this.#visibleAfterMs ?? 0, Math.ceil(afterMs))),
      // The smallest request explains best; one that prepared the run cannot be replayed.
      onExchange: (exchange, asked) =>
        this.#note(exchange, experiment, at, () => [
          experiment ? 0 : 1,
          sizeOf(exchange),
          ...(experiment ? this.#placeOf(experiment, { ...at, path: '' }) : [name]),
          repeat,
          ...partsOf(at.path),
          asked,
        ]),
    });
  }

  /** The same for all that a run leaves behind. */
  get #runMark(): string {
    return `conformance ${this.#options.seed}`;
  }

  /** Another one for each attempt at a case. */
  #mark(key: string): string {
    const attempt = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempt);
    return `${this.#runMark} ${digest(`${key} ${attempt}`)}`;
  }

  /** Every exchange passes here once: what it created is listed, and the rules over every exchange judge it. */
  #note(
    exchange: Exchange,
    experiment: AnyExperiment | undefined,
    at: At,
    placed: () => Place,
  ): void {
    this.#options.onSent?.(exchange, experiment);
    this.#excess.note(exchange, experiment);
    if (creates(exchange.ask.operation) === 'animal') this.#noteCreated(exchange, experiment);
    if (
      !exchange.answer ||
      profileOf(exchange.ask.operation) === 'quickstart' ||
      this.#quota.covers(exchange)
    )
      return;
    for (const { progress, rule } of this.#exchangeRules) {
      if (!rule.applies(exchange)) continue;
      try {
        rule.judge(exchange);
        progress.tally.passed(1);
      } catch (thrown) {
        const kind = `${exchange.ask.operation} ${exchange.answer.status}`;
        if (thrown instanceof Breach)
          progress.tally.breached({
            place: placed(),
            kind,
            experiment,
            value: undefined,
            ...at,
            breach: thrown,
            exchanges: [exchange],
          });
        else if (thrown instanceof Undecided) progress.note(thrown);
        else if (!isSignal(thrown)) throw thrown;
      }
    }
  }

  #noteCreated(exchange: Exchange, by: AnyExperiment | string | undefined): void {
    const created = createdBy(exchange);
    if (!created || this.#createdIds.has(created.id)) return;
    this.#createdIds.add(created.id);
    const animal = animalOf(exchange);
    if (animal) this.#setup.noteAccepted(animal, exchange);
    const { redact } = this.#options.recorder;
    const rule =
      typeof by === 'object'
        ? this.#progress.find(({ experiments }) => experiments.includes(by))?.rule.id
        : by;
    this.#created.push({
      id: redact(created.id),
      name: redact(created.name),
      rule: rule ?? 'preparation',
    });
  }

  #sample({ rule, samples }: Progress, place: Place, exchanges: readonly Exchange[]): void {
    const last = exchanges.at(-1);
    const most = this.#options.samplesPerRule ?? samplesPerRule;
    const worst = samples[most - 1];
    if (!last || (worst && byPlace(worst, { place }) <= 0)) return;
    keepInPlace(samples, { place, exchange: this.#options.recorder.record(last, rule.id) }, most);
  }
}

/** For what prepares the run, and is no case. */
const nowhere: At = { stream: 0, path: '' };
const sizeOf = ({ ask }: Exchange): number => ask.path.length + (ask.body?.length ?? 0);
const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);
