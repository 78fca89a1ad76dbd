// Limits of size are not shown in the contract: a request that is long may be refused for that. Judges nothing else.
import type { Exchange } from '../../http/types.js';

/** Too large a body, too long an address, too large a header. */
const tooLong = new Set([413, 414, 431]);
/** Who refuses less than this for its size takes no animal at all. */
const longBytes = 64;

export function isRefusedForSize({ ask, request, answer }: Exchange): boolean {
  if (answer === undefined || !tooLong.has(answer.status)) return false;
  const { path, body = '' } = ask;
  const longest = Math.max(
    path.length,
    Buffer.byteLength(body),
    ...request.headers.map(([, value]) => value.length),
  );
  return longest > longBytes;
}
