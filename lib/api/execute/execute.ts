// Runs a checked configuration: opens what it needs, starts the rules, closes everything again. Prints nothing and
// writes no file; the command and vitest both use it.
import { loadLedger, ruleNamed } from '../../contract/ledger.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunStart } from '../../judge/run/start-run.js';
import { CannotTest } from '../../judge/health/cannot-test.js';
import { type Bail, type RunEvent } from '../../judge/run/options.js';
import type { Report, TargetFacts } from '../../judge/result/report.js';
import type { Rule } from '../../judge/rules/rule.js';
import type { Exchange, Transport } from '../../http/types.js';
import { markedBy, withKnown } from '../../certify/baseline/apply.js';
import { type KnownToday, type Saying, sayingOf } from '../../certify/baseline/baseline.js';
import { realClock } from '../../http/pacing/clock.js';
import { somebodyListens, whyUnreachable } from '../../http/sockets/listens.js';
import { openTransport } from '../../http/sockets/transport.js';
import { checkTheQuickstart } from '../../judge/run/preflight.js';
import type { Configuration } from '../configuration/configuration.js';
import type { Mask } from '../configuration/mask.js';
import { againOf, inShell } from '../options/replay-flags.js';
import type { Environment } from '../environment.js';
import { bailAfter } from './bail.js';
import { describeKit } from '../package.js';
import { startCandidate as begin } from './candidate.js';
import { Started, type Starting } from './started.js';
import { untilReady } from './wait.js';

/** How the target is reached again, for the commands in a report. */
export interface ReplayWords {
  /** The words after `replay FAILURE`. */
  readonly replayWith?: readonly string[] | undefined;
  /** The words of the command that start a candidate again. */
  readonly startedWith?: readonly string[] | undefined;
}

interface Listeners extends ReplayWords {
  /** HTTP_PROXY and the like are looked up here, and a candidate is started with it. */
  readonly environment: Environment;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /** Whole cases are kept with the report, so that it can be judged again. */
  readonly keepCases?: boolean | undefined;
  /** Turn away a store without an empty list, before anything is written. */
  readonly needsEmptyList?: boolean | undefined;
  /** The activity before the rules begin: "waiting for ...". */
  readonly onPhase?: (what: string) => void;
}

export interface Prepared {
  /** Everything that `startRun` needs. */
  readonly runStart: RunStart;
  close(): Promise<void>;
}

export async function execute(configuration: Configuration, listeners: Listeners): Promise<Report> {
  const { startRun } = await import('../../judge/run/start-run.js');
  const prepared = await prepare(configuration, listeners);
  try {
    return await explained(await startRun(prepared.runStart), configuration.baseline);
  } catch (thrown) {
    if (
      !(thrown instanceof CannotTest) ||
      prepared.runStart.signal?.aborted !== true ||
      listeners.signal?.aborted === true
    )
      throw thrown;
    throw new CannotTest(
      `Nothing could be decided about the target at ${prepared.runStart.target.baseUrl} within ${configuration.timeouts.runMs / 1000} s (--max-time).`,
    );
  } finally {
    await prepared.close();
  }
}

async function bailOn(after: number, { options, baseline }: Configuration): Promise<Bail> {
  const { causesAtLeast } = await import('../../proof/failure-signatures/index.js');
  const strict = options.strict === true;
  return bailAfter({ after, strict, causesAtLeast, says: knownBy(baseline) });
}

/** The baseline's entry for a failure; undefined without a baseline. */
const knownBy = (baseline: KnownToday | null): Saying =>
  baseline === null ? () => undefined : sayingOf(baseline);

/** Reports known failures as known already while the run continues. */
function markingKnown(
  emit: (event: RunEvent) => void,
  baseline: KnownToday | null,
): (event: RunEvent) => void {
  if (baseline === null) return emit;
  const says = sayingOf(baseline);
  return (event) =>
    emit(event.type === 'rule' ? { ...event, result: markedBy(says, event.result) } : event);
}

/** Adds the causes of the failures, and what is known of them. */
export async function explained(found: Report, baseline: KnownToday | null): Promise<Report> {
  const report = await byCause(withHint(found));
  return baseline === null ? report : withKnown(report, baseline);
}

/** A report without failures does not need the faults of the proof. */
async function byCause(report: Report): Promise<Report> {
  if (!report.rules.some(({ outcome }) => outcome === 'failed')) return report;
  const { withCauses } = await import('../../proof/failure-signatures/index.js');
  return withCauses(report);
}

