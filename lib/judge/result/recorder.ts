// How exchanges are recorded for a report. What is recorded holds no secret.
import type { Exchange } from '../../http/types.js';
import type { RecordedExchange } from './report.js';

/** Makes an exchange fit to be shown: without the key, cut to size. */
export interface Recorder {
  record(exchange: Exchange, rule: string | null): RecordedExchange;
  /** Records an exchange with its whole bodies, as far as a case of a certificate may have them. */
  recordWhole(exchange: Exchange, rule: string | null): RecordedExchange;
  /** The earlier requests went over the same connection. */
  curl(exchange: Exchange, before?: readonly Exchange[]): string | null;
  /** Masks the key in any text. */
  redact(text: string): string;
}
