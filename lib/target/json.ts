// Exact JSON: what a body really says, with every digit of its numbers, or why it is no JSON.
// It judges no schema and never throws, whatever the bytes are.
import { isUtf8 } from 'node:buffer';
import type { Json } from './types.js';

const deepest = 500;
/** A number with more digits than this is no identifier of anything; writing them out would only cost memory. */
const mostDigits = 10_000;
const noNumbers: ReadonlyMap<string, string> = new Map();

export type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly text: string; readonly problem: string };

/** Bytes as text. A byte order mark stays in the text, as JSON has no place for one. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (isUtf8(bytes)) return { ok: true, text };
  const at = firstBadByte(bytes);
  const problem = at < bytes.length ? `byte ${at + 1} (0x${bytes[at]!.toString(16).toUpperCase().padStart(2, '0')}) is not UTF-8` : 'the text ends in the middle of a UTF-8 character';
  return { ok: false, text, problem };
}

/** The first byte of the character that breaks the text; the length when the last character is only cut short. */
function firstBadByte(bytes: Uint8Array): number {
  const decodes = (length: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (decodes(middle)) good = middle;
    else bad = middle;
  }
  if (good === bytes.length) return good;
  let start = good;
  while (start > 0 && !isUtf8(bytes.subarray(0, start))) start -= 1;
  return start;
}

/** Parses JSON strictly, without losing a digit. Both ways are hot: most bodies take the first. */
export function parseExact(text: string, options: { readonly maxDepth?: number } = {}): Json {
  const maxDepth = options.maxDepth ?? deepest;
  // The fast way cannot end well for spaced text, nor for a number of 16 or more digits: that may print the same and
  // yet not be held exactly. Brackets, colons or digits inside strings only cost the fast way, never the result.
  if (!text.includes('": ') && !longNumber.test(text) && cannotBeDeeper(text, maxDepth)) {
    try {
      const value: unknown = JSON.parse(text);
      // The same text again: no key was doubled, no number rounded or written unusually, nothing dropped.
      if (JSON.stringify(value) === text) return { ok: true, value, numbers: noNumbers };
    } catch {
      // The careful reader below says what is wrong.
    }
  }
  return new Reader(text, maxDepth).read();
}

const longNumber = /\d{16}|\de[+-]\d/;

/** True when the text opens too few arrays and objects to be too deep. */
function cannotBeDeeper(text: string, maxDepth: number): boolean {
  if (text.length < maxDepth) return true;
  let opened = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      opened += 1;
      if (opened > maxDepth) return false;
    }
  }
  return true;
}

/**
 * The integer at a pointer as canonical decimal text, to the last digit: "1.0" is "1", "1e2" is "100".
 * Undefined when there is no number, or none that is whole.
 */
export function integerText(json: Extract<Json, { ok: true }>, pointer: string, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  const source = json.numbers.size === 0 ? undefined : json.numbers.get(pointer);
  if (source === undefined && Number.isSafeInteger(value)) return String(value);
  return wholeNumber(source ?? String(value));
}

/** Canonical decimal text of a JSON number token, or undefined when it is not whole. */
export function wholeNumber(token: string): string | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const significant = digits.replace(/0+$/, '');
  const zeros = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (zeros < 0 || significant.length + zeros > mostDigits) return undefined;
  return sign + significant + '0'.repeat(zeros);
}

class Refused extends Error {}

