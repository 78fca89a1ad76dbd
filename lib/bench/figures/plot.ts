// Draws the figures as an SVG: rows of bars with their spread, legible on light and dark ground.
import { type Markup, html, joined, verbatim } from '../../report/markup.js';
import { chainLabel } from '../growth.js';
import type { Spread } from '../measure.js';
import type { Results } from './results.js';
import { number, seconds } from './table.js';

interface Bar {
  readonly label: string;
  readonly spread: Spread;
  /** Whether the bar is drawn paler, because it is what the others are compared with. */
  readonly pale?: boolean;
}

interface Panel {
  readonly title: string;
  readonly digits: number;
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** A line that bars should not cross. */
  readonly limit?: { readonly at: number; readonly label: string };
}

const width = 920;
const panelWidth = 440;
const labelWidth = 168;
const valueWidth = 70;
const barHeight = 16;
const rowHeight = 26;
const headHeight = 34;
const gap = 24;

export function plotOf(results: Results): string {
  const panels = panelsOf(results);
  const heightOf = ({ bars, limit }: Panel): number =>
    headHeight + bars.length * rowHeight + (limit ? 14 : 0);
  const groups: Markup[] = [];
  let top = gap;
  for (let at = 0; at < panels.length; at += 2) {
    const pair = panels.slice(at, at + 2);
    groups.push(...pair.map((panel, index) => drawn(panel, 16 + index * (panelWidth + 8), top)));
    top += Math.max(...pair.map(heightOf)) + gap;
  }
  const titles = panels.map(({ title }) => title).join('; ');
  const plot = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" role="img" aria-labelledby="title" font-family="ui-sans-serif, system-ui, 'Segoe UI', Helvetica, Arial, sans-serif">\n
    <title id="title">Speed and size of a run: ${titles}</title>\n
    ${verbatim('style', style)}\n
    <rect class="ground" width="${width}" height="${top}" rx="8"/>\n
    ${joined(groups, html`\n`)}\n
  </svg>\n`;
  return plot.toString();
}

const style = `
.ground { fill: #ffffff } .title { fill: #1f2328; font-size: 14px; font-weight: 600 } .label { fill: #59636e; font-size: 12px } .value { fill: #1f2328; font-size: 12px }
.bar { fill: #0969da } .pale { fill: #afb8c1 } .spread { stroke: #1f2328; stroke-width: 1.5 } .limit { stroke: #cf222e; stroke-width: 1.5; stroke-dasharray: 4 3 } .limit-label { fill: #cf222e; font-size: 11px }
@media (prefers-color-scheme: dark) {
.ground { fill: #0d1117 } .title { fill: #f0f6fc } .label { fill: #9198a1 } .value { fill: #f0f6fc }
.bar { fill: #4493f8 } .pale { fill: #59636e } .spread { stroke: #f0f6fc } .limit { stroke: #f85149 } .limit-label { fill: #f85149 }
}
`;

function panelsOf({ rates, start, growth }: Results): readonly Panel[] {
  const one: Spread = { median: 1, least: 1, greatest: 1 };
  const grown = [
    ...growth.effort,
    ...growth.store.slice(-1),
    ...growth.latency.filter(({ label }) => label === '50 ms'),
  ];
  return [
    {
      title: 'CPU for one exchange, bare loop = 1',
      digits: 2,
      unit: '',
      bars: [
        { label: 'bare loop', spread: one, pale: true },
        ...rates.map(({ label, cpuToBare }) => ({
          label: label.replace('the engine alone', 'engine'),
          spread: cpuToBare,
        })),
      ],
      limit: { at: 1.3, label: '1.3' },
    },
    {
      title: 'npm start, seconds',
      digits: 2,
      unit: ' s',
      bars: [
        { label: 'empty node -e 0', spread: seconds(start.emptyMs), pale: true },
        { label: 'empty vitest run', spread: seconds(start.vitestMs), pale: true },
        { label: 'first result', spread: seconds(start.firstResultMs) },
        { label: 'whole command', spread: seconds(start.kitMs) },
      ],
    },
    {
      title: 'Effort: seconds of a run (exchanges)',
      digits: 2,
      unit: ' s',
      bars: growth.effort.map(({ label, exchanges, wallMs }) => ({
        label: `${label} (${number(exchanges, 0)})`,
        spread: seconds(wallMs),
      })),
    },
    {
      title: 'Animals in the store: seconds of a run (exchanges)',
      digits: 2,
      unit: ' s',
      bars: growth.store.map(({ label, exchanges, wallMs }) => ({
        label: `${label.replace(' animals', '')} (${number(exchanges, 0)})`,
        spread: seconds(wallMs),
      })),
    },
    {
      title: 'Latency of every answer: seconds of a run',
      digits: 2,
      unit: ' s',
      bars: growth.latency.map(({ label, wallMs }) => ({
        label: label === chainLabel() ? '50 ms, dependent chain' : label,
        spread: seconds(wallMs),
        pale: label === chainLabel(),
      })),
    },
    {
      title: 'Peak memory, MB',
      digits: 0,
      unit: '',
      bars: grown.map(({ label, peakMb }) => ({ label, spread: peakMb })),
      limit: { at: 200, label: '200' },
    },
  ];
}

function drawn({ title, digits, unit, bars, limit }: Panel, left: number, top: number): Markup {
  const room = panelWidth - labelWidth - valueWidth;
  const most = Math.max(...bars.map(({ spread }) => spread.greatest), limit?.at ?? 0) || 1;
  const tenths = (value: number): number => Math.round(value * 10) / 10;
  const x = (value: number): number => tenths(left + labelWidth + (value / most) * room);
  const rows = bars.map(({ label, spread, pale }, index) => {
    const y = top + headHeight + index * rowHeight;
    const middle = y + barHeight / 2;
    const wide = Math.max(1, tenths(x(spread.median) - x(0)));
    const [least, greatest] = [x(spread.least), x(spread.greatest)];
    const whisker = `M${least} ${middle}H${greatest}M${least} ${middle - 4}v8M${greatest} ${middle - 4}v8`;
    const behind = x(Math.max(spread.greatest, spread.median)) + 6;
    return html`<text class="label" x="${left + labelWidth - 8}" y="${middle + 4}" text-anchor="end">${label}</text>
      <rect class="${pale ? 'pale' : 'bar'}" x="${x(0)}" y="${y}" width="${wide}" height="${barHeight}" rx="2"/>
      ${spread.greatest > spread.least && html`<path class="spread" d="${whisker}"/>`}
      <text class="value" x="${behind}" y="${middle + 4}">${number(spread.median, digits)}${unit}</text>`;
  });
  const bottom = top + headHeight + bars.length * rowHeight;
  const line =
    limit &&
    html`<path class="limit" d="M${x(limit.at)} ${top + headHeight - 6}V${bottom}"/>
      <text class="limit-label" x="${x(limit.at)}" y="${bottom + 11}" text-anchor="middle">aim: at most ${limit.label}</text>`;
  return html`<g><text class="title" x="${left}" y="${top + 16}">${title}</text>${rows}${line}</g>`;
}
