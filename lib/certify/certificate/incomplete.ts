// A certificate is incomplete if the contents of the store kept stated rules from being tested. It says so wherever it
// says that the server is conformant. This follows from the report alone, so that nobody can leave it out.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { count, inTheWay, leftByStore } from '../../report/words.js';

/**
 * A rule that the date or the target's own choices excuse does not count, because an empty store would not change that.
 */
export const untestedForStore = (report: Report): readonly RuleResult[] =>
  leftByStore(report).filter(({ kind }) => kind === 'stated');

/** The gap in words: "3 stated rules could not be tested, because …: a, b, c"; empty for a complete certificate. */
export function incompleteText(report: Report): string {
  const left = untestedForStore(report);
  if (left.length === 0) return '';
  const ids = left.map(({ id }) => id).join(', ');
  return `${count(left.length, 'stated rule')} could not be tested, because ${inTheWay(left)}: ${ids}`;
}
