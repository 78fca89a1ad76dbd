// The top of the page: the verdict in one sentence.
import type { Report } from '../../judge/result/report.js';
import { cut } from '../text/inert.js';
import { type Content, type Markup, html } from '../markup.js';
import {
  capital,
  count,
  countsOf,
  duration,
  noLongerFailing,
  number,
  observationsOf,
  storeText,
  countInWords,
  verdicts,
} from '../words.js';
import { barWithLegend, judgedOf } from './bars.js';
import { headerOf } from './frame.js';
import { moment, prose } from './parts.js';

export function header(report: Report): Markup {
  const { glyph, word, mark } = verdicts[report.verdict];
  return headerOf({
    brand: `${report.contract.title} conformance`,
    mark,
    glyph,
    verdict: capital(word),
    summary: prose(cut(report.summary, 1000)),
    facts: whenAndHow(report),
    bar: barWithLegend(
      judgedOf(countsOf(report)),
      'Rules by outcome',
      countInWords,
      observed(report),
    ),
    notes: notes(report),
  });
}

/** "2026-11-23 20:19:20 UTC, took 1.3 s, seed 42" */
const whenAndHow = ({ run }: Report): Markup =>
  html`${moment(run.startedAt)}, took ${duration(run.durationMs)}, seed ${run.seed}`;

/** "59 of 60 observations recorded" */
function observed(report: Report): string {
  const { made, of } = observationsOf(report);
  if (of === 0) return '';
  return `${made === of ? '' : `${number(made)} of `}${count(of, 'observation')} recorded, none judged`;
}

function notes(report: Report): readonly Content[] {
  const fixed = noLongerFailing(report);
  const store = storeText(report);
  return [
    ...(store === '' ? [] : [store]),
    ...report.run.warnings.map((warning) => prose(cut(warning, 600))),
    ...(fixed === '' ? [] : [`${fixed}.`]),
  ];
}