/** A strict reader of one document (RFC 8259), for what the fast way could not prove. */
class Reader {
  private at = 0;
  private depth = 0;
  private readonly path: (string | number)[] = [];
  private numbers: Map<string, string> | undefined;

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
  ) {}

  read(): Json {
    try {
      if (this.text.charCodeAt(0) === 0xfeff) this.refuse('a byte order mark before the JSON');
      this.space();
      if (this.at === this.text.length) this.refuse(this.text === '' ? 'the text is empty' : 'the text holds only white space');
      const value = this.value();
      this.space();
      if (this.at < this.text.length) this.refuse(`${this.seen()} after the end of the JSON, at ${this.place()}`);
      return { ok: true, value, numbers: this.numbers ?? noNumbers };
    } catch (error) {
      if (error instanceof Refused) return { ok: false, problem: error.message };
      if (error instanceof RangeError) return { ok: false, problem: `it is nested too deep, at ${this.place()}` };
      throw error;
    }
  }

  private value(): unknown {
    const code = this.text.charCodeAt(this.at);
    if (code === 0x22) return this.string();
    if (code === 0x7b) return this.object();
    if (code === 0x5b) return this.array();
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.number();
    if (code === 0x74 && this.text.startsWith('true', this.at)) return this.word(4, true);
    if (code === 0x66 && this.text.startsWith('false', this.at)) return this.word(5, false);
    if (code === 0x6e && this.text.startsWith('null', this.at)) return this.word(4, null);
    return this.refuse(`${this.seen()} where a value should begin, at ${this.place()}`);
  }

  private word<T>(length: number, value: T): T {
    this.at += length;
    return value;
  }

  private object(): unknown {
    const result: Record<string, unknown> = {};
    this.enter();
    if (this.closes(0x7d)) return result;
    for (;;) {
      if (this.text.charCodeAt(this.at) !== 0x22) this.refuse(`${this.seen()} where a key in double quotes should begin, at ${this.place()}`);
      const keyAt = this.at;
      const key = this.string();
      if (Object.hasOwn(result, key)) this.refuse(`the key ${quoted(key)} appears twice${this.path.length === 0 ? '' : ` at ${this.pointer()}`}, the second time at character ${keyAt + 1}`);
      this.space();
      if (this.text.charCodeAt(this.at) !== 0x3a) this.refuse(`${this.seen()} where a colon should follow the key ${quoted(key)}, at ${this.place()}`);
      this.at += 1;
      this.space();
      this.path.push(key);
      const value = this.value();
      this.path.pop();
      // Assigning to __proto__ would not make a property.
      if (key === '__proto__') Object.defineProperty(result, key, { value, writable: true, enumerable: true, configurable: true });
      else result[key] = value;
      if (this.closes(0x7d)) return result;
      this.comma('}');
    }
  }

  private array(): unknown {
    const result: unknown[] = [];
    this.enter();
    if (this.closes(0x5d)) return result;
    for (;;) {
      this.path.push(result.length);
      result.push(this.value());
      this.path.pop();
      if (this.closes(0x5d)) return result;
      this.comma(']');
    }
  }

  private enter(): void {
    this.depth += 1;
    if (this.depth > this.maxDepth) this.refuse(`it is nested deeper than ${this.maxDepth} levels, at ${this.place()}`);
    this.at += 1;
    this.space();
  }

  private closes(bracket: number): boolean {
    this.space();
    if (this.text.charCodeAt(this.at) !== bracket) return false;
    this.at += 1;
    this.depth -= 1;
    return true;
  }

  private comma(bracket: string): void {
    if (this.text.charCodeAt(this.at) !== 0x2c) this.refuse(`${this.seen()} where a comma or \`${bracket}\` should be, at ${this.place()}`);
    this.at += 1;
    this.space();
    if (this.text[this.at] === bracket) this.refuse(`a comma before \`${bracket}\`, at ${this.place()}`);
  }

  private string(): string {
    const start = this.at;
    let escaped = false;
    for (this.at += 1; ; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        escaped = true;
        this.escape();
      } else if (code < 0x20) this.refuse(`a raw control character (${named(code)}) in a string, at ${this.place()}`);
      else if (Number.isNaN(code)) this.refuse(`the text ends inside the string that begins at character ${start + 1}`);
    }
    this.at += 1;
    return escaped ? (JSON.parse(this.text.slice(start, this.at)) as string) : this.text.slice(start + 1, this.at - 1);
  }

  /** Checks one escape, and stops on its last character. */
  private escape(): void {
    const length = escapes.exec(this.text.slice(this.at, this.at + 6))?.[0].length;
    if (length === undefined) this.refuse(`a backslash that begins no escape of JSON, at ${this.place()}`);
    this.at += length - 1;
  }

  private number(): number {
    const start = this.at;
    numbers.lastIndex = start;
    const token = numbers.exec(this.text)?.[0];
    if (token === undefined) return this.refuse(`a minus sign without a digit, at ${this.place()}`);
    this.at += token.length;
    const next = this.text.charCodeAt(this.at);
    if (next >= 0x30 && next <= 0x39) this.refuse(`a number with a leading zero, at character ${start + 1}`);
    if (next === 0x2e || next === 0x65 || next === 0x45 || next === 0x78) this.refuse(`a number that JSON does not know, at character ${start + 1}`);
    const value = Number(token);
    const short = token.length <= 15 && !token.includes('e');
    if (!((short || Number.isSafeInteger(value)) && String(value) === token)) (this.numbers ??= new Map()).set(this.pointer(), token);
    return value;
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private pointer(): string {
    return this.path.map((step) => `/${typeof step === 'number' ? step : step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  }

  private place(): string {
    return `character ${this.at + 1}`;
  }

  private seen(): string {
    const code = this.text.codePointAt(this.at);
    return code === undefined ? 'the end of the text' : named(code);
  }

  private refuse(problem: string): never {
    throw new Refused(problem);
  }
}

const escapes = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;
const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** A character that can be printed as itself, else its code point. */
function named(code: number): string {
  return code > 0x20 && code < 0x7f && code !== 0x60 ? `\`${String.fromCharCode(code)}\`` : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A key as it may stand in a message: bounded, and without characters that act on a terminal. */
function quoted(key: string): string {
  const safe = JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key).slice(1, -1);
  return `\`${safe.replace(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069`]/g, (character) => named(character.charCodeAt(0)))}\``;
}
