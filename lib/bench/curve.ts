// Draws the detection curve as an SVG: the share of faults found over the requests sent, legible on light and dark
// ground.
import { html, joined, verbatim, type Markup } from '../report/markup.js';
import type { Detection } from './detection.js';
import { number } from './figures.js';

interface Tool {
  readonly name: string;
  readonly requests: number;
  readonly found: number;
  readonly of: number;
}

/** Measured on broken servers other than those of the proof, and drawn for comparison. */
const others: readonly Tool[] = [
  { name: 'a test file written by hand (Hurl)', requests: 194, found: 44, of: 46 },
  { name: 'Schemathesis, all phases', requests: 1_202, found: 32, of: 46 },
];

const [width, height] = [920, 420];
const plot = { left: 64, right: 890, top: 40, bottom: 350 };
const legend = { left: 500, top: 300 };
const leastRequests = 40;
const mostRequests = 4_000;

const x = (requests: number): number =>
  round(
    plot.left +
      (Math.log(requests / leastRequests) / Math.log(mostRequests / leastRequests)) *
        (plot.right - plot.left),
  );
const y = (share: number): number =>
  round(plot.bottom - ((share - 0.4) / 0.6) * (plot.bottom - plot.top));
const round = (value: number): number => Math.round(value * 10) / 10;
const percent = (share: number): string => `${number(share * 100, 1)} %`;

export function curveOf({ points, faults }: Detection): string {
  const line = (shareOf: (point: Detection['points'][number]) => number): string =>
    points
      .map((point, at) => `${at === 0 ? 'M' : 'L'}${x(point.requests)} ${y(shareOf(point))}`)
      .join('');
  const marks = points.map(
    (point) =>
      html`<circle class="ours" cx="${x(point.requests)}" cy="${y(point.share)}" r="4"/>
        <text class="value" x="${x(point.requests)}" y="${y(point.share) - 9}" text-anchor="middle">${percent(point.share)}</text>`,
  );
  const title = `Faults found over requests sent, of ${faults} servers that break the contract`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title" font-family="ui-sans-serif, system-ui, 'Segoe UI', Helvetica, Arial, sans-serif">\n
    <title id="title">${title}</title>\n
    ${verbatim('style', style)}\n
    <rect class="ground" width="${width}" height="${height}" rx="8"/>\n
    <text class="title" x="${plot.left}" y="24">${title}</text>\n
    ${joined(grid(), html`\n`)}\n
    <path class="held" d="${line(({ heldOut }) => heldOut)}"/>\n
    <path class="line" d="${line(({ share }) => share)}"/>\n
    ${joined(marks, html`\n`)}\n
    ${joined(
      others.map(
        ({ name, requests, found, of }) =>
          html`<rect class="other" x="${x(requests) - 4}" y="${y(found / of) - 4}" width="8" height="8"/>
            <text class="label" x="${x(requests) - 9}" y="${y(found / of) + 4}" text-anchor="end">${name}: ${found} of ${of} others</text>`,
      ),
      html`\n`,
    )}\n
    <path class="line" d="M${legend.left} ${legend.top}h28"/><text class="label" x="${legend.left + 36}" y="${legend.top + 4}">this kit, its most telling cases first</text>\n
    <path class="held" d="M${legend.left} ${legend.top + 20}h28"/><text class="label" x="${legend.left + 36}" y="${legend.top + 24}">the same, its order learned from the other half of the faults</text>\n
  </svg>\n`.toString();
}

const style = `
.ground { fill: #ffffff } .title { fill: #1f2328; font-size: 14px; font-weight: 600 } .label { fill: #59636e; font-size: 12px } .value { fill: #1f2328; font-size: 11px }
.grid { stroke: #d1d9e0; stroke-width: 1 } .line { fill: none; stroke: #0969da; stroke-width: 2.5 } .held { fill: none; stroke: #0969da; stroke-width: 1.5; stroke-dasharray: 5 4 } .ours { fill: #0969da } .other { fill: #9a6700 }
@media (prefers-color-scheme: dark) {
.ground { fill: #0d1117 } .title { fill: #f0f6fc } .label { fill: #9198a1 } .value { fill: #f0f6fc }
.grid { stroke: #3d444d } .line { stroke: #4493f8 } .held { stroke: #4493f8 } .ours { fill: #4493f8 } .other { fill: #d29922 }
}
`;

const grid = (): readonly Markup[] => [
  ...[0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].map(
    (share) =>
      html`<path class="grid" d="M${plot.left} ${y(share)}H${plot.right}"/>
        <text class="label" x="${plot.left - 8}" y="${y(share) + 4}" text-anchor="end">${number(share * 100, 0)} %</text>`,
  ),
  ...[50, 100, 200, 300, 400, 600, 1_000, 2_000, 4_000].map(
    (requests) =>
      html`<path class="grid" d="M${x(requests)} ${plot.top}V${plot.bottom}"/>
        <text class="label" x="${x(requests)}" y="${plot.bottom + 18}" text-anchor="middle">${number(requests, 0)}</text>`,
  ),
  html`<text class="label" x="${plot.right}" y="${plot.bottom + 40}" text-anchor="end">requests, those that fill the store among them</text>`,
];
