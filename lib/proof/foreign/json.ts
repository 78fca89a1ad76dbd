// Part of the independent server written from the contract alone: JSON in, without losing a digit.
// JSON.parse rounds integers beyond 2^53; here every integer arrives as a bigint, every other number as a number.
import { randomUUID } from 'node:crypto';

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses UTF-8 encoded JSON. Throws for anything that is not exactly that. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = utf8.decode(bytes);
  JSON.parse(text); // the grammar; what follows only has to find the numbers in valid JSON

  // Numbers travel through JSON.parse as strings under a mark nobody can send in advance.
  const mark = `${randomUUID()}#`;
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') ? token : `"${mark}${token}"`,
  );
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark)
      ? toNumber(value.slice(mark.length))
      : value,
  );
}

/** An integer literal of up to 19 digits is a bigint; `1.0`, `1e3` and whatever is longer stay numbers. */
function toNumber(token: string): bigint | number {
  return /^-?\d{1,19}$/.test(token) ? BigInt(token) : Number(token);
}

export function isInt64(value: unknown): value is bigint {
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
}
