// A single 502, 503 or 504 in a run may come from a gateway, so the request is sent again before it is judged. A
// second one is judged at once.
import { ofGateways } from '../../http/asking-again.js';
import type { Exchange } from '../../http/types.js';

export const isGatewayError = ({ answer }: Exchange): boolean =>
  answer !== undefined && ofGateways.has(answer.status);

export class TransientGatewayErrors {
  #suspect: Exchange | undefined;
  #isOver = false;

  /** Whether this is the first gateway error of the run: then the request is worth sending again. */
  suspects(exchange: Exchange): boolean {
    if (this.#suspect || !isGatewayError(exchange)) return false;
    this.#suspect = exchange;
    return true;
  }

  /** The request was sent again, and answered otherwise. */
  passed(): void {
    this.#isOver = true;
  }

  get remarks(): readonly string[] {
    if (!this.#suspect || !this.#isOver) return [];
    const { ask, answer } = this.#suspect;
    return [
      `${ask.method} ${ask.path} returned ${answer?.status} once, but not on a retry: treated as a gateway hiccup, not judged.`,
    ];
  }
}
