// Outcomes as bars: inline SVG, sized by attributes alone, as the page's own policy forbids inline styles. Each has its
// numbers beside it in words, so nobody needs to see it.
import type { Report } from '../../judge/result/report.js';
import { type Content, type Markup, html, joined } from '../markup.js';
import {
  type Counts,
  type Mark,
  type ReportContext,
  byClause,
  countsOf,
  marks,
  countInWords,
} from '../words.js';
import { clauseAnchor, table } from './parts.js';

const width = 1000;

/** One bar, split by outcome. */
export function outcomeBar<Shown extends Mark>(
  counts: readonly { readonly mark: Shown; readonly count: number }[],
  title: string,
  size: 'large' | 'small',
  label: (mark: Shown, count: number) => string = countInWords,
): Content {
  const total = counts.reduce((sum, one) => sum + one.count, 0);
  if (total === 0) return '';
  const height = size === 'large' ? 18 : 12;
  let from = 0;
  const segments = counts.map(({ mark, count }) => {
    const wide = (count / total) * width;
    const [x, shown] = [from.toFixed(1), Math.max(2, wide - 3).toFixed(1)];
    from += wide;
    return html`<rect class="fill-${mark}" x="${x}" y="0" width="${shown}" height="${height}">
      <title>${label(mark, count)}</title>
    </rect>`;
  });
  const words = counts.map(({ mark, count }) => label(mark, count)).join(', ');
  return html`<svg class="bar ${size}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}: ${words}">
    ${segments}
  </svg>`;
}

/** One bar with what its colours mean. */
export function barWithLegend<Shown extends Mark>(
  counts: readonly { readonly mark: Shown; readonly count: number }[],
  title: string,
  label: (mark: Shown, count: number) => string = countInWords,
  besides: Content = '',
): Content {
  const items = counts.map(
    ({ mark, count }) =>
      html`<li class="${mark}"><span class="swatch" aria-hidden="true"></span>${label(mark, count)}</li>`,
  );
  return html`${outcomeBar(counts, title, 'large', label)}\n
    <ul class="barlegend">${items}${besides !== '' && html`<li class="muted">${besides}</li>`}</ul>`;
}

/** Observations are recorded and never judged: in a bar they would pass for an outcome. */
export const judgedOf = (counts: Counts): Counts =>
  counts.filter(({ mark }) => mark !== 'observed');

/** The outcomes of each clause as a table of bars, so that the eye finds where the trouble is. */
export function clauseBars(report: Report, context: ReportContext): Markup {
  const rows = byClause(report.rules, context).map((clause) => {
    const counts = countsOf({ ...report, rules: clause.rules });
    return html`<tr>
      <th scope="row"><a href="#${clauseAnchor(clause)}">${clause.id} ${clause.title}</a></th>
      <td class="barcell">${outcomeBar(judgedOf(counts), `Clause ${clause.id}`, 'small')}</td>
      <td>${joined(counts.map(inWords), ' ')}</td>
    </tr>`;
  });
  return html`<div class="bars">${table(['Clause', 'Outcomes', 'In words'], rows)}</div>`;
}

const inWords = ({ mark, count }: Counts[number]): Markup =>
  html`<span class="say ${mark}"><span aria-hidden="true">${marks[mark].glyph}</span> ${countInWords(mark, count)}</span>`;
