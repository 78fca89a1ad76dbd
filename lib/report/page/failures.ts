// What failed, worst first: a list of the causes, and one card for each with all that is needed to understand it and to repeat it.
import type {
  Failure,
  KnownFault,
  RecordedBody,
  RecordedExchange,
  Report,
} from '../../judge/result/report.js';
import {
  areWarnings,
  byRule,
  causesOf,
  failingAmong,
  knownCausesOf,
  titleOf,
  type CauseEntry,
} from '../causes.js';
import { type Part, markDifference } from '../text/difference.js';
import { answerLine, bodyOf, requestLine, soughtIn, timing, aboutCurl } from '../exchange.js';
import type { Group } from '../groups.js';
import { brief, cut, cutNumbers } from '../text/inert.js';
import { type Content, type Markup, html, joined } from '../markup.js';
import type { Sought } from '../text/pretty.js';
import {
  type FailureEntry,
  type ReportContext,
  caseCount,
  clauseOf,
  confirmation,
  count,
  headlineOf,
  kinds,
  knownLink,
  knownText,
  marks,
  number,
  otherInputs,
  likeIt,
} from '../words.js';
import { printed } from './outages.js';
import {
  type Budget,
  type Fact,
  block,
  chip,
  code,
  command,
  facts,
  failureAnchor,
  folding,
  highlighted,
  link,
  prose,
  ruleLink,
  section,
} from './parts.js';

/** More cards than this nobody reads, and each costs bytes. */
const mostCards = 300;
/** How many are open from the start. */
const mostOpen = 3;

export function failures(report: Report, context: ReportContext, budget: Budget) {
  const causes = causesOf(report);
  if (causes.length === 0) return undefined;
  const content = cardsOf(causes, 0, { of: failingAmong(causes).length, context, budget });
  const title = titleOf(causes);
  if (areWarnings(causes))
    return section('failures', title, content, { name: 'Warnings', isFolded: true });
  const inBench = html`\n
      ${keys}\n
      <div class="bench">\n
        ${listOf(causes.slice(0, mostCards))}\n
        <div>${content}</div>\n
      </div>\n`;
  return section('failures', title, causes.length === 1 ? content : inBench, {
    name: 'What failed',
  });
}

function cardsOf(causes: readonly CauseEntry[], from: number, shown: Shown): Markup {
  const cards = causes.slice(0, mostCards).map((cause, at) => causeCard(cause, from + at, shown));
  const further = causes.length - cards.length;
  return html`${joined(cards, html`\n`)}\n
    ${further > 0 && html`<p>… and ${count(further, 'more cause')}, which report.json holds.</p>`}\n`;
}

/** These controls are hidden until the script runs, because they need it. */
const keys = html`<p class="keys muted small scripted" hidden>
  Next failure: <kbd>j</kbd> or <kbd>n</kbd>. Previous: <kbd>k</kbd> or <kbd>p</kbd>.
</p>`;

/** Stays in sight beside the cards where the window is wide enough for both. */
const listOf = (causes: readonly CauseEntry[]): Markup =>
  html`<nav class="causes" aria-label="Failures"><ol>${causes.map(listItem)}</ol></nav>`;

const listItem = ({ first, also }: CauseEntry): Markup =>
  html`<li><a class="${first.mark}" href="#${failureAnchor(first.failure)}">
    <span class="glyph" aria-hidden="true">${marks[first.mark].glyph}</span>
    <span>${prose(brief(headlineOf(first.failure), 140))}</span>
    <span class="muted small">${first.rule.id}${also.length > 0 && ` and ${count(also.length, 'more rule')}`}</span>
  </a></li>`;

interface Shown {
  /** The number of causes that failed a run. Causes of warnings come last and are not numbered. */
  readonly of: number;
  readonly context: ReportContext;
  readonly budget: Budget;
}

