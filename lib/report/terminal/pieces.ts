// The small pieces that all of the terminal's output is made of: a mark, a labelled line, the width that is used.
import { type Span, type Style, pad, paint, span, wrap } from './lines.js';
import { type Mark, marks, number } from '../words.js';
import { terminal } from '../text/inert.js';

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

/** "✗ failed", to a common width. */
export function markSpan(mark: Mark, width = 0): Span {
  const { glyph, word } = marks[mark];
  return span(pad(`${glyph} ${word}`, width), markStyles[mark]);
}

/** A label and a text beside it that is wrapped under itself; in a narrow window the text stands below the label. */
export function labelled(
  label: string,
  spans: readonly Span[],
  options: TerminalOptions,
  labelWidth = 11,
  indent = 2,
): string[] {
  const narrow = options.width < 60;
  const left = narrow ? indent + 2 : indent + labelWidth;
  const rows = wrap(spans, usableWidth(options.width) - left);
  const head = [
    span(' '.repeat(indent)),
    span(pad(label, labelWidth), 'dim'),
    ...(narrow ? [] : (rows[0] ?? [])),
  ];
  const below = (narrow ? rows : rows.slice(1)).map((line) => [span(' '.repeat(left)), ...line]);
  return [head, ...below].map((line) => paint(line, options.colour));
}

export function paragraph(
  spans: readonly Span[],
  indent: number,
  options: TerminalOptions,
): string[] {
  return wrap(spans, usableWidth(options.width) - indent).map((line) =>
    paint([span(' '.repeat(indent)), ...line], options.colour),
  );
}

export function heading(text: string, options: TerminalOptions): string[] {
  return ['', ...paragraph([span(text, 'bold')], 0, options), ''];
}

/** A longer command would fill the screen, and logs would cut it, so that it could not be pasted. */
const mostBytesOfCommand = 1500;

/** A command is never wrapped, because it is there to be copied. */
export function command(line: string, options: TerminalOptions): string {
  const bytes = Buffer.byteLength(line);
  const text =
    bytes <= mostBytesOfCommand
      ? terminal(line)
      : `${line.split(' ', 1)[0] ?? ''} … (${number(bytes)} bytes: see ${options.page?.shown ?? 'report.json'})`;
  return paint([span('    '), span(text, 'cyan')], options.colour);
}
