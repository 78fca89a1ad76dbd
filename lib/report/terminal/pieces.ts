// What a terminal shows, made of blocks: each becomes lines once the window is known. Only here is text made harmless
// for a terminal, so that no text of a target or a file has to be, wherever it stands in a block.
import { type Span, type Style, pad, paint, span, wrap } from './lines.js';
import { type Mark, marks, number } from '../words.js';
import { inLog, terminal } from '../text/inert.js';

export interface TerminalOptions {
  readonly colour: boolean;
  readonly width: number;
  /** Only the causes, a line each, and the verdict. */
  readonly quiet?: boolean;
  /** Shows every rule, every observation, and each failure in full. */
  readonly verbose?: boolean;
  /** The page that was written: its path as a person would type it, and its address where a terminal can open it. */
  readonly page?: { readonly shown: string; readonly address?: string };
  /** Why the command fails although the verdict does not. */
  readonly butFails?: string | undefined;
  /** Set if there is no window, so that lines are not cut to its width. */
  readonly whole?: boolean;
}

/** A text is a paragraph, an empty one an empty line. As in a template, the items of a list follow one another, and what is false adds nothing. */
export type Block =
  | string
  | false
  | null
  | undefined
  | readonly Block[]
  | ((options: TerminalOptions) => readonly string[]);

type Words = string | Span;

const inert = (words: readonly Words[]): readonly Span[] =>
  words
    .map((one) => (typeof one === 'string' ? span(one) : one))
    .map((one) => ({ ...one, text: terminal(one.text) }));

export function linesOf(block: Block, options: TerminalOptions): readonly string[] {
  if (block === false || block === null || block === undefined) return [];
  if (block === '') return [''];
  if (typeof block === 'string') return linesOf(paragraph(0, block), options);
  if (typeof block === 'function') return block(options);
  return block.flatMap((one) => linesOf(one, options));
}

export const textOf = (block: Block, options: TerminalOptions): string =>
  inLog(`${linesOf(block, options).join('\n')}\n`);

export const markStyles: Readonly<Record<Mark, Style>> = {
  failed: 'red',
  warning: 'yellow',
  cantTell: 'yellow',
  known: 'magenta',
  passed: 'green',
  observed: 'cyan',
  inapplicable: 'dim',
  untested: 'dim',
};

/** Lines longer than this tire the eye, however wide the window is. */
export const usableWidth = (width: number): number => Math.min(Math.max(width, 32), 110);

export const bold = (text: string): Span => span(text, 'bold');
export const dim = (text: string): Span => span(text, 'dim');

/** "✗ failed", to a common width. */
export function markSpan(mark: Mark, width = 0): Span {
  const { glyph, word } = marks[mark];
  return span(pad(`${glyph} ${word}`, width), markStyles[mark]);
}

/** A label and a text beside it that is wrapped under itself; in a narrow window the text stands below the label. */
export function labelled(
  label: string,
  words: Words | readonly Words[],
  { labelWidth = 11, indent = 2 } = {},
): Block {
  const spans = inert([words].flat());
  return ({ width, colour }) => {
    const narrow = width < 60;
    const left = narrow ? indent + 2 : indent + labelWidth;
    const rows = wrap(spans, usableWidth(width) - left);
    const head = [
      span(' '.repeat(indent)),
      dim(pad(terminal(label), labelWidth)),
      ...(narrow ? [] : (rows[0] ?? [])),
    ];
    const below = (narrow ? rows : rows.slice(1)).map((row) => [span(' '.repeat(left)), ...row]);
    return [head, ...below].map((row) => paint(row, colour));
  };
}

export function paragraph(indent: number, ...words: readonly Words[]): Block {
  const spans = inert(words);
  return ({ width, colour }) =>
    wrap(spans, usableWidth(width) - indent).map((row) =>
      paint([span(' '.repeat(indent)), ...row], colour),
    );
}

/** Never wrapped: to be copied, or cut to the window beforehand. */
export function line(...words: readonly Words[]): Block {
  const spans = inert(words);
  return ({ colour }) => [paint(spans, colour)];
}

export const heading = (text: string): Block => ['', paragraph(0, bold(text)), ''];

/** A longer command would fill the screen, and logs would cut it, so that it could not be pasted. */
const mostBytesOfCommand = 1500;

/** A command is never wrapped, because it is there to be copied. */
export function command(text: string): Block {
  const bytes = Buffer.byteLength(text);
  return (options) => {
    const elsewhere = `(${number(bytes)} bytes: see ${options.page?.shown ?? 'report.json'})`;
    const shown =
      bytes <= mostBytesOfCommand ? text : `${text.split(' ', 1)[0] ?? ''} … ${elsewhere}`;
    return linesOf(line('    ', span(shown, 'cyan')), options);
  };
}
