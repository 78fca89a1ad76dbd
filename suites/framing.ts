// A body may be sent in chunks, as clients do that do not know its length in advance, and its type be written in several
// ways: HTTP/1.1 servers understand them.
import { excuse } from '../lib/judge/rules/index.js';

export const inChunks = [['Transfer-Encoding', 'chunked']] as const;

/** RFC 9110 15.5.12: a server may insist. */
export const wantsLength = (): never =>
  excuse('the target wants to know the length of a body (411)');

export const withCharset = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'];
/** RFC 9110 8.3.1: the names of types are case-insensitive. */
export const inCapitals = ['Application/JSON'];
