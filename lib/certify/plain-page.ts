// A page about one certificate or many, in the style of the reports: a single file that requests nothing. Its policy
// allows only the style and the script inside it.
import { createHash } from 'node:crypto';
import { type Markup, html, verbatim } from '../report/markup.js';
import { style } from '../report/page/assets/style.js';
import type { Mark } from '../report/words.js';

interface PlainPage {
  readonly title: string;
  /** Determines the colour of the page. */
  readonly mark: Mark;
  readonly glyph: string;
  readonly brand: string;
  readonly summary: string;
  readonly main: Markup;
  readonly moreStyle?: string;
  readonly script?: string;
  /** JSON that the script reads and that is not displayed. */
  readonly data?: string;
}

const digest = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export function plainPage(page: PlainPage): string {
  const { title, mark, glyph, brand, summary, main, moreStyle = '', script, data } = page;
  const look = `${style}pre{margin-bottom:1rem}.lead{margin-top:1rem}img{max-width:100%;height:auto}${moreStyle}`;
  const scripts = script === undefined ? "'none'" : digest(script);
  const document = html`<!doctype html>\n
    <html lang="en">\n
    <head>\n
      <meta charset="utf-8">\n
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${scripts}; style-src ${digest(look)}; img-src 'self'; base-uri 'none'; form-action 'none'">\n
      <meta name="viewport" content="width=device-width,initial-scale=1">\n
      <meta name="color-scheme" content="light dark">\n
      <title>${title}</title>\n
      ${verbatim('style', look)}\n
    </head>\n
    <body>\n
      <header class="hero ${mark}">
        <div class="wide">
          <div class="brand"><span>${brand}</span></div>
          <div class="verdict">
            <span class="seal" aria-hidden="true">${glyph}</span>
            <h1>${title}</h1>
            <p class="summary">${summary}</p>
          </div>
        </div>
      </header>\n
      <main class="wide">\n
        ${main}\n
      </main>\n
      ${data === undefined ? '' : verbatim('script', data, { type: 'application/json', id: 'data' })}\n
      ${script === undefined ? '' : verbatim('script', script)}\n
    </body>\n
    </html>\n`;
  return document.toString();
}
