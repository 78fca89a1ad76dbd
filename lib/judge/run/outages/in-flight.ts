// Notes the requests that were under way when the target stopped responding: one of them may have crashed it. Judges
// nothing.
import { profileOf } from '../../../contract/operations.js';
import type { Ask, Exchange, NoAnswerKind } from '../../../http/types.js';
import type { AnyExperiment } from '../../rules/rule.js';
import type { At } from '../../evidence/sort-key.js';

/** A request that was sent and not answered, with the experiment that sent it. */
export interface LostRequest {
  readonly exchange: Exchange;
  readonly occasion: SentFor;
}

interface SentFor {
  /** Undefined for a request that prepares the run. */
  readonly experiment?: AnyExperiment | undefined;
  readonly at: At;
}

/** More than this are never under way at once; where many get lost all the time, the last ones are kept. */
const most = 64;

/** How many of the last answered requests are remembered: one may crash the target just after its answer. */
const mostRecent = 32;

/** The kinds of missing response after which the target may have received the request all the same. */
const afterItWentOut: ReadonlySet<NoAnswerKind> = new Set([
  'reset',
  'timeout',
  'not-http',
  'too-large',
]);

export class InFlightRequests {
  #lost: LostRequest[] = [];
  #recent: LostRequest[] = [];
  /** The operations that have been answered at all. */
  readonly #answered = new Set<string>();

  /** Must be called with every exchange. */
  note(exchange: Exchange, occasion: SentFor): void {
    if (exchange.answer) {
      this.#answered.add(exchange.ask.operation);
      this.#wasThere(exchange, occasion);
    } else if (mayHaveArrived(exchange))
      this.#lost = [...this.#lost, { exchange, occasion }].slice(-most);
  }

  /** The requests that were answered just before, the last one first. */
  get recent(): readonly LostRequest[] {
    return this.#recent.toReversed();
  }

  /** The requests in flight, the most unusual first. Each is there once, even if it was sent again. */
  get all(): readonly LostRequest[] {
    const each = new Map<string, LostRequest>();
    for (const suspect of this.#lost) {
      const request = requestOf(suspect.exchange.ask);
      if (!each.has(request)) each.set(request, suspect);
    }
    return [...each.values()].sort(
      ({ exchange: one }, { exchange: other }) =>
        this.#usualness(one.ask) - this.#usualness(other.ask),
    );
  }

  /** An operation that has never been answered is the most likely to end the target. */
  #usualness({ operation, validity, writes }: Ask): number {
    return (
      8 * (this.#answered.has(operation) ? 1 : 0) +
      2 * ['invalid', 'open', 'valid'].indexOf(validity) +
      (writes ? 0 : 1)
    );
  }

  /** A request that was lost before another was sent and answered has not ended the target. */
  #wasThere({ answer: _large, ...exchange }: Exchange, occasion: SentFor): void {
    const { ask, startedAt } = exchange;
    this.#recent.push({ exchange, occasion });
    if (this.#recent.length > mostRecent) this.#recent.shift();
    if (this.#lost.length === 0) return;
    const profile = profileOf(ask.operation);
    this.#lost = this.#lost.filter(
      ({ exchange }) =>
        profileOf(exchange.ask.operation) !== profile ||
        exchange.startedAt + exchange.durationMs >= startedAt,
    );
  }
}

const mayHaveArrived = ({ noAnswer, lost = 0 }: Exchange): boolean =>
  noAnswer !== undefined && (lost > 0 || afterItWentOut.has(noAnswer.kind));

/** Equal for requests that look the same to a target. */
export const requestOf = ({ method, path, key, contentType, headers, body }: Ask): string =>
  JSON.stringify([
    method,
    path,
    key ?? 'valid',
    contentType,
    headers,
    typeof body === 'object' ? Buffer.from(body).toString('latin1') : body,
  ]);
