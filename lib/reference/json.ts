// Exact JSON for the reference server: integers are bigints, objects are Maps (so that `__proto__` is a name like any
// other), and the last of two equal keys wins. Nothing here knows about animals.

export type Json = null | boolean | string | bigint | number | Json[] | JsonObject;
export type JsonObject = Map<string, Json>;

const deepest = 500;
const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    const value = this.#value(0);
    this.#skip(space);
    if (this.#at !== this.#text.length) this.#fail();
    return value;
  }

  #value(depth: number): Json {
    if (depth > deepest) throw new SyntaxError('nested too deep');
    this.#skip(space);
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth + 1);
      case '[':
        return this.#array(depth + 1);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): JsonObject {
    const members: JsonObject = new Map();
    this.#at += 1;
    if (this.#next('}')) return members;
    do {
      this.#skip(space);
      const name = this.#string();
      if (!this.#next(':')) this.#fail();
      members.set(name, this.#value(depth));
    } while (this.#next(','));
    if (!this.#next('}')) this.#fail();
    return members;
  }

  #array(depth: number): Json[] {
    const items: Json[] = [];
    this.#at += 1;
    if (this.#next(']')) return items;
    do items.push(this.#value(depth));
    while (this.#next(','));
    if (!this.#next(']')) this.#fail();
    return items;
  }

  // A loop is used because a regular expression would overflow the stack on a string of a few megabytes.
  #string(): string {
    if (this.#text[this.#at] !== '"') this.#fail();
    let plain = true;
    let end = this.#at + 1;
    for (; ; end += 1) {
      const code = this.#text.charCodeAt(end);
      if (code === 0x22) break;
      // This comparison also catches NaN, which is the code at the end of the text.
      if (!(code > 0x1f)) this.#fail();
      if (code !== 0x5c) continue;
      plain = false;
      end += 1;
    }
    const literal = this.#text.slice(this.#at, end + 1);
    this.#at = end + 1;
    return plain ? literal.slice(1, -1) : (JSON.parse(literal) as string);
  }

  #number(): bigint | number {
    number.lastIndex = this.#at;
    const found = number.exec(this.#text);
    if (found === null) return this.#fail();
    this.#at = number.lastIndex;
    const [literal, fraction, exponent] = found;
    return fraction === undefined && exponent === undefined ? BigInt(literal) : Number(literal);
  }

  #word<T>(literal: string, value: T): T {
    if (!this.#text.startsWith(literal, this.#at)) this.#fail();
    this.#at += literal.length;
    return value;
  }

  #next(mark: string): boolean {
    this.#skip(space);
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    pattern.test(this.#text);
    this.#at = pattern.lastIndex;
  }

  #fail(): never {
    throw new SyntaxError(`no JSON at position ${this.#at}`);
  }
}

/** Throws a SyntaxError where JSON.parse would, and for text that is nested more than 500 levels deep. */
export const readJson = (text: string): Json => new Reader(text).document();

/** The literal of a string. It is well-formed even for a lone surrogate, which is escaped. */
export const quoted = (text: string): string => JSON.stringify(text);

export const written = (fields: readonly (readonly [string, string])[]): string => {
  let text = '{';
  for (const [name, literal] of fields)
    text += `${text === '{' ? '' : ','}${quoted(name)}:${literal}`;
  return `${text}}`;
};
