// The facts of the run: what was tested, when, how hard, with which seed, and what it left behind.
import type { Report } from '../../judge/result/report.js';
import { cut } from '../text/inert.js';
import { type Content, type Markup, html } from '../markup.js';
import { baselineOf, capital, count, duration, number, profileVerdict, scopeOf } from '../words.js';
import { type Fact, code, facts, moment } from './parts.js';

export function circumstances(report: Report): Markup {
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
      ['Created', created(report)],
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

function created({ run }: Report): Content {
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
