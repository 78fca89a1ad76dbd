// Answers far beyond what the contract allows: a few of them tell what there is to tell, and more would only cost time and
// memory. Counts them for each experiment; judges nothing.
import { maximumLimit } from '../../../contract/facts.js';
import { hugeAtOnce, largeAtOnce } from '../../../http/pacing/at-once.js';
import type { Answer, Exchange } from '../../../http/types.js';
import type { AnyExperiment } from '../../rules/rule.js';
import { Undecided } from '../../rules/signals.js';
import type { Gate } from '../gate.js';
import type { Endpoint } from '../options.js';

/** Of what is larger only a few are under way at once: each takes several times its size while it is judged. */
const muchBytes = 128 * 1024;
/** No page of a hundred animals takes this much. */
const tooManyBytes = 4 * 1024 * 1024;
const enough = 3;

/** A body without end, or a list of more animals than any page may have. */
export function isExcessive({ answer }: Exchange): boolean {
  if (answer === undefined || !isLarge(answer)) return false;
  return (
    answer.truncated ||
    answer.size > tooManyBytes ||
    (answer.json.ok && Array.isArray(answer.json.value) && answer.json.value.length > maximumLimit)
  );
}

const isLarge = ({ truncated, size }: Answer): boolean => truncated || size > muchBytes;

export class Excess {
  readonly #gate: Gate;
  readonly #endpoint: Endpoint;
  readonly #counts = new Map<AnyExperiment, { count: number; largest: number }>();

  constructor(gate: Gate, endpoint: Endpoint) {
    this.#gate = gate;
    this.#endpoint = endpoint;
  }

  note(exchange: Exchange, experiment: AnyExperiment | undefined): void {
    const { answer } = exchange;
    if (answer === undefined || !isLarge(answer)) return;
    const isTooMuch = isExcessive(exchange);
    const most = isTooMuch ? hugeAtOnce : largeAtOnce;
    this.#gate.narrow(most);
    this.#endpoint.narrow?.(most);
    if (!isTooMuch || !experiment) return;
    const { count, largest } = this.#counts.get(experiment) ?? { count: 0, largest: 0 };
    this.#counts.set(experiment, {
      count: count + 1,
      largest: Math.max(largest, exchange.answer?.size ?? 0),
    });
  }

  /** Why no more cases of an experiment are sent; undefined while there is no reason. */
  of(experiment: AnyExperiment): Undecided | undefined {
    const { count, largest } = this.#counts.get(experiment) ?? { count: 0, largest: 0 };
    return count < enough
      ? undefined
      : new Undecided(
          `responses are so large (${Math.round(largest / 1e5) / 10} MB) that only a few were requested`,
        );
  }
}
