// The contract clause by clause: every statement with its outcome and its evidence; the undecided ones with the
// reason; and what the target does where the contract is silent.
import type { Report, RuleResult } from '../../judge/result/report.js';
import { groupsOf } from '../groups.js';
import { wayOf } from '../way-of.js';
import { brief, cut } from '../text/inert.js';
import { type Content, type Markup, html, joined } from '../markup.js';
import { outageBehind } from '../outages.js';
import {
  type ClauseGroup,
  type FailureEntry,
  type ReportContext,
  byClause,
  count,
  countsOf,
  duration,
  evidenceOf,
  knownText,
  markOf,
  marks,
  worstFirst,
} from '../words.js';
import { clauseBars, judgedOf, outcomeBar } from './bars.js';
import {
  type Budget,
  chip,
  clauseGroup,
  failureAnchor,
  prose,
  ruleItem,
  ruleLink,
  section,
} from './parts.js';

export function clauses(report: Report, context: ReportContext, budget: Budget) {
  const why = reasons(report, budget);
  const item = (rule: RuleResult): Markup => {
    const mark = markOf(rule, report);
    return ruleItem({ rule, mark, why: why(rule), meta: evidence(rule) });
  };
  const group = (clause: ClauseGroup): Markup => {
    const counts = countsOf({ ...report, rules: clause.rules });
    return clauseGroup(
      clause,
      outcomeBar(judgedOf(counts), `Clause ${clause.id}`, 'small'),
      clause.rules.map(item),
    );
  };
  return section(
    'contract',
    'The contract, clause by clause',
    html`\n
      <details class="overview" open>
        <summary>Outcomes by clause</summary>${clauseBars(report, context)}
      </details>\n
      ${joined(byClause(report.rules, context).map(group), html`\n`)}`,
    { name: 'Clause by clause' },
  );
}

/** Why a rule has the outcome that it has: its failures, else what was observed, else the reason that it gives. */
function reasons(report: Report, budget: Budget): (rule: RuleResult) => Content {
  const answers = new Map(report.observations.map(({ id, answer }) => [id, answer]));
  const entries = worstFirst(report);
  return (rule) => {
    const failures = entries.filter((entry) => entry.rule === rule);
    if (failures.length > 0) return causes(failures, budget);
    const reason = answers.get(rule.id) ?? rule.reason;
    return reason !== null && html`<p class="why">${prose(cut(reason, budget.text))}</p>`;
  };
}

const mostCauses = 8;

function causes(failures: readonly FailureEntry[], budget: Budget): Content {
  const groups = groupsOf(failures, wayAndWhy);
  const rows = groups.slice(0, mostCauses).map(({ length, 0: { failure } }) => {
    const input =
      failures.length > 1 &&
      failure.input !== '' &&
      html` <code>${brief(failure.input, 70)}</code>`;
    const cause = prose(cut(failure.cause, Math.min(budget.text, 240)));
    const cases = length > 1 && html` <b>${count(length, 'case')}</b>`;
    const why = knownText(failure);
    return html`<p class="why"><a href="#${failureAnchor(failure)}">${cause}</a>${cases}${input}${why !== '' && html` <span class="muted">${prose(cut(why, budget.text))}</span>`}</p>`;
  });
  const more = groups.slice(mostCauses).flat().length;
  return [rows, more > 0 && html`<p class="why muted">and ${more} more</p>`];
}

/** Failures of one kind stand together; known ones with what is known of them. */
const wayAndWhy = ({ failure }: FailureEntry): string =>
  `${failure.finding === undefined ? failure.cause : wayOf(failure.finding)} ${knownText(failure)}`;

function evidence(rule: RuleResult): readonly string[] {
  if (rule.evidence.cases + rule.evidence.exchanges === 0) return [];
  return [evidenceOf(rule), ...(rule.durationMs > 0 ? [duration(rule.durationMs)] : [])];
}

const undecidedOutcomes = ['cantTell', 'inapplicable', 'untested'] as const;
type UndecidedOutcome = (typeof undecidedOutcomes)[number];

/** Rules with the same reason stand together: a run without writes would repeat one sentence thirty times. */
export function cannotTell(report: Report, budget: Budget) {
  const reasonOf = (rule: RuleResult): string =>
    outageBehind(rule, report)?.reason ?? rule.reason ?? '';
  const rows = undecidedOutcomes.flatMap((outcome) =>
    groupsOf(
      report.rules.filter((rule) => rule.outcome === outcome),
      reasonOf,
    ).map((same) => undecidedItem(outcome, reasonOf(same[0]), same, budget)),
  );
  const content = html`<ul class="rules">${rows}</ul>`;
  return (
    rows.length > 0 &&
    section('undecided', 'What was not decided, and why', content, { name: 'What was not decided' })
  );
}

function undecidedItem(
  outcome: UndecidedOutcome,
  reason: string,
  rules: readonly RuleResult[],
  budget: Budget,
): Markup {
  const ofKinds = [...new Set(rules.map(({ kind }) => kind))].join(' ');
  return html`<li class="item" data-mark="${outcome}" data-kind="${ofKinds}">
    ${chip(outcome)}
    <div class="body">
      <p class="statement">${reason === '' ? marks[outcome].meaning : prose(cut(reason, budget.text))}</p>
      <p class="meta">${rules.map(({ id }) => ruleLink(id))}</p>
    </div>
  </li>`;
}

export function silent(report: Report, budget: Budget) {
  if (report.observations.length === 0) return undefined;
  const known = new Set(report.rules.map(({ id }) => id));
  const rows = report.observations.map(
    ({ id, question, answer }) => html`<li class="item" data-mark="observed" data-kind="open">
      <div class="body">
        <p class="question">${prose(cut(question, budget.text))}</p>
        <p class="answer">${prose(cut(answer, budget.text))}</p>
        <p class="meta">${known.has(id) ? ruleLink(id) : id}</p>
      </div>
    </li>`,
  );
  return section(
    'silent',
    'What this target does where the contract is silent',
    html`<p class="lead">
        ${chip('observed')} Recorded, never judged: the contract does not say how to respond here. What it says of
        every response still applies: no list exceeds the highest limit, for example, and errors have an Error body.
      </p>
      <ul class="silent">${rows}</ul>`,
    { name: 'Where the contract is silent' },
  );
}
