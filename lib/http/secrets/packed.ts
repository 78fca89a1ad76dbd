// A compressed body whose label was lost or is wrong is kept as bytes, in which no key can be read. Whoever unpacks them
// reads it all the same.
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync } from 'node:zlib';

const mostBytes = 1024 * 1024;
const options = { maxOutputLength: mostBytes, finishFlush: constants.Z_SYNC_FLUSH };
/** Where the compressed data begin: at once, behind the header of zlib, and behind the shortest one of gzip. */
const beginnings = [0, 2, 10];

/** What a reader may try. Checksums at the end do not count, because they hide nothing. */
const ways: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
  ...beginnings.map((at) => (bytes: Uint8Array) => inflateRawSync(bytes.subarray(at), options)),
  (bytes) => gunzipSync(bytes, options),
  (bytes) =>
    brotliDecompressSync(bytes, {
      maxOutputLength: mostBytes,
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    }),
];

const mostLayers = 4;

/** Whether the key is found in what the bytes become when they are unpacked. What is too long to be read counts as well. */
export function packsKey(
  bytes: Uint8Array,
  redact: (text: string) => string,
  layers = mostLayers,
): boolean {
  if (layers === 0 || bytes.length < 2) return false;
  return ways.some((unpack) => {
    try {
      const unpacked = unpack(bytes);
      if (unpacked.length === 0) return false;
      const text = Buffer.from(unpacked).toString();
      return redact(text) !== text || packsKey(unpacked, redact, layers - 1);
    } catch (thrown) {
      return (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    }
  });
}
