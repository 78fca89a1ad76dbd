// Finds out which kinds of request a target limits by themselves, such as those with a wrong key, and gives each a pace
// of its own, so that it does not hold up all others. Sends nothing itself.

import type { Ask, Clock } from '../types.js';
import type { Pace } from './pace.js';

interface OwnLimitsOptions {
  readonly clock: Clock;
  /** The request that tests whether others are served. */
  readonly control: Ask | undefined;
  /** Sends it at once, whatever the pace. */
  readonly isServed: () => Promise<boolean>;
  /** Creates a pace that waits as long as this while nothing gets through, but no longer than any other. */
  readonly newPace: (mostMs: number) => Pace;
}

/** A limit of its own shows if this often in a row one of the kind is refused and then another request is served. */
const timesShown = 3;
/**
 * And this often if others of the kind were served before, and all have to be refused anyway. Pauses grow, so that a mere
 * rate would let one through.
 */
const timesShownOfServed = 5;
/** Once is enough if the target asks for a pause as long as this, and serves another request at once. */
const longPauseMs = 5_000;
/** A kind that was served before may only have met its rate, so it is to be refused for as long as this. */
const refusedForMs = 20_000;
/**
 * The wait for requests that should be refused anyway, if none was ever served. Valid ones may have met a limit that an
 * earlier run used up.
 */
const neverServedMs = 10_000;

interface Kind {
  /** The time at which one was served last. */
  servedAt: number | null;
  /** The time of the first refusal since one was served. */
  refusedSince: number | null;
  shown: number;
  /** Requests that were sent earlier bring no news. */
  newsFrom: number;
  pace: Pace | undefined;
  /** The status of the last refusal, if it named no time to return at. */
  status: number | undefined;
}

/** A refusal, and the pause that it asks for, if it names one. */
interface Refusal {
  readonly status: number;
  readonly askedMs: number | null;
}

export class OwnLimits {
  readonly #options: OwnLimitsOptions;
  readonly #kinds = new Map<string, Kind>();
  #test: Promise<boolean> | undefined;

  constructor(options: OwnLimitsOptions) {
    this.#options = options;
  }

  paceOf(ask: Ask): Pace | undefined {
    return this.#kinds.get(this.#nameOf(ask))?.pace;
  }

  /** The status with which every request of its kind was refused since then, if no refusal says for how long. */
  refusedWith(ask: Ask, since: number): number | undefined {
    const kind = this.#kinds.get(this.#nameOf(ask));
    return kind === undefined || (kind.servedAt ?? 0) > since ? undefined : kind.status;
  }

  noteServed(ask: Ask): void {
    const kind = this.#kindOf(ask);
    kind.servedAt = this.#options.clock.now();
    kind.refusedSince = null;
    kind.shown = 0;
  }

  /** Returns the pace of its kind if that has one by now. */
  async refused(ask: Ask, { status, askedMs }: Refusal, sentAt: number): Promise<Pace | undefined> {
    const { clock, control, newPace } = this.#options;
    const kind = this.#kindOf(ask);
    kind.status = askedMs === null ? status : undefined;
    if (kind.pace || control === undefined || sentAt < kind.newsFrom) return kind.pace;
    kind.newsFrom = clock.now();
    kind.refusedSince ??= kind.newsFrom;
    this.#test ??= this.#options.isServed().finally(() => (this.#test = undefined));
    kind.shown = (await this.#test) ? kind.shown + 1 : 0;
    if (this.#isSure(kind, ask, askedMs ?? 0))
      kind.pace ??= newPace(
        kind.servedAt !== null || ask.validity === 'valid' ? Infinity : neverServedMs,
      );
    return kind.pace;
  }

  #isSure({ servedAt, refusedSince, shown }: Kind, { validity }: Ask, askedMs: number): boolean {
    const now = this.#options.clock.now();
    if (validity === 'invalid' && shown >= timesShownOfServed) return true;
    if (servedAt !== null && now + askedMs - (refusedSince ?? now) < refusedForMs) return false;
    return shown >= timesShown || (shown > 0 && askedMs >= longPauseMs);
  }

  #kindOf(ask: Ask): Kind {
    const name = this.#nameOf(ask);
    let kind = this.#kinds.get(name);
    if (kind === undefined) {
      kind = {
        servedAt: null,
        refusedSince: null,
        shown: 0,
        newsFrom: 0,
        pace: undefined,
        status: undefined,
      };
      this.#kinds.set(name, kind);
    }
    return kind;
  }

  /** If others of the control's kind are served, only the very same request can be limited. */
  #nameOf(ask: Ask): string {
    const { control } = this.#options;
    const name = kindOf(ask);
    return control && name === kindOf(control) ? `${name} ${ask.path}` : name;
  }
}

const kindOf = ({ operation, validity, key = 'valid' }: Ask): string =>
  `${operation} ${validity} ${key === 'valid'}`;
