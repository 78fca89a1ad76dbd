// Finds the cases that break a rule on each faulty server. The order of cases is learned from this. It is measured in
// this process, against every fault.
import { ruleNamed } from '../../contract/ledger.js';
import { isSignal } from '../../judge/result/signals.js';
import type { Exchange } from '../../http/types.js';
import { profileOf } from '../../contract/operations.js';
import { faults, type Fault } from '../../reference/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import type { MutantKills } from '../mutants/kills.js';
import { allRules } from '../../../suites/index.js';
import type { CarriedOut } from '../../judge/evidence/carried-out.js';

/** A case, as a whole run at standard effort sends it to a correct server. */
export interface Case {
  readonly experiment: string;
  readonly index: number;
  /** The name that a reader would give it. */
  readonly label: string;
  readonly requests: number;
  /** The number of requests, of these, that add an animal. */
  readonly adds: number;
  /** The number of requests, of these, that could write, whether anything was added or not. */
  readonly writes: number;
}

/** The cases that show a fault by themselves, as positions among all cases. */
export interface Kills {
  readonly fault: string;
  readonly isStated: boolean;
  /** Whether the fault lets a stranger in, or lets one write. */
  readonly isGrave: boolean;
  /** Whether nobody invented the fault: it is a slip that happened to an honest server. */
  readonly isLikely?: true;
  readonly by: readonly number[];
}

/**
 * The names of all cases by the names of their experiments, including cases for which the store had nothing to show.
 */
type Names = ReadonlyMap<string, readonly string[]>;

export interface Sent {
  readonly cases: readonly Case[];
  readonly names: Names;
}

export interface Measured extends Sent {
  readonly kills: readonly Kills[];
}

/**
 * Lists the cases in the order of the rules: of two cases that show the same, the plainer one of the earlier experiment
 * comes first.
 */
export async function measuredCases(): Promise<Sent> {
  const cases: Case[] = [];
  const names = new Map<string, readonly string[]>();
  await runInMemory({
    seed: 1,
    onCase: ({ experiment, at, names: all, exchanges }) => {
      names.set(experiment.name, all);
      const adds = exchanges.filter((one) => one.ask.writes && one.answer?.status === 201).length;
      cases.push({
        experiment: experiment.name,
        index: Number(at.path),
        label: experiment.describe?.(at.value) ?? '',
        requests: exchanges.length,
        adds,
        writes: exchanges.filter((one) => one.ask.writes).length,
      });
    },
  });
  const place = new Map([...experimentsInOrder].map((name, index) => [name, index]));
  cases.sort(
    (one, other) =>
      (place.get(one.experiment) ?? 0) - (place.get(other.experiment) ?? 0) ||
      one.index - other.index,
  );
  return { cases, names };
}

const experimentsInOrder = new Set(
  allRules.flatMap((rule) => rule.experiments.map(({ name }) => name)),
);

export async function measure(onProgress: (done: number, of: number) => void): Promise<Measured> {
  const { cases, names } = await measuredCases();
  const places = placesOf(cases);
  const kills: Kills[] = [];
  for (const fault of faults) {
    kills.push(await killsOf(fault, places));
    onProgress(kills.length, faults.length);
  }
  return { cases, names, kills };
}

const placesOf = (cases: readonly Case[]): ReadonlyMap<string, number> =>
  new Map(cases.map(({ experiment, index }, place) => [keyOf(experiment, index), place]));

/**
 * Does the same for mutants, by the names of the cases. Cases that only their stores made possible have no position.
 */
export function ofMutants(
  { cases, names }: Sent,
  mutants: readonly MutantKills[],
): readonly Kills[] {
  const places = placesOf(cases);
  const placeOf = (experiment: string, name: string): number | undefined =>
    places.get(keyOf(experiment, (names.get(experiment) ?? []).indexOf(name)));
  return mutants.map(({ mutant, by }) => ({
    fault: mutant,
    isStated: true,
    isGrave: false,
    isLikely: true,
    by: Object.entries(by).flatMap(([experiment, own]) =>
      own.flatMap((name) => placeOf(experiment, name) ?? []),
    ),
  }));
}

async function killsOf(fault: Fault, places: ReadonlyMap<string, number>): Promise<Kills> {
  const isStated = kindOf(fault.rule) === 'stated';
  // A case that breaks the fault's own rule does so whatever other cases have left behind, so those cases take
  // precedence.
  const by: { readonly own: number[]; readonly other: number[] } = { own: [], other: [] };
  await runInMemory({
    faults: [fault],
    seed: 1,
    onCase: (carriedOut) => {
      const place = places.get(keyOf(carriedOut.experiment.name, Number(carriedOut.at.path)));
      if (place === undefined) return;
      if (shows(carriedOut, (id) => id === fault.rule)) by.own.push(place);
      else if (shows(carriedOut, (id) => !isStated || kindOf(id) === 'stated'))
        by.other.push(place);
    },
  });
  return {
    fault: fault.name,
    isStated,
    isGrave: graveRules.includes(fault.rule),
    by: by.own.length > 0 ? by.own : by.other,
  };
}

const graveRules = ['authentication.writes-nothing', 'authentication.every-request'];

const keyOf = (experiment: string, index: number): string => `${index} ${experiment}`;
const kindOf = (rule: string): string => ruleNamed(rule).kind;

/** Whether the case alone proves that the target is not conformant. */
export const showsStated = (one: CarriedOut): boolean =>
  shows(one, (id) => kindOf(id) === 'stated');

function shows({ breaks, exchanges }: CarriedOut, counts: (id: string) => boolean): boolean {
  return breaks.some(counts) || exchanges.some((exchange) => breaksOverall(exchange, counts));
}

const overExchanges = allRules.flatMap((rule) => (rule.form === 'exchanges' ? [rule] : []));

function breaksOverall(exchange: Exchange, counts: (id: string) => boolean): boolean {
  if (!exchange.answer || profileOf(exchange.ask.operation) === 'quickstart') return false;
  return overExchanges.some((rule) => {
    if (!counts(rule.id) || !rule.applies(exchange)) return false;
    try {
      rule.judge(exchange);
      return false;
    } catch (thrown) {
      if (isSignal(thrown)) return true;
      throw thrown;
    }
  });
}
