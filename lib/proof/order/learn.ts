// Turns what is known about which case shows which fault into an order. The next case is always the one that shows
// most, for its requests, of what earlier cases do not. It is a pure function from numbers to numbers.
import type { ForEach, Order } from '../../judge/rules/order.js';
import type { Case, Kills, Measured, Sent } from './kills.js';

/** The weight of a fault that breaks only what a reader expects, compared with one that breaks the contract. */
const impliedWeight = 0.25;
const graveWeight = 3;
/** Slips that happened come first, because most faults are contrived on purpose. */
const likelyWeight = 3;
/**
 * A fault is narrow if at most this many cases show it. A similar one may hide behind any case of the same experiment.
 */
const narrow = 8;
/** The value of a case that shows nothing known but differs from all cases before it. */
const novelty = 0.05;
/** The share of that value that remains if each part of the case has been tried already, but not in combination. */
const repeated = 0.05;

interface Candidate {
  readonly place: number;
  readonly one: Case;
  readonly parts: readonly string[];
  readonly shows: Map<Kills, number>;
}

/** The positions of all cases, the most revealing first. */
export function learned({ cases, kills }: Pick<Measured, 'cases' | 'kills'>): readonly number[] {
  const candidates = cases.map((one, place): Candidate => ({
    place,
    one,
    parts: partsOf(one),
    shows: new Map(),
  }));
  for (const fault of kills)
    for (const place of fault.by) candidates[place]?.shows.set(fault, weightOf(fault));
  const hope = hopeOf(candidates, kills);
  const tried = new Set<string>();
  const order: number[] = [];
  let left = candidates;
  while (left.length > 0) {
    const next = best(left, ({ one, parts, shows }) => {
      const known = [...shows.values()].reduce((sum, weight) => sum + weight, 0);
      const isNew = parts.some((part) => !tried.has(part));
      return (known + (hope.get(one.experiment) ?? 0) * (isNew ? 1 : repeated)) / priceOf(one);
    });
    order.push(next.place);
    for (const part of next.parts) tried.add(part);
    const shown = Array.from(next.shows.keys());
    for (const fault of shown) for (const place of fault.by) candidates[place]?.shows.delete(fault);
    left = left.filter((one) => one !== next);
  }
  return order;
}

function weightOf({ isStated, isGrave, isLikely }: Kills): number {
  if (isLikely) return likelyWeight;
  if (isGrave) return graveWeight;
  return isStated ? 1 : impliedWeight;
}

/** Full lists need animals anyway, so a revealing add replaces one that reveals nothing, and costs nothing. */
const priceOf = ({ requests, adds }: Case): number => Math.max(requests - adds, 1);

/**
 * Estimates how much a new case of an experiment may show that no other does, from how much only its present cases show.
 */
function hopeOf(
  candidates: readonly Candidate[],
  kills: readonly Kills[],
): ReadonlyMap<string, number> {
  const parts = new Map<string, Set<string>>();
  for (const { one, parts: own } of candidates) {
    const all = parts.get(one.experiment) ?? new Set();
    parts.set(one.experiment, all);
    for (const part of own) all.add(part);
  }
  const found = new Map<string, number>();
  for (const { by } of kills.filter((fault) => fault.by.length <= narrow))
    for (const place of by) {
      const name = candidates[place]?.one.experiment ?? '';
      found.set(name, (found.get(name) ?? 0) + 1 / by.length);
    }
  return new Map(
    [...parts].map(([name, all]) => [name, ((found.get(name) ?? 0) / all.size + novelty) / 2]),
  );
}

/** The value that is tried, and the animal: "name: null, in a sold animal". */
function partsOf({ experiment, index, label }: Case): readonly string[] {
  const parts = label === '' ? [String(index)] : label.split(', ');
  return parts.map((part) => `${experiment}: ${part}`);
}

function best<T>(all: readonly T[], worth: (one: T) => number): T {
  let [most, found] = [-1, all[0] as T];
  for (const one of all) {
    const value = worth(one);
    if (value > most) [most, found] = [value, one];
  }
  return found;
}

/** The order in the form that the kit uses. */
export function orderOf({ cases, names }: Sent, places: readonly number[]): Order {
  const ranks = new Map(places.map((place, rank) => [cases[place], rank]));
  return Object.fromEntries(
    [...names.keys()].sort().map((name) => {
      const own = everyCase(cases.filter(({ experiment }) => experiment === name));
      const known = (names.get(name) ?? []).slice(0, own.length);
      const adds = short(own.map((one) => one.adds));
      const writes = short(own.map((one) => one.writes));
      return [
        name,
        {
          costs: short(own.map(({ requests }) => requests)),
          ...(adds === 0 ? {} : { adds }),
          ...(writes === 0 ? {} : { writes }),
          ...(areNumbers(known) ? {} : { cases: known }),
          ranks: own.map((one) => ranks.get(one) ?? places.length),
        },
      ];
    }),
  );
}

/** Whether the names are only numbers, as those of drawn values are. */
const areNumbers = (names: readonly string[]): boolean =>
  names.every((name, index) => name === String(index));

/**
 * The cases by their indexes. A case for which the measured store had nothing to show is treated like the one before
 * it.
 */
function everyCase(own: readonly Case[]): readonly Case[] {
  const sent = new Map(own.map((one) => [one.index, one]));
  const all: Case[] = [];
  for (let index = 0; index <= Math.max(...sent.keys()); index += 1)
    all.push(sent.get(index) ?? { ...(all.at(-1) ?? (own[0] as Case)), index });
  return all;
}

const short = (numbers: readonly number[]): ForEach =>
  new Set(numbers).size === 1 ? (numbers[0] ?? 0) : numbers;
