// From the results of the rules and the facts of the run to the one Report. Adds nothing of its own.
import type { RunOptions } from './options.js';
import type { CreatedAnimal, OperationLatency, Report, RuleResult } from './report.js';
import { numbered } from './numbered.js';
import type { Progress } from './progress.js';
import { ruleNamed } from '../contract/ledger.js';
import { countsOf, summaryOf, verdictOf } from './verdict.js';

export interface Gathered {
  readonly progress: readonly Progress[];
  readonly created: readonly CreatedAnimal[];
  readonly startedAt: number;
  readonly visibleAfterMs: number | null;
  readonly warnings: readonly string[];
}

export function assemble(options: RunOptions, { progress, created, startedAt, visibleAfterMs, warnings }: Gathered): Report {
  const { scope, strict, kit, contract, target } = options;
  const rules = progress.flatMap(({ result }) => (result ? [result] : []));
  const interrupted = options.signal?.aborted ?? false;
  const order = contract.ledger.rules.map(({ id }) => id);
  const judged = { scope, strict, interrupted };
  const of = (profile: RuleResult['profile']) => verdictOf({ ...judged, rules: rules.filter((rule) => rule.profile === profile) });
  const profiles = { catalogue: of('catalogue'), quickstart: options.quickstart ? of('quickstart') : null };
  const covered = rules.filter((rule) => rule.profile === 'catalogue' || options.quickstart !== undefined);
  const verdict = verdictOf({ ...judged, rules: covered });
  const stats = [options.catalogue.stats(), ...(options.quickstart ? [options.quickstart.stats()] : [])];
  const sum = (count: (one: (typeof stats)[number]) => number): number => stats.reduce((total, one) => total + count(one), 0);
  return numbered({
    format: 1,
    kit,
    contract: { title: contract.title, version: contract.version, digest: contract.digest },
    target,
    profiles,
    run: {
      seed: options.seed,
      scope,
      effort: options.effort,
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.round(options.clock.now() - startedAt),
      exchanges: sum((one) => one.exchanges),
      writes: sum((one) => one.writes),
      throttled: sum((one) => one.throttled),
      created: inOrderOfRules(created, order),
      visibleAfterMs,
      strict,
      asOf: options.asOf,
      interrupted,
      warnings: [...options.warnings, ...warnings],
    },
    verdict,
    summary: summaryOf({ ...judged, rules, verdict, profiles, targetName: target.name }),
    counts: countsOf(rules, strict),
    rules: inLedgerOrder(rules, order),
    observations: inLedgerOrder(progress.flatMap(({ rule, observed }) => (observed === undefined ? [] : [{ id: rule.id, question: ruleNamed(rule.id).statement, answer: observed }])), order),
    samples: inLedgerOrder(progress.map((one) => ({ id: one.rule.id, samples: one.samples })), order).flatMap(({ samples }) => samples.map(({ exchange }) => exchange)),
    latency: stats.flatMap((one) => one.latency).sort(byOperation),
  });
}

/** As in the contract, whichever was asked first. */
const operations = ['listPets', 'createPet', 'getPet', 'getStoreOrders', 'sendMessage', 'other'];
const byOperation = (one: OperationLatency, other: OperationLatency): number => operations.indexOf(one.operation) - operations.indexOf(other.operation);

/** In which order they were created is chance: by rule, then by name. */
function inOrderOfRules(created: readonly CreatedAnimal[], order: readonly string[]): readonly CreatedAnimal[] {
  const compare = (one: CreatedAnimal, other: CreatedAnimal): number => order.indexOf(one.rule) - order.indexOf(other.rule) || byText(one.name, other.name) || one.id.length - other.id.length || byText(one.id, other.id);
  return [...created].sort(compare);
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function inLedgerOrder<T extends { readonly id: string }>(rows: readonly T[], order: readonly string[]): readonly T[] {
  return [...rows].sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}
