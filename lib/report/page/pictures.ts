// Pictures as inline SVG, sized by attributes alone: the page's own policy forbids inline styles. Each has its numbers
// beside it in words, so nobody needs to see it.
import type { OperationLatency, Report } from '../../judge/result/report.js';
import { html } from '../inert.js';
import {
  type Mark,
  type ReportContext,
  byClause,
  countsOf,
  duration,
  marks,
  number,
  tally,
} from '../words.js';

type Counts = readonly { readonly mark: Mark; readonly count: number }[];

/** One bar, split by outcome; a segment that is wide enough carries its glyph. */
export function outcomeBar(counts: Counts, title: string, size: 'large' | 'small'): string {
  const total = counts.reduce((sum, one) => sum + one.count, 0);
  if (total === 0) return '';
  const width = 1000;
  const height = size === 'large' ? 18 : 12;
  let from = 0;
  const parts = counts.map(({ mark, count }) => {
    const wide = (count / total) * width;
    const segment = `<rect class="fill-${mark}" x="${from.toFixed(1)}" y="0" width="${Math.max(0, wide - 3).toFixed(1)}" height="${height}"><title>${tally(mark, count)}</title></rect>`;
    from += wide;
    return segment;
  });
  const words = counts.map(({ mark, count }) => tally(mark, count)).join(', ');
  return `<svg class="bar ${size}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${html(`${title}: ${words}`)}">${parts.join('')}</svg>`;
}

/** The outcomes of each clause as a table of bars, so that the eye finds where the trouble is. */
export function clauseBars(report: Report, context: ReportContext): string {
  const rows = byClause(report, context).map((clause) => {
    const counts = countsOf({ ...report, rules: clause.rules });
    const words = counts
      .map(
        ({ mark, count }) =>
          `<span class="say ${mark}"><span aria-hidden="true">${marks[mark].glyph}</span> ${tally(mark, count)}</span>`,
      )
      .join(' ');
    return `<tr><th scope="row"><a href="#clause-${html(clause.id)}">${html(clause.id)} ${html(clause.title)}</a></th><td class="barcell">${outcomeBar(counts, `Clause ${clause.id}`, 'small')}</td><td>${words}</td></tr>`;
  });
  return `<table class="bars"><thead><tr><th scope="col">Clause</th><th scope="col">Outcomes</th><th scope="col">In words</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const plot = { width: 320, height: 120, left: 8, right: 8, top: 16, bottom: 22 } as const;

/** How long an operation took: answers by duration, with the percentiles as lines. */
export function histogram(latency: OperationLatency): string {
  const used = trimmed(latency.histogram);
  const inner = plot.width - plot.left - plot.right;
  const base = plot.height - plot.bottom;
  const highest = Math.max(1, ...used.map((bucket) => bucket.count));
  const step = inner / Math.max(1, used.length);
  const bars = used.map((bucket, at) => {
    const tall = (bucket.count / highest) * (base - plot.top);
    return `<rect class="latency" x="${(plot.left + at * step + 1).toFixed(1)}" y="${(base - tall).toFixed(1)}" width="${Math.max(1, step - 2).toFixed(1)}" height="${Math.max(bucket.count > 0 ? 1 : 0, tall).toFixed(1)}"><title>${number(bucket.count)} up to ${duration(bucket.upToMs)}</title></rect>`;
  });
  const labels = used.map((bucket, at) =>
    labelled(at, used.length)
      ? `<text class="tick" x="${(plot.left + (at + 1) * step).toFixed(1)}" y="${base + 13}" text-anchor="${at === used.length - 1 ? 'end' : 'middle'}">${duration(bucket.upToMs)}</text>`
      : '',
  );
  let free = 0;
  const lines = (['p50', 'p90', 'p99'] as const).map((name) => {
    const x = plot.left + place(latency[name], used) * step;
    const label = Math.min(plot.width - plot.right - 8, Math.max(x, free)); // percentiles may lie close together, their names may not
    free = label + 21;
    return `<line class="percentile" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${plot.top - 2}" y2="${base}"/><text class="tick" x="${label.toFixed(1)}" y="${plot.top - 6}" text-anchor="middle">${name}</text>`;
  });
  const words = `${number(latency.count)} answers; half within ${duration(latency.p50)}, 90% within ${duration(latency.p90)}, 99% within ${duration(latency.p99)}, the slowest ${duration(latency.max)}`;
  return `<figure class="latency"><figcaption><b>${html(latency.operation)}</b> <span class="muted">${number(latency.count)} answers</span></figcaption>
<svg viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label="${html(`${latency.operation}: ${words}`)}"><line class="axis" x1="${plot.left}" x2="${plot.width - plot.right}" y1="${base}" y2="${base}"/>${bars.join('')}${lines.join('')}${labels.join('')}</svg>
<dl class="percentiles">${(['min', 'p50', 'p90', 'p99', 'max'] as const).map((name) => `<div><dt>${name}</dt><dd>${duration(latency[name])}</dd></div>`).join('')}</dl></figure>`;
}

type Buckets = OperationLatency['histogram'];

/** Without the empty buckets at both ends. */
function trimmed(buckets: Buckets): Buckets {
  const first = buckets.findIndex((bucket) => bucket.count > 0);
  const last = buckets.findLastIndex((bucket) => bucket.count > 0);
  return first < 0 ? [] : buckets.slice(first, last + 1);
}

const labelled = (at: number, all: number): boolean =>
  all <= 5 ? true : at === all - 1 || (at % Math.ceil(all / 4) === 0 && at < all - 2);

/** Where a duration lies on the axis of buckets, in buckets. */
function place(ms: number, buckets: Buckets): number {
  const at = buckets.findIndex((bucket) => ms <= bucket.upToMs);
  if (at < 0) return buckets.length;
  const upper = buckets[at]?.upToMs ?? ms;
  const lower = buckets[at - 1]?.upToMs ?? 0;
  return at + (upper === lower ? 1 : Math.min(1, Math.max(0, (ms - lower) / (upper - lower))));
}
