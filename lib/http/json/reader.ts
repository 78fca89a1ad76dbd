// Parses JSON character by character: keeps the digits of numbers, notes duplicate members, and says where and why a
// text is not JSON. This is the careful way of exact.ts, for whatever the fast way could not prove.
import type { Json } from '../types.js';

class Refused extends Error {}

/**
 * The limits of what is read of a list or a document. No honest response comes near them, and reading more would only
 * cost memory, so the rest is skipped as far as brackets show where it ends. A short list is read completely for any
 * animal, because missing one would be wrong. `pointers` counts the characters of all that are kept.
 */
const most = {
  items: 10_000,
  ofLongList: 20_000,
  members: 2_000,
  values: 50_000,
  pointers: 200_000,
};
const longList = 1_000;
/** The memory that a pointer takes besides its text, counted in characters. */
const ofOnePointer = 40;
/** After this many values, only lists, their items and the members of those are read: an animal is no deeper. */
const valuesInDepth = 5_000;
const ofAnimals = 2;
/** Nothing deeper is looked at: an animal in a list is only two levels down. */
export const deepest = 16;
/** How many characters of too deeply nested parts are checked. Beyond that, parsing them would only take time. */
const checkedDeep = 50_000;

/** A strict parser for one document (RFC 8259). */
export class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #values = 0;
  #pointers = 0;
  #checkedDeep = 0;
  #isEndless = false;
  readonly #path: (string | number)[] = [];
  readonly #numbers = new Map<string, string>();
  #doubled: string[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Json {
    try {
      if (this.#text.charCodeAt(0) === 0xfeff) this.#refuse('a byte order mark before the JSON');
      this.#space();
      if (this.#at === this.#text.length)
        this.#refuse(this.#text === '' ? 'the text is empty' : 'the text is only white space');
      const value = this.#value();
      this.#space();
      if (this.#at < this.#text.length)
        this.#refuse(`${this.#seen()} after the end of the JSON, at ${this.#place()}`);
      return { ok: true, value, numbers: this.#numbers, doubled: this.#doubled };
    } catch (error) {
      if (error instanceof Refused) return { ok: false, problem: error.message };
      throw error;
    }
  }

  #value(): unknown {
    this.#values += 1;
    const code = this.#text.charCodeAt(this.#at);
    if (code === 0x22) return this.#string();
    if ((code === 0x7b || code === 0x5b) && this.#isDeep())
      return this.#unread(code === 0x7b ? {} : []);
    if (code === 0x7b) return this.#object();
    if (code === 0x5b) return this.#array();
    if (code === 0x2d || (code >= 0x30 && code <= 0x39)) return this.#number();
    if (code === 0x74 && this.#text.startsWith('true', this.#at)) return this.#word(4, true);
    if (code === 0x66 && this.#text.startsWith('false', this.#at)) return this.#word(5, false);
    if (code === 0x6e && this.#text.startsWith('null', this.#at)) return this.#word(4, null);
    return this.#refuse(`${this.#seen()} where a value should begin, at ${this.#place()}`);
  }

  #isDeep(): boolean {
    const isMuch = this.#values > valuesInDepth;
    return this.#depth >= (isMuch ? ofAnimals : deepest);
  }

  #word<T>(length: number, value: T): T {
    this.#at += length;
    return value;
  }

  #object(): unknown {
    const result: Record<string, unknown> = {};
    let left = most.members;
    this.#enter();
    if (this.#closes(0x7d)) return result;
    for (;;) {
      if (this.#text.charCodeAt(this.#at) !== 0x22)
        this.#refuse(
          `${this.#seen()} where a key in double quotes should begin, at ${this.#place()}`,
        );
      const key = this.#string();
      const isDoubled = Object.hasOwn(result, key);
      this.#space();
      if (this.#text.charCodeAt(this.#at) !== 0x3a)
        this.#refuse(
          `${this.#seen()} where a colon should follow the key ${quoted(key)}, at ${this.#place()}`,
        );
      this.#at += 1;
      this.#space();
      this.#path.push(key);
      if (isDoubled) (this.#doubled ??= []).push(this.#pointer());
      const value = this.#value();
      this.#path.pop();
      // An assignment to __proto__ would not create a property.
      if (key === '__proto__')
        Object.defineProperty(result, key, {
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      else result[key] = value;
      left -= 1;
      const isEnough = left <= 0 || this.#values >= most.values;
      if (this.#closes(0x7d) || (isEnough && this.#passesOver())) return result;
      this.#comma('}');
    }
  }

  #array(): unknown {
    const result: unknown[] = [];
    const isList = this.#depth === 0;
    this.#enter();
    if (this.#closes(0x5d)) return result;
    for (;;) {
      this.#path.push(result.length);
      result.push(this.#value());
      this.#path.pop();
      const isEnough = isList
        ? result.length >= most.items ||
          (result.length >= longList && this.#values >= most.ofLongList)
        : this.#values >= most.values;
      if (this.#closes(0x5d) || (isEnough && this.#passesOver())) return result;
      this.#comma(']');
    }
  }

  /** Skips a value that is nested too deeply, provided that it has an end and, as far as it is checked, is JSON. */
  #unread<T>(instead: T): T {
    const end = endOfValue(this.#text, this.#at);
    this.#checkedDeep += end - this.#at;
    const isChecked = this.#checkedDeep <= checkedDeep;
    if (end < 0 || (isChecked && !isJson(this.#text.slice(this.#at, end))))
      this.#refuse(
        `it is nested deeper than ${deepest} levels, at ${this.#place()}, and is not valid JSON after that`,
      );
    this.#at = end;
    return instead;
  }

  /** Skips the rest of the current object or array. */
  #passesOver(): boolean {
    const end = this.#isEndless ? -1 : endOfValue(this.#text, this.#at, 1);
    this.#isEndless = end < 0;
    if (this.#isEndless) return false;
    this.#at = end;
    this.#depth -= 1;
    return true;
  }

  #enter(): void {
    this.#depth += 1;
    this.#at += 1;
    this.#space();
  }

  #closes(bracket: number): boolean {
    this.#space();
    if (this.#text.charCodeAt(this.#at) !== bracket) return false;
    this.#at += 1;
    this.#depth -= 1;
    return true;
  }

  #comma(bracket: string): void {
    if (this.#text.charCodeAt(this.#at) !== 0x2c)
      this.#refuse(
        `${this.#seen()} where a comma or \`${bracket}\` should be, at ${this.#place()}`,
      );
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] === bracket)
      this.#refuse(`a comma before \`${bracket}\`, at ${this.#place()}`);
  }

  #string(): string {
    const start = this.#at;
    let escaped = false;
    for (this.#at += 1; ; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x22) break;
      if (code === 0x5c) {
        escaped = true;
        this.#at += 1;
      } else if (code < 0x20)
        this.#refuse(`a raw control character (${named(code)}) in a string, at ${this.#place()}`);
      else if (Number.isNaN(code))
        this.#refuse(`the text ends inside the string that begins at character ${start + 1}`);
    }
    this.#at += 1;
    return escaped ? this.#unescaped(start) : this.#text.slice(start + 1, this.#at - 1);
  }

  /**
   * Decodes runs of escapes together, because decoding each separately is slow for text that consists of nothing else.
   */
  #unescaped(start: number): string {
    try {
      return JSON.parse(this.#text.slice(start, this.#at)) as string;
    } catch {
      this.#at = this.#text.indexOf('\\', start);
      for (; escapes.test(this.#text.slice(this.#at, this.#at + 6));)
        this.#at = this.#text.indexOf('\\', this.#at + 2);
      return this.#refuse(`a backslash that does not begin a JSON escape, at ${this.#place()}`);
    }
  }

  #number(): number {
    const start = this.#at;
    numbers.lastIndex = start;
    const token = numbers.exec(this.#text)?.[0];
    if (token === undefined)
      return this.#refuse(`a minus sign without a digit, at ${this.#place()}`);
    this.#at += token.length;
    const next = this.#text.charCodeAt(this.#at);
    if (next >= 0x30 && next <= 0x39)
      this.#refuse(`a number with a leading zero, at character ${start + 1}`);
    if (next === 0x2e || next === 0x65 || next === 0x45 || next === 0x78)
      this.#refuse(`a number that is not valid JSON, at character ${start + 1}`);
    const value = Number(token);
    const short = token.length <= 15 && !token.includes('e');
    if (!((short || Number.isSafeInteger(value)) && String(value) === token))
      this.#numbers.set(this.#pointer(), token);
    return value;
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #pointer(): string {
    const pointer = this.#path
      .map(
        (step) =>
          `/${typeof step === 'number' ? step : step.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      )
      .join('');
    this.#pointers += pointer.length + ofOnePointer;
    if (this.#pointers > most.pointers) this.#values = Math.max(this.#values, most.values);
    return pointer;
  }

  #place(): string {
    return `character ${this.#at + 1}`;
  }

  #seen(): string {
    const code = this.#text.codePointAt(this.#at);
    return code === undefined ? 'the end of the text' : named(code);
  }

  #refuse(problem: string): never {
    throw new Refused(problem);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The position after the value that begins at `start`, or after the one that is `depth` levels further out; -1 if it
 * has no end.
 */
function endOfValue(text: string, start: number, depth = 0): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if ((code === 0x7d || code === 0x5d) && (depth -= 1) === 0) return at + 1;
  }
  return -1;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text.charCodeAt(at) !== 0x22; at += 1)
    if (text.charCodeAt(at) === 0x5c) at += 1;
  return at;
}

const escapes = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/;
const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** A printable character as itself, and any other as its code point. */
function named(code: number): string {
  return code > 0x20 && code < 0x7f && code !== 0x60
    ? `\`${String.fromCharCode(code)}\``
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A key in the form in which it may appear in a message. */
function quoted(key: string): string {
  return `\`${escapedText(key)}\``;
}

/**
 * A text from the target in a form that is safe in a sentence: of bounded length, and without characters that control a
 * terminal or are invisible in it.
 */
export function escapedText(text: string): string {
  const cut = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return JSON.stringify(cut)
    .slice(1, -1)
    .replace(
      /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
