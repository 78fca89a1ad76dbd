// The end of the page: what was created, which exchanges were sampled, what the marks mean, and how to run it again.
import type { Report } from '../../judge/result/report.js';
import { answerLine, requestLine } from '../exchange.js';
import { cut } from '../inert.js';
import { type Content, type Markup, html } from '../markup.js';
import { count, duration, markOrder, marks, number } from '../words.js';
import {
  type Budget,
  anchor,
  chip,
  code,
  command,
  scrolling,
  section,
  tableHead,
} from './parts.js';

export function appendix(report: Report, budget: Budget): Markup {
  const { kit, contract } = report;
  return section(
    'appendix',
    'Evidence and rerun',
    html`\n
      ${created(report)}\n
      ${samples(report, budget)}\n
      <h3>What the marks mean</h3>${legend}\n
      <h3>Versions</h3>\n
      <p>
        ${kit.name} ${kit.version} <code class="digest">${kit.digest}</code><br>
        ${contract.title} ${contract.version} <code class="digest">${contract.digest}</code>
      </p>\n
      ${command('Run again with the same requests', again(report), budget.text * 2)}\n`,
  );
}

/** Every outcome with its glyph, word, colour and meaning. */
const legend = html`<ul class="legend">
  ${markOrder.map((mark) => html`<li>${chip(mark)} <span>${marks[mark].meaning}</span></li>`)}
</ul>`;

/** A target of another name than its address is one that the command knows by that name. */
function again({ run, target }: Report): string {
  const { readOnly, only, shard } = run.scope;
  const known = ['reference', 'production', 'staging'].includes(target.name);
  const quickstart = known ? null : target.quickstartBaseUrl;
  return [
    'npx animal-store-conformance run',
    quoted(known ? target.name : target.baseUrl),
    ...(quickstart === null ? [] : ['--quickstart', quoted(quickstart)]),
    ...(readOnly ? ['--read-only'] : []),
    ...(only.length === 0 ? [] : ['--only', ...only.map(quoted)]),
    ...(shard === null ? [] : ['--shard', `${shard.index}/${shard.of}`]),
    ...(run.strict ? ['--strict'] : []),
    `--effort ${run.effort} --seed ${run.seed} --as-of ${run.asOf}`,
  ].join(' ');
}

/** For a shell. */
const quoted = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;

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
  const table = html`<table>
    ${tableHead(['Identifier', 'Name', 'For the rule'])}<tbody>${rows}</tbody>
  </table>`;
  return html`${heading}
    <details>
      <summary>${count(all.length, 'animal')} (not removed: the API has no delete).</summary>
      ${scrolling('Animals created', table)}
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
  const table = html`<table>
    ${tableHead(['No.', 'Request', 'Response', 'Took', 'Rule'])}<tbody>${rows}</tbody>
  </table>`;
  return html`<h3>Other exchanges</h3>
    <details>
      <summary>A sample of ${rows.length}; exchanges.har has them in full, for a browser’s developer tools.</summary>
      ${scrolling('Sample of exchanges', table)}
    </details>`;
}
