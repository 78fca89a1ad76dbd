// Shows how long each operation took in two runs: figures, and the spread of both runs on a common scale.
import { type Content, html, type Markup } from '../../../report/markup.js';
import { chip, scrolling, section, tableHead } from '../../../report/page/parts.js';
import { duration, number } from '../../../report/words.js';
import type { Comparison, LatencyComparison, Side, Spread } from '../comparison.js';
import { titles } from '../parts.js';
import { spreadInWords, unchangedInWords } from './labels.js';

export function latencyTable(comparison: Comparison): Content {
  const { latency, a, b } = comparison;
  if (latency.length === 0) return '';
  const scale = scaleOf(latency);
  const row = (side: Side, spread: Spread | null): Markup => html`<tr>
    <td>${side.label}</td>
    ${spread === null ? html`<td class="muted" colspan="5">not called</td>` : figures(spread)}
    <td class="barcell">${spread === null ? '' : drawn(spread, scale)}</td>
  </tr>`;
  return section(
    'latency',
    titles.latency,
    html`<p class="lead">
        From the fastest response to 99% of all, with the middle of them thick, on one scale in which each step is ten
        times as long. A change is named only where the spread of both runs does not explain it.
      </p>
      ${latency.map(
        (one) => html`<h3>${one.operation} ${changed(one)}</h3>
          ${one.sentences.map((sentence) => html`<p>${sentence}</p>`)}
          ${scrolling(
            `Response times of ${one.operation}`,
            html`<table>
              ${tableHead(['Target', 'Responses', 'Fastest', 'Half within', '90% within', '99% within', 'Spread'])}
              <tbody>${row(a, one.a)}${row(b, one.b)}</tbody>
            </table>`,
          )}`,
      )}`,
  );
}

const changed = (one: LatencyComparison): Markup =>
  one.change === null
    ? html`<span class="muted small">${unchangedInWords(one)}</span>`
    : chip('warning', one.change);

const figures = ({ count, min, p50, p90, p99 }: Spread): Markup => html`<td>${number(count)}</td>
  ${[min, p50, p90, p99].map((ms) => html`<td>${duration(ms)}</td>`)}`;

const wide = 240;
const high = 12;

/** The position of a duration in a picture that has room for all of them. */
type Scale = (ms: number) => number;

function scaleOf(latency: readonly LatencyComparison[]): Scale {
  const all = latency.flatMap(({ a, b }) => [a, b]).filter((one) => one !== null);
  const log = (ms: number): number => Math.log10(Math.max(ms, 0.05));
  const from = Math.floor(Math.min(...all.map(({ min }) => log(min))));
  const to = Math.ceil(Math.max(...all.map(({ p99 }) => log(p99))));
  return (ms) => ((log(ms) - from) / Math.max(1, to - from)) * wide;
}

function drawn(spread: Spread, scale: Scale): Markup {
  const [min, p50, p90, p99] = [spread.min, spread.p50, spread.p90, spread.p99].map(scale);
  const x = (at: number | undefined): string => (at ?? 0).toFixed(1);
  return html`<svg viewBox="0 0 ${wide} ${high}" role="img" aria-label="${spreadInWords(spread)}">
    <line class="axis" x1="0" x2="${wide}" y1="${high / 2}" y2="${high / 2}"/>
    <rect class="latency" x="${x(min)}" y="${high / 2 - 1}" width="${x((p99 ?? 0) - (min ?? 0))}" height="2"/>
    <rect class="latency" x="${x(p50)}" y="1" width="${x(Math.max(2, (p90 ?? 0) - (p50 ?? 0)))}" height="${high - 2}"/>
  </svg>`;
}
