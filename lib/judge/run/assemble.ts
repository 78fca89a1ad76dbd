// Makes the one Report of the results of the rules and the facts of the run. Adds nothing of its own.
import { operations } from '../../contract/operations.js';
import type { BudgetLimits } from '../../http/budget.js';
import { loadContract } from '../../contract/contract.js';
import { inLedgerOrder, loadLedger, ruleNamed } from '../../contract/ledger.js';
import type { RunOptions } from './options.js';
import type { RuleState } from '../evidence/rule-state.js';
import type {
  CreatedAnimal,
  Failure,
  OperationLatency,
  Report,
  RuleResult,
  Scope,
} from '../result/report.js';
import { mergeLatency } from '../result/merge-latency.js';
import { numbered } from '../result/numbered.js';
import { seenOnce } from '../result/finding-in-words.js';
import { reasonInReport, type Reason } from '../result/reasons.js';
import { inReport, withRecordedCases, type RunRecording } from '../recorded-cases/in-report.js';
import { concluded, latestFormat } from '../result/verdict.js';
import type { TargetStats } from '../../http/target.js';

interface Gathered {
  readonly ruleStates: readonly RuleState[];
  /** Limits of the budget that left something out. */
  readonly cutBy: BudgetLimits;
  readonly created: readonly CreatedAnimal[];
  readonly visibleAfterMs: number | null;
  readonly warnings: readonly string[];
  /** The recorded cases, if the run keeps them. */
  readonly witnesses: RunRecording | undefined;
}

export function assemble(
  options: RunOptions,
  { ruleStates, cutBy, created, visibleAfterMs, warnings, witnesses }: Gathered,
): Report {
  const { strict, kit, startedAt, shownTarget: target = options.target } = options;
  const { title, version, digest } = loadContract();
  const scope = narrowedBy(cutBy, options.scope);
  const stats = [
    options.catalogue.stats(),
    ...(options.quickstart ? [options.quickstart.stats()] : []),
  ];
  const sum = (count: (one: (typeof stats)[number]) => number): number =>
    stats.reduce((total, one) => total + count(one), 0);
  const exchanges = sum((one) => one.exchanges);
  const bailed = bailOf(options);
  const rules = ruleStates.map(({ rule, result, reason }) => {
    if (!result) throw new Error(`the rule ${rule.id} has no result`);
    return {
      ...(bailed === undefined ? result : leftOutBy(bailed, result, reason)),
      failures: result.failures.map((failure) => withItsRarity(failure, exchanges)),
    };
  });
  const interrupted = bailed === undefined && (options.signal?.aborted ?? false);
  const { profiles, ...conclusion } = concluded({ rules, scope, strict, interrupted }, target);
  const samples = inLedgerOrder(
    ruleStates.map((one) => ({ id: one.rule.id, samples: one.samples })),
  ).flatMap(({ samples: ofRule }) => ofRule.map(({ recorded }) => recorded()));
  const { report, numberOf } = numbered({
    format: latestFormat,
    kit,
    contract: { title, version, digest },
    target,
    profiles,
    run: {
      seed: options.seed,
      salt: options.salt,
      scope,
      effort: options.effort,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.round(options.clock.now() - startedAt),
      exchanges,
      writes: sum((one) => one.writes),
      throttled: sum((one) => one.throttled),
      created: inOrderOfRules(created),
      visibleAfterMs,
      strict,
      asOf: options.asOf,
      interrupted,
      ...(bailed === undefined ? {} : { bail: bailed }),
      warnings: [
        ...options.warnings,
        ...outOfTime(options),
        ...warnings,
        ...lossesInWords(sum),
        ...unknownAdds(target, sum),
      ],
    },
    ...conclusion,
    rules: inLedgerOrder(rules),
    observations: inLedgerOrder(
      ruleStates.flatMap(({ rule, observed }) =>
        observed === undefined
          ? []
          : [{ id: rule.id, question: ruleNamed(rule.id).statement, answer: observed }],
      ),
    ),
    samples: witnesses ? withRecordedCases(samples, witnesses, options.recorder) : samples,
    // The health checks of both endpoints are left out, because they are no operations of the contract.
    latency: mergeLatency(stats.flatMap((one) => one.latency)).toSorted(byOperation),
  });
  return witnesses ? { ...report, witnesses: inReport(witnesses, numberOf) } : report;
}

const outOfTime = ({ outOfTime: signal }: RunOptions): readonly string[] =>
  signal?.aborted ? [(signal.reason as Error).message] : [];

/** A run whose budget was too small for all cases is not a full run. */
function narrowedBy({ maxRequests, maxWrites, withinMs }: BudgetLimits, scope: Scope): Scope {
  const budget = {
    ...(maxRequests !== undefined && { maxRequests }),
    ...(maxWrites !== undefined && { maxWrites }),
    ...(withinMs !== undefined && { withinSeconds: withinMs / 1000 }),
  };
  return Object.keys(budget).length === 0 ? scope : { ...scope, full: false, budget };
}

