// What a comparison of two reports consists of. Everything that is shown or written of one is made from this value alone.
import type { Effort, Kind, Outcome, Report, Verdict } from '../../judge/result/report.js';

export interface Comparison {
  /** The version of this format. */
  readonly format: 1;
  readonly a: Side;
  readonly b: Side;
  /** What limits the comparison: another contract, another scope. */
  readonly notes: readonly string[];
  /** How many differ. */
  readonly different: Readonly<Record<Aspect, number>>;
  /** Rules that one of them breaks and the other does not, or that both break, each in its own way. */
  readonly outcomes: readonly RuleDifference[];
  readonly observations: readonly ObservationDifference[];
  /** What was decided or recorded for one of them only: that says nothing about a difference. */
  readonly onlyInOne: readonly OnlyInOne[];
  /** Every operation that either of them was asked. */
  readonly latency: readonly LatencyComparison[];
  /** The ids of what came out the same. */
  readonly same: { readonly rules: readonly string[]; readonly observations: readonly string[] };
}

const aspects = ['outcomes', 'observations', 'latency'] as const;
export type Aspect = (typeof aspects)[number];

export interface Side {
  /** What it is called in every sentence; no two sides share one. */
  readonly label: string;
  readonly target: Report['target'];
  readonly verdict: Verdict;
  readonly summary: string;
  readonly startedAt: string;
  readonly seed: number;
  readonly effort: Effort;
  /** In words: "all rules", "read-only". */
  readonly scope: string;
  readonly requests: number;
  readonly kit: Report['kit'];
  readonly contract: Report['contract'];
}

interface Difference {
  readonly id: string;
  /** What to tell a person, in full sentences. */
  readonly sentences: readonly string[];
}

export interface RuleDifference extends Difference {
  readonly clause: string;
  readonly kind: Kind;
  readonly statement: string;
  readonly a: RuleSide;
  readonly b: RuleSide;
}

export interface RuleSide {
  readonly outcome: Outcome;
  /** Why it failed, or why it is neither passed nor failed. */
  readonly why: string | null;
}

export interface ObservationDifference extends Difference {
  readonly question: string;
  readonly a: string;
  readonly b: string;
}

export interface OnlyInOne {
  readonly id: string;
  readonly kind: Kind;
  /** The statement of the rule, or the question of the observation. */
  readonly statement: string;
  /** Null: the report does not have it at all. */
  readonly a: RuleSide | null;
  readonly b: RuleSide | null;
}

/** Milliseconds. */
export interface Spread {
  readonly count: number;
  readonly min: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

export interface LatencyComparison {
  readonly operation: string;
  readonly a: Spread | null;
  readonly b: Spread | null;
  /** There was enough to compare, under the same load. */
  readonly compared: boolean;
  /** What B is, next to A; null where the difference is no more than noise, or was not compared. */
  readonly change: 'slower' | 'faster' | null;
  readonly sentences: readonly string[];
}

/** Do they differ in any of these? */
export const differIn = ({ different }: Comparison, wanted: readonly Aspect[]): boolean =>
  wanted.some((aspect) => different[aspect] > 0);
