// A body may be sent in chunks, as clients do that do not know its length in advance: HTTP/1.1 servers understand it.
import { excuse } from '../lib/judge/rules/index.js';

export const inChunks = [['Transfer-Encoding', 'chunked']] as const;

/** RFC 9110 15.5.12: a server may insist. */
export const wantsLength = (): never =>
  excuse('the target wants to know the length of a body (411)');
