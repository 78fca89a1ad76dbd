// The requests of the run over time: a dot for each recorded one, a cross for each that belongs to a failure.
import type { RecordedExchange, Report } from '../../judge/result/report.js';
import { answerLine } from '../exchange.js';
import { cut, html } from '../inert.js';
import { exchangesOf } from '../files/har.js';
import { duration, number } from '../words.js';

const left = 108;
const right = 12;
const width = 900;
const lane = 34;

export function timeline(report: Report): string {
  const broken = new Set(
    report.rules.flatMap((rule) =>
      rule.failures.flatMap((failure) => failure.exchanges.map((exchange) => exchange.number)),
    ),
  );
  const all = exchangesOf(report)
    .map(({ exchange }) => exchange)
    .slice(0, 1500);
  if (all.length === 0) return '<p class="muted">No exchange was recorded.</p>';
  const operations = [...new Set(all.map((exchange) => exchange.operation))];
  const end = Math.max(report.run.durationMs, ...all.map((exchange) => exchange.startedMs)) || 1;
  const slowest = Math.max(...all.map((exchange) => exchange.durationMs), 1);
  const x = (ms: number): number => left + (ms / end) * (width - left - right);
  const height = operations.length * lane + 30;
  const lanes = operations.map((operation, at) => {
    const base = (at + 1) * lane;
    return `<line class="axis" x1="${left}" x2="${width - right}" y1="${base}" y2="${base}"/><text class="tick" x="${left - 8}" y="${base - 8}" text-anchor="end">${html(operation)}</text>`;
  });
  const points = all.map((exchange) => {
    const base = (operations.indexOf(exchange.operation) + 1) * lane;
    // The square root keeps the quick ones apart although one slow answer sets the scale.
    const y = base - 4 - Math.sqrt(exchange.durationMs / slowest) * (lane - 12);
    return point(exchange, x(exchange.startedMs), y, broken.has(exchange.number));
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text class="tick" x="${x(end * share).toFixed(1)}" y="${height - 8}" text-anchor="${share === 1 ? 'end' : 'middle'}">${share === 0 ? '0' : duration(end * share)}</text>`,
  );
  const crosses = all.filter((exchange) => broken.has(exchange.number)).length;
  return `<figure class="timeline"><div class="scroll" tabindex="0" role="group" aria-label="Timeline, scrolls sideways"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${html(`${all.length} recorded requests over ${duration(end)}, ${crosses} of them belong to failures`)}">${lanes.join('')}${points.join('')}${ticks.join('')}</svg></div>
<figcaption class="muted"><span class="say observed">●</span> ${number(all.length - crosses)} recorded requests, <span class="say failed">✗</span> ${number(crosses)} that belong to failures, of ${number(report.run.exchanges)} in all. The higher a mark stands in its lane, the longer its answer took, up to ${duration(slowest)}.</figcaption></figure>`;
}

function point(exchange: RecordedExchange, x: number, y: number, broken: boolean): string {
  const title = `<title>${html(`${exchange.number}: ${exchange.operation}, ${cut(answerLine(exchange), 80)}, ${duration(exchange.durationMs)}`)}</title>`;
  if (!broken)
    return `<circle class="sample" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3">${title}</circle>`;
  const [l, r, t, b] = [x - 4, x + 4, y - 4, y + 4].map((value) => value.toFixed(1));
  return `<path class="cross" d="M${l} ${t}L${r} ${b}M${l} ${b}L${r} ${t}">${title}</path>`;
}
