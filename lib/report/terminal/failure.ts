// One failure as a block on a terminal: what is wrong, where the contract says so, the request and its response, and
// the commands that send it again. Nothing of the headline is repeated; --verbose and the page show everything.
import type { Failure, RecordedExchange } from '../../judge/result/report.js';
import { type Part, markDifference, shorten } from '../text/difference.js';
import {
  answerLine,
  bodyOf,
  requestLine,
  soughtIn,
  revealingHeaders,
  timing,
  aboutCurl,
} from '../exchange.js';
import { brief, cut, cutNumbers, terminal, visibleLines } from '../text/inert.js';
import { maskedValue } from '../steady.js';
import { says, saysBoth } from '../text/already-said.js';
import { clip, columns, span, wrap } from './lines.js';
import { printed } from './outages.js';
import {
  type Block,
  type TerminalOptions,
  bold,
  command,
  dim,
  labelled,
  line,
  linesOf,
  markSpan,
  markStyles,
  paragraph,
  usableWidth,
} from './pieces.js';
import {
  type Clause,
  type FailureEntry,
  type ReportContext,
  caseCount,
  clauseOf,
  confirmation,
  isSteady,
  knownLink,
  knownText,
  otherInputs,
} from '../words.js';

const most = {
  whole: { headers: 12, bodyLines: 12, before: 8 },
  short: { headers: 4, bodyLines: 4, before: 3 },
};

export function renderFailure(
  entry: FailureEntry,
  place: string,
  context: ReportContext,
  options: TerminalOptions,
): Block {
  const { rule, failure, mark } = entry;
  const clause = clauseOf(rule.clause, context);
  return [
    paragraph(0, markSpan(mark), '  ', bold(rule.id), dim(`  ${place}`)),
    paragraph(2, span(cut(cutNumbers(failure.cause), 600), markStyles[mark])),
    options.verbose ? ['', explained(entry, clause, options)] : inShort(entry, clause, options),
    exchanged(failure, options),
    failure.output !== undefined && printed(failure.output, options),
    asCurl(failure),
    command(failure.replay),
  ];
}

function asCurl(failure: Failure): Block {
  const remark = aboutCurl(failure);
  return [
    failure.curl !== null && command(failure.curl),
    remark !== undefined && paragraph(4, dim(remark)),
  ];
}

/** Everything that the report says about the failure, line by line. */
const explained = (
  { rule, failure }: FailureEntry,
  clause: Clause,
  options: TerminalOptions,
): Block => [
  labelled('rule', rule.statement),
  labelled('clause', nameOf(clause)),
  clause.link !== '' && labelled('', dim(clause.link)),
  comparison(failure, options),
  failure.input !== '' && labelled('case', caseOf(failure)),
  failure.difference !== null && labelled('differs', differs(failure.difference)),
  labelled('again', reproduced(failure)),
  baselineSays(failure),
];

/** The facts that neither the headline nor the request shows. */
function inShort({ rule, failure }: FailureEntry, clause: Clause, options: TerminalOptions): Block {
  const { cause, curl, difference, input } = failure;
  return [
    labelled('rule', `${rule.statement} (clause ${nameOf(clause)})`),
    !saysBoth(failure) && comparison(failure, options),
    // If a single request shows the violation, it also shows the case.
    input !== '' && curl === null && !says(cause, input) && labelled('case', caseOf(failure)),
    difference !== null && !says(cause, difference) && labelled('differs', differs(difference)),
    !isSteady(failure) && labelled('again', confirmation(failure)),
    baselineSays(failure),
  ];
}

const nameOf = ({ id, title }: Clause): string => `${id} ${title}`.trim();

const caseOf = ({ input }: Failure): string => cut(cutNumbers(input), 600);

/** Says, for example, that the failure was known until its entry expired. */
function baselineSays(failure: Failure): Block {
  const [why, link] = [knownText(failure), knownLink(failure)];
  return why !== '' && labelled('baseline', `${why}${link === '' ? '' : `, ${link}`}`);
}

const differs = (difference: string): string =>
  `from the accepted request: ${cut(difference, 400)}`;

const reproduced = (failure: Failure): string =>
  `${confirmation(failure)}; ${caseCount(failure)}${others(failure)}`;

function others(failure: Failure): string {
  const inputs = otherInputs(failure);
  if (inputs.length === 0) return '';
  const shown = inputs.slice(0, 4).map((input) => brief(input, 60));
  return `, also ${shown.join('; ')}${inputs.length > 4 ? '; …' : ''}`;
}

/** Expected above actual, what differs in bold and under carets: colour alone would be lost in a pipe. */
function comparison({ expected, actual }: Failure, options: TerminalOptions): Block {
  const marked = markDifference(terminal(expected), terminal(actual));
  // Under words that have little in common, carets would say nothing.
  const areAlike = [marked.expected, marked.actual].every(isMostlyTheSame);
  const show = (label: string, parts: readonly Part[]): Block => {
    const shown = shorten(parts, 160);
    const lines = linesOf(
      labelled(
        label,
        shown.map(({ text, same }) => span(text, same ? undefined : 'marked')),
      ),
      options,
    );
    const carets = shown.map(({ text, same }) => (same ? ' ' : '^').repeat(columns(text))).join('');
    const fits = lines.length === 1 && options.width >= 60 && areAlike && carets.includes('^');
    return [() => lines, fits && line(dim(`${' '.repeat(13)}${carets}`))];
  };
  return [show('expected', marked.expected), show('actual', marked.actual)];
}

