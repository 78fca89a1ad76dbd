// Responses that break off, are not HTTP or never begin, and come whole when their request is sent again. The network may
// be to blame now and then, but it does not choose an operation. And those that no request has asked for.
import { isJudgedAsCatalogue, operationNamed } from '../../contract/operations.js';
import type { Exchange, Unasked } from '../../http/types.js';
import type { Reason } from '../result/reasons.js';
import { Undecided } from '../result/signals.js';

/** Fewer than these may be chance. */
const fewest = 8;
/** The least share of an operation's responses, and how many times the share of all others it must be. */
const leastShare = 0.05;
const timesOthers = 4;
/** This share is too many wherever they are. */
const tooManyAnywhere = 0.3;
/** Kept connections may end as a request is sent, and more often for operations that are called after a pause. */
const leastShareOfUnheard = 0.3;
/** A front may announce something now and then. */
const leastShareOfUnasked = 0.1;

/** Why nobody can say which request a response belongs to, where most of them are followed by another one. */
export function whyUnasked({ listened, followed }: Unasked): Undecided | undefined {
  return followed < fewest || followed < leastShareOfUnasked * listened
    ? undefined
    : new Undecided({ what: 'unrequested responses', values: { followed, of: listened } });
}

/** How many responses to an operation came whole, broke off, or never began. */
interface Counts {
  whole: number;
  broken: number;
  unheard: number;
}

type Loss = 'broken' | 'unheard';

interface Worst {
  readonly operation: string;
  readonly lost: number;
  readonly of: number;
}

const shareOf = (counts: Counts, loss: Loss): number =>
  counts[loss] / Math.max(1, counts.whole + counts[loss]);

export class LostResponses {
  readonly #byOperation = new Map<string, Counts>();

  /** Notes every exchange of the run. */
  note({ ask, answer, noAnswer, lost = 0 }: Exchange): void {
    if (!isJudgedAsCatalogue(ask.operation)) return;
    const counts = this.#byOperation.get(ask.operation) ?? { whole: 0, broken: 0, unheard: 0 };
    this.#byOperation.set(ask.operation, counts);
    counts.unheard += lost;
    if (answer) counts.whole += 1;
    else if (noAnswer?.isBroken || noAnswer?.kind === 'not-http') counts.broken += 1;
    else if (noAnswer?.kind === 'reset') counts.unheard += 1;
  }

  /** Why nobody can say that every valid request gets a response; undefined if nothing speaks against it. */
  get reason(): Reason | undefined {
    const worst = this.#worst('broken', leastShare);
    if (worst === undefined) return undefined;
    const { lost: broken, of, operation } = worst;
    return { what: 'broken responses', values: { broken, of, operation: nameOf(operation) } };
  }

  get remarks(): readonly string[] {
    const worst = this.#worst('unheard', leastShareOfUnheard);
    return worst
      ? [
          `${inWords(worst)} never began, which happened to few other operations: a client that does not send such a request again sees an error.`,
        ]
      : [];
  }

  /** The operation that loses most of its responses, if that is no chance and other operations lose far fewer. */
  #worst(loss: Loss, least: number): Worst | undefined {
    const [worst] = [...this.#byOperation]
      .filter(([operation, counts]) => this.#isTooMany(loss, least, operation, counts))
      .toSorted(([, one], [, other]) => shareOf(other, loss) - shareOf(one, loss));
    if (worst === undefined) return undefined;
    const [operation, counts] = worst;
    return { operation, lost: counts[loss], of: counts.whole + counts[loss] };
  }

  #isTooMany(loss: Loss, least: number, operation: string, counts: Counts): boolean {
    if (counts[loss] < fewest) return false;
    const others: Counts = { whole: 0, broken: 0, unheard: 0 };
    for (const [name, one] of this.#byOperation) {
      if (name === operation) continue;
      others.whole += one.whole;
      others[loss] += one[loss];
    }
    const share = shareOf(counts, loss);
    const isOfOperation = share >= least && share >= timesOthers * shareOf(others, loss);
    return isOfOperation || (loss === 'broken' && share >= tooManyAnywhere);
  }
}

const inWords = ({ operation, lost, of }: Worst): string =>
  `${lost} of ${of} responses to ${nameOf(operation)}`;

function nameOf(operation: string): string {
  const { method, path } = operationNamed(operation) ?? {};
  return `${method} ${path}`;
}
