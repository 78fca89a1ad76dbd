// Exact JSON: the value of a body with every digit of its numbers, or the reason why it is not JSON. Nothing here
// judges a schema, and nothing throws, whatever the bytes are.
import { isUtf8 } from 'node:buffer';
import { deepest, Reader } from './reader.js';
import type { Json } from '../types.js';

/** A number with more digits than this identifies nothing, and writing out its digits would only cost memory. */
const mostDigits = 10_000;
/** Of longer texts, only as much is parsed as is needed. */
const longestWhole = 16 * 1024;
const noNumbers: ReadonlyMap<string, string> = new Map();

type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly text: string; readonly problem: string };

/** Decodes bytes as UTF-8. A byte order mark stays in the text, because JSON does not allow one. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (isUtf8(bytes)) return { ok: true, text };
  const at = firstBadByte(bytes);
  const problem =
    at < bytes.length
      ? `byte ${at + 1} (0x${bytes[at]!.toString(16).toUpperCase().padStart(2, '0')}) is not UTF-8`
      : 'the text ends in the middle of a UTF-8 character';
  return { ok: false, text, problem };
}

/** The first byte of the character that breaks the text, or the length if the last character is merely incomplete. */
function firstBadByte(bytes: Uint8Array): number {
  const isWhole = (length: number): boolean => isUtf8(bytes.subarray(0, length));
  // The text may end in up to three bytes of an incomplete character, which are cut off for this test.
  const decodes = (length: number): boolean =>
    [0, 1, 2, 3].some((cut) => cut <= length && isWhole(length - cut));
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (decodes(middle)) good = middle;
    else bad = middle;
  }
  let start = good;
  while (start > 0 && !isWhole(start)) start -= 1;
  return isBeginning(bytes.subarray(start)) ? bytes.length : start;
}

/** Whether the bytes are the beginning of one character, and nothing else. */
function isBeginning(bytes: Uint8Array): boolean {
  if (bytes.length > 3) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Parses JSON strictly, without losing a digit. Most bodies take the fast way. */
export function parseExact(text: string): Json {
  // The fast way always fails for spaced text, and is unsafe for numbers of 16 or more digits, which may print the same
  // although a double does not hold them exactly. Colons or digits inside strings only make parsing slower.
  if (
    text.length <= longestWhole &&
    !text.includes('": ') &&
    !longNumber.test(text) &&
    cannotBeDeeper(text)
  ) {
    try {
      const value: unknown = JSON.parse(text);
      // The text is reproduced exactly, so no key was duplicated, no number rounded or written unusually, and nothing
      // dropped.
      if (JSON.stringify(value) === text) return { ok: true, value, numbers: noNumbers };
    } catch {
      // The careful reader below reports what is wrong.
    }
  }
  return new Reader(text).read();
}

const longNumber = /\d{16}|\de[+-]\d/;

/** Never returns true for JSON that is nested too deeply, but may return false for JSON that is not. */
function cannotBeDeeper(text: string): boolean {
  if (text.length < deepest) return true;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) inString = !inString;
    else if (inString) continue;
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      if (depth > deepest) return false;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
  }
  return true;
}

/**
 * The integer at a JSON pointer as canonical decimal text, to the last digit: "1.0" is "1", "1e2" is "100". Undefined
 * if there is no number, or none that is whole.
 */
export function integerText(
  json: Extract<Json, { ok: true }>,
  pointer: string,
  value: unknown,
): string | undefined {
  if (typeof value !== 'number') return undefined;
  const source = json.numbers.size === 0 ? undefined : json.numbers.get(pointer);
  if (source === undefined && Number.isSafeInteger(value)) return String(value);
  return wholeNumber(source ?? String(value));
}

/** The canonical decimal text of a JSON number, or undefined if it is not whole. */
function wholeNumber(token: string): string | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const significant = digits.replace(/(?<!0)0+$/, '');
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (zeros < 0 || significant.length + zeros > mostDigits) return undefined;
  return sign + significant + '0'.repeat(zeros);
}
