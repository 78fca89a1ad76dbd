// Shows how the last runs went: a bar for each, from the history beside the report. It reads no clock and shows only
// what is passed to it.
import { type Markup, html } from '../markup.js';
import { type PastRun, type Trend, countedMarks, dayOf, minuteOf } from '../trend.js';
import { duration, marks, countInWords, verdicts } from '../words.js';
import { chip, folding, moment, scrolling, section, table } from './parts.js';

const plot = { width: 780, height: 96, step: 26, bar: 20 } as const;
/** Tall enough to show a single failure among a hundred rules. */
const least = 5;

export function trendSection({ runs, since }: Trend) {
  return section(
    'trend',
    `The last ${runs.length} runs`,
    html`\n
      ${since !== '' && html`<p class="lead">${since}</p>\n`}
      ${chart(runs)}\n
      ${folding(false, 'overview', 'In numbers', inNumbers(runs))}`,
  );
}

function chart(runs: readonly PastRun[]): Markup {
  const most = Math.max(1, ...runs.map(judged));
  const shown = countedMarks.filter((mark) => runs.some(({ counts }) => counts[mark]));
  const legend = shown.map(
    (mark) =>
      html`<li class="${mark}"><span class="swatch" aria-hidden="true"></span>${marks[mark].word}</li>`,
  );
  return html`<figure class="trend">
    <svg viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label="${inWords(runs)}">
      ${runs.map((run, at) => bar(run, at * plot.step, most))}
    </svg>\n
    <ul class="barlegend">${legend}<li class="muted">The rules of each run, oldest run first. The last bar is this run.</li></ul>
  </figure>`;
}

const judged = ({ counts }: PastRun): number =>
  countedMarks.reduce((sum, mark) => sum + counts[mark], 0);

function bar(run: PastRun, x: number, most: number): Markup {
  let top: number = plot.height;
  const present = countedMarks.filter((mark) => run.counts[mark] > 0).toReversed();
  const small = present.filter((mark) => mark !== 'passed');
  // Small parts are drawn wider than their share, at the expense of those that passed.
  const scale = (plot.height - small.length * least) / most;
  const parts = present.map((mark) => {
    const height = run.counts[mark] * scale + (mark === 'passed' ? 0 : least);
    top -= height;
    return html`<rect class="fill-${mark}" x="${x}" y="${top.toFixed(1)}" width="${plot.bar}" height="${height.toFixed(1)}"/>`;
  });
  return html`<g><title>${minuteOf(run)}: ${tallies(run)}</title>${parts}</g>`;
}

/** "2 failed, 1 warning, 97 passed" */
const tallies = ({ counts }: PastRun): string =>
  countedMarks
    .filter((mark) => counts[mark] > 0)
    .map((mark) => countInWords(mark, counts[mark]))
    .join(', ');

function inWords(runs: readonly PastRun[]): string {
  const green = runs.filter(({ counts }) => counts.failed === 0).length;
  const [first, last] = [runs[0], runs.at(-1)].map((run) => (run ? dayOf(run) : ''));
  return `${runs.length} runs from ${first} to ${last}, ${green} of them without a failure; the table below has the numbers`;
}

function inNumbers(runs: readonly PastRun[]): Markup {
  const rows = runs.toReversed().map((run) => {
    const { word, mark } = verdicts[run.verdict];
    const { p50, p95 } = run.latency ?? {};
    return html`<tr>
      <th scope="row">${moment(run.startedAt)}</th>
      <td>${chip(mark, word)}</td>
      <td>${tallies(run)}</td>
      <td>${p50 === undefined ? '' : duration(p50)}</td>
      <td>${p95 === undefined ? '' : duration(p95)}</td>
      <td>${run.kit}</td>
    </tr>`;
  });
  const columns = ['Run', 'Verdict', 'Rules', 'Half within', '95% within', 'Kit'];
  return scrolling('The last runs, scrolls sideways', table(columns, rows));
}
