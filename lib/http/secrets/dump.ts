// A text as the bytes that a dump shows, as hexdump, xxd, od and many servers print what they received: without the columns
// of offsets and of characters, which part a key from line to line.
import type { View } from './view.js';

/**
 * Dumps stand in JSON and HTML too. The column of characters may hold such a sign as well: what follows it is then read as
 * no line, unless characters are all that the dump shows.
 */
const lineEnds =
  /["'<>`](?! {3}\S(?:[\s\\]|$))|[\r\n]+|(?<![\s\\])\\+[rn]|(?<!\\)\\+[rn](?=[0-9a-f|\\])/gi;
const hasNumbers =
  /(?<![0-9a-f])(?:(?:[0-9a-f]{2,16}(?:[ \t]{1,4}|\\+t)){4}|[0-9a-f]{4,16}:?[ \t]{1,2}[0-9a-f]{8,16}(?![0-9a-z]))/i;
const hasCharacters = /[0-9a-f]{6,8}(?: {3}\S){2}/i;
const offset =
  /^((?:[ \t|]|\\+t)*(?:0x)?([0-9a-f]{4,16}|[0-9a-f]{1,3}(?=[:|])))((?:[:|]|h:| -)?)(?:[ \t]|\\+t)+/i;
const numberHere = /[0-9a-f]+(?![0-9a-z])/iy;
const gapHere = /[ \t]{1,4}|\\+t|-/y;
const charactersHere = /^(?: (?: {3}| {2}[!-~]| [!-~]{2}|[!-~]{3}))+(?![!-~])/;
/** Most lines have half of it, and then a wide gap before the column of characters. */
const mostBytes = 32;

/** The bytes of a dump, each with the place of its number. In arrays of bytes, because a text may be as long as a body. */
class Bytes {
  readonly #codes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #widths: Uint8Array;
  /** How many bytes have been read of the same number before this one. */
  readonly #ranks: Uint8Array;
  #length = 0;

  /** No byte is shown by fewer than two characters. */
  constructor(characters: number) {
    const most = characters >> 1;
    this.#codes = new Uint8Array(most);
    this.#starts = new Uint32Array(most);
    this.#widths = new Uint8Array(most);
    this.#ranks = new Uint8Array(most);
  }

  add(code: number, start: number, width: number, rank = 0): void {
    this.#codes[this.#length] = code;
    this.#starts[this.#length] = start;
    this.#widths[this.#length] = width;
    this.#ranks[this.#length] = rank;
    this.#length += 1;
  }

  /** Two where numbers may have their bytes in either order. */
  *views(of: View): Generator<View> {
    yield this.#view(of, (index) => index);
    const partners = this.#partners();
    if (partners !== undefined) yield this.#view(of, (index) => partners[index] as number);
  }

  /** For each byte the one that has its place if all numbers are turned around; undefined if that changes nothing. */
  #partners(): Uint32Array | undefined {
    const partners = new Uint32Array(this.#length);
    let isSame = true;
    for (let first = 0, next = 0; first < this.#length; first = next) {
      for (next = first + 1; next < this.#length && (this.#ranks[next] as number) > 0;) next += 1;
      for (let index = first; index < next; index += 1) partners[index] = first + next - 1 - index;
      isSame &&= next === first + 1;
    }
    return isSame ? undefined : partners;
  }

  #view({ text, at, upTo = at }: View, byteAt: (index: number) => number): View {
    const codes = Uint8Array.from(
      { length: this.#length },
      (_, index) => this.#codes[byteAt(index)] as number,
    );
    const startOf = (index: number): number => this.#starts[byteAt(index)] as number;
    const endOf = (index: number): number =>
      startOf(index) + (this.#widths[byteAt(index)] as number);
    return {
      text: Buffer.from(codes.buffer).toString('latin1'),
      at: (index) => at(index < this.#length ? startOf(index) : text.length),
      upTo: (index) => upTo(index === 0 ? 0 : endOf(index - 1)),
    };
  }
}

export function* dumped(view: View): Generator<View> {
  const { text } = view;
  if (!hasNumbers.test(text) && !hasCharacters.test(text)) return;
  const bytes = new Bytes(text.length);
  let start = 0;
  lineEnds.lastIndex = 0;
  for (let isLast = false; !isLast;) {
    const match = lineEnds.exec(text);
    isLast = match === null;
    readLine(text.slice(start, match?.index), start, bytes);
    start = lineEnds.lastIndex;
  }
  yield* bytes.views(view);
}

function readLine(line: string, start: number, bytes: Bytes): void {
  const [whole = '', before = '', digits = '', sign = ''] = offset.exec(line) ?? [];
  if (before !== '' && readCharacters(line, before.length, start, bytes)) return;
  const [first = ''] = /^[0-9a-f]+/i.exec(line.slice(whole.length)) ?? [];
  // A first number that is as long as the next is no offset, unless a sign says so.
  const hasOffset = whole !== '' && (sign !== '' || digits.length !== first.length);
  const from = hasOffset ? whole.length : (/^(?:[ \t]|\\+t)*/.exec(line)?.[0].length ?? 0);
  const numbers = numbersFrom(line, from);
  if (numbers.length < (hasOffset ? 1 : 2)) return;
  for (const [place, number] of numbers) addNumber(number, start + place, bytes);
}

/** The numbers that follow each other, all of one length, with their places. */
function numbersFrom(line: string, from: number): readonly (readonly [number, string])[] {
  const numbers: [number, string][] = [];
  let place = from;
  for (let bytes = 0; bytes < mostBytes;) {
    numberHere.lastIndex = place;
    const [number = ''] = numberHere.exec(line) ?? [];
    const size = bytesOf(number);
    if (size === 0 || number.length !== (numbers[0]?.[1] ?? number).length) break;
    numbers.push([place, number]);
    bytes += size;
    gapHere.lastIndex = place + number.length;
    const [gap = ''] = gapHere.exec(line) ?? [];
    if (gap === '' || (gap.length > 1 && bytes * 2 >= mostBytes)) break;
    place += number.length + gap.length;
  }
  return numbers;
}

const isOctal = (number: string): boolean => /^(?:[0-3][0-7]{2}|[01][0-7]{5})$/.test(number);

/** How many bytes a number of a dump stands for; none if it is of no dump. */
function bytesOf(number: string): number {
  if (isOctal(number)) return number.length / 3;
  return [2, 4, 8, 16].includes(number.length) ? number.length / 2 : 0;
}

function addNumber(number: string, start: number, bytes: Bytes): void {
  const size = bytesOf(number);
  const octal = isOctal(number) ? parseInt(number, 8) : undefined;
  for (let rank = 0; rank < size; rank += 1) {
    const code =
      octal === undefined
        ? parseInt(number.slice(2 * rank, 2 * rank + 2), 16)
        : (octal >> (8 * (size - 1 - rank))) & 0xff;
    bytes.add(code, start, number.length, rank);
  }
}

/** Reads characters in columns of four, some of which stand for themselves. */
function readCharacters(line: string, from: number, start: number, bytes: Bytes): boolean {
  const columns = charactersHere.exec(line.slice(from))?.[0] ?? '';
  if (!/ {3}\S/.test(columns)) return false;
  for (let at = 0; at < columns.length; at += 4) {
    const shown = columns.slice(at, at + 4).trim();
    // A control character has a name, or a number.
    bytes.add(shown.length === 1 ? shown.charCodeAt(0) : 0x20, start + from + at, 4);
  }
  return true;
}
