// What failed, worst first: one card for each failure, with all that is needed to understand it and to repeat it.
import type { Failure, RecordedBody, RecordedExchange, Report } from '../../judge/result/report.js';
import { type Part, markDifference, shorten } from '../difference.js';
import { answerLine, bodyOf, requestLine, timing } from '../exchange.js';
import { brief, cut, html } from '../inert.js';
import { type Budget, anchor, block, chip, code, command, facts, link, prose } from './parts.js';
import {
  type FailureEntry,
  type ReportContext,
  caseCount,
  clauseOf,
  confirmation,
  count,
  kinds,
  number,
  otherInputs,
  worstFirst,
} from '../words.js';

/** More cards than this nobody reads, and each costs bytes. */
const mostCards = 300;

export function failures(report: Report, context: ReportContext, budget: Budget): string {
  const entries = worstFirst(report);
  if (entries.length === 0) return '';
  const more = entries.slice(mostCards);
  return `<section id="failures" aria-labelledby="failures-title"><h2 id="failures-title">What failed${entries.length === 1 ? '' : ', worst first'}</h2>
${index(entries)}
${entries
  .slice(0, mostCards)
  .map((entry) => card(entry, context, budget))
  .join('\n')}
${more.length === 0 ? '' : `<p>… and ${count(more.length, 'more failure')}, which report.json holds.</p>`}
</section>`;
}

/** With more rules than this, the cards fill more than one screen. */
const fewRules = 6;

/** The broken rules at a glance, each leading to its first card. */
function index(entries: readonly FailureEntry[]): string {
  const rules = [...new Set(entries.map(({ rule }) => rule))];
  if (rules.length <= fewRules) return '';
  const rows = rules.map((rule) => {
    const [first, ...others] = entries.slice(0, mostCards).filter((entry) => entry.rule === rule);
    if (first === undefined) return '';
    return `<li>${chip(first.mark)} <a href="#failure-${anchor(first.failure.id)}"><code>${html(rule.id)}</code></a>${others.length === 0 ? '' : ` <span class="muted" title="in ${others.length + 1} ways">×${others.length + 1}</span>`}</li>`;
  });
  return `<nav class="index" aria-label="Rules that failed"><ul>${rows.join('')}</ul></nav>`;
}

function card(
  { rule, failure, mark }: FailureEntry,
  context: ReportContext,
  budget: Budget,
): string {
  const clause = clauseOf(rule.clause, context);
  return `<article class="card item ${mark}" id="failure-${anchor(failure.id)}" data-mark="${mark}" data-kind="${rule.kind}">
<div class="cardhead">${chip(mark)}<a class="id" href="#${anchor(rule.id)}">${html(rule.id)}</a><span class="clause">${link(clause.link, `Clause ${clause.id}${clause.title === '' ? '' : `, ${clause.title}`}`)}</span></div>
<h3>${prose(cut(failure.cause, budget.text))}</h3>
<p class="statement"><span class="label">Rule</span> ${prose(rule.statement)} <span class="muted">(${rule.kind}: ${kinds[rule.kind]})</span></p>
${comparison(failure, budget)}
${facts(details(failure, budget), 'details')}
${failure.exchanges.map((exchange, at) => message(exchange, at === failure.exchanges.length - 1, budget)).join('')}
${failure.curl === null ? '' : command('Run it', failure.curl, budget.text * 4)}${command('Replay', failure.replay, budget.text)}
</article>`;
}

function comparison({ expected, actual }: Failure, budget: Budget): string {
  const marked = markDifference(cut(expected, budget.text * 4), cut(actual, budget.text * 4));
  const show = (parts: readonly Part[]): string =>
    shorten(parts, Math.min(200, budget.text / 2))
      .map((part) => (part.same ? html(part.text) : `<mark>${html(part.text)}</mark>`))
      .join('');
  return `<div class="compare"><div class="expected"><span class="label">Expected</span><div class="value">${show(marked.expected)}</div></div><div class="actual"><span class="label">Actual</span><div class="value">${show(marked.actual)}</div></div></div>`;
}

function details(failure: Failure, budget: Budget): readonly (readonly [string, string])[] {
  const others = otherInputs(failure).slice(0, 4);
  return [
    ...(failure.input === '' ? [] : [['Case', code(failure.input, budget.text)] as const]),
    ...(failure.difference === null
      ? []
      : [
          [
            'Differs from the accepted request',
            prose(cut(failure.difference, budget.text)),
          ] as const,
        ]),
    ['Holds', `${dots(failure)} ${html(confirmation(failure))}`],
    [
      'Cases',
      `${html(caseCount(failure))}${others.length === 0 ? '' : `, also ${others.map((input) => `<code>${html(brief(input, 60))}</code>`).join(', ')}`}`,
    ],
  ];
}

/** A filled dot for each time that the breach showed again. */
function dots({ confirmed }: Failure): string {
  if (confirmed.of === 0 || confirmed.of > 10) return '';
  return `<span class="dots" aria-hidden="true">${'●'.repeat(Math.min(confirmed.held, confirmed.of))}${'○'.repeat(Math.max(0, confirmed.of - confirmed.held))}</span>`;
}

function message(exchange: RecordedExchange, breach: boolean, budget: Budget): string {
  const { request, response } = exchange;
  return `<details class="exchange"><summary><span class="line">${html(cut(requestLine(exchange), 200))}</span> <span class="arrow" aria-hidden="true">→</span> <b>${html(cut(answerLine(exchange), 120))}</b> <span class="muted">no. ${number(exchange.number)}, ${html(timing(exchange))}${breach ? ', shows the breach' : ''}</span></summary>
<div class="panes"><div><h4>Request</h4>${pane(requestLine(exchange), request.headers, request.body, 'Request', budget)}</div><div><h4>Answer</h4>${response === null ? block(cut(answerLine(exchange), budget.text), 'Answer') : pane(answerLine(exchange), response.headers, response.body, 'Answer', budget)}</div></div></details>`;
}

function pane(
  first: string,
  headers: RecordedExchange['request']['headers'],
  body: RecordedBody | null,
  label: string,
  budget: Budget,
): string {
  const shown = body === null ? { text: '', note: null } : bodyOf(body, 74);
  const lines = [
    cut(first, budget.text * 2),
    ...headers
      .slice(0, 30)
      .map(([name, value]) => `${cut(name, 100)}: ${cut(value, Math.min(budget.text, 300))}`),
  ];
  const note = shown.note === null ? '' : `<p class="muted small">${html(shown.note)}</p>`;
  return (
    block(
      [...lines, ...(shown.text === '' ? [] : ['', cut(shown.text, budget.body)])].join('\n'),
      label,
    ) + note
  );
}
