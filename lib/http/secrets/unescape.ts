// A text after its escapes are undone: URL, JSON, HTML, mail, numbers for characters, in any mixture.

import { Places, type View } from './view.js';

const escapes =
  /(?:"\d+"\s*:\s*(?:"(?:[^"\\]|\\.)"|\d{1,3})\s*(?:,\s*)?){6,}|%u[0-9a-f]{4}|(?:%[0-9a-f]{2})+|=[0-9a-f]{2}|=\r?\n|0x[0-9a-f]{2}(?:\s*,\s*)?|(?<![\w.])\d{2,3}(?:[\s,;:|-]+\d{2,3}){5,}(?![\w.])|\\u000[0-9a-f]{5}|\\u[0-9a-f]{4}|u\+[0-9a-f]{4,6}\s?|\\u\{[0-9a-f]{1,6}\}|\\x[0-9a-f]{2}|\\[0-3][0-7]{2}|\\[0-7]{1,2}|\\["'\\/bfnrt]|&#0*\d{1,7};?|&#x0*[0-9a-f]{1,6};?|&(?:amp|lt|gt|quot|apos|nbsp|sol|num|percnt|dollar|plus|equals|comma|colon|semi|period|quest|excl|lpar|rpar|ast|lowbar|hyphen|commat|bsol|tab);/gi;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  sol: '/',
  num: '#',
  percnt: '%',
  dollar: '$',
  plus: '+',
  equals: '=',
  comma: ',',
  colon: ':',
  semi: ';',
  period: '.',
  quest: '?',
  excl: '!',
  lpar: '(',
  rpar: ')',
  ast: '*',
  lowbar: '_',
  hyphen: '-',
  commat: '@',
  bsol: '\\',
  tab: '\t',
};

/** The letters behind a backslash that stand for something else. */
const controls: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const mayEscape = /[%\\&=]|0x|u\+|\d[\s,;:|-]+\d\d|"\d"\s*:/i;

/** Undoes one layer of escapes; null if there is none. */
export function unescaped({ text, at }: View): View | null {
  if (!mayEscape.test(text)) return null;
  const places = new Places(at);
  // No escape is shorter than what it stands for. A text that grows by a character at a time would take far more memory.
  const out = new Uint16Array(text.length);
  let length = 0;
  let done = 0;
  const copy = (from: string, start: number, end: number): void => {
    for (let index = start; index < end; index += 1) out[length++] = from.charCodeAt(index);
  };
  escapes.lastIndex = 0;
  for (let match = escapes.exec(text); match !== null; match = escapes.exec(text)) {
    copy(text, done, match.index);
    done = match.index;
    for (const [character, escapeLength] of decoded(match[0])) {
      for (let unit = 0; unit < character.length; unit += 1) places.note(length + unit, done);
      copy(character, 0, character.length);
      done += escapeLength;
    }
    places.note(length, done);
  }
  if (done === 0) return null;
  copy(text, done, text.length);
  if (length === text.length) return null;
  return {
    text: Buffer.from(out.buffer, 0, length * 2).toString('utf16le'),
    at: (index) => places.of(index),
  };
}

type Decoded = readonly [character: string, length: number];

/** The characters that an escape stands for, each with its share of the escape's length. */
function decoded(escape: string): readonly Decoded[] {
  if (/^%[^u]/i.test(escape)) return percent(escape);
  if (escape.startsWith('"')) return members(escape);
  return /^\d+\D/.test(escape) && !/^0x/i.test(escape)
    ? numbers(escape)
    : [[one(escape), escape.length]];
}

function one(escape: string): string {
  if (escape.startsWith('=')) return fromCode(parseInt(escape.slice(1), 16) || 0);
  if (/^0x/i.test(escape)) return fromCode(parseInt(escape.slice(2, 4), 16));
  if (/^&#x/i.test(escape)) return fromCode(parseInt(escape.slice(3), 16));
  if (escape.startsWith('&#')) return fromCode(parseInt(escape.slice(2), 10));
  if (escape.startsWith('&')) return named[escape.slice(1, -1).toLowerCase()] ?? '';
  if (/^\\[0-7]/.test(escape)) return fromCode(parseInt(escape.slice(1), 8));
  if (/^(?:[\\%][ux]|u\+)/i.test(escape))
    return fromCode(parseInt(escape.replace(/[^0-9a-f]/gi, ''), 16));
  return controls[escape[1] as string] ?? (escape[1] as string);
}

/** Decodes a list of numbers, such as bytes, each of which stands for a character. */
function numbers(escape: string): readonly Decoded[] {
  return Array.from(escape.matchAll(/(\d+)\D*/g), ([whole, digits]) => [
    String.fromCharCode(Number(digits)),
    whole.length,
  ]);
}

/** Decodes what JavaScript makes of a text, or of its bytes, as an object: `{"0": "B", "1": "e"}`, `{"0": 66}`. */
function members(escape: string): readonly Decoded[] {
  const each = /"\d+"\s*:\s*(?:"\\?(.)"|(\d+))\s*(?:,\s*)?/gs;
  return Array.from(escape.matchAll(each), ([whole, character, code]) => [
    character ?? String.fromCharCode(Number(code)),
    whole.length,
  ]);
}

function percent(escape: string): readonly Decoded[] {
  const bytes = Buffer.from(escape.replaceAll('%', ''), 'hex');
  if (bytes.every((byte) => byte < 0x80))
    return Array.from(bytes, (byte) => [String.fromCharCode(byte), 3]);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return Array.from(text, (character) => [character, 3 * Buffer.byteLength(character)]);
  } catch {
    return Array.from(bytes, (byte) => [String.fromCharCode(byte), 3]);
  }
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
