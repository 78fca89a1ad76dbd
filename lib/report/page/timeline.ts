// The requests of the run over time: a dot for each recorded one, a cross for each that belongs to a failure.
import type { RecordedExchange, Report } from '../../judge/result/report.js';
import { answerLine } from '../exchange.js';
import { exchangesOf } from '../files/har.js';
import { cut } from '../text/inert.js';
import { type Markup, html } from '../markup.js';
import { count, duration, number } from '../words.js';
import { scrolling } from './parts.js';

const left = 108;
const right = 12;
const width = 900;
const lane = 34;
/** More marks than this run into one another. */
const most = 1500;

export function timeline(report: Report): Markup {
  const failures = report.rules.flatMap((rule) => rule.failures);
  const broken = new Set(
    failures.flatMap(({ exchanges }) => exchanges.map((exchange) => exchange.number)),
  );
  const all = exchangesOf(report)
    .map(({ exchange }) => exchange)
    .slice(0, most);
  if (all.length === 0) return html`<p class="muted">No exchange was recorded.</p>`;
  const operations = [...new Set(all.map((exchange) => exchange.operation))];
  const end = Math.max(report.run.durationMs, ...all.map((exchange) => exchange.startedMs)) || 1;
  const slowest = Math.max(...all.map((exchange) => exchange.durationMs), 1);
  const height = operations.length * lane + 30;
  const baseOf = (operation: string): number => (operations.indexOf(operation) + 1) * lane;
  const xOf = (ms: number): number => left + (ms / end) * (width - left - right);
  const marks = all.map((exchange) => {
    // The square root keeps the quick ones apart although one slow answer sets the scale.
    const high = Math.sqrt(exchange.durationMs / slowest) * (lane - 12);
    const y = baseOf(exchange.operation) - 4 - high;
    return mark(exchange, xOf(exchange.startedMs), y, broken.has(exchange.number));
  });
  const crosses = all.filter((exchange) => broken.has(exchange.number)).length;
  const words = `${count(all.length, 'recorded request')} over ${duration(end)}, ${number(crosses)} of them in failures`;
  const picture = html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${words}">
    ${operations.map((operation) => laneOf(operation, baseOf(operation)))}
    ${marks}
    ${[0, 0.25, 0.5, 0.75, 1].map((share) => tick(share, end, xOf(end * share), height))}
  </svg>`;
  return html`<figure class="timeline">
    ${scrolling('Timeline, scrolls sideways', picture)}\n
    <figcaption class="muted">
      ${dot} ${count(all.length - crosses, 'recorded request')}, ${cross} ${number(crosses)} in failures,
      of ${number(report.run.exchanges)} in total. The higher the mark in its lane,
      the longer the response took, up to ${duration(slowest)}.
    </figcaption>
  </figure>`;
}

const dot = html`<span class="say observed">●</span>`;
const cross = html`<span class="say failed">✗</span>`;

function laneOf(operation: string, base: number): Markup {
  return html`<line class="axis" x1="${left}" x2="${width - right}" y1="${base}" y2="${base}"/>
    <text class="tick" x="${left - 8}" y="${base - 8}" text-anchor="end">${operation}</text>`;
}

function tick(share: number, end: number, x: number, height: number): Markup {
  const side = share === 1 ? 'end' : 'middle';
  const time = share === 0 ? '0' : duration(end * share);
  return html`<text class="tick" x="${x.toFixed(1)}" y="${height - 8}" text-anchor="${side}">${time}</text>`;
}

function mark(exchange: RecordedExchange, x: number, y: number, broken: boolean): Markup {
  const answer = cut(answerLine(exchange), 80);
  const title = html`<title>${exchange.number}: ${exchange.operation}, ${answer}, ${duration(exchange.durationMs)}</title>`;
  if (!broken)
    return html`<circle class="sample" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3">${title}</circle>`;
  const [l, r, t, b] = [x - 4, x + 4, y - 4, y + 4].map((value) => value.toFixed(1));
  return html`<path class="cross" d="M${l} ${t}L${r} ${b}M${l} ${b}L${r} ${t}">${title}</path>`;
}
