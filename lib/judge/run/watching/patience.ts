// How long something that was added may stay out of sight. A run learns it once: the first time that something does not
// come in the time to settle, it is waited for longer, and what was learned then holds for all that follows.

const longestMs = 10_000;

export class Patience {
  readonly #givenMs: number;
  #settleMs: number;
  #endsAt: number | undefined;
  #latestMs = 0;

  constructor(settleMs: number) {
    this.#givenMs = settleMs;
    this.#settleMs = settleMs;
  }

  /** What comes later than this counts as never. */
  get settleMs(): number {
    return this.#settleMs;
  }

  /** Shall a case that has looked for so long go on looking? All that wait at the same time share the longer wait. */
  bears(waitedMs: number, now: number): boolean {
    if (waitedMs < this.#settleMs) return true;
    // Who gives no time to settle wants no waiting at all.
    if (this.#settleMs >= longestMs || this.#settleMs === 0) return false;
    this.#endsAt ??= now + longestMs - this.#settleMs;
    return now < this.#endsAt;
  }

  /** Something showed after so long. */
  found(waitedMs: number): void {
    if (waitedMs <= this.#givenMs) return;
    this.#latestMs = Math.max(this.#latestMs, waitedMs);
    this.#settleMs = Math.max(this.#settleMs, Math.min(longestMs, Math.ceil(waitedMs * 1.5)));
  }

  /** What a reader of the report should know. */
  get remarks(): readonly string[] {
    if (this.#latestMs === 0) return [];
    const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;
    return [
      `Something that was added showed only after about ${seconds(this.#latestMs)}: from then on the kit waited up to ${seconds(this.#settleMs)} instead of ${seconds(this.#givenMs)} (--settle).`,
    ];
  }
}
