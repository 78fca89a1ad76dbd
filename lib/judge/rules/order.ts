// The order in which cases are sent, as it is measured: a file of suites that `lib/proof/order/` writes.

/** The measured cases by the names of the experiments. */
export interface Order {
  readonly [experiment: string]: Ranked;
}

/** The cases of one experiment: how many requests each takes, how many of them add an animal or write, and its rank. */
interface Ranked {
  readonly costs: ForEach;
  readonly adds?: ForEach;
  /** How many requests could write, successful or not; left out where none do. */
  readonly writes?: ForEach;
  /** The names of the cases. Absent where cases go by number: those that are drawn at random, or picked from the store. */
  readonly cases?: readonly string[];
  readonly ranks: readonly number[];
}

/** A figure for each case, or one number that holds for all cases. */
export type ForEach = number | readonly number[];
