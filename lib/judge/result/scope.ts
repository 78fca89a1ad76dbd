// What a run leaves out of the contract: one place, as a run that leaves anything out is no proof of conformance.
import type { Report, Scope } from './report.js';

type Cut = Omit<Scope, 'full'>;

/** Whether every rule was to be tested, with every case. */
export const isFull = (
  { readOnly, fewKeys, only, exclude = [], shard, budget }: Cut,
  effort: Report['run']['effort'],
): boolean =>
  !readOnly &&
  fewKeys !== true &&
  only.length === 0 &&
  exclude.length === 0 &&
  shard === null &&
  budget === undefined &&
  effort !== 'quick';

/** Whether it was full, and came to its end. */
export const wasWhole = ({ scope, effort, interrupted, bail }: Report['run']): boolean =>
  isFull(scope, effort) && !interrupted && bail === undefined;

/** Whether the chosen rules were tested with every case: one that passed may fail in a case that was left out. */
export const sentEveryCase = (run: Report['run']): boolean =>
  wasWhole({ ...run, scope: { ...run.scope, only: [], exclude: [] } });
