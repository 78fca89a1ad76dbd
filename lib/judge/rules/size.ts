// The contract does not state limits of size, so a long request may be refused for its length. Judges nothing else.
import type { Exchange } from '../../http/types.js';

/** The number of bytes from which on a body, a path or a header counts as long: no plain request needs as many. */
const longFrom: Readonly<Record<number, Readonly<Record<'body' | 'path' | 'header', number>>>> = {
  413: { body: 129, path: 1_000, header: 1_000 },
  414: { body: Infinity, path: 65, header: Infinity },
  431: { body: Infinity, path: 65, header: 65 },
};

export function isRefusedForSize({ ask, request, answer }: Exchange): boolean {
  const from = answer && longFrom[answer.status];
  if (from === undefined) return false;
  return (
    Buffer.byteLength(ask.body ?? '') >= from.body ||
    ask.path.length >= from.path ||
    request.headers.some(([, value]) => value.length >= from.header)
  );
}
