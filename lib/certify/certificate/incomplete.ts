// A certificate of a server whose store hid it from some stated rules: it says so, wherever it says that the server is
// conformant. Nothing states it but the report, so that nobody can leave it out.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { count, inTheWay, leftByStore } from '../../report/words.js';

/** What the calendar or the target's own choices excuse is no gap: an empty store would change nothing. */
export const untestedForStore = (report: Report): readonly RuleResult[] =>
  leftByStore(report).filter(({ kind }) => kind === 'stated');

/** "3 stated rules could not be tested, because …: a, b, c"; empty for a complete certificate. */
export function incompleteText(report: Report): string {
  const left = untestedForStore(report);
  if (left.length === 0) return '';
  const ids = left.map(({ id }) => id).join(', ');
  return `${count(left.length, 'stated rule')} could not be tested, because ${inTheWay(left)}: ${ids}`;
}
