// Answers far beyond what the contract allows: a few of them show all that there is to see, and more would only cost time and
// memory. Counts them for each experiment; judges nothing.
import { maximumLimit } from '../../contract/facts.js';
import { bytesAtOnce, fewestLargeAtOnce, hugeAtOnce } from '../../http/pacing/at-once.js';
import type { Answer, Exchange } from '../../http/types.js';
import { Undecided } from '../result/signals.js';
import type { Endpoint } from './asks.js';
import type { Semaphore } from './semaphore.js';

/**
 * The number of large responses that may be in flight at once, because each takes several times its size while it is
 * judged.
 */
const muchBytes = 128 * 1024;
/** More bytes than a page of a hundred animals needs. */
const tooManyBytes = 4 * 1024 * 1024;
/** More bytes than a single animal needs, even with the longest name that the kit sends. */
const ofOneAnimal = 512 * 1024;
const enough = 3;
/**
 * The bytes that large responses may take in all, because reading them costs time. The pages of honest stores stay
 * far below.
 */
const tooManyBytesInAll = 500_000_000;

/**
 * A body without end, one that is larger than what it holds can be, or a list of far more animals than any page may have: a
 * page of 101 with a long name or two is an ordinary one.
 */
export function isOversized({ answer }: Exchange): boolean {
  if (answer === undefined || !isLarge(answer)) return false;
  if (answer.truncated || answer.size > tooManyBytes) return true;
  const held = answer.json.ok && Array.isArray(answer.json.value) ? answer.json.value.length : 0;
  return held > 2 * maximumLimit || answer.size > ofOneAnimal * Math.max(1, held);
}

/** The reason why nothing is kept of a case: it would stay in memory until the end. Undefined if no response is too large. */
export function tooLargeToKeep(exchanges: readonly Exchange[]): Undecided | undefined {
  const sizes = exchanges.filter(isOversized).map(({ answer }) => answer?.size ?? 0);
  return sizes.length === 0
    ? undefined
    : new Undecided({
        what: 'large responses',
        values: { megabytes: megabytes(Math.max(...sizes)) },
      });
}

const isLarge = ({ truncated, size }: Answer): boolean => truncated || size > muchBytes;

export class OversizedResponses {
  readonly #semaphore: Semaphore;
  readonly #endpoint: Pick<Endpoint, 'narrow'>;
  #bytesOfLarge = 0;
  readonly #counts = new Map<object, { count: number; largest: number }>();

  constructor(semaphore: Semaphore, endpoint: Pick<Endpoint, 'narrow'>) {
    this.#semaphore = semaphore;
    this.#endpoint = endpoint;
  }

  note(exchange: Exchange, experiment: object | undefined): void {
    const { answer } = exchange;
    if (answer === undefined || !isLarge(answer)) return;
    this.#bytesOfLarge += answer.size;
    const isTooMuch = isOversized(exchange);
    const most = isTooMuch
      ? hugeAtOnce
      : Math.max(fewestLargeAtOnce, Math.floor(bytesAtOnce / answer.size));
    this.#semaphore.narrow(most);
    this.#endpoint.narrow(most);
    if (!isTooMuch || !experiment) return;
    const { count, largest } = this.#counts.get(experiment) ?? { count: 0, largest: 0 };
    this.#counts.set(experiment, {
      count: count + 1,
      largest: Math.max(largest, exchange.answer?.size ?? 0),
    });
  }

  /** The reason why no more cases of an experiment are sent; undefined while they are. */
  of(experiment: object): Undecided | undefined {
    const { count, largest } = this.#counts.get(experiment) ?? { count: 0, largest: 0 };
    if (this.#bytesOfLarge > tooManyBytesInAll)
      return new Undecided({
        what: 'much read',
        values: { megabytes: megabytes(tooManyBytesInAll) },
      });
    return count < enough
      ? undefined
      : new Undecided({ what: 'large responses', values: { megabytes: megabytes(largest) } });
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
