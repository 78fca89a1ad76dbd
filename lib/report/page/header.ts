// The top of the page: the verdict in one sentence.
import type { Report } from '../../judge/result/report.js';
import { cut } from '../inert.js';
import type { Content, Markup } from '../markup.js';
import { capital, countsOf, noLongerFailing, storeText, verdicts } from '../words.js';
import { outcomeBar } from './bars.js';
import { headerOf } from './frame.js';
import { prose } from './parts.js';

export function header(report: Report): Markup {
  const { glyph, word, mark } = verdicts[report.verdict];
  return headerOf({
    brand: `${report.contract.title} conformance`,
    mark,
    glyph,
    verdict: capital(word),
    summary: prose(cut(report.summary, 1000)),
    bar: outcomeBar(countsOf(report), 'Rules and observations by outcome', 'large'),
    notes: notes(report),
  });
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
