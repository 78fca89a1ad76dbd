// What every page has: one file that asks nobody for anything, a header with the verdict, a toolbar and a footer. The
// policy allows only the script and the style that stand in it, by their digests, so that nothing a target sent could
// ever run, whatever an escape may have missed.
import { createHash } from 'node:crypto';
import type { Kind } from '../../judge/result/report.js';
import { type Content, type Markup, html, verbatim } from '../markup.js';
import { type Mark, kinds, marks, number } from '../words.js';
// It filters, copies, saves, and knows themes and keys. The page is whole without it: buttons that need it are hidden until it
// runs. It sends nothing and stores nothing.
import script from './assets/page.js?raw';
import { style, toneOf } from './assets/style.js';
import type { Section } from './parts.js';

interface Page extends Header {
  readonly title: string;
  readonly outcomes: readonly OutcomeCount[];
  /** The kinds of rules for which a reader may filter it. */
  readonly ofKinds?: readonly Kind[];
  /** What stands above all sections. */
  readonly begin?: Content;
  /** Those above what leads to all of them, those that the filters are mostly for, and the others. */
  readonly sections: readonly [above: Sections, filtered: Sections, others: Sections];
  readonly writtenBy: string;
  /** Data for the script, which nobody sees. */
  readonly stored?: Markup;
}

const digest = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

interface Document {
  /** The title, and what else the page says of itself. */
  readonly head: Markup;
  readonly style: string;
  readonly script?: string | undefined;
  /** The images that it may load. */
  readonly images: string;
  readonly body: Content;
}

function documentOf({ head, style: look, script: code, images, body }: Document): string {
  const scripts = code === undefined ? 'none' : digest(code);
  const page = html`<!doctype html>\n
    <html lang="en">\n
    <head>\n
      <meta charset="utf-8">\n
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${scripts}'; style-src '${digest(look)}'; img-src ${images}; base-uri 'none'; form-action 'none'">\n
      <meta name="viewport" content="width=device-width,initial-scale=1">\n
      <meta name="color-scheme" content="light dark">\n
      ${head}\n
      ${verbatim('style', look)}\n
    </head>\n
    <body>\n
      ${body}\n
      ${code !== undefined && html`${verbatim('script', code)}\n`}
    </body>\n
    </html>\n`;
  return page.toString();
}

export const pageOf = ({
  title,
  outcomes,
  ofKinds,
  begin,
  sections: [above, filtered, others],
  writtenBy,
  stored,
  ...header
}: Page): string =>
  documentOf({
    style,
    script,
    images: 'data:',
    head: html`<meta name="robots" content="noindex">\n
      <title>${title}</title>\n
      <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='${encodeURIComponent(toneOf(header.mark))}'/%3E%3C/svg%3E">`,
    body: html`<a class="skip" href="#main">Skip to the results</a>\n
      ${headerOf(header)}\n
      ${toolbarOf(outcomes, ofKinds)}\n
      <main id="main" class="wide" tabindex="-1">\n
        ${begin}
        ${inOrder(above)}
        ${jumpTo([...above, ...filtered, ...others])}\n
        ${inOrder(filtered)}
        <p id="no-match" class="none" hidden>No rule matches the filter.</p>\n
        ${inOrder(others)}
      </main>\n
      <footer>
        <div class="wide">
          Written by ${writtenBy}. This page is one file and loads nothing from any server.
          Keys: Ctrl or ⌘ + K searches, Escape clears, ↑ and ↓ move between rules.
        </div>
      </footer>\n
      <div id="announce" class="skip" role="status" aria-live="polite"></div>\n
      ${stored}`,
  });

interface PlainPage extends Pick<Header, 'mark' | 'glyph' | 'brand' | 'summary'> {
  readonly title: string;
  readonly main: Markup;
  readonly moreStyle?: string;
  readonly script?: string;
  /** JSON that the script reads and that is not displayed. */
  readonly data?: string;
}

