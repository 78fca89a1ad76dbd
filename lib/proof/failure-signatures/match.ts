// Finds the known faults that a server's failures resemble. A signature counts more if few faults have it.
import { tokensOf, type FailureSignature } from './signatures.js';

type Place = Omit<FailureSignature, 'failure'>;

/** A fault of the proof, and the signatures by which a server with it is recognised. */
export interface Known {
  readonly fault: string;
  /** The rule for which it is made. */
  readonly rule: string;
  readonly signatures: readonly Place[];
}

export interface Match {
  readonly known: Known;
  /** The share of the fault's signatures that were seen, and the share of the seen signatures that the fault shows: 0 to 1. */
  readonly seen: number;
  readonly explained: number;
}

export class Catalogue {
  readonly #tokens: ReadonlyMap<Known, ReadonlySet<string>>;
  readonly #weights = new Map<string, number>();
  /** The weight of a signature that no known fault has. */
  readonly #unknown: number;
  /** The rules that known faults break. Any other rule is newer, and counts neither for nor against a fault. */
  readonly #rules: ReadonlySet<string>;
  /** The experiments that show known faults. */
  readonly #experiments: ReadonlySet<string>;

  constructor(all: readonly Known[]) {
    this.#tokens = new Map(all.map((known) => [known, tokensIn(known.signatures)]));
    const times = new Map<string, number>();
    for (const tokens of this.#tokens.values())
      for (const token of tokens) times.set(token, (times.get(token) ?? 0) + 1);
    for (const [token, count] of times)
      this.#weights.set(token, Math.log((all.length + 1) / count));
    this.#unknown = Math.log(all.length + 1);
    const signatures = all.flatMap((known) => known.signatures);
    this.#rules = new Set(signatures.map(({ rule }) => rule));
    this.#experiments = new Set(signatures.map(({ experiment }) => experiment));
  }

  /** Compares what was seen with each known fault that has anything in common with it. */
  matches(signatures: readonly Place[]): readonly Match[] {
    const isOld = ({ rule, experiment }: Place): boolean =>
      this.#rules.has(rule) && this.#experiments.has(experiment);
    const seen = tokensIn(signatures.filter(isOld));
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

const tokensIn = (signatures: readonly Place[]): ReadonlySet<string> =>
  new Set(signatures.flatMap(tokensOf));
