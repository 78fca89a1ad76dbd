// Limits that the result of a rule has in a whole run and in a merged one alike.
import type { ReasonKey } from './reasons.js';

/** The most failures of a rule, because further ones of the same defect say nothing new. */
export const mostFailures = 6;

/** The most samples of answered exchanges of a rule that did not fail. */
export const samplesPerRule = 2;

/** What a rule lacked whose experiments gave it nothing to judge. */
export const nothings = [
  'nothing to judge',
  'no error to judge',
  'no 401 to judge',
  'no list to judge',
  'no status to judge',
] as const satisfies readonly ReasonKey[];

export type Nothing = (typeof nothings)[number];

export const noCase = (what: Nothing = 'nothing to judge') =>
  ({ outcome: 'cantTell', reason: { what } }) as const;
