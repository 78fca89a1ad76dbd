// A broken rule as the message of a test: the same block that the command prints.
import { clausesFrom } from '../api/reports/clauses.js';
import type { Report, RuleResult } from '../judge/result/report.js';
import { renderFailure } from '../report/terminal/failure.js';
import { linesOf } from '../report/terminal/pieces.js';
import { markOf } from '../report/words.js';

export function failureText(rule: RuleResult, report: Report): string {
  const context = { clauses: clausesFrom(process.cwd()) };
  const options = { colour: false, width: 120 };
  const mark = markOf(rule, report);
  const blocks = rule.failures.map((failure, at) => [
    at > 0 && '',
    renderFailure(
      { rule, failure, mark },
      `failure ${at + 1} of ${rule.failures.length}`,
      context,
      options,
    ),
  ]);
  return linesOf(blocks, options).join('\n');
}
