// A text as a terminal, a printer or a page shows it: without colours, links and tags, and without characters that others were
// typed over.
import type { View } from './view.js';

const [backspace, bell, escape, shortEscape, less] = [0x08, 0x07, 0x1b, 0x9b, 0x3c];
/** What follows the first character of a sequence: parameters, such as those of a colour, or a single letter. */
const parameters = /[0-?]*[ -/]*[@-~]/y;
const tag = /[a-z/][^<>]*>/iy;
const letter = /[ -/]*[0-~]/y;
/** Begins a sequence with a text, which a bell or another sequence ends. */
const texts = ']PX^_';

/** Null if nothing controls how it is shown. */
export function asShown({ text, at }: View): View | null {
  if (!/[\b\u009b<]/.test(text) && !text.includes('\u001b')) return null;
  const shown = new Uint16Array(text.length);
  const places = new Uint32Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length;) {
    const code = text.charCodeAt(index);
    const end = endOfSequence(text, index, code);
    if (end === index + 1) {
      if (code === backspace) length = Math.max(0, length - 1);
      else {
        shown[length] = code;
        places[length] = index;
        length += 1;
      }
    }
    index = end;
  }
  return {
    text: Buffer.from(shown.buffer, 0, length * 2).toString('utf16le'),
    at: (index) => at(index < length ? (places[index] as number) : text.length),
    upTo: (index) => at(index === 0 ? 0 : (places[index - 1] as number) + 1),
  };
}

/** The end of a tag or of a sequence of a terminal; of a character that begins none, its own. */
function endOfSequence(text: string, start: number, code: number): number {
  const next = start + 1;
  if (code === shortEscape) return endOf(parameters, text, next) ?? next;
  if (code === less) return endOf(tag, text, next) ?? next;
  if (code !== escape) return next;
  if (text[next] === '[') return endOf(parameters, text, next + 1) ?? next;
  if (!texts.includes(text[next] ?? ' ')) return endOf(letter, text, next) ?? next;
  for (let end = next + 1; end < text.length; end += 1) {
    if (text.charCodeAt(end) === bell) return end + 1;
    if (text.charCodeAt(end) === escape) return text[end + 1] === '\\' ? end + 2 : end;
  }
  return text.length;
}

function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
