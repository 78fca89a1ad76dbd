// Ends a run once enough has failed, for users who fix one thing after another and do not need the rest.
import type { Bail } from '../../judge/run/options.js';
import type { Saying } from '../../certify/baseline/baseline.js';
import type { Failed } from '../../proof/failure-signatures/signatures.js';

interface BailOptions {
  /** The number of causes after which the run ends. */
  readonly after: number;
  readonly strict: boolean;
  /** How many causes there are at least behind these failures. */
  readonly causesAtLeast: (failed: readonly Failed[]) => number;
  /** A known failure does not end the run. */
  readonly says?: Saying;
}

export function bailAfter({ after, strict, causesAtLeast, says }: BailOptions): Bail {
  const enough = new AbortController();
  const failed = new Map<string, Failed>();
  return {
    after,
    signal: enough.signal,
    failed({ id, kind, failures }) {
      // A warning ends nothing: the verdict of the run would not be that of --bail.
      if (kind !== 'stated' && !strict) return;
      const isKnown = (failure: string): boolean => {
        const said = says?.(id, failure);
        return said !== undefined && 'known' in said;
      };
      const isNew = failures.filter((failure) => !isKnown(failure.id));
      if (failures.length > 0 && isNew.length === 0) return;
      failed.set(id, { id, outcome: 'failed', failures: isNew });
      if (causesAtLeast([...failed.values()]) >= after)
        enough.abort(new Error(`--bail ${after} ended the run`));
    },
  };
}