/**
 * The number of distinct failures after which the run was ended; undefined if it was not, or if a user also interrupted
 * it.
 */
function bailOf({ bail, interrupted }: RunOptions): number | undefined {
  return bail?.signal.aborted && interrupted?.aborted !== true ? bail.after : undefined;
}

/** With --bail, the rules that were not finished are untested, not undecided. */
function leftOutBy(bail: number, result: RuleResult, why: Reason | undefined): RuleResult {
  const reason = { what: 'bailed', values: { after: bail } } as const;
  return result.outcome === 'cantTell' && why?.what === 'interrupted'
    ? { ...result, outcome: 'untested', ...reasonInReport(reason) }
    : result;
}

/** A failure that did not recur, even alone and on a fresh connection, begins by saying so. */
function withItsRarity(failure: Failure, exchanges: number): Failure {
  const { held, of } = failure.confirmed;
  return held > 0 || of === 0 ? failure : seenOnce(failure, exchanges);
}

/**
 * A few requests without a response are not worth a warning, because a kept connection may end just as one is sent. Most
 * requests are reads, so a server that loses only responses to writes is noticed by its writes.
 */
const remarkable = 0.01;
const fewestWrites = 5;

const theyWere = (count: number): string => (count === 1 ? 'It was' : 'They were');

type Sum = (count: (one: TargetStats) => number) => number;

/** The warnings about incomplete and unrequested responses, with which a run may pass all the same. */
function lossesInWords(sum: Sum): readonly string[] {
  const [exchanges, broken, unheard] = [
    sum((one) => one.exchanges),
    sum((one) => one.broken),
    sum((one) => one.unheard),
  ];
  const [writes, unheardWrites] = [sum((one) => one.writes), sum((one) => one.unheardWrites)];
  const areRemarkable =
    unheard > remarkable * exchanges ||
    (unheardWrites >= fewestWrites && unheardWrites > remarkable * writes);
  const [silent, unasked] = [sum((one) => one.silent), sum((one) => one.unasked.count)];
  const overloaded = sum((one) => one.overloaded);
  const of = `of ${exchanges.toLocaleString('en')} requests`;
  return [
    ...(overloaded === 0
      ? []
      : [
          `${overloaded} ${of} ${overloaded === 1 ? 'was' : 'were'} refused with 502, 503 or 504, without Retry-After, as any request was at that moment: the target was overloaded or away. ${theyWere(overloaded)} sent again more slowly and not judged; a lower --rate or --concurrency may avoid them.`,
        ]),
    ...(broken === 0
      ? []
      : [
          `${broken} ${of} received an incomplete response, or one that is not HTTP. ${theyWere(broken)} retried if that was safe.`,
        ]),
    ...(areRemarkable
      ? [`${unheard} ${of} received no response. ${theyWere(unheard)} retried if that was safe.`]
      : []),
    ...(silent === 0
      ? []
      : [`${silent} ${of} timed out. ${theyWere(silent)} retried alone before being judged.`]),
    ...(unasked === 0
      ? []
      : [
          `The target sent ${unasked === 1 ? 'an unrequested response' : `${unasked} unrequested responses`}. Such a response is never matched to the next request: its connection is closed.`,
        ]),
  ];
}

/** Whoever empties the store by the list of its animals has to know. Of a candidate that is stopped, nothing remains. */
function unknownAdds({ again }: Report['target'], sum: Sum): readonly string[] {
  const [writes, unheard] = [sum((one) => one.writes), sum((one) => one.unheardWrites)];
  return unheard === 0 || again !== undefined
    ? []
    : [
        `What ${unheard} of ${writes.toLocaleString('en')} requests that write did is unknown, as no response came: what they added, if anything, is not among the animals of this run.`,
      ];
}

/** The operations in the order of the contract; other requests come last. */
const operationIds = [...Object.keys(operations), 'other'];
const byOperation = (one: OperationLatency, other: OperationLatency): number =>
  operationIds.indexOf(one.operation) - operationIds.indexOf(other.operation);

/** Sorts the animals by rule, then by name, because the order in which they were created is random. */
function inOrderOfRules(created: readonly CreatedAnimal[]): readonly CreatedAnimal[] {
  const order = loadLedger().rules.map(({ id }) => id);
  const compare = (one: CreatedAnimal, other: CreatedAnimal): number =>
    order.indexOf(one.rule) - order.indexOf(other.rule) ||
    byText(one.name, other.name) ||
    one.id.length - other.id.length ||
    byText(one.id, other.id);
  return [...created].sort(compare);
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
