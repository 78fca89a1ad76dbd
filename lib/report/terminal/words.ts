// The small pieces that all of the terminal's output is made of: a mark, a labelled line, the width that is used.
import { type Span, type Style, pad, paint, wrap } from './lines.js';
import { type Mark, marks } from '../words.js';

export interface TerminalOptions {
  readonly colour: boolean;
  readonly width: number;
  /** Only what failed, and the verdict. */
  readonly quiet?: boolean;
}

export const markStyles: Readonly<Record<Mark, Style>> = {
  failed: 'red',
  warning: 'yellow',
  cantTell: 'yellow',
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
  return { text: pad(`${glyph} ${word}`, width), style: markStyles[mark] };
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
  const head: Span[] = [
    { text: ' '.repeat(indent) },
    { text: narrow ? label : pad(label, labelWidth), style: 'dim' },
  ];
  const below = (narrow ? rows : rows.slice(1)).map((line) =>
    paint([{ text: ' '.repeat(left) }, ...line], options.colour),
  );
  return [paint(narrow ? head : [...head, ...(rows[0] ?? [])], options.colour), ...below];
}

export function paragraph(
  spans: readonly Span[],
  indent: number,
  options: TerminalOptions,
): string[] {
  return wrap(spans, usableWidth(options.width) - indent).map((line) =>
    paint([{ text: ' '.repeat(indent) }, ...line], options.colour),
  );
}

export function heading(text: string, options: TerminalOptions): string[] {
  return ['', ...paragraph([{ text, style: 'bold' }], 0, options), ''];
}