/** A page about one certificate or many, in the style of the reports. */
export const plainPage = ({
  title,
  main,
  moreStyle = '',
  script: own,
  data,
  ...hero
}: PlainPage): string =>
  documentOf({
    head: html`<title>${title}</title>`,
    style: `${style}pre{margin-bottom:1rem}.lead{margin-top:1rem}img{max-width:100%;height:auto}${moreStyle}`,
    script: own,
    images: "'self'",
    body: html`${headerOf({ ...hero, verdict: title, hasTools: false })}\n
      <main class="wide">\n
        ${main}\n
      </main>\n
      ${data !== undefined && verbatim('script', data, { type: 'application/json', id: 'data' })}`,
  });

interface Header {
  readonly brand: string;
  /** The outcome that gives the page its colour. */
  readonly mark: Mark;
  readonly glyph: string;
  readonly verdict: string;
  readonly summary: Content;
  /** The time and duration of the run, and its settings. */
  readonly facts?: Content;
  readonly bar?: Content;
  readonly notes?: readonly Content[];
  /** Whether the page has the buttons of a report. */
  readonly hasTools?: boolean;
}

/** The verdict in one sentence. */
function headerOf(header: Header): Markup {
  return html`<header class="hero ${header.mark}">\n
    <div class="wide">\n
      <div class="brand"><span>${header.brand}</span>${header.hasTools !== false && tools}</div>\n
      <div class="verdict">
        <span class="seal" aria-hidden="true">${header.glyph}</span>
        <h1>${header.verdict}</h1>
        <div class="summary">
          <p>${header.summary}</p>
          ${header.facts !== undefined && html`<p class="muted small">${header.facts}</p>`}
        </div>
      </div>\n
      ${header.bar}\n
      ${header.notes?.map(note)}\n
    </div>\n
  </header>`;
}

/**
 * The buttons are hidden until the script runs, because they do nothing without it. A page without a report has
 * nothing to save.
 */
const tools = html`<span class="tools">
  <button type="button" id="theme" hidden>Theme: system</button>
  <button type="button" id="save" hidden>Save report.json</button>
</span>`;

const note = (text: Content): Content =>
  text && html`<p class="note"><span class="glyph" aria-hidden="true">!</span> ${text}</p>`;

interface OutcomeCount {
  readonly mark: Mark;
  readonly count: number;
  /** What it is called in place of the outcome. */
  readonly word?: string;
  /** What is said in place of the number. */
  readonly total?: string;
}

/** How many there are of each outcome; with the script each is a filter, and kinds and words are too. On a phone they are folded. */
function toolbarOf(
  outcomes: readonly OutcomeCount[],
  ofKinds: readonly Kind[] = ['stated', 'implied', 'open'],
): Markup {
  return html`<div class="toolbar" role="search" aria-label="Filter the rules">
    <div class="wide">
      <button type="button" id="filter" class="scripted" aria-expanded="false" aria-controls="filters" hidden>Filter</button>
      <div id="filters">
        <fieldset><legend>By outcome</legend>${outcomes.map(outcomeFilter)}</fieldset>
        <span class="gap"></span>
        <fieldset class="scripted" hidden><legend>By kind</legend>${ofKinds.map(kindFilter)}</fieldset>
        <span class="find scripted" hidden>
          <input id="search" type="search" placeholder="Search" aria-label="Search rules and evidence" autocomplete="off" spellcheck="false">
          <button type="button" id="clear" hidden>Clear</button>
          <output id="shown" aria-live="polite"></output>
        </span>
      </div>
    </div>
  </div>`;
}

const outcomeFilter = ({ mark, count, word, total }: OutcomeCount): Markup =>
  html`<button type="button" class="${mark}" data-filter="mark" value="${mark}" aria-pressed="false" disabled>
    <span aria-hidden="true">${marks[mark].glyph}</span> ${word ?? marks[mark].word} <b>${total ?? number(count)}</b>
  </button>`;

const kindFilter = (kind: Kind): Markup =>
  html`<button type="button" data-filter="kind" value="${kind}" aria-pressed="false" title="${kinds[kind]}">
    ${kind}
  </button>`;

type Sections = readonly (Section | false | undefined)[];

const inOrder = (sections: Sections): Content =>
  sections.map((one) => one && html`${one.markup}\n`);

/** Leads to the sections of the page. */
const jumpTo = (sections: Sections): Markup =>
  html`<nav class="jump" aria-label="Parts of this report">
    ${sections.map((one) => one && html`<a href="#${one.id}">${one.name}</a>`)}
  </nav>`;
