// The contract clause by clause: every statement with its outcome and its evidence; what could not be told, and why;
// and what the target does where the contract is silent.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { brief, cut, html } from '../inert.js';
import { type Budget, anchor, chip, link, prose } from './parts.js';
import { clauseBars, outcomeBar } from './pictures.js';
import {
  type ClauseGroup,
  type ReportContext,
  byClause,
  countsOf,
  duration,
  evidenceOf,
  kinds,
  markOf,
  marks,
  worstFirst,
} from '../words.js';

export function clauses(report: Report, context: ReportContext, budget: Budget): string {
  const answers = new Map(
    report.observations.map((observation) => [observation.id, observation.answer]),
  );
  const rules = (clause: ClauseGroup): string =>
    clause.rules.map((rule) => row(rule, answers.get(rule.id), report, budget)).join('\n');
  const group = (clause: ClauseGroup): string => {
    const counts = countsOf({ ...report, rules: clause.rules });
    return `<section class="clausegroup" id="clause-${html(clause.id)}" aria-labelledby="clause-${html(clause.id)}-title"><div class="clausehead"><h3 id="clause-${html(clause.id)}-title"><span class="number">${html(clause.id)}</span> ${link(clause.link, clause.title === '' ? `Clause ${clause.id}` : clause.title)}</h3>${outcomeBar(counts, `Clause ${clause.id}`, 'small')}</div>
<ul class="rules">${rules(clause)}</ul></section>`;
  };
  return `<section id="contract" aria-labelledby="contract-title"><h2 id="contract-title">The contract, clause by clause</h2>
<details class="overview" open><summary>Outcomes by clause</summary>${clauseBars(report, context)}</details>
${byClause(report, context).map(group).join('\n')}</section>`;
}

function row(rule: RuleResult, answer: string | undefined, report: Report, budget: Budget): string {
  const mark = markOf(rule, report);
  const found = worstFirst(report).filter((entry) => entry.rule === rule);
  const why =
    found.length > 0
      ? found
          .slice(0, 8)
          .map(
            ({ failure }) =>
              `<p class="why"><a href="#failure-${anchor(failure.id)}">${prose(cut(failure.cause, Math.min(budget.text, 240)))}</a>${found.length > 1 && failure.input !== '' ? ` <code>${html(brief(failure.input, 70))}</code>` : ''}</p>`,
          )
          .join('') +
        (found.length > 8 ? `<p class="why muted">and ${found.length - 8} more</p>` : '')
      : answer !== undefined
        ? `<p class="why">${prose(cut(answer, budget.text))}</p>`
        : rule.reason === null
          ? ''
          : `<p class="why">${prose(cut(rule.reason, budget.text))}</p>`;
  const evidence =
    rule.evidence.cases + rule.evidence.exchanges === 0
      ? []
      : [evidenceOf(rule), ...(rule.durationMs > 0 ? [duration(rule.durationMs)] : [])];
  return `<li class="rule item ${mark}" id="${anchor(rule.id)}" data-mark="${mark}" data-kind="${rule.kind}" tabindex="-1">${chip(mark)}<div class="body"><p class="statement">${prose(rule.statement)}</p>${why}<p class="meta"><a class="id" href="#${anchor(rule.id)}">${html(rule.id)}</a><span title="${kinds[rule.kind]}">${rule.kind}</span>${evidence.map((text) => `<span>${html(text)}</span>`).join('')}</p></div></li>`;
}

export function cannotTell(report: Report, budget: Budget): string {
  const untold = report.rules.filter((rule) =>
    ['cantTell', 'inapplicable', 'untested'].includes(rule.outcome),
  );
  if (untold.length === 0) return '';
  const groups = (['cantTell', 'inapplicable', 'untested'] as const).map((outcome) => {
    const rules = untold.filter((rule) => rule.outcome === outcome);
    const reasons = [...new Set(rules.map((rule) => rule.reason ?? ''))];
    // Rules with the same reason stand together: a run without writes would repeat one sentence thirty times.
    return reasons
      .map((reason) => {
        const same = rules.filter((rule) => (rule.reason ?? '') === reason);
        return `<li class="item" data-mark="${outcome}" data-kind="${[...new Set(same.map((rule) => rule.kind))].join(' ')}">${chip(outcome)}<div class="body"><p class="statement">${reason === '' ? marks[outcome].meaning : prose(cut(reason, budget.text))}</p><p class="meta">${same.map((rule) => `<a class="id" href="#${anchor(rule.id)}">${html(rule.id)}</a>`).join('')}</p></div></li>`;
      })
      .join('');
  });
  return `<section id="untold" aria-labelledby="untold-title"><h2 id="untold-title">What could not be told, and why</h2><ul class="rules">${groups.join('')}</ul></section>`;
}

export function silent(report: Report, budget: Budget): string {
  if (report.observations.length === 0) return '';
  const rows = report.observations.map((observation) => {
    const told = report.rules.find((rule) => rule.id === observation.id);
    return `<li class="item" data-mark="observed" data-kind="open"><div class="body"><p class="question">${prose(cut(observation.question, budget.text))}</p><p class="answer">${prose(cut(observation.answer, budget.text))}</p><p class="meta">${told === undefined ? html(observation.id) : `<a class="id" href="#${anchor(told.id)}">${html(told.id)}</a>`}</p></div></li>`;
  });
  return `<section id="silent" aria-labelledby="silent-title"><h2 id="silent-title">Where the contract is silent, this target does this</h2><p class="lead">${chip('observed')} Recorded, never judged: any answer is right.</p><ul class="silent">${rows.join('')}</ul></section>`;
}
