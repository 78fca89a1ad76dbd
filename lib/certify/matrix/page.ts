// The matrix as a page: implementations as columns, clauses and rules as rows, and every cell linked to its evidence.
// The page contains the first columns; a script draws the others from a few letters each, so that a thousand fit.
import type { Ledger } from '../../contract/ledger.js';
import { jsonText } from '../../report/text/inert.js';
import { type Markup, html } from '../../report/markup.js';
import { marks } from '../../report/words.js';
import { plainPage } from '../../report/page/frame.js';
import {
  countOf,
  type Entry,
  fewestProblemsFirst,
  legend,
  letters,
  markOfLetter,
  shownName,
} from './entry.js';
import { summaryOf } from './markdown.js';
import { type Row, rowsOf } from './rows.js';
// It draws the columns that the page does not contain, and finds implementations. It sends nothing and stores nothing.
import script from './columns.js?raw';

/** The number of columns that are visible at once. */
const shown = 25;
/** This many names have room to stand upright. */
const mostUpright = 7;

const look = `
main.wide{max-width:none}
.matrix{width:fit-content;max-width:100%;overflow-x:auto;margin:1rem 0;background:var(--surface);border:1px solid var(--line);border-radius:12px}
.matrix table{width:auto;border-collapse:separate;border-spacing:0}
.matrix th,.matrix td{padding:.15rem .3rem;text-align:center;border-top:1px solid var(--line)}
.matrix thead td{border-top:0}
.matrix thead th{vertical-align:bottom;border-top:0;position:sticky;top:0;background:var(--surface);text-transform:none;letter-spacing:0;font-size:.8rem}
.matrix .upright th{min-width:5.5rem;max-width:11rem;padding:.5rem .6rem}
.matrix thead :not(.upright) th{height:9rem}
.matrix thead :not(.upright) th>*{writing-mode:vertical-rl;transform:rotate(180deg);max-height:14rem;white-space:nowrap}
.matrix tbody th{position:sticky;left:0;background:var(--surface);text-align:left;font-size:.82rem;max-width:26rem;min-width:14rem;padding-left:.8rem}
@media (max-width:46rem){.matrix tbody th{min-width:9.5rem}.matrix .upright th{min-width:4.5rem}}
.matrix tr.clause th,.matrix tr.clause td{background:var(--sunken);font-weight:620}
.matrix td a{display:block;min-width:1.3rem;text-decoration:none;font-weight:700;color:var(--tone)}
.matrix .unverified,.matrix .refused{background:var(--sunken);font-style:italic}
.turn{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
.turn input{padding:.2rem .7rem;border:1px solid var(--muted);border-radius:99px;background:var(--surface)}
`;

export function matrixPage(entries: readonly Entry[], ledger: Ledger): string {
  const inOrder = fewestProblemsFirst(entries);
  const rows = rowsOf(ledger);
  const allVerified = inOrder.every(({ standing }) => standing === 'verified');
  const first = inOrder.slice(0, shown);
  return plainPage({
    title: 'Animal Store implementations',
    mark: allVerified ? 'passed' : 'warning',
    glyph: allVerified ? marks.passed.glyph : marks.warning.glyph,
    brand: 'Certificates, each verified again for this page',
    summary: summaryOf(inOrder),
    moreStyle: look,
    script,
    data: jsonText(dataOf(inOrder, rows.flat()), 0),
    main: html`<p class="lead">${legend}. Those with the fewest problems come first. A cell leads to its evidence.</p>\n
      <div class="turn" id="turn" hidden>
        <button type="button" id="back">← Earlier</button> <output id="where"></output> <button type="button" id="on">Later →</button>
        <input id="search" type="search" placeholder="Search" aria-label="Search implementations" autocomplete="off">
        <label><input type="checkbox" id="problems"> with problems only</label>
      </div>\n
      <div class="matrix" role="region" aria-label="Implementations by rule" tabindex="0">
        <table>
          <thead><tr id="heads" class="${first.length <= mostUpright ? 'upright' : ''}"><td></td>${first.map(headOf)}</tr></thead>
          ${rows.map((ofClause) => html`<tbody>${ofClause.map((row) => rowOf(row, first))}</tbody>`)}
        </table>
      </div>\n
      <h2>All implementations</h2>\n
      <ul>${inOrder.map(itemOf)}</ul>`,
  });
}

/** The data from which the script draws the other columns. */
const dataOf = (entries: readonly Entry[], rows: readonly Row[]): object => ({
  shown,
  mostUpright,
  glyphs: Object.fromEntries(
    Object.entries(letters).map(([mark, letter]) => [
      letter,
      [marks[mark as keyof typeof marks].glyph, mark, marks[mark as keyof typeof marks].word],
    ]),
  ),
  rows: rows.map(({ place }) => place),
  entries: entries.map((entry) => [
    entry.folder,
    shownName(entry),
    entry.organisation,
    entry.standing,
    rows.map(({ letterOf }) => letterOf(entry)).join(''),
    countOf(entry, 'failed') + countOf(entry, 'warning') + countOf(entry, 'cantTell'),
  ]),
});

const headOf = (entry: Entry): Markup =>
  html`<th scope="col" class="${entry.standing}" title="${entry.organisation}">${linkTo(entry, html`${shownName(entry)}${standingOf(entry)}`)}</th>`;

/** The pages of a refused certificate say what its maker likes, so nothing leads there. */
const linkTo = (entry: Entry, shownAs: Markup): Markup =>
  entry.standing === 'refused'
    ? html`<span>${shownAs}</span>`
    : html`<a href="${pathOf(entry)}/index.html">${shownAs}</a>`;

const standingOf = ({ standing }: Entry): string =>
  standing === 'verified' ? '' : ` (${standing})`;

function rowOf({ name, place, statement, letterOf }: Row, entries: readonly Entry[]): Markup {
  const cells = entries.map((entry) => cellOf(entry, letterOf(entry), place));
  return statement === undefined
    ? html`<tr class="clause"><th scope="rowgroup">${name}</th>${cells}</tr>`
    : html`<tr><th scope="row" title="${statement}">${name}</th>${cells}</tr>`;
}

function cellOf(entry: Entry, letter: string, place: string): Markup {
  const mark = markOfLetter(letter);
  if (mark === undefined) return html`<td class="${entry.standing}"></td>`;
  const { glyph, word } = marks[mark];
  const page = `${pathOf(entry)}/report.html#${place}`;
  return html`<td class="${mark} ${entry.standing}"><a href="${page}" title="${word}">${glyph}</a></td>`;
}

function itemOf(entry: Entry): Markup {
  const { organisation, standing, why, until, target, signedWith, repeatedBy } = entry;
  const status =
    standing === 'verified'
      ? `verified, signed with ${signedWith ?? 'a known key'}, ${repeatedBy === null ? '' : `repeated by ${repeatedBy}, `}valid until ${until}`
      : `${standing}: ${why ?? ''}`;
  return html`<li>${linkTo(entry, html`${shownName(entry)}`)} <span class="muted small">${organisation === '' ? '' : `${organisation}, `}${target}; ${status}</span></li>`;
}

const pathOf = ({ folder }: Entry): string => folder.split('/').map(encodeURIComponent).join('/');