export async function prepare(
  configuration: Configuration,
  listeners: Listeners,
): Promise<Prepared> {
  const opened: Opened = [];
  const close = async (): Promise<void> => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    return { runStart: await open(configuration, listeners, opened), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** What is to be closed again, the last first. */
type Opened = (() => Promise<void> | void)[];

async function open(
  configuration: Configuration,
  listeners: Listeners,
  opened: Opened,
): Promise<RunStart> {
  const { timeouts, target, options, mask } = configuration;
  const bail = options.bail === undefined ? null : await bailOn(options.bail, configuration);
  const outOfTime = timeLimit(timeouts.runMs, opened);
  const ends = [listeners.signal, outOfTime, bail?.signal];
  const signal = AbortSignal.any(ends.flatMap((one) => one ?? []));
  const [{ order, populating }, rules, there] = await Promise.all([
    import('../../../suites/index.js'),
    chosenRules(configuration),
    openTarget(configuration, opened),
  ]);
  const reached = await reachTarget(there, { configuration, listeners, opened, signal });
  if (reached.quickstartTransport !== undefined)
    await expectReachableQuickstart(configuration, rules, there, listeners);
  const { baseUrl, quickstartBaseUrl } = there;
  const facts = { name: target.name, baseUrl, quickstartBaseUrl, ...againOf(target, listeners) };
  return {
    ...reached,
    kit: describeKit(),
    rules,
    populating,
    order,
    target: facts,
    shownTarget: withoutKeys(facts, mask),
    key: there.key,
    quickstartKey: there.quickstartKey,
    headers: configuration.headers,
    curlFlags: configuration.curlFlags,
    concurrency: options.concurrency,
    limits: configuration.limits,
    throttleBudgetMs: timeouts.throttleMs,
    longest: timeouts,
    clock: realClock,
    seed: configuration.seed,
    disguised: configuration.disguised,
    effort: options.effort,
    scope: configuration.scope,
    strict: options.strict === true,
    settleMs: options.settle,
    categoryIds: configuration.categoryIds,
    asOf: configuration.asOf,
    warnings: configuration.warnings,
    signal,
    interrupted: listeners.signal,
    outOfTime,
    keepCases: listeners.keepCases,
    needsEmptyList: listeners.needsEmptyList,
    replayWith: inShell(listeners.replayWith?.map(mask) ?? []),
    bail: bail ?? undefined,
    onEvent: listeners.onEvent && markingKnown(listeners.onEvent, configuration.baseline),
    onExchange: listeners.onExchange,
  };
}

interface Reaching {
  readonly configuration: Configuration;
  readonly listeners: Listeners;
  readonly opened: Opened;
  readonly signal: AbortSignal;
}

type Reached = Pick<
  RunStart,
  'transport' | 'quickstartTransport' | 'restartable' | 'looksForQuickstart'
>;

/** Starts the candidate, if there is one, and connects to the target as soon as it is ready. */
async function reachTarget(there: OpenTarget, reaching: Reaching): Promise<Reached> {
  const { configuration, listeners, opened, signal } = reaching;
  const { start, target, waitMs, headers } = configuration;
  const { baseUrl, quickstartBaseUrl } = there;
  const elsewhere =
    quickstartBaseUrl !== null && new URL(quickstartBaseUrl).origin !== new URL(baseUrl).origin
      ? quickstartBaseUrl
      : null;
  // What listens there before the candidate is started is not the candidate's.
  const isOfAnother = start === null || (elsewhere !== null && (await somebodyListens(elsewhere)));
  const onPhase = (what: string): void => listeners.onPhase?.(what);
  const started = await startCandidate(there, reaching, () => waiting);
  const connect = async (address: string): Promise<Transport> => {
    const transport = await connected(address, configuration, listeners.environment);
    opened.push(() => transport.close());
    return started?.whileItLives(transport) ?? transport;
  };
  const transport = await connect(baseUrl);
  const quickstartTransport = elsewhere === null ? undefined : await connect(elsewhere);
  const waiting = { transport, baseUrl, waitMs, headers, signal, onPhase };
  if (waitMs > 0) {
    onPhase(`waiting for ${baseUrl}`);
    await untilReady({ ...waiting, candidate: started?.candidate ?? null });
  }
  return {
    transport,
    quickstartTransport,
    restartable: started ?? undefined,
    looksForQuickstart: isOfAnother && target.addresses !== null,
  };
}

const connected = (
  baseUrl: string,
  { timeouts, options, tls }: Configuration,
  environment: Environment,
): Promise<Transport> =>
  openTransport({
    baseUrl,
    connections: options.concurrency,
    connectMs: timeouts.connectMs,
    firstByteMs: timeouts.firstByteMs,
    wholeMs: timeouts.wholeMs,
    bodyBytes: options['max-body'],
    tls,
    environment,
  });

/** How long a candidate that is ready at one port may need for another. */
const secondPortMs = 3_000;
const pollMs = 100;

/**
 * Turns away an address of the quickstart where nothing listens, which would otherwise be reported as a service that
 * has stopped responding. The run itself turns away such an address of the catalogue.
 */
async function expectReachableQuickstart(
  { timeouts, scope, tls, start }: Configuration,
  rules: readonly Rule[],
  { baseUrl, quickstartBaseUrl }: OpenTarget,
  { environment }: Listeners,
): Promise<void> {
  const isTested =
    !scope.readOnly && rules.some(({ id }) => ruleNamed(id).profile === 'quickstart');
  if (!isTested || quickstartBaseUrl === null) return;
  const reach = (address: string): Promise<string | undefined> =>
    whyUnreachable({ baseUrl: address, connectMs: timeouts.connectMs, tls, environment });
  // A candidate that listens at two ports may need a moment for the second.
  const until = performance.now() + (start === null ? 0 : secondPortMs);
  let why = await reach(quickstartBaseUrl);
  while (why !== undefined && performance.now() < until) {
    await sleep(pollMs);
    why = await reach(quickstartBaseUrl);
  }
  if (why !== undefined && (await reach(baseUrl)) === undefined)
    throw new CannotTest(
      `The quickstart at ${quickstartBaseUrl} cannot be reached: ${why}. ${checkTheQuickstart}`,
    );
}

/** Adds what helps a user who gave a wrong address of the quickstart. */
function withHint(report: Report): Report {
  const { quickstartBaseUrl } = report.target;
  const rule = report.rules.find(({ id }) => id === 'messages.accepted');
  const [failure] = rule?.failures ?? [];
  const status = failure?.exchanges.at(-1)?.response?.status;
  const isEach = failure !== undefined && failure.cases.failed === failure.cases.of;
  if (quickstartBaseUrl === null || !isEach || (status !== 404 && status !== 405)) return report;
  const hint = `Every message returned ${status}, as if there were no quickstart at ${quickstartBaseUrl}. ${checkTheQuickstart}`;
  return { ...report, run: { ...report.run, warnings: [...report.run.warnings, hint] } };
}

/** The ids of the rules that run. For those of a whole run the ledger is enough. */
export async function idsOf(configuration: Configuration): Promise<readonly string[]> {
  if (configuration.scope.shard !== null)
    return (await chosenRules(configuration)).map(({ id }) => id);
  if (configuration.ruleIds !== null) return configuration.ruleIds;
  return loadLedger().rules.map(({ id }) => id);
}

/** The rules of this run: all, or those that were asked for; of these, when it is a shard, its part. */
export async function chosenRules({ ruleIds, scope }: Configuration): Promise<readonly Rule[]> {
  const { allRules } = await import('../../../suites/index.js');
  const chosen = ruleIds === null ? allRules : allRules.filter((rule) => ruleIds.includes(rule.id));
  if (scope.shard === null) return chosen;
  const { shardOf } = await import('../../judge/run/shard.js');
  return shardOf(chosen, scope.shard);
}

interface OpenTarget {
  readonly baseUrl: string;
  readonly quickstartBaseUrl: string | null;
  readonly key: string;
  readonly quickstartKey: string;
}

/** Opens the target. The reference server is started here, on a free port of this machine. */
async function openTarget({ target, keys }: Configuration, opened: Opened): Promise<OpenTarget> {
  if (target.addresses !== null && keys !== null)
    return { ...target.addresses, key: keys.key, quickstartKey: keys.quickstartKey };
  // The index of the reference is not imported: it would load eight hundred faults that no run needs.
  const [{ createReference }, { serve }, { referenceFacts }] = await Promise.all([
    import('../../reference/reference.js'),
    import('../../reference/serve.js'),
    import('../../contract/facts.js'),
  ]);
  const reference = createReference({ facts: referenceFacts });
  const serving = await serve(reference);
  opened.push(() => serving.close());
  return {
    baseUrl: serving.url,
    quickstartBaseUrl: serving.quickstartUrl,
    key: reference.key,
    quickstartKey: reference.quickstartKey,
  };
}

const withoutKeys = (
  { name, baseUrl, quickstartBaseUrl, again }: TargetFacts,
  mask: Mask,
): TargetFacts => ({
  name: mask(name),
  baseUrl: mask(baseUrl),
  quickstartBaseUrl: quickstartBaseUrl && mask(quickstartBaseUrl),
  ...(again && { again: again.map(mask) }),
});

async function startCandidate(
  { baseUrl }: OpenTarget,
  { configuration, listeners, opened }: Reaching,
  waiting: Starting['waiting'],
): Promise<Started | null> {
  const { start, keys, headers } = configuration;
  if (start === null) return null;
  await (await import('./everything.js')).everythingLoaded();
  if (await somebodyListens(baseUrl))
    throw new CannotTest(
      `Something is already listening at ${new URL(baseUrl).origin} and would be tested instead of the candidate. Nothing was sent to it. Stop it, or omit the address: the candidate then gets a free port in PORT.`,
    );
  const onPhase = (what: string): void => listeners.onPhase?.(what);
  onPhase(`starting ${start.command}`);
  const started = new Started({
    start: () => begin(start, listeners.environment, keys, headers),
    baseUrl,
    onPhase,
    waiting,
  });
  opened.push(() => started.stop());
  return started;
}

function timeLimit(runMs: number, opened: Opened): AbortSignal {
  const over = new AbortController();
  const message = `The run, including startup, did not finish within ${runMs / 1000} s (--max-time): the remaining rules are undecided.`;
  const timer = setTimeout(() => over.abort(new Error(message)), runMs);
  opened.push(() => clearTimeout(timer));
  return over.signal;
}
