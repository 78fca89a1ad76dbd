// The small pieces that the pages are made of.
import type { Failure, Kind } from '../../judge/result/report.js';
import { type Part, shorten } from '../text/difference.js';
import { cut } from '../text/inert.js';
import { type Content, type Markup, html, joined, lines } from '../markup.js';
import { type Clause, type Mark, kinds, marks } from '../words.js';

/** How much of long texts the page shows; smaller when there is a lot to show. */
export interface Budget {
  readonly text: number;
  readonly body: number;
}

/** Glyph, word and colour, always together. */
export function chip(mark: Mark, word = marks[mark].word): Markup {
  return html`<span class="chip ${mark}">
    <span class="glyph" aria-hidden="true">${marks[mark].glyph}</span>${word}
  </span>`;
}

/** A sentence in which `words between backticks` are code. */
export function prose(text: string): Content {
  return text
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
}

export function code(text: string, limit: number): Markup {
  return html`<code>${cut(text, limit)}</code>`;
}

/** What differs is marked, and long stretches that do not are shortened. */
export const highlighted = (parts: readonly Part[], most: number): Content =>
  shorten(parts, most).map(({ same, text }) => (same ? text : html`<mark>${text}</mark>`));

/** "2026-11-23 20:19:20 UTC" */
export function moment(at: string): Markup {
  const shown = at.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC');
  return html`<time datetime="${at}">${shown}</time>`;
}

/** Only addresses that cannot run anything become links. */
export function link(address: string, text: string): Content {
  return /^(?:https?:\/\/|[\w.-]+[/#]|#|\/(?!\/))/.test(address)
    ? html`<a href="${address}">${text}</a>`
    : text;
}

/** A part of the page, to which others lead by its name. */
export interface Section {
  readonly id: string;
  readonly name: string;
  readonly markup: Markup;
}

export function section(
  id: string,
  title: string,
  content: Content,
  { name = title, isFolded = false } = {},
): Section {
  const heading = html`<h2 id="${id}-title">${title}</h2>`;
  const inside = isFolded
    ? folding(false, 'foldedsection', heading, content)
    : html`${heading}${content}`;
  const markup = html`<section id="${id}" aria-labelledby="${id}-title">${inside}</section>`;
  return { id, name, markup };
}

/** The place of a rule in the page. */
export function anchor(id: string): string {
  return id.replace(/[^\w.-]/g, '_');
}

export const clauseAnchor = ({ id }: Clause): string => `clause-${id}`;

export function failureAnchor({ id }: Failure): string {
  return `failure-${anchor(id)}`;
}

/** A rule by its id, leading to where it stands in the page. */
export function ruleLink(id: string): Markup {
  return html`<a class="id" href="#${anchor(id)}">${id}</a>`;
}

/** The rules of one clause, below its title and a bar. */
export function clauseGroup(clause: Clause, bar: Content, rules: readonly Markup[]): Markup {
  const id = clauseAnchor(clause);
  const title = clause.title === '' ? `Clause ${clause.id}` : clause.title;
  return html`<section class="clausegroup" id="${id}" aria-labelledby="${id}-title">
    <div class="clausehead">
      <h3 id="${id}-title"><span class="number">${clause.id}</span> ${link(clause.link, title)}</h3>
      ${bar}
    </div>\n
    <ul class="rules">${joined(rules, html`\n`)}</ul>
  </section>`;
}

interface RuleItem {
  readonly rule: { readonly id: string; readonly kind: Kind; readonly statement: string };
  readonly mark: Mark;
  /** What its chip says in place of the outcome. */
  readonly word?: string;
  readonly why: Content;
  readonly meta?: readonly string[];
}

/** A rule with what was found out about it. */
export function ruleItem({ rule, mark, word, why, meta }: RuleItem): Markup {
  const id = anchor(rule.id);
  return html`<li class="rule item ${mark}" id="${id}" data-mark="${mark}" data-kind="${rule.kind}" tabindex="-1">
    ${chip(mark, word)}
    <div class="body">
      <p class="statement">${prose(rule.statement)}</p>
      ${why}
      <p class="meta">
        ${ruleLink(rule.id)}
        <span title="${kinds[rule.kind]}">${rule.kind}</span>
        ${meta?.map((text) => html`<span>${text}</span>`)}
      </p>
    </div>
  </li>`;
}

/** A command with a button that copies exactly what is shown. */
export function command(label: string, line: string, limit: number): Markup {
  return html`<div class="command">
    <span class="label">${label}</span>
    <pre tabindex="0" role="group" aria-label="${label}"><code>${cut(line, limit)}</code></pre>
    <button type="button" class="copy" aria-label="Copy: ${label}" hidden>Copy</button>
  </div>`;
}

/** A part that can be folded. */
export function folding(
  isOpen: boolean,
  className: string,
  summary: Content,
  content: Content,
): Markup {
  const inside = html`<summary>${summary}</summary>\n
    ${content}`;
  return isOpen
    ? html`<details class="${className}" open>${inside}</details>`
    : html`<details class="${className}">${inside}</details>`;
}

export type Fact = readonly [name: string, content: Content] | false;

export function facts(rows: readonly Fact[], className: string): Markup {
  return html`<dl class="${className}">
    ${rows.map((row) => row && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}
  </dl>`;
}

export function block(text: string, label: string): Markup {
  return html`<pre tabindex="0" role="group" aria-label="${label}">${lines(text)}</pre>`;
}

/** Wraps content that may be wider than a phone, so that it scrolls by itself, with the keyboard too. */
export function scrolling(label: string, content: Content): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">${content}</div>`;
}

export const table = (columns: readonly string[], rows: Content): Markup =>
  html`<table>
    <thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
