// TAP 14: one test point for each rule. Only what fails a run is plainly `not ok`; what a run reports without failing
// is a TODO, which consumers of TAP do not count as a failure.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { cut, visible } from '../text/inert.js';
import { clauseName, knownText, markOf, marks, type ReportContext } from '../words.js';

export function tapText(report: Report, context: ReportContext): string {
  const points = report.rules.flatMap((rule, at) => pointOf(rule, at + 1, report, context));
  return ['TAP version 14', `1..${report.rules.length}`, ...points, ''].join('\n');
}

function pointOf(
  rule: RuleResult,
  number: number,
  report: Report,
  context: ReportContext,
): readonly string[] {
  const { isOk, directive } = outcomeOf(rule, report);
  const point = `${isOk ? 'ok' : 'not ok'} ${number} - ${plain(`${rule.id}: ${rule.statement}`)}${directive}`;
  const answer = report.observations.find(({ id }) => id === rule.id)?.answer;
  if (isOk) return answer === undefined ? [point] : [point, ...block({ answer })];
  const [first] = rule.failures;
  const details = {
    outcome: marks[markOf(rule, report)].word,
    message: first?.cause ?? rule.reason ?? marks[markOf(rule, report)].meaning,
    severity: rule.kind,
    clause: clauseName(rule.clause, context),
    ...(first && { replay: first.replay }),
  };
  return [point, ...block(details)];
}

function outcomeOf(
  rule: RuleResult,
  report: Report,
): { readonly isOk: boolean; readonly directive: string } {
  const mark = markOf(rule, report);
  const [first] = rule.failures;
  if (mark === 'passed' || mark === 'observed') return { isOk: true, directive: '' };
  if (mark === 'failed' || (mark === 'cantTell' && rule.kind === 'stated'))
    return { isOk: false, directive: '' };
  if (mark === 'known')
    return { isOk: false, directive: ` # TODO ${plain(first ? knownText(first) : 'known')}` };
  if (mark === 'warning') return { isOk: false, directive: ' # TODO warning' };
  return { isOk: true, directive: ` # SKIP ${plain(rule.reason ?? marks[mark].meaning)}` };
}

/** Puts a text on one line in which nothing begins a directive. */
const plain = (text: string): string =>
  visible(cut(text, 1000)).replace(/[\\#]/g, (character) => `\\${character}`);

const block = (facts: Readonly<Record<string, string>>): readonly string[] => [
  '  ---',
  ...Object.entries(facts).map(yamlLine),
  '  ...',
];

/** A JSON string is a YAML string. */
const yamlLine = ([name, text]: readonly [string, string]): string =>
  `  ${name}: ${JSON.stringify(visible(cut(text, 2000)))}`;
