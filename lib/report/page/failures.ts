// What failed, worst first: one card for each failure, with all that is needed to understand it and to repeat it.
import type { Failure, RecordedBody, RecordedExchange, Report } from '../../judge/result/report.js';
import { type Part, markDifference, shorten } from '../difference.js';
import { answerLine, bodyOf, requestLine, timing } from '../exchange.js';
import { brief, cut } from '../inert.js';
import { type Content, type Markup, html, joined } from '../markup.js';
import {
  type FailureEntry,
  type ReportContext,
  caseCount,
  clauseOf,
  confirmation,
  count,
  failureTotal,
  kinds,
  number,
  otherInputs,
  worstFirst,
} from '../words.js';
import {
  type Budget,
  type Fact,
  block,
  chip,
  code,
  command,
  facts,
  failureAnchor,
  link,
  prose,
  ruleLink,
  section,
} from './parts.js';

/** More cards than this nobody reads, and each costs bytes. */
const mostCards = 300;

export function failures(report: Report, context: ReportContext, budget: Budget): Content {
  const entries = worstFirst(report);
  if (entries.length === 0) return '';
  const shown = entries.slice(0, mostCards);
  const cards = shown.map((entry) => card(entry, context, budget));
  const more = count(entries.length - shown.length, 'more failure');
  return section(
    'failures',
    entries.length === 1 ? 'What failed' : 'What failed, worst first',
    html`\n
      <p class="lead">${failureTotal(entries)}.</p>\n
      ${index(entries, shown)}\n
      ${joined(cards, html`\n`)}\n
      ${entries.length > shown.length && html`<p>… and ${more}: see report.json.</p>`}\n`,
  );
}

/** With more rules than this, the cards fill more than one screen. */
const fewRules = 6;

/** The broken rules at a glance, each leading to its first card. */
function index(entries: readonly FailureEntry[], shown: readonly FailureEntry[]): Content {
  const rules = [...new Set(entries.map(({ rule }) => rule))];
  if (rules.length <= fewRules) return '';
  const rows = rules.map((rule) => {
    const [first, ...others] = shown.filter((entry) => entry.rule === rule);
    if (first === undefined) return '';
    const ways = others.length + 1;
    const times = ways > 1 && html` <span class="muted" title="${ways} failures">×${ways}</span>`;
    const card = failureAnchor(first.failure);
    return html`<li>${chip(first.mark)} <a href="#${card}"><code>${rule.id}</code></a>${times}</li>`;
  });
  return html`<nav class="index" aria-label="Rules that failed"><ul>${rows}</ul></nav>`;
}

function card(
  { rule, failure, mark }: FailureEntry,
  context: ReportContext,
  budget: Budget,
): Markup {
  const clause = clauseOf(rule.clause, context);
  const clauseTitle = `Clause ${clause.id}${clause.title === '' ? '' : `, ${clause.title}`}`;
  const last = failure.exchanges.length - 1;
  return html`<article class="card item ${mark}" id="${failureAnchor(failure)}" data-mark="${mark}" data-kind="${rule.kind}">\n
    <div class="cardhead">
      ${chip(mark)}
      ${ruleLink(rule.id)}
      <span class="clause">${link(clause.link, clauseTitle)}</span>
    </div>\n
    <h3>${prose(cut(failure.cause, budget.text))}</h3>\n
    <p class="statement">
      <span class="label">Rule</span> ${prose(rule.statement)} <span class="muted">(${rule.kind}: ${kinds[rule.kind]})</span>
    </p>\n
    ${comparison(failure, budget)}\n
    ${facts(details(failure, budget), 'details')}\n
    ${failure.exchanges.map((exchange, at) => message(exchange, at === last, budget))}\n
    ${failure.curl !== null && command('Run it', failure.curl, budget.text * 4)}
    ${command('Replay', failure.replay, budget.text)}\n
  </article>`;
}

function comparison({ expected, actual }: Failure, budget: Budget): Markup {
  const marked = markDifference(cut(expected, budget.text * 4), cut(actual, budget.text * 4));
  const show = (parts: readonly Part[]): Content =>
    shorten(parts, Math.min(200, budget.text / 2)).map(({ same, text }) =>
      same ? text : html`<mark>${text}</mark>`,
    );
  return html`<div class="compare">
    <div class="expected"><span class="label">Expected</span><div class="value">${show(marked.expected)}</div></div>
    <div class="actual"><span class="label">Actual</span><div class="value">${show(marked.actual)}</div></div>
  </div>`;
}

function details(failure: Failure, budget: Budget): readonly Fact[] {
  const { input, difference } = failure;
  const others = otherInputs(failure)
    .slice(0, 4)
    .map((other) => html`<code>${brief(other, 60)}</code>`);
  const also = others.length > 0 && [', also ', joined(others, ', ')];
  return [
    ...(input === '' ? [] : [['Case', code(input, budget.text)] as const]),
    ...(difference === null
      ? []
      : [['Difference from the accepted request', prose(cut(difference, budget.text))] as const]),
    ['Reproduced', html`${dots(failure)} ${confirmation(failure)}`],
    ['Cases', [caseCount(failure), also]],
  ];
}

/** A filled dot for each time that the breach showed again. */
function dots({ confirmed: { held, of } }: Failure): Content {
  if (of === 0 || of > 10) return '';
  const filled = '●'.repeat(Math.min(held, of));
  const empty = '○'.repeat(Math.max(0, of - held));
  return html`<span class="dots" aria-hidden="true">${filled}${empty}</span>`;
}

function message(exchange: RecordedExchange, breach: boolean, budget: Budget): Markup {
  const [asked, answered] = [requestLine(exchange), answerLine(exchange)];
  const { request, response } = exchange;
  const answer =
    response === null
      ? block(cut(answered, budget.text), 'Response')
      : pane(answered, response, 'Response', budget);
  const told = html`<span class="muted">
    no. ${number(exchange.number)}, ${timing(exchange)}${breach && ', shows the breach'}
  </span>`;
  return html`<details class="exchange">
    <summary>
      <span class="line">${cut(asked, 200)}</span> <span class="arrow" aria-hidden="true">→</span> <b>${cut(answered, 120)}</b> ${told}
    </summary>\n
    <div class="panes">
      <div><h4>Request</h4>${pane(asked, request, 'Request', budget)}</div>
      <div><h4>Response</h4>${answer}</div>
    </div>
  </details>`;
}

interface Message {
  readonly headers: RecordedExchange['request']['headers'];
  readonly body: RecordedBody | null;
}

function pane(first: string, { headers, body }: Message, label: string, budget: Budget): Content {
  const { text, note } = body === null ? { text: '', note: null } : bodyOf(body, 74);
  const longest = Math.min(budget.text, 300);
  const shown = [
    cut(first, budget.text * 2),
    ...headers.slice(0, 30).map(([name, value]) => `${cut(name, 100)}: ${cut(value, longest)}`),
    ...(text === '' ? [] : ['', cut(text, budget.body)]),
  ];
  return [
    block(shown.join('\n'), label),
    note !== null && html`<p class="muted small">${note}</p>`,
  ];
}