function causeCard(cause: CauseEntry, at: number, { of, context, budget }: Shown): Markup {
  const { first, all } = cause;
  const others = all.filter((entry) => entry !== first);
  const ofKinds = [...new Set(all.map(({ rule }) => rule.kind))].join(' ');
  const more = count(cause.also.length, 'more rule');
  const why = knownText(first.failure);
  const summary = html`<span class="cardhead">
      ${chip(first.mark)}
      ${of > 1 && at < of && html`<span class="muted">${at + 1} of ${of}</span>`}
      <code>${first.rule.id}</code>
      ${cause.also.length > 0 && html`<span class="muted">and ${more}</span>`}
    </span>
    <h3>${prose(cut(cutNumbers(first.failure.cause), budget.text))}</h3>
    ${why !== '' && html`<span class="muted">${prose(why)}</span>`}`;
  const content = html`${failureContent(first, context, budget, true)}\n
    ${cause.like.map(like)}\n
    ${others.length > 0 && also(others, context, budget)}\n`;
  return html`<article class="card item ${first.mark}" id="${failureAnchor(first.failure)}" data-mark="${first.mark}" data-kind="${ofKinds}">\n
    ${folding(at < mostOpen, 'cause', summary, content)}\n
  </article>`;
}

const like = ({ fault, sentence }: KnownFault, at: number): Markup =>
  html`<p class="like">
    <span class="label">${at === 0 ? 'Looks like' : 'Or like'}</span> ${prose(likeIt(sentence))} Compare: <code>npx animal-store-conformance reference --fault ${fault}</code>
  </p>`;

/** The other rules that the same defect broke: the first failure of each in a line that opens to show the whole. */
function also(others: readonly FailureEntry[], context: ReportContext, budget: Budget): Markup {
  const ofRules = byRule(others).map((entries) => broken(entries, context, budget));
  return html`<section class="also"><h4>More failures of this cause</h4>${ofRules}</section>`;
}

/** The failures of one rule; what repeats the first stands inside of it. */
function broken(
  [first, ...repeats]: Group<FailureEntry>,
  context: ReportContext,
  budget: Budget,
): Content {
  const { mark, rule, failure } = first;
  const cases = repeats.length > 0 && html` <b>${count(repeats.length + 1, 'case')}</b>`;
  const inside = repeats.map(
    (entry) => html`<details class="alsobroken ${entry.mark}" id="${failureAnchor(entry.failure)}">
      <summary>${headline(entry.failure)} ${caseOf(entry.failure)}</summary>
      ${failureContent(entry, context, budget, false)}
    </details>`,
  );
  return html`<details class="alsobroken ${mark}" id="${failureAnchor(failure)}">
    <summary>${chip(mark)} <code>${rule.id}</code> ${headline(failure)}${cases}</summary>
    ${failureContent(first, context, budget, false)}\n
    ${inside}
  </details>`;
}

const headline = ({ cause }: Failure): Content => prose(cut(cutNumbers(cause), 240));

const caseOf = ({ input }: Failure): Content =>
  input !== '' && html`<code>${brief(input, 70)}</code>`;

/** The failures that the baseline knows. They are for reference, so each is closed at first. */
export function knownFailures(report: Report, context: ReportContext, budget: Budget) {
  const causes = knownCausesOf(report);
  const file = cut(report.run.baseline?.file ?? '', 200);
  const content = html`<p class="lead">
      ${chip('known')} They fail, and do not fail the gate: <code>${file}</code> lists them until they expire.
    </p>\n
    ${cardsOf(causes, mostOpen, { of: 1, context, budget })}`;
  return causes.length > 0 && section('known', 'Known failures', content);
}