function isMostlyTheSame(parts: readonly Part[]): boolean {
  const lengthOf = (some: readonly Part[]): number =>
    some.reduce((sum, { text }) => sum + text.length, 0);
  return lengthOf(parts.filter(({ same }) => same)) >= lengthOf(parts) / 2;
}

/**
 * The earlier requests of the case, and the last one with its response. A bar precedes text of the target, so that no line
 * of it can pass for one of the kit.
 */
function exchanged(failure: Failure, options: TerminalOptions): Block {
  const last = failure.exchanges.at(-1);
  if (last === undefined) return [];
  const { request, response } = last;
  return [
    before(failure.exchanges.slice(0, -1), options),
    labelled('request', cut(cutNumbers(requestLine(last)), 1000)),
    barred('request', request, failure, options),
    isPost(last) && (request.body?.text ?? '') === '' && labelled('', dim('(an empty body)')),
    labelled('response', [cut(answerLine(last), 300), dim(`  after ${timing(last)}`)]),
    response !== null && barred('response', response, failure, options),
  ];
}

const isPost = ({ request: { method } }: RecordedExchange): boolean => method === 'POST';

/** Requests that look alike in one line stand there once. */
function before(exchanges: readonly RecordedExchange[], options: TerminalOptions): Block {
  const times = new Map<string, number>();
  for (const exchange of exchanges) {
    const sent = [requestLine(exchange), ...bodyInShort(exchange)].join(' ');
    const both = brief(`${sent} → ${answerLine(exchange)}`, 300);
    times.set(both, (times.get(both) ?? 0) + 1);
  }
  const all = [...times].map(([sent, count]) => (count === 1 ? sent : `${sent} (${count} times)`));
  const shown = all.slice(-limits(options).before);
  const left = all.length - shown.length;
  return [...(left > 0 ? [`… ${left} more`] : []), ...shown].map((sent, at) =>
    labelled(at === 0 ? 'before it' : '', sent),
  );
}

/** The animal that was added before may matter, for example its status; its name may be long. */
function bodyInShort({ request: { body } }: RecordedExchange): readonly string[] {
  if (body === null || body.encoding === 'base64') return [];
  return [
    brief(
      body.text.replace(strings, (text) => text.replace(longString, '"$1…"')),
      150,
    ),
  ];
}

const strings = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;
const longString = /^"((?:[^"\\]|\\.){20})(?:[^"\\]|\\.){5,}"$/s;

const limits = ({ verbose }: TerminalOptions): (typeof most)['whole'] =>
  verbose ? most.whole : most.short;

type Side = 'request' | 'response';

function barred(
  side: Side,
  { headers, body }: RecordedExchange['request'] | NonNullable<RecordedExchange['response']>,
  failure: Failure,
  options: TerminalOptions,
): Block {
  const room = usableWidth(options.width) - 15;
  const { verbose } = options;
  const revealing = verbose
    ? // What is different in every run explains nothing.
      headers.filter(([, value]) => value !== maskedValue)
    : revealingHeaders(side, headers, failure);
  const sought = side === 'response' ? soughtIn(failure) : undefined;
  const { text, note } =
    body === null
      ? { text: '', note: null }
      : bodyOf(body, verbose ? room : Number.POSITIVE_INFINITY, sought);
  const shown = revealing
    .slice(0, limits(options).headers)
    .map(([name, value]) => terminal(`${name}: ${value}`));
  const left = ' '.repeat(options.width < 60 ? 4 : 13);
  return [
    ...shown,
    ...(text === '' || shown.length === 0 ? [] : ['']),
    ...bodyLines(text, room, options),
    ...(note === null ? [] : [`(${note})`]),
  ].map((row) => line(dim(`${left}│ ${clip(row, room)}`)));
}

/** The body is laid out if there is room, otherwise it is cut to its first lines. */
function bodyLines(text: string, room: number, options: TerminalOptions): readonly string[] {
  if (text === '') return [];
  const { bodyLines: mostLines } = limits(options);
  const all = visibleLines(cut(text, 8000)).split('\n').map(terminal);
  if (options.verbose) {
    const rest = all.length - mostLines;
    return [...all.slice(0, mostLines), ...(rest > 0 ? [`… ${rest} more lines`] : [])];
  }
  const wrapped = all.slice(0, mostLines).flatMap((line) => itemByItem(line, room - 2));
  const isCut = wrapped.length > mostLines || all.length > mostLines;
  const shown = wrapped.slice(0, mostLines);
  return isCut ? [...shown.slice(0, -1), `${shown.at(-1) ?? ''} …`] : shown;
}

/** Breaks lines after an item if possible, otherwise after a member. */
function itemByItem(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  for (const item of text.split(/(?<=\}, )/)) {
    const isWhole = columns(item.trimEnd()) <= room;
    lines.push(...(isWhole ? [item] : packed(item.split(/(?<=, )/), room)));
  }
  return packed(lines, room).map((line) => line.trimEnd());
}

/** Fills each line with as many pieces as there is room for. */
function packed(pieces: readonly string[], room: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && columns(last + piece.trimEnd()) <= room)
      lines[lines.length - 1] = last + piece;
    else lines.push(...wrap([span(piece)], room).map((row) => row.map((one) => one.text).join('')));
  }
  return lines;
}
