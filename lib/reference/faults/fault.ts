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

/** What differs in one of a family: its words in the sentence, and what the change is made of. */
type Members<T> = Readonly<Record<string, readonly [words: string, of: T]>>;

/** A family whose sentences and changes differ in one thing: %s stands for its words. */
export const each = <T>(sentence: string, change: (of: T) => Change, members: Members<T>): Faults =>
  Object.fromEntries(
    Object.entries(members).map(([name, [words, of]]) => [
      name,
      [sentence.replace('%s', () => words), change(of)],
    ]),
  );

export const breaking = (rule: string, faults: Faults): readonly Fault[] =>
  Object.entries(faults).map(([name, [sentence, change]]) => ({ name, sentence, rule, change }));

export const breakingByChance = (
  rule: string,
  byChance: readonly string[],
  faults: Faults,
): readonly Fault[] => breaking(rule, faults).map((fault) => ({ ...fault, byChance }));
