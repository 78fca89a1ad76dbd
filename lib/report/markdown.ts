// The parts that the files in Markdown are made of, line by line.
import { type Content, html, joined, md, mdCode } from './markup.js';
import { type Mark, marks, number } from './words.js';

/** A text is a line, an empty one an empty line. What is false adds nothing, and the items of a list follow one another. */
function linesOf(content: Content): readonly string[] {
  if (content === false || content === null || content === undefined) return [];
  if (Array.isArray(content)) return content.flatMap((one: Content) => linesOf(one));
  return [md`${content}`.toString()];
}

export const markdownText = (content: Content): string => linesOf(content).join('\n');

/** GitHub refuses a job summary above 1 MiB; other steps write into the same file. */
export const mostOfSummary = 900_000;

export function jobSummary(whole: Content, shorter: Content): string {
  const text = markdownText(whole);
  return Buffer.byteLength(text) <= mostOfSummary ? text : markdownText(shorter);
}

/** A part without lines is left out. The title is ours: nothing in it has to be escaped for Markdown. */
export const titled = (title: string, lines: Content): Content =>
  linesOf(lines).length > 0 && ['', html`### ${title}`, '', lines];

/** What not everybody needs to see. */
export const folded = (title: string, lines: Content): Content =>
  linesOf(lines).length > 0 && [
    '',
    html`<details><summary>${title}</summary>`,
    '',
    lines,
    '',
    html`</details>`,
  ];

/** A sign of ours, as it is. */
export const glyphOf = (mark: Mark): Content => html`${marks[mark].glyph}`;
export const marked = (mark: Mark): Content => html`${glyphOf(mark)} ${marks[mark].word}`;

export const tableRow = (cells: readonly Content[]): Content => md`| ${joined(cells, md` | `)} |`;

/** The first of them, and how many more there are. */
export function codes(texts: readonly string[], most = texts.length, where = ''): Content {
  const more = texts.length - most;
  const shown = texts.slice(0, most).map((text) => mdCode(text));
  return (
    shown.length > 0 &&
    md`${joined(shown, ', ')}${more > 0 && `, and ${number(more)} more${where}`}`
  );
}
