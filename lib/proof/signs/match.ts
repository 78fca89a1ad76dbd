// Which known faults a server fails like. The more a sign tells, because few faults have it, the more it counts.
import { tokensOf, type Sign } from './signs.js';

type Place = Omit<Sign, 'failure'>;

/** A fault of the proof, and the signs by which a server with it is known. */
export interface Known {
  readonly fault: string;
  /** The rule that it is made for. */
  readonly rule: string;
  readonly signs: readonly Place[];
}

export interface Match {
  readonly known: Known;
  /** How much of what the fault shows was seen, and how much of what was seen the fault shows: 0 to 1. */
  readonly seen: number;
  readonly explained: number;
}

export class Catalogue {
  readonly #tokens: ReadonlyMap<Known, ReadonlySet<string>>;
  readonly #weights = new Map<string, number>();
  /** Of a sign that no known fault has. */
  readonly #unknown: number;
  /** Those that some known fault breaks. Any other came later than what is known, and says neither for nor against it. */
  readonly #rules: ReadonlySet<string>;
  /** Likewise those that show some known fault. */
  readonly #experiments: ReadonlySet<string>;

  constructor(all: readonly Known[]) {
    this.#tokens = new Map(all.map((known) => [known, tokensIn(known.signs)]));
    const times = new Map<string, number>();
    for (const tokens of this.#tokens.values())
      for (const token of tokens) times.set(token, (times.get(token) ?? 0) + 1);
    for (const [token, count] of times)
      this.#weights.set(token, Math.log((all.length + 1) / count));
    this.#unknown = Math.log(all.length + 1);
    const signs = all.flatMap((known) => known.signs);
    this.#rules = new Set(signs.map(({ rule }) => rule));
    this.#experiments = new Set(signs.map(({ experiment }) => experiment));
  }

  /** Against each known fault that shares anything with what was seen. */
  matches(signs: readonly Place[]): readonly Match[] {
    const isOld = ({ rule, experiment }: Place): boolean =>
      this.#rules.has(rule) && this.#experiments.has(experiment);
    const seen = tokensIn(signs.filter(isOld));
    const seenWeight = this.#weightOf(seen);
    return [...this.#tokens].flatMap(([known, tokens]) => {
      const weight = this.#weightOf([...tokens].filter((token) => seen.has(token)));
      return weight === 0
        ? []
        : [
            {
              known,
              seen: weight / this.#weightOf(tokens),
              explained: weight / seenWeight,
            },
          ];
    });
  }

  #weightOf(tokens: Iterable<string>): number {
    let sum = 0;
    for (const token of tokens) sum += this.#weights.get(token) ?? this.#unknown;
    return sum;
  }
}

const tokensIn = (signs: readonly Place[]): ReadonlySet<string> => new Set(signs.flatMap(tokensOf));
