// The top of the page: the verdict in one sentence, and the facts of the run in a strip.
import type { Report } from '../../judge/result/report.js';
import { cut } from '../inert.js';
import { type Content, type Markup, html } from '../markup.js';
import {
  type Counts,
  count,
  countedHow,
  countsOf,
  duration,
  number,
  observationsOf,
  profileVerdict,
  scopeOf,
  verdicts,
} from '../words.js';
import { outcomeBar } from './bars.js';
import { headerOf } from './frame.js';
import { chip, code, facts, prose } from './parts.js';

export function header(report: Report): Markup {
  const { glyph, word, mark } = verdicts[report.verdict];
  const counts = countsOf(report);
  return headerOf({
    brand: `${report.contract.title} conformance`,
    mark,
    glyph,
    verdict: capital(word),
    summary: prose(cut(report.summary, 1000)),
    bar: outcomeBar(counts, 'Rules and observations by outcome', 'large'),
    counts: counts.map((one) => [chip(one.mark), totalOf(one, report)]),
    counted: countedHow,
    facts: strip(report),
    notes: report.run.warnings.map((warning) => prose(cut(warning, 600))),
  });
}

/** Of observations some may not be made: "14 of 19". */
function totalOf({ mark, count: total }: Counts[number], report: Report): string {
  const { made, of } = observationsOf(report);
  return mark === 'observed' && made < of ? `${made} of ${of}` : number(total);
}

function strip(report: Report): Markup {
  const { run, kit, contract } = report;
  const when = run.startedAt.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC');
  const slowedDown = run.throttled > 0 && `, throttled ${count(run.throttled, 'time')}`;
  return facts(
    [
      ['Target', target(report)],
      ['Profiles', [profile('catalogue', report), lineBreak, profile('quickstart', report)]],
      [
        'When',
        html`<time datetime="${run.startedAt}">${when}</time><br>took ${duration(run.durationMs)}`,
      ],
      ['Scope', html`${scopeOf(report)}<br>${run.effort} effort${run.strict && ', strict'}`],
      ['Seed', html`<code>${run.seed}</code><br>as of ${run.asOf}`],
      [
        'Requests',
        html`${number(run.exchanges)}<br>${number(run.writes)} could write${slowedDown}`,
      ],
      ['Created', created(report)],
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
  const told =
    verdict === undefined
      ? html`<span class="muted">· ${why}</span>`
      : html`<span class="say ${verdict.mark}">${verdict.glyph} ${verdict.word}</span>`;
  return html`${capital(name)}: ${told}`;
}

function created({ run }: Report): Content {
  if (run.created.length === 0) return 'no animals';
  const animals = html`<a href="#created">${count(run.created.length, 'animal')}</a>`;
  return run.visibleAfterMs === null
    ? animals
    : html`${animals}<br>listed within ${duration(run.visibleAfterMs)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
