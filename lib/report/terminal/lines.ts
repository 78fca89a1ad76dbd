// Lines for a terminal: measuring, wrapping and colouring. Text is wrapped first and coloured last, so that no escape
// sequence is ever split. Expects inert text.

import { cut, startOf } from '../text/inert.js';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta' | 'marked';

export interface Span {
  readonly text: string;
  readonly style?: Style | undefined;
  /** The target of a link: only the kit's own files, because no text of a target becomes a link. */
  readonly link?: string | undefined;
}

export const span = (text: string, style?: Style): Span => ({ text, style });

const codes: Readonly<Record<Style, readonly [on: string, off: string]>> = {
  bold: ['\u001b[1m', '\u001b[22m'],
  dim: ['\u001b[2m', '\u001b[22m'],
  red: ['\u001b[31m', '\u001b[39m'],
  green: ['\u001b[32m', '\u001b[39m'],
  yellow: ['\u001b[33m', '\u001b[39m'],
  cyan: ['\u001b[36m', '\u001b[39m'],
  magenta: ['\u001b[35m', '\u001b[39m'],
  marked: ['\u001b[1;4m', '\u001b[24;22m'],
};

/** One line, without spaces at its end. */
export function paint(spans: readonly Span[], colour: boolean): string {
  const all = [...spans];
  while (all.length > 0 && all.at(-1)?.text.trimEnd() === '') all.pop();
  return all
    .map(({ text, style, link }, at) => {
      const shown = at === all.length - 1 ? text.trimEnd() : text;
      if (colour && link !== undefined) return linked(shown, link);
      if (!colour || style === undefined || shown === '') return shown;
      const [on, off] = codes[style];
      return `${on}${shown}${off}`;
    })
    .join('');
}

/** A link as terminals understand it (OSC 8); an address that would end the sequence makes no link. */
const linked = (text: string, address: string): string =>
  /^[\x21-\x7e]+$/.test(address) ? `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\` : text;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The segmenter takes longer for each character of a long text, so the text is split into pieces of this length. */
const atATime = 500;
/** The most characters of one text on a terminal: nobody reads more there, and a foreign report may hold megabytes. */
const mostShown = 20_000;

/** A grapheme that stands where one piece ends counts as two. */
function* graphemes(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const piece = startOf(text.slice(at, at + atATime + 1), atATime);
    for (const { segment } of segmenter.segment(piece)) yield segment;
    at += piece.length;
  }
}
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}])/u;

/** How many columns a text takes. Good enough for East Asian text and emoji. */
export function columns(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let total = 0;
  for (const segment of graphemes(text))
    total += /^\p{M}/u.test(segment) ? 0 : wide.test(segment) ? 2 : 1;
  return total;
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

/** Breaks at spaces, and inside a word only when it is longer than a line. */
export function wrap(spans: readonly Span[], width: number): readonly (readonly Span[])[] {
  const room = Math.max(8, width);
  const lines: Span[][] = [[]];
  let used = 0;
  const put = (text: string, style: Style | undefined): void => {
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    // Words of one style are one span, so that they are not coloured one by one.
    if (last !== undefined && last.style === style)
      line[line.length - 1] = { text: last.text + text, style };
    else line.push({ text, style });
    used += columns(text);
  };
  const next = (): void => {
    lines.push([]);
    used = 0;
  };
  for (const { text, style } of spans) {
    for (const word of cut(text, mostShown).match(/\n|[^\S\n]+|[^\s]+/g) ?? []) {
      if (word === '\n') next();
      else if (/^\s/.test(word)) {
        // A space at the very end of a line would glue the next short word to this one.
        if (used > 0 && used + word.length >= room) next();
        else if (used > 0) put(word, style);
      } else if (used + columns(word) <= room) put(word, style);
      else {
        if (used > 0) next();
        for (const piece of pieces(word, room)) {
          if (used > 0) next();
          put(piece, style);
        }
      }
    }
  }
  return lines;
}

function pieces(word: string, room: number): readonly string[] {
  if (columns(word) <= room) return [word];
  if (/^[\x20-\x7e]*$/.test(word)) return word.match(new RegExp(`.{1,${room}}`, 'g')) ?? [];
  const found: string[] = [];
  let piece = '';
  let used = 0;
  for (const segment of graphemes(word)) {
    const size = columns(segment);
    if (used + size > room) {
      found.push(piece);
      piece = '';
      used = 0;
    }
    piece += segment;
    used += size;
  }
  return [...found, piece];
}

/** Cuts to a width with an ellipsis; for lines that must stay one line. */
export function clip(text: string, width: number): string {
  const start = text.slice(0, width * 12); // more than any line holds: long texts need no measuring to their end
  if (start.length === text.length && columns(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const segment of graphemes(start)) {
    const size = columns(segment);
    if (used + size > width - 1) break;
    kept += segment;
    used += size;
  }
  return `${kept}…`;
}
