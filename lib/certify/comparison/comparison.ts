// The data of a comparison of two reports. Everything that is shown or written about one is made from this value alone.
import type { Effort, Kind, Outcome, Report, Verdict } from '../../judge/result/report.js';

export interface Comparison {
  /** The version of this format. */
  readonly format: 1;
  readonly a: Side;
  readonly b: Side;
  /** What limits the comparison, such as another contract or another scope. */
  readonly notes: readonly string[];
  /** The number of differences of each kind. */
  readonly different: Readonly<Record<Aspect, number>>;
  /** Rules that only one side breaks, or that both break in different ways. */
  readonly outcomes: readonly RuleDifference[];
  readonly observations: readonly ObservationDifference[];
  /** What was decided or recorded for one side only, which says nothing about a difference. */
  readonly onlyInOne: readonly OnlyInOne[];
  /** Every operation that at least one side was asked for. */
  readonly latency: readonly LatencyComparison[];
  /** The ids of rules and observations with the same result. */
  readonly same: { readonly rules: readonly string[]; readonly observations: readonly string[] };
  /** The ids of rules and observations that were decided for neither side. */
  readonly neither: readonly string[];
}

export const aspects = ['outcomes', 'observations', 'latency'] as const;
export type Aspect = (typeof aspects)[number];

/** The names of the two sides. A reader must never wonder which side a sentence is about. */
export type Labels = readonly [a: string, b: string];

export interface Side {
  /** The name of this side in every sentence. The two sides always have different names. */
  readonly label: string;
  readonly target: Report['target'];
  readonly verdict: Verdict;
  readonly summary: string;
  readonly startedAt: string;
  readonly seed: number;
  readonly effort: Effort;
  /** The scope in words: "all rules", "read-only". */
  readonly scope: string;
  readonly requests: number;
  readonly kit: Report['kit'];
  readonly contract: Report['contract'];
}

interface Difference {
  readonly id: string;
  /** The difference in full sentences. */
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
  /** Why the rule failed, or why it neither passed nor failed. */
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
  /** Null if the report does not have it at all. */
  readonly a: RuleSide | null;
  readonly b: RuleSide | null;
}

/** The spread in milliseconds. */
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
  /** Whether there was enough to compare, under the same load. */
  readonly compared: boolean;
  /** How B compares with A; null if the difference may be noise, or was not compared. */
  readonly change: 'slower' | 'faster' | null;
  readonly sentences: readonly string[];
}

/** Whether the sides differ in any of these aspects. */
export const differIn = ({ different }: Comparison, wanted: readonly Aspect[]): boolean =>
  wanted.some((aspect) => different[aspect] > 0);
