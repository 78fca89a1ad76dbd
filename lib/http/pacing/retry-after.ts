// How long a target asks to be left alone. It must not decide whether the kit waits that long.

import { ofGateways } from '../asking-again.js';
import type { Answer } from '../types.js';

/** Is this answer a request to slow down rather than an answer? */
export function asksToSlowDown(answer: Pick<Answer, 'status' | 'header'>): boolean {
  const { status } = answer;
  return status === 429 || (status === 503 && answer.header('retry-after') !== undefined);
}

/** Does it refuse without a word of when to come again? It may be asked too fast, or fail. */
export const mayMeanLoad = (answer: Pick<Answer, 'status' | 'header'>): boolean =>
  ofGateways.has(answer.status) && !asksToSlowDown(answer);

/** Milliseconds; null when nothing useful is said: no header, nonsense, or a time that is over. */
export function retryAfterMs(answer: Pick<Answer, 'header'>, now: number): number | null {
  const value = answer.header('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+(\.\d+)?$/.test(value)) {
    const ms = Number(value) * 1000;
    return ms > 0 ? ms : null;
  }
  if (!/[a-z]{3}/i.test(value)) return null;
  const until = Date.parse(value);
  // The target's own Date, where it sends one, takes the difference between its clock and ours out of the sum.
  const said = Date.parse(answer.header('date') ?? '');
  const ms = until - (Number.isNaN(said) ? now : said);
  return ms > 0 ? ms : null;
}
