// How long a target asks the kit to wait. Whether the kit waits that long is decided elsewhere.

import { ofGateways } from '../asking-again.js';
import type { Answer } from '../types.js';

/** Whether this response merely asks to slow down. */
export function asksToSlowDown(answer: Pick<Answer, 'status' | 'header'>): boolean {
  const { status } = answer;
  return status === 429 || (status === 503 && answer.header('retry-after') !== undefined);
}

/** Whether it refuses without saying when to return: the target may be asked too fast, or fail. */
export const mayMeanLoad = (answer: Pick<Answer, 'status' | 'header'>): boolean =>
  ofGateways.has(answer.status) && !asksToSlowDown(answer);

/** The wait in milliseconds, or null if the header is missing, is nonsense, or names a time in the past. */
export function retryAfterMs(answer: Pick<Answer, 'header'>, now: number): number | null {
  const value = answer.header('retry-after')?.trim();
  if (value === undefined || value === '') return null;
  if (/^\d+(\.\d+)?$/.test(value)) {
    const ms = Number(value) * 1000;
    return ms > 0 ? ms : null;
  }
  if (!/[a-z]{3}/i.test(value)) return null;
  const until = Date.parse(value);
  // If the target sends a Date, it is used instead of our clock, which may differ from the target's.
  const said = Date.parse(answer.header('date') ?? '');
  const ms = until - (Number.isNaN(said) ? now : said);
  return ms > 0 ? ms : null;
}
