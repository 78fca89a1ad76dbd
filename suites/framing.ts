// A client that does not know the length of a body in advance sends it in chunks, and a content type can be written in
// several ways. HTTP/1.1 servers understand all of them.
import {
  isSuccess,
  noEvidence,
  notApplicable,
  orElse,
  statusOf,
  type Exchange,
  type How,
} from '../lib/judge/rules/index.js';

export const inChunks = [['Transfer-Encoding', 'chunked']] as const;

/** The body is sent once the target asks for it, as curl does it with a large one. */
export const afterContinue = [['Expect', '100-continue']] as const;

/** A client or a proxy that keeps no connections says so with each request. */
export const closing = [['Connection', 'close']] as const;

/** A server may insist on a stated length (RFC 9110, 15.5.12). */
export const wantsLength = (): never => notApplicable('length wanted');

/** What a server leaves unread must not meet the next request. */
export const inChunksAlone = [...inChunks, ...closing] as const;

/** A body that is in chunks or in a charset only by the way: whether that is read at all is judged elsewhere. */
export async function asFarAsRead(how: How, asked: Promise<Exchange>): Promise<Exchange> {
  if (how.headers !== inChunksAlone && how.contentType === undefined) return asked;
  const answered = await orElse(asked, undefined);
  const isJudged = answered && (isSuccess(answered) || statusOf(answered) === 400);
  return isJudged ? answered : noEvidence();
}

export const withCharset = [
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
] as const;
/** The names of media types are case-insensitive (RFC 9110, 8.3.1). */
export const inCapitals = ['Application/JSON'];
