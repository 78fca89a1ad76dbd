// What a fault is, and how faults are written down, grouped by the rule for which they are made. None is defined here.
import type { Change } from '../changes/change.js';

/** One deliberate defect of the correct server. */
export interface Fault {
  readonly name: string;
  /** What the server does, as a sentence. */
  readonly sentence: string;
  /** The rule for which it is made. The proof measures which other rules fail with it. */
  readonly rule: string;
  readonly change: Change;
  /** Set if it shows only sometimes: other rules that may encounter it. */
  readonly byChance?: readonly string[];
}

/** For each name, what the server does and the change that makes it do so. */
type Faults = Readonly<Record<string, readonly [sentence: string, change: Change]>>;

/** How the members of a family differ: the words in the sentence, and the value that the change gets. */
type Members<T> = Readonly<Record<string, readonly [words: string, of: T]>>;

/** Makes a family of faults that differ in one thing. %s in the sentence stands for the words of each. */
export const each = <T>(sentence: string, change: (of: T) => Change, members: Members<T>): Faults =>
  Object.fromEntries(
    Object.entries(members).map(([name, [words, of]]) => [
      name,
      [sentence.replace('%s', () => words), change(of)],
    ]),
  );

/** Makes a family of faults that differ in one value. %s in the name and in the sentence stands for it. */
export const eachOf = <T extends string | number>(
  name: string,
  sentence: string,
  values: readonly T[],
  change: (value: T) => Change,
): Faults =>
  Object.fromEntries(
    values.map((value) => [
      name.replace('%s', () => String(value)),
      [sentence.replace('%s', () => String(value)), change(value)],
    ]),
  );

export const breaking = (rule: string, faults: Faults): readonly Fault[] =>
  Object.entries(faults).map(([name, [sentence, change]]) => ({ name, sentence, rule, change }));

export const breakingByChance = (
  rule: string,
  byChance: readonly string[],
  faults: Faults,
): readonly Fault[] => breaking(rule, faults).map((fault) => ({ ...fault, byChance }));
