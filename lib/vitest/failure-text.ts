// A broken rule as the message of a test: the same block that the command prints.
import { clausesFrom } from '../api/reports/clauses.js';
import type { Report, RuleResult } from '../judge/result/report.js';
import { renderFailure } from '../report/terminal/failure.js';
import { markOf } from '../report/words.js';

export function failureText(rule: RuleResult, report: Report): string {
  const context = { clauses: clausesFrom(process.cwd()) };
  const options = { colour: false, width: 120 };
  return rule.failures
    .map((failure, index) =>
      renderFailure(
        { rule, failure, mark: markOf(rule, report) },
        `failure ${index + 1} of ${rule.failures.length}`,
        context,
        options,
      ).join('\n'),
    )
    .join('\n\n');
}
