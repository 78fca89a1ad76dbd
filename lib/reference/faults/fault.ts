// What a fault is, and how faults are written down: in the group of the rule that they are made for. None is defined here.
import type { Change } from '../changes/change.js';

/** One deliberate defect of the correct server. */
export interface Fault {
  readonly name: string;
  /** What the server does. */
  readonly sentence: string;
  /** The rule that it is made for. Which others fail with it, the proof measures. */
  readonly rule: string;
  readonly change: Change;
  /** It shows only now and then, and these rules may meet it as well. */
  readonly byChance?: readonly string[];
}

/** To each name what the server does, and how it comes to do that. */
type Faults = Readonly<Record<string, readonly [sentence: string, change: Change]>>;

export const breaking = (rule: string, faults: Faults): readonly Fault[] =>
  Object.entries(faults).map(([name, [sentence, change]]) => ({ name, sentence, rule, change }));

export const breakingByChance = (
  rule: string,
  byChance: readonly string[],
  faults: Faults,
): readonly Fault[] => breaking(rule, faults).map((fault) => ({ ...fault, byChance }));
