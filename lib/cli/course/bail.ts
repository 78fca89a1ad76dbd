// Ends a run once enough has failed: for who mends one thing after the other, and need not hear of the rest.
import type { Bail } from '../../judge/run/options.js';

export function bailAfter(after: number, strict: boolean): Bail {
  const enough = new AbortController();
  const failed = new Set<string>();
  return {
    after,
    signal: enough.signal,
    failed({ id, kind }) {
      // A warning ends nothing: the verdict of the run would not be that of --bail.
      if (kind !== 'stated' && !strict) return;
      failed.add(id);
      if (causesIn(failed) >= after) enough.abort(new Error(`--bail ${after} ended the run`));
    },
  };
}

/** How many causes the failures of these rules have: each rule counts as one. */
const causesIn = (rules: ReadonlySet<string>): number => rules.size;
