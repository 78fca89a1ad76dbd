// The end of the page: what was created, which exchanges were sampled, what the marks mean, and how to run it again.
import type { Report } from '../../judge/result/report.js';
import { answerLine, requestLine } from '../exchange.js';
import { runAgain } from '../again.js';
import { cut } from '../text/inert.js';
import { type Content, type Markup, html } from '../markup.js';
import {
  baselineOf,
  capital,
  count,
  countedHow,
  duration,
  markOrder,
  marks,
  number,
  profileVerdict,
  scopeOf,
  talliesOf,
} from '../words.js';
import {
  type Budget,
  type Fact,
  anchor,
  chip,
  code,
  command,
  facts,
  moment,
  scrolling,
  section,
  table,
} from './parts.js';

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

/** The facts of the run: what was tested, when, how hard, with which seed, and what it left behind. */
function circumstances(report: Report): Markup {
  const { run, kit, contract } = report;
  const slowedDown = run.throttled > 0 && `, throttled ${count(run.throttled, 'time')}`;
  return facts(
    [
      ['Target', target(report)],
      ['Profiles', [profile('catalogue', report), lineBreak, profile('quickstart', report)]],
      ['When', html`${moment(run.startedAt)}<br>took ${duration(run.durationMs)}`],
      ['Scope', html`${scopeOf(report)}<br>${run.effort} effort${run.strict && ', strict'}`],
      ['Seed', html`<code>${run.seed}</code><br>as of ${run.asOf}`],
      [
        'Requests',
        html`${number(run.exchanges)}<br>${number(run.writes)} could write${slowedDown}`,
      ],
      ['Created', animalsCreated(report)],
      baseline(report),
      ['Contract', html`${contract.title} ${contract.version}<br>kit ${kit.version}`],
    ],
    'strip',
  );
}

const lineBreak = html`<br>`;

function target({ target: { name, baseUrl, quickstartBaseUrl } }: Report): Content {
  return [
    cut(name, 120),
    name !== baseUrl && [lineBreak, code(baseUrl, 300)],
    quickstartBaseUrl !== null && [lineBreak, code(quickstartBaseUrl, 300)],
  ];
}

function profile(name: 'catalogue' | 'quickstart', report: Report): Markup {
  const verdict = profileVerdict(report, name);
  const why = report.profiles[name] === null ? 'untested, no address' : 'not in this run';
  const outcome =
    verdict === undefined
      ? html`<span class="muted">· ${why}</span>`
      : html`<span class="say ${verdict.mark}">${verdict.glyph} ${verdict.word}</span>`;
  return html`${capital(name)}: ${outcome}`;
}

function animalsCreated({ run }: Report): Content {
  if (run.created.length === 0) return 'no animals';
  const animals = html`<a href="#created">${count(run.created.length, 'animal')}</a>`;
  return run.visibleAfterMs === null
    ? animals
    : html`${animals}<br>listed within ${duration(run.visibleAfterMs)}`;
}

function baseline(report: Report): Fact {
  const applied = report.run.baseline;
  if (applied === undefined) return false;
  const digest = html`<code class="digest">${cut(applied.digest, 64)}</code>`;
  return ['Baseline', html`${baselineOf(report)}<br>gate ${applied.gate}<br>${digest}`];
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
