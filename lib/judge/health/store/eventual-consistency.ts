// Decides how long a run waits until an added animal is visible. It learns once: the first animal that does not appear
// in the usual time is waited for longer, and the result holds for all later ones. What has never appeared is not
// waited for again and again.

/** Lists and gets may be of different stores. */
export type Where = 'lists' | 'gets';

/** The first wait may be this many times longer than later ones, and no longer than caches of lists commonly live. */
const longer = { times: 25, mostMs: 45_000 };
/** The usual lifetime of caches of single animals. */
export const shorterMs = 12_000;
/** The wait once it is known that animals never appear: not quite zero. */
const graceMs = 20;

interface Lateness {
  /** The longest wait, in milliseconds, after which something still appeared. */
  latestMs: number;
  /** Whether something was waited for to the end, and never appeared. */
  isInVain: boolean;
  /** Whether anything was looked for at all. */
  isKnown: boolean;
  /** The end of the longer wait. All cases that wait at the same time share it, and it happens only once. */
  endsAt?: number;
}

export class EventualConsistency {
  readonly #givenMs: number;
  readonly #longestMs: number;
  #settleMs: number;
  readonly #of: Readonly<Record<Where, Lateness>> = {
    lists: { latestMs: 0, isInVain: false, isKnown: false },
    gets: { latestMs: 0, isInVain: false, isKnown: false },
  };
  #inVainMs = 0;
  #inVainUntil = -Infinity;
  /** Called when the longer wait begins, which is too long for a user not to know of. */
  onLongWait: ((where: Where, mostMs: number) => void) | undefined;

  /** A run of the same candidate, before it crashed, has learned this already. */
  constructor(settleMs: number, before?: EventualConsistency) {
    this.#givenMs = settleMs;
    this.#longestMs = Math.min(longer.mostMs, longer.times * settleMs);
    this.#settleMs = settleMs;
    if (before !== undefined) this.#learnFrom(before);
  }

  #learnFrom(before: EventualConsistency): void {
    this.#settleMs = before.settleMs;
    for (const where of ['lists', 'gets'] as const) {
      const { latestMs, isInVain, isKnown } = before.#of[where];
      Object.assign(this.#of[where], { latestMs, isInVain, isKnown });
    }
  }

  /** Anything later than this counts as never. */
  get settleMs(): number {
    return this.#settleMs;
  }

  /** How long to wait for something that was seen before: a little longer than the longest delay so far. */
  get knownMs(): number {
    return Math.max(this.#enough('lists'), this.#enough('gets'));
  }

  /** How far lists are known to lag; 0 where that is no longer than the usual time to settle. */
  get listLagMs(): number {
    const { latestMs } = this.#of.lists;
    return latestMs > this.#givenMs ? latestMs : 0;
  }

  /** Whether anything was looked for there. Of all cases a run may send none that does. */
  knowsDelay(where: Where): boolean {
    return this.#of[where].isKnown;
  }

  /** How long to look for something that need not come at all. */
  settleMsOf(where: Where): number {
    if (this.#of[where].isInVain) return this.#enough(where);
    // Animals that were added in the meantime have had all that time to appear in lists too. A get may have cached a 404.
    const hadItsTime = where === 'lists' && this.#of.gets.isInVain;
    return hadItsTime ? Math.max(this.#enough(where), this.#settleMs / 4) : this.#settleMs;
  }

  /**
   * Whether a case that has looked there for so long should go on looking. `mostMs` is lower if the case has seen
   * something that speaks against waiting.
   */
  bears(where: Where, waitedMs: number, now: number, mostMs = Infinity): boolean {
    const settleMs = this.settleMsOf(where);
    if (waitedMs < settleMs) return true;
    if (waitedMs >= mostMs) return false;
    const longestMs = where === 'gets' ? Math.min(this.#longestMs, shorterMs) : this.#longestMs;
    if (settleMs < this.#settleMs || settleMs >= longestMs) return false;
    const lateness = this.#of[where];
    if (lateness.endsAt === undefined) {
      lateness.endsAt = now + longestMs - settleMs;
      this.onLongWait?.(where, longestMs);
    }
    return now < lateness.endsAt;
  }

  /** How long a case that has looked there for so long rests before it looks again: not beyond the end of the longer wait. */
  restMs(where: Where, pauseMs: number, waitedMs: number, now: number): number {
    const leftMs = this.#settleMs - waitedMs;
    const { endsAt = Infinity } = this.#of[where];
    return Math.min(pauseMs, leftMs > 0 ? leftMs : Math.max(1, endsAt - now));
  }

  /** Notes after how long something appeared. */
  found(where: Where, waitedMs: number): void {
    const lateness = this.#of[where];
    lateness.isKnown = true;
    lateness.latestMs = Math.max(lateness.latestMs, waitedMs);
    if (waitedMs <= this.#givenMs) return;
    this.#settleMs = Math.max(this.#settleMs, Math.min(longer.mostMs, Math.ceil(waitedMs * 1.5)));
    // The longer wait was useful. Others may appear still later, because this one was perhaps looked for long after
    // its add.
    delete lateness.endsAt;
  }

  /**
   * Notes that something was looked for from that moment until now, and never appeared. Cases that wait at the same
   * time count once.
   */
  foundNothing(where: Where, startedAt: number, now: number): void {
    Object.assign(this.#of[where], { isInVain: true, isKnown: true });
    this.#inVainMs += Math.max(0, now - Math.max(startedAt, this.#inVainUntil));
    this.#inVainUntil = now;
  }

  /** Remarks for the reader of the report. */
  get remarks(): readonly string[] {
    const latestMs = Math.max(this.#of.lists.latestMs, this.#of.gets.latestMs);
    return [
      ...(latestMs > this.#givenMs
        ? [
            `A new animal took about ${seconds(latestMs)} to appear: from then on the kit waited up to ${seconds(this.#settleMs)} instead of ${seconds(this.#givenMs)} (--settle ${Math.ceil(latestMs / 1000)}).`,
          ]
        : []),
      ...(this.#inVainMs >= 1_000
        ? [
            `Some new animals were not found${this.#whereInVain}. The kit waited for them for ${seconds(this.#inVainMs)} in total.`,
          ]
        : []),
    ];
  }

  get #whereInVain(): string {
    const { lists, gets } = this.#of;
    if (lists.isInVain === gets.isInVain) return '';
    return lists.isInVain ? ' in lists' : ' when they were fetched';
  }

  #enough(where: Where): number {
    return Math.min(this.#settleMs, Math.max(graceMs, 2 * this.#of[where].latestMs));
  }
}

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;
