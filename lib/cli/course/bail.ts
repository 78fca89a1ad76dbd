// Ends a run once enough has failed: for who mends one thing after the other, and need not hear of the rest.
import type { RuleResult } from '../../judge/result/report.js';
import type { RunEvent } from '../../judge/run/options.js';

export interface Bail {
  readonly after: number;
  /** Aborted when it is enough. */
  readonly signal: AbortSignal;
  note(event: RunEvent): void;
}

export function bailAfter(after: number, strict: boolean): Bail {
  const enough = new AbortController();
  const failed: RuleResult[] = [];
  return {
    after,
    signal: enough.signal,
    note(event) {
      if (event.type !== 'rule' || !isFailure(event.result, strict)) return;
      failed.push(event.result);
      if (causesIn(failed) >= after) enough.abort(new Error(`--bail ${after} ended the run`));
    },
  };
}

/** A warning ends nothing: the verdict of the run would not be that of --bail. */
const isFailure = ({ outcome, kind }: RuleResult, strict: boolean): boolean =>
  outcome === 'failed' && (kind === 'stated' || strict);

/** How many causes these failures have: each failed rule counts as one. */
const causesIn = (failed: readonly RuleResult[]): number => failed.length;
