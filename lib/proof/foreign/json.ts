// Part of the independent server that was written from the contract alone: parses JSON without losing a digit.
// JSON.parse rounds integers beyond 2^53; here every integer becomes a bigint, and every other number a number.
import { randomUUID } from 'node:crypto';

const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses JSON in UTF-8, and throws for anything else. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = utf8.decode(bytes);
  JSON.parse(text); // checks the grammar, so that what follows only has to find the numbers in valid JSON

  // Numbers pass through JSON.parse as strings, with a mark that nobody can predict.
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

/** An integer of up to 19 digits becomes a bigint; `1.0`, `1e3` and anything longer stay numbers. */
function toNumber(token: string): bigint | number {
  return /^-?\d{1,19}$/.test(token) ? BigInt(token) : Number(token);
}

export function isInt64(value: unknown): value is bigint {
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
}
