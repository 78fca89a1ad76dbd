// The known failures, a few lines for each rule, as nobody has to act before they expire; and those that no longer fail.
import type { Report } from '../../judge/result/report.js';
import { knownIn } from '../causes.js';
import { cut, terminal } from '../text/inert.js';
import {
  count,
  headlineOf,
  type FailureEntry,
  knownLink,
  knownText,
  knownWhy,
  noLongerFailing,
} from '../words.js';
import { span } from './lines.js';
import { heading, markSpan, markStyles, paragraph, type TerminalOptions } from './pieces.js';

export function knownFailures(report: Report, options: TerminalOptions): readonly string[] {
  const lines = briefKnown(report, options);
  const file = terminal(cut(report.run.baseline?.file ?? '', 200));
  return lines.length === 0 ? [] : [...heading(`Known failures (${file})`, options), ...lines];
}

/** Without a heading. */
export function briefKnown(report: Report, options: TerminalOptions): readonly string[] {
  return byRuleAndWhy(knownIn(report)).flatMap(([first, ...others]) => {
    const { rule, failure } = first;
    const more = others.length === 0 ? '' : ` (and ${count(others.length, 'more case')})`;
    const cause = terminal(cut(headlineOf(failure), 200));
    const why = terminal(failure.known === undefined ? '' : knownWhy(failure.known));
    const link = terminal(knownLink(failure));
    return [
      ...paragraph(
        [markSpan('known'), span(`  ${terminal(rule.id)}: ${cause}${more}`)],
        0,
        options,
      ),
      ...paragraph([span(`${why}${link === '' ? '' : `, ${link}`}`, 'dim')], 9, options),
    ];
  });
}

/** A file that has to be corrected is named at the end, where it is noticed. */
export function fixed(report: Report, options: TerminalOptions): readonly string[] {
  const note = noLongerFailing(report);
  return note === ''
    ? []
    : paragraph([span(`! ${terminal(note)}.`, markStyles.warning)], 0, options);
}

type SameWhy = readonly [FailureEntry, ...FailureEntry[]];

/** Failures of one rule that are known for one reason. */
function byRuleAndWhy(entries: readonly FailureEntry[]): readonly SameWhy[] {
  const groups = new Map<string, [FailureEntry, ...FailureEntry[]]>();
  for (const entry of entries) {
    const key = `${entry.rule.id} ${knownText(entry.failure)} ${knownLink(entry.failure)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}
