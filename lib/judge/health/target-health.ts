// What a run learns of its target while it goes on: whether it is there, how late things show, whether it is full.
import type { Asks, Watch } from './health.js';
import type { Excess } from './oversized-responses.js';
import type { Hiccup } from './gateway-error.js';
import type { Patience } from './eventual-consistency.js';
import type { Quota } from './quota.js';
import type { Silence } from './idle-timeout.js';

/** Each address by itself. */
interface Watches {
  readonly catalogue: Watch;
  readonly quickstart: Watch | undefined;
}

/** What requests go to. */
export interface BothAsks {
  readonly catalogue: Asks;
  readonly quickstart: Asks | undefined;
}

export interface Watching {
  readonly watches: Watches;
  readonly silence: Silence;
  readonly excess: Excess;
  readonly patience: Patience;
  readonly hiccup: Hiccup;
  readonly quota: Quota;
}

/** Why nothing is asked any more, where the target was there and is not any more. */
export function goneBecause({ watches }: Watching): string | undefined {
  return [watches.catalogue, watches.quickstart].find((watch) => watch?.isGone)?.endedBecause;
}

/** What a reader of the report should know of it. */
export function remarksOf({ watches, quota, patience, hiccup }: Watching): readonly string[] {
  const ofBoth = [watches.catalogue, watches.quickstart].flatMap((watch) => watch?.remarks ?? []);
  const full =
    quota.reason === undefined ? [] : [`The target accepts no more animals: ${quota.reason}.`];
  return [...new Set(ofBoth), ...full, ...patience.remarks, ...hiccup.remarks];
}
