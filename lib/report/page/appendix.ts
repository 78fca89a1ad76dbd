// The end of the page: what was created, which exchanges were sampled, what the marks mean, and how to run it again.
import type { Report } from '../../judge/result/report.js';
import { answerLine, requestLine } from '../exchange.js';
import { runAgain } from '../again.js';
import { cut } from '../text/inert.js';
import { type Content, type Markup, html } from '../markup.js';
import { count, countedHow, duration, markOrder, marks, number, talliesOf } from '../words.js';
import { circumstances } from './circumstances.js';
import { type Budget, anchor, chip, code, command, scrolling, section, table } from './parts.js';

/** Named and not linked: the page leads nowhere outside of its folder. */
const guide = 'spec/guide/reading-a-report.md';

export function appendix(report: Report, budget: Budget) {
  const { kit, contract } = report;
  return section(
    'appendix',
    'Evidence and rerun',
    html`\n
      ${created(report)}\n
      ${samples(report, budget)}\n
      <h3>What the marks mean</h3>${legend(report)}\n
      <p class="muted small">How to read a report: <code>${guide}</code> in the package ${kit.name}.</p>\n
      <p class="muted small">${talliesOf(report)}. ${countedHow}</p>\n
      <details class="run">
        <summary>What was run: target, scope, seed, versions</summary>
        ${circumstances(report)}
        <p>
          ${kit.name} ${kit.version} <code class="digest">${kit.digest}</code><br>
          ${contract.title} ${contract.version} <code class="digest">${contract.digest}</code>
        </p>
      </details>\n
      ${command('Run again with the same requests', runAgain(report), budget.text * 2)}\n`,
  );
}

/** Every outcome with its glyph, word, colour and meaning; that something is known, where a baseline says so. */
const legend = ({ run }: Report): Markup => html`<ul class="legend">
  ${markOrder.filter((mark) => mark !== 'known' || run.baseline !== undefined).map((mark) => html`<li>${chip(mark)} <span>${marks[mark].meaning}</span></li>`)}
</ul>`;

const mostAnimals = 500;
const mostSamples = 200;

function created({ run: { created: all } }: Report): Markup {
  const heading = html`<h3 id="created">Animals created</h3>`;
  if (all.length === 0) return html`${heading}<p>None.</p>`;
  const rows = all
    .slice(0, mostAnimals)
    .map(
      ({ id, name, rule }) =>
        html`<tr><td>${code(id, 40)}</td><td>${cut(name, 80)}</td><td>${rule}</td></tr>`,
    );
  const columns = ['Identifier', 'Name', 'For the rule'];
  return html`${heading}
    <details>
      <summary>${count(all.length, 'animal')} (not removed: the API has no delete).</summary>
      ${scrolling('Animals created', table(columns, rows))}
      ${all.length > mostAnimals && html`<p>These are the first ${mostAnimals}; report.json lists all.</p>`}
    </details>`;
}

function samples(report: Report, budget: Budget): Content {
  if (report.samples.length === 0) return '';
  const known = new Set(report.rules.map((rule) => rule.id));
  const rows = report.samples.slice(0, mostSamples).map((exchange) => {
    const rule = exchange.rule ?? '';
    return html`<tr>
      <td>${number(exchange.number)}</td>
      <td class="url">${code(requestLine(exchange), Math.min(160, budget.text))}</td>
      <td>${cut(answerLine(exchange), 80)}</td>
      <td>${duration(exchange.durationMs)}</td>
      <td>${known.has(rule) ? html`<a href="#${anchor(rule)}">${rule}</a>` : rule}</td>
    </tr>`;
  });
  const columns = ['No.', 'Request', 'Response', 'Took', 'Rule'];
  return html`<h3>Other exchanges</h3>
    <details>
      <summary>A sample of ${rows.length}; exchanges.har has them in full, for a browser’s developer tools.</summary>
      ${scrolling('Sample of exchanges', table(columns, rows))}
    </details>`;
}
