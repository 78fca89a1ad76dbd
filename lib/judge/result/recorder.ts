// How exchanges are recorded for a report. What is recorded holds no secret.
import type { Exchange } from '../../http/types.js';
import type { RecordedExchange } from './report.js';

/** Records an exchange without the key, and cut to size. */
export interface Recorder {
  record(exchange: Exchange, rule: string | null): RecordedExchange;
  /** Records an exchange with its whole bodies, as far as a case of a certificate may have them. */
  recordWhole(exchange: Exchange, rule: string | null): RecordedExchange;
  /** Makes a command for curl; the earlier requests are those of the same connection. */
  curl(exchange: Exchange, before?: readonly Exchange[]): string | null;
  /** Masks the key in any text. */
  redact(text: string): string;
}
