// Undoes the Content-Encoding of a body up to a bound, so that a small body which would unpack to gigabytes ends at the
// bound.

import { type Headers, TransportError } from '../types.js';

interface Plain {
  readonly body: Uint8Array;
  readonly truncated: boolean;
  readonly undecoded?: string;
}

const known: ReadonlySet<string> = new Set(['gzip', 'deflate', 'br']);
const mostCodings = 3;

/** The codings to undo, the last one first. Empty if there is nothing to do, or if a coding is unknown. */
export function codingsOf(headers: Headers): readonly string[] {
  const codings: string[] = [];
  for (const [name, value] of headers) {
    if (name.length !== 16 || name.toLowerCase() !== 'content-encoding') continue;
    for (const coding of value.toLowerCase().split(','))
      codings.push(coding.trim().replace(/^x-/, ''));
  }
  const real = codings.filter((coding) => coding !== '' && coding !== 'identity');
  const isKnown = real.length <= mostCodings && real.every((coding) => known.has(coding));
  return isKnown ? real.reverse() : [];
}

/**
 * A body that contradicts its headers stays as it arrived, for the rules to judge. A body that follows them but stops
 * before its coding ends is not a complete response.
 */
export async function decode(
  body: Uint8Array,
  codings: readonly string[],
  cap: number,
  cutShort: boolean,
): Promise<Plain> {
  let plain: Plain = { body, truncated: cutShort };
  for (const coding of codings) {
    const next = await unpack(plain, coding, cap);
    if (next === null) return { body, truncated: cutShort, undecoded: coding };
    plain = { body: next.body, truncated: next.truncated || plain.truncated };
  }
  return plain;
}

/** Bodies that become larger than this are unpacked one after another, because memory matters more than time then. */
const much = 512 * 1024;
let turn: Promise<unknown> = Promise.resolve();

/** Waits until all that came before are unpacked. The caller ends its turn. */
async function turnToUnpack(): Promise<() => void> {
  const before = turn;
  let end = (): void => {};
  turn = new Promise<void>((resolve) => (end = resolve));
  await before;
  return end;
}

async function unpack(
  { body, truncated }: Plain,
  coding: string,
  cap: number,
): Promise<Plain | null> {
  if (body.length === 0) return { body, truncated: false };
  let endTurn: (() => void) | undefined;
  const stream = unpacking(body, coding, truncated, await import('node:zlib'));
  const chunks: Buffer[] = [];
  let size = 0;
  stream.end(body);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > cap) break;
      if (size > much) endTurn ??= await turnToUnpack();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') return null;
    throw new TransportError('reset', `the body is cut off: it stops before its ${coding} does`);
  } finally {
    stream.destroy();
    endTurn?.();
  }
  return { body: Buffer.concat(chunks).subarray(0, cap), truncated: size > cap };
}

/** Unpacks as much as possible of a body that the kit itself has cut short. */
function unpacking(
  body: Uint8Array,
  coding: string,
  cutShort: boolean,
  zlib: typeof import('node:zlib'),
) {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  const options = cutShort ? { finishFlush: Z_SYNC_FLUSH } : {};
  if (coding === 'gzip') return zlib.createGunzip(options);
  if (coding === 'br')
    return zlib.createBrotliDecompress(cutShort ? { finishFlush: BROTLI_OPERATION_FLUSH } : {});
  return isZlib(body) ? zlib.createInflate(options) : zlib.createInflateRaw(options);
}

/** `deflate` means the zlib format, but some servers send the bare stream. */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && ((first << 8) + second) % 31 === 0;
}
