// The known failures, a few lines for each rule, as nobody has to act before they expire; and those that no longer fail.
import type { Report } from '../../judge/result/report.js';
import { knownIn } from '../causes.js';
import { groupsOf } from '../groups.js';
import { cut } from '../text/inert.js';
import { count, headlineOf, knownLink, knownText, knownWhy, noLongerFailing } from '../words.js';
import { span } from './lines.js';
import { type Block, dim, heading, markSpan, markStyles, paragraph } from './pieces.js';

export function knownFailures(report: Report): Block {
  const known = briefKnown(report);
  const file = cut(report.run.baseline?.file ?? '', 200);
  return known.length > 0 && [heading(`Known failures (${file})`), known];
}

/** Without a heading; failures of one rule that are known for one reason are one. */
export const briefKnown = (report: Report): readonly Block[] =>
  groupsOf(
    knownIn(report),
    ({ rule, failure }) => `${rule.id} ${knownText(failure)} ${knownLink(failure)}`,
  ).map(([{ rule, failure }, ...others]) => {
    const more = others.length === 0 ? '' : ` (and ${count(others.length, 'more case')})`;
    const cause = cut(headlineOf(failure), 200);
    const why = failure.known === undefined ? '' : knownWhy(failure.known);
    const link = knownLink(failure);
    return [
      paragraph(0, markSpan('known'), `  ${rule.id}: ${cause}${more}`),
      paragraph(9, dim(`${why}${link === '' ? '' : `, ${link}`}`)),
    ];
  });

/** A file that has to be corrected is named at the end, where it is noticed. */
export function fixed(report: Report): Block {
  const note = noLongerFailing(report);
  return note !== '' && paragraph(0, span(`! ${note}.`, markStyles.warning));
}
