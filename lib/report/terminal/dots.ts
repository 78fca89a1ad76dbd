// One character for each rule, as `--reporter dot` shows them.
import type { Report } from '../../judge/result/report.js';
import { type Mark, markOf } from '../words.js';

const most = 72;

const signs: Readonly<Record<Mark, string>> = {
  passed: '.',
  observed: '.',
  failed: 'F',
  warning: 'W',
  known: 'K',
  cantTell: '?',
  inapplicable: '-',
  untested: '-',
};

export function renderDots(report: Report): string {
  const all = report.rules.map((rule) => signs[markOf(rule, report)]).join('');
  return `${(all.match(new RegExp(`.{1,${most}}`, 'g')) ?? []).join('\n')}\n`;
}
