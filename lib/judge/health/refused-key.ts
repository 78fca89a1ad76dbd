// A valid key that is refused in the middle of a run, as by a service that locks out whoever has tried wrong keys. The
// rules judge the responses; this says what may be behind them, and how to find out.
import { hasWrongKey } from '../../http/target.js';
import type { Exchange } from '../../http/types.js';

/** Fewer wrong keys lock nobody out. */
const fewestWrong = 3;
/** Fewer refusals may be of one defect, and so may those of one operation. */
const fewestRefused = 10;
const fewestOperations = 2;

export class RefusedKey {
  readonly #sendsMany: boolean;
  #wrong = 0;
  /** The operations that accepted the key before. */
  readonly #accepted = new Set<string>();
  readonly #refused: string[] = [];
  readonly #statuses = new Set<number>();

  /** `sendsMany` tells whether more wrong keys are sent than a service with a lockout bears. */
  constructor(sendsMany: boolean) {
    this.#sendsMany = sendsMany;
  }

  /** Notes every exchange of the run. */
  note({ ask, answer }: Exchange): void {
    if (hasWrongKey(ask)) this.#wrong += 1;
    if (answer === undefined || ask.validity !== 'valid' || (ask.key ?? 'valid') !== 'valid')
      return;
    const isRefused = answer.status === 401 || answer.status === 403;
    if (!isRefused && this.#wrong < fewestWrong) this.#accepted.add(ask.operation);
    if (!isRefused || this.#wrong < fewestWrong || !this.#accepted.has(ask.operation)) return;
    this.#refused.push(ask.operation);
    this.#statuses.add(answer.status);
  }

  get remarks(): readonly string[] {
    const isLockout =
      this.#sendsMany &&
      this.#refused.length >= fewestRefused &&
      new Set(this.#refused).size >= fewestOperations;
    return isLockout
      ? [
          `After some wrong keys, the valid key was refused as well, ${this.#refused.length} times (with ${[...this.#statuses].join(' or ')}). If the service locks out clients that try wrong keys, test it with --wrong-keys few.`,
        ]
      : [];
  }
}
