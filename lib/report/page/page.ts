// report.html: the whole Report as one page, as generous with long texts as its bound of one megabyte allows.
import { deflateRawSync } from 'node:zlib';
import type { Report } from '../../judge/result/report.js';
import { reportJson } from '../files/json.js';
import { cut } from '../text/inert.js';
import { type Markup, html, verbatim } from '../markup.js';
import {
  type Counts,
  type ReportContext,
  capital,
  count,
  countInWords,
  countsOf,
  duration,
  noLongerFailing,
  number,
  observationsOf,
  storeText,
  verdicts,
} from '../words.js';
import { appendix } from './appendix.js';
import { barWithLegend, judgedOf } from './bars.js';
import { cannotTell, clauses, silent } from './clauses.js';
import { failures, knownFailures } from './failures.js';
import { outages } from './outages.js';
import { pageOf } from './frame.js';
import { type Budget, moment, prose } from './parts.js';
import { timing } from './timing.js';
import { trendSection } from './trend.js';

const most = 1_000_000;
/** A report is embedded as it is while it is small enough to be read there, and packed beyond. */
const mostPlain = 250_000;
const mostPacked = 450_000;

/** Budgets from generous to short: the first with which the page stays below its bound is used. */
const budgets: readonly Budget[] = [
  { text: 2000, body: 16_000 },
  { text: 1000, body: 4000 },
  { text: 500, body: 1200 },
  { text: 240, body: 400 },
  { text: 120, body: 120 },
];

export function reportHtml(report: Report, context: ReportContext): string {
  const stored = embedded(reportJson(report));
  let page = '';
  for (const budget of budgets) {
    page = pageWithin(budget, report, context, stored);
    if (Buffer.byteLength(page) < most) break;
  }
  return page;
}

function embedded(json: string): Markup {
  const id = 'report-json';
  if (Buffer.byteLength(json) <= mostPlain)
    return verbatim('script', json, { type: 'application/json', id });
  const packed = deflateRawSync(json, { level: 9 }).toString('base64');
  if (packed.length <= mostPacked)
    return verbatim('script', packed, { type: 'text/plain', id, 'data-packed': 'deflate' });
  return html`<p class="wide muted">This report is too large to embed here: see report.json beside this page.</p>`;
}

function pageWithin(
  budget: Budget,
  report: Report,
  context: ReportContext,
  stored: Markup,
): string {
  const { kit, contract, target, run } = report;
  const fixed = noLongerFailing(report);
  const { glyph, word, mark } = verdicts[report.verdict];
  const counts = countsOf(report);
  return pageOf({
    title: `${glyph} ${word}: ${cut(target.name, 80)}, ${contract.title} conformance`,
    brand: `${contract.title} conformance`,
    mark,
    glyph,
    verdict: capital(word),
    summary: prose(cut(report.summary, 1000)),
    facts: html`${moment(run.startedAt)}, took ${duration(run.durationMs)}, seed ${run.seed}`,
    bar: barWithLegend(judgedOf(counts), 'Rules by outcome', countInWords, observed(report)),
    notes: [
      storeText(report),
      ...run.warnings.map((warning) => prose(cut(warning, 600))),
      fixed !== '' && `${fixed}.`,
    ],
    outcomes: counts.map((one) => ({ ...one, total: totalOf(one, report) })),
    sections: [
      [
        failures(report, context, budget),
        knownFailures(report, context, budget),
        outages(report, budget),
      ],
      [clauses(report, context, budget)],
      [
        cannotTell(report, budget),
        silent(report, budget),
        context.trend && trendSection(context.trend),
        timing(report),
        appendix(report, budget),
      ],
    ],
    writtenBy: `${kit.name} ${kit.version}`,
    stored,
  });
}

/** Counts observations, some of which could not be made: "14 of 19". */
function totalOf({ mark, count: total }: Counts[number], report: Report): string {
  const { made, of } = observationsOf(report);
  return mark === 'observed' && made < of ? `${made} of ${of}` : number(total);
}

/** "59 of 60 observations recorded" */
function observed(report: Report): string {
  const { made, of } = observationsOf(report);
  if (of === 0) return '';
  return `${made === of ? '' : `${number(made)} of `}${count(of, 'observation')} recorded, none judged`;
}
