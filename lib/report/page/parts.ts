// The small pieces that the page is made of. Every text that enters the page passes here or through `html`.
import { cut, html, htmlLines } from '../inert.js';
import { type Mark, marks } from '../words.js';

/** How much of long texts the page shows; smaller when there is a lot to show. */
export interface Budget {
  readonly text: number;
  readonly body: number;
}

/** Glyph, word and colour, always together. */
export function chip(mark: Mark): string {
  return `<span class="chip ${mark}"><span class="glyph" aria-hidden="true">${marks[mark].glyph}</span>${marks[mark].word}</span>`;
}

/** A sentence in which `words between backticks` are code. */
export function prose(text: string): string {
  return html(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

export function code(text: string, limit: number): string {
  return `<code>${html(cut(text, limit))}</code>`;
}

/** Only addresses that cannot run anything become links. */
export function link(address: string, text: string): string {
  return /^(?:https?:\/\/|[\w.-]+[/#]|#|\/(?!\/))/.test(address)
    ? `<a href="${html(address)}">${html(text)}</a>`
    : html(text);
}

/** The place of a rule or failure in the page. */
export function anchor(id: string): string {
  return html(id.replace(/[^\w.-]/g, '_'));
}

/** A command with a button that copies exactly what is shown. */
export function command(label: string, line: string, limit: number): string {
  return `<div class="command"><span class="label">${label}</span><pre tabindex="0" role="group" aria-label="${label}"><code>${html(cut(line, limit))}</code></pre><button type="button" class="copy" aria-label="Copy: ${label}" hidden>Copy</button></div>`;
}

export function facts(
  rows: readonly (readonly [name: string, content: string])[],
  className: string,
): string {
  return `<dl class="${className}">${rows.map(([name, content]) => `<div><dt>${name}</dt><dd>${content}</dd></div>`).join('')}</dl>`;
}

export function block(text: string, label: string): string {
  return `<pre tabindex="0" role="group" aria-label="${html(label)}">${htmlLines(text)}</pre>`;
}