/** One failure: what was expected and what came, the requests, and how to send them again. */
function failureContent(
  { rule, failure }: FailureEntry,
  context: ReportContext,
  budget: Budget,
  isOpen: boolean,
): Markup {
  const clause = clauseOf(rule.clause, context);
  const clauseTitle = `Clause ${clause.id}${clause.title === '' ? '' : `, ${clause.title}`}`;
  const last = failure.exchanges.length - 1;
  const sought = soughtIn(failure);
  return html`${comparison(failure, budget)}\n
    ${failure.exchanges.map((exchange, at) =>
      message(exchange, { breach: at === last, open: isOpen && at === last, sought, budget }),
    )}\n
    <p class="statement">
      <span class="label">Rule</span> ${prose(rule.statement)} <span class="muted">(${rule.kind}: ${kinds[rule.kind]})</span><br>${ruleLink(rule.id)}, ${link(clause.link, clauseTitle)}
    </p>\n
    ${facts(details(failure, budget), 'details')}\n
    ${failure.output !== undefined && printed(failure.output, budget)}\n
    ${failure.curl !== null && command('Run it', failure.curl, budget.text * 4)}
    ${remarkOnCurl(failure)}
    ${command('Replay', failure.replay, budget.text)}\n`;
}

function remarkOnCurl(failure: Failure): Content {
  const remark = aboutCurl(failure);
  return remark !== undefined && html`<p class="muted">${remark}</p>`;
}

function comparison({ expected, actual }: Failure, budget: Budget): Markup {
  const marked = markDifference(cut(expected, budget.text * 4), cut(actual, budget.text * 4));
  const show = (parts: readonly Part[]): Content =>
    highlighted(parts, Math.min(200, budget.text / 2));
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
    input !== '' && ['Case', code(cutNumbers(input), budget.text)],
    difference !== null && [
      'Difference from the accepted request',
      prose(cut(difference, budget.text)),
    ],
    ['Reproduced', html`${dots(failure)} ${confirmation(failure)}`],
    ['Cases', [caseCount(failure), also]],
    baselineSays(failure),
  ];
}

function baselineSays(failure: Failure): Fact {
  const [why, address] = [knownText(failure), knownLink(failure)];
  const beside = address !== '' && [', ', link(address, address)];
  return why !== '' && ['Baseline', [prose(why), beside]];
}

/** A filled dot for each retry that showed the violation again. */
function dots({ confirmed: { held, of } }: Failure): Content {
  if (of === 0 || of > 10) return '';
  const filled = '●'.repeat(Math.min(held, of));
  const empty = '○'.repeat(Math.max(0, of - held));
  return html`<span class="dots" aria-hidden="true">${filled}${empty}</span>`;
}

interface HowShown {
  readonly breach: boolean;
  readonly open: boolean;
  readonly sought: Sought | undefined;
  readonly budget: Budget;
}

function message(exchange: RecordedExchange, { breach, open, sought, budget }: HowShown): Markup {
  const [asked, answered] = [cutNumbers(requestLine(exchange)), answerLine(exchange)];
  const { request, response } = exchange;
  const answer =
    response === null
      ? block(cut(answered, budget.text), 'Response')
      : pane(answered, response, 'Response', budget, sought);
  const position = html`<span class="muted">
    request ${number(exchange.number)}, ${timing(exchange)}${breach && ', shows the violation'}
  </span>`;
  const summary = html`<span class="line">${cut(asked, 200)}</span> <span class="arrow" aria-hidden="true">→</span> <b>${cut(answered, 120)}</b> ${position}`;
  const panes = html`<div class="panes">
    <div><h4>Request</h4>${pane(asked, request, 'Request', budget)}</div>
    <div><h4>Response</h4>${answer}</div>
  </div>`;
  return folding(open, 'exchange', summary, panes);
}

interface Message {
  readonly headers: RecordedExchange['request']['headers'];
  readonly body: RecordedBody | null;
}

function pane(
  first: string,
  { headers, body }: Message,
  label: string,
  budget: Budget,
  sought?: Sought,
): Content {
  const { text, note } = body === null ? { text: '', note: null } : bodyOf(body, 74, sought);
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
