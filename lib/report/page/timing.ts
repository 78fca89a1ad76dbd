// How long answers took: a histogram for each operation, and all recorded requests over time.
import type { OperationLatency, Report } from '../../judge/result/report.js';
import { type Markup, html, joined } from '../markup.js';
import { count, duration, number } from '../words.js';
import { section } from './parts.js';
import { timeline } from './timeline.js';

export function timing(report: Report): Markup {
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
