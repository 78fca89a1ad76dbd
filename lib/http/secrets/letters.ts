// A text in which full-width, bold, circled and other such letters are plain ones. Each character is looked at by itself,
// because only so it is known where it stands.
import { Places, type View } from './view.js';

/** Only characters between these may stand for plain ones. */
const [first, last] = [0xa0, 0x1ffff];
const maybe = /[\u00a0-\uffff]/;

const plain = new Map<number, string>();
/** What is known of each character: nothing yet, that it stays, or that it stands for plain ones. */
const [stays, changes] = [1, 2];
let known: Uint8Array | undefined;

/** The plain characters that a character stands for; undefined if it stands for itself, or for others. */
function standsFor(code: number): string | undefined {
  // Tags, which nobody sees, stand for the characters of ASCII.
  if (code > 0xe0020 && code < 0xe007f) return String.fromCharCode(code - 0xe0000);
  if (code < first || code > last) return undefined;
  known ??= new Uint8Array(last + 1);
  if (known[code] === 0) {
    const normal = String.fromCodePoint(code).normalize('NFKC');
    const isPlain = /^[\x20-\x7e]+$/.test(normal);
    if (isPlain) plain.set(code, normal);
    known[code] = isPlain ? changes : stays;
  }
  return known[code] === changes ? plain.get(code) : undefined;
}

/** Null if there is no such letter. */
export function inPlainLetters({ text, at }: View): View | null {
  const size = maybe.test(text) ? sizeInPlain(text) : null;
  if (size === null) return null;
  const out = new Uint16Array(size);
  const places = new Places(at);
  let length = 0;
  for (let index = 0; index < text.length;) {
    const code = text.codePointAt(index) as number;
    const letters = standsFor(code);
    const end = index + unitsOf(code);
    if (letters === undefined)
      for (; index < end; index += 1) out[length++] = text.charCodeAt(index);
    else {
      // Each of the letters stands where the one character does.
      for (let unit = 0; unit < letters.length; unit += 1) {
        places.note(length, index);
        out[length++] = letters.charCodeAt(unit);
      }
      index = end;
      places.note(length, index);
    }
  }
  return {
    text: Buffer.from(out.buffer).toString('utf16le'),
    at: (index) => places.of(index),
  };
}

const unitsOf = (code: number): number => (code > 0xffff ? 2 : 1);

/** The length of a text in plain letters; null if it has no others. */
function sizeInPlain(text: string): number | null {
  let size = 0;
  let hasOthers = false;
  for (let index = 0; index < text.length;) {
    const code = text.codePointAt(index) as number;
    const letters = standsFor(code);
    hasOthers ||= letters !== undefined;
    size += letters?.length ?? unitsOf(code);
    index += unitsOf(code);
  }
  return hasOthers ? size : null;
}
