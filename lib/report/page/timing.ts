// How long answers took: a histogram for each operation, and all recorded requests over time.
import type { OperationLatency, RecordedExchange, Report } from '../../judge/result/report.js';
import { answerLine } from '../exchange.js';
import { exchangesOf } from '../files/har.js';
import { type Markup, html, joined } from '../markup.js';
import { cut } from '../text/inert.js';
import { count, duration, number } from '../words.js';
import { scrolling, section } from './parts.js';

export function timing(report: Report) {
  const latencies = report.latency.filter((latency) => latency.count > 0);
  const figures =
    latencies.length === 0
      ? html`<p class="muted">Nothing was measured.</p>`
      : html`<div class="figures">${joined(latencies.map(histogram), html`\n`)}</div>`;
  return section(
    'timing',
    'Response times',
    html`\n
      <p class="lead">Measured under the kit’s own load; no rule judges speed.</p>\n
      ${figures}\n
      <h3>Requests over time</h3>\n
      ${timeline(report)}`,
  );
}

const plot = { width: 320, height: 120, left: 8, right: 8, top: 16, bottom: 22 } as const;
const base = plot.height - plot.bottom;

type Buckets = OperationLatency['histogram'];

/** Answers by duration, with the percentiles as lines. */
function histogram(latency: OperationLatency): Markup {
  const used = trimmed(latency.histogram);
  const step = (plot.width - plot.left - plot.right) / Math.max(1, used.length);
  const answers = count(latency.count, 'response');
  const words = `${answers}; half within ${duration(latency.p50)}, 90% within ${duration(latency.p90)}, 99% within ${duration(latency.p99)}, the slowest ${duration(latency.max)}`;
  const percentiles = (['min', 'p50', 'p90', 'p99', 'max'] as const).map(
    (name) => html`<div><dt>${name}</dt><dd>${duration(latency[name])}</dd></div>`,
  );
  return html`<figure class="latency">
    <figcaption><b>${latency.operation}</b> <span class="muted">${answers}</span></figcaption>\n
    <svg viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label="${latency.operation}: ${words}">
      <line class="axis" x1="${plot.left}" x2="${plot.width - plot.right}" y1="${base}" y2="${base}"/>
      ${bars(used, step)}
      ${percentileLines(latency, used, step)}
      ${ticks(used, step)}
    </svg>\n
    <dl class="percentiles">${percentiles}</dl>
  </figure>`;
}

function bars(used: Buckets, step: number): readonly Markup[] {
  const highest = Math.max(1, ...used.map((bucket) => bucket.count));
  const wide = Math.max(1, step - 2).toFixed(1);
  return used.map(({ count: inBucket, upToMs }, at) => {
    const x = (plot.left + at * step + 1).toFixed(1);
    const tall = (inBucket / highest) * (base - plot.top);
    const shown = Math.max(inBucket > 0 ? 1 : 0, tall).toFixed(1);
    return html`<rect class="latency" x="${x}" y="${(base - tall).toFixed(1)}" width="${wide}" height="${shown}">
      <title>${number(inBucket)} up to ${duration(upToMs)}</title>
    </rect>`;
  });
}

function percentileLines(
  latency: OperationLatency,
  used: Buckets,
  step: number,
): readonly Markup[] {
  let free = 0;
  return (['p50', 'p90', 'p99'] as const).map((name) => {
    const place = plot.left + placeOf(latency[name], used) * step;
    const x = place.toFixed(1);
    const label = Math.min(plot.width - plot.right - 8, Math.max(place, free)); // percentiles may lie close together, their names may not
    free = label + 21;
    return html`<line class="percentile" x1="${x}" x2="${x}" y1="${plot.top - 2}" y2="${base}"/>
      <text class="tick" x="${label.toFixed(1)}" y="${plot.top - 6}" text-anchor="middle">${name}</text>`;
  });
}

function ticks(used: Buckets, step: number): readonly (Markup | false)[] {
  return used.map(({ upToMs }, at) => {
    const x = (plot.left + (at + 1) * step).toFixed(1);
    const side = at === used.length - 1 ? 'end' : 'middle';
    return (
      isTick(at, used.length) &&
      html`<text class="tick" x="${x}" y="${base + 13}" text-anchor="${side}">${duration(upToMs)}</text>`
    );
  });
}

/** Picks a few labels of many, and always the last. */
const isTick = (at: number, all: number): boolean =>
  all <= 5 || at === all - 1 || (at % Math.ceil(all / 4) === 0 && at < all - 2);

/** Leaves out the empty buckets at both ends. */
function trimmed(buckets: Buckets): Buckets {
  const first = buckets.findIndex((bucket) => bucket.count > 0);
  const last = buckets.findLastIndex((bucket) => bucket.count > 0);
  return first < 0 ? [] : buckets.slice(first, last + 1);
}

/** The position of a duration on the axis, in buckets. */
function placeOf(ms: number, buckets: Buckets): number {
  const at = buckets.findIndex((bucket) => ms <= bucket.upToMs);
  if (at < 0) return buckets.length;
  const upper = buckets[at]?.upToMs ?? ms;
  const lower = buckets[at - 1]?.upToMs ?? 0;
  return at + (upper === lower ? 1 : Math.min(1, Math.max(0, (ms - lower) / (upper - lower))));
}

const { left, right, width, lane } = { left: 108, right: 12, width: 900, lane: 34 };
/** More marks than this run into one another. */
const most = 1500;

/** A dot for each recorded request, a cross for each that belongs to a failure. */
function timeline(report: Report): Markup {
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
    ${[0, 0.25, 0.5, 0.75, 1].map((share) => timeTick(share, end, xOf(end * share), height))}
  </svg>`;
  return html`<figure class="timeline">
    ${scrolling('Timeline, scrolls sideways', picture)}\n
    <figcaption class="muted">
      ${dot} ${count(all.length - crosses, 'recorded request')}, ${cross} ${number(crosses)} in failures,
      of ${number(report.run.exchanges)} in total. The higher a mark is in its lane,
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

function timeTick(share: number, end: number, x: number, height: number): Markup {
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
