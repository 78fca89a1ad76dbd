// Answers far beyond what the contract allows: a few of them tell what there is to tell, and more would only cost time and
// memory. Counts them for each experiment; judges nothing.
import { maximumLimit } from '../../../contract/facts.js';
import { hugeAtOnce } from '../../../http/pacing/at-once.js';
import type { Exchange } from '../../../http/types.js';
import type { AnyExperiment } from '../../rules/rule.js';
import { Undecided } from '../../rules/signals.js';
import type { Gate } from '../gate.js';
import type { Endpoint } from '../options.js';

/** A page of a hundred animals may take this much; a body beyond it is looked at twice before it counts as too much. */
const muchBytes = 1024 * 1024;
const enough = 3;

/** A body without end, or a list of more animals than any page may have. */
export function isExcessive({ answer }: Exchange): boolean {
  if (answer === undefined || (!answer.truncated && answer.size <= muchBytes)) return false;
  return (
    answer.truncated ||
    (answer.json.ok && Array.isArray(answer.json.value) && answer.json.value.length > maximumLimit)
  );
}

export class Excess {
  readonly #gate: Gate;
  readonly #endpoint: Endpoint;
  readonly #counts = new Map<AnyExperiment, { count: number; largest: number }>();

  constructor(gate: Gate, endpoint: Endpoint) {
    this.#gate = gate;
    this.#endpoint = endpoint;
  }

  note(exchange: Exchange, experiment: AnyExperiment | undefined): void {
    if (!isExcessive(exchange)) return;
    this.#gate.narrow(hugeAtOnce);
    this.#endpoint.narrow?.(hugeAtOnce);
    if (!experiment) return;
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
          `answers are so large (${Math.round(largest / 1e5) / 10} MB) that only a few were asked for`,
        );
  }
}
