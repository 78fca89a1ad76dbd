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
  whyNoCurl,
} from '../exchange.js';
import { brief, cut, cutNumbers, terminal, visibleLines } from '../text/inert.js';
import { maskedValue } from '../steady.js';
import { says, saysBoth } from '../text/already-said.js';
import { type Style, clip, columns, paint, span, wrap } from './lines.js';
import { printed } from './outages.js';
import {
  type TerminalOptions,
  command,
  labelled,
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
): string[] {
  const { rule, failure, mark } = entry;
  const title = [
    markSpan(mark),
    span('  '),
    span(terminal(rule.id), 'bold'),
    span(`  ${place}`, 'dim'),
  ];
  const cause = span(terminal(cut(cutNumbers(failure.cause), 600)), markStyles[mark]);
  const clause = clauseOf(rule.clause, context);
  return [
    ...paragraph(title, 0, options),
    ...paragraph([cause], 2, options),
    ...(options.verbose
      ? ['', ...explained(entry, clause, options)]
      : inShort(entry, clause, options)),
    ...exchanged(failure, options),
    ...(failure.output === undefined ? [] : printed(failure.output, options)),
    ...asCurl(failure, options),
    command(failure.replay, options),
  ];
}

function asCurl(failure: Failure, options: TerminalOptions): string[] {
  if (failure.curl !== null) return [command(failure.curl, options)];
  const why = whyNoCurl(failure);
  return why === undefined ? [] : paragraph([span(why, 'dim')], 4, options);
}

/** Everything that the report says about the failure, line by line. */
function explained(
  { rule, failure }: FailureEntry,
  clause: Clause,
  options: TerminalOptions,
): string[] {
  return [
    ...row('rule', rule.statement, options),
    ...row('clause', nameOf(clause), options),
    ...(clause.link === '' ? [] : row('', clause.link, options, 'dim')),
    ...comparison(failure, options),
    ...(failure.input === '' ? [] : row('case', caseOf(failure), options)),
    ...(failure.difference === null ? [] : row('differs', differs(failure.difference), options)),
    ...row('again', reproduced(failure), options),
    ...baselineSays(failure, options),
  ];
}

/** The facts that neither the headline nor the request shows. */
function inShort(
  { rule, failure }: FailureEntry,
  clause: Clause,
  options: TerminalOptions,
): string[] {
  const { cause, curl, difference, input } = failure;
  return [
    ...row('clause', `${nameOf(clause)}: ${rule.statement}`, options),
    ...(saysBoth(failure) ? [] : comparison(failure, options)),
    // If a single request shows the violation, it also shows the case.
    ...(input === '' || curl !== null || says(cause, input)
      ? []
      : row('case', caseOf(failure), options)),
    ...(difference === null || says(cause, difference)
      ? []
      : row('differs', differs(difference), options)),
    ...(isSteady(failure) ? [] : row('again', confirmation(failure), options)),
    ...baselineSays(failure, options),
  ];
}

const row = (label: string, text: string, options: TerminalOptions, style?: Style): string[] =>
  labelled(label, [span(terminal(text), style)], options);

const nameOf = ({ id, title }: Clause): string => `${id} ${title}`.trim();

const caseOf = ({ input }: Failure): string => cut(cutNumbers(input), 600);

/** Says, for example, that the failure was known until its entry expired. */
function baselineSays(failure: Failure, options: TerminalOptions): string[] {
  const [why, link] = [knownText(failure), knownLink(failure)];
  return why === '' ? [] : row('baseline', `${why}${link === '' ? '' : `, ${link}`}`, options);
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
function comparison({ expected, actual }: Failure, options: TerminalOptions): string[] {
  const marked = markDifference(terminal(expected), terminal(actual));
  const show = (label: string, parts: readonly Part[]): string[] => {
    const shown = shorten(parts, 160);
    const lines = labelled(
      label,
      shown.map(({ text, same }) => span(text, same ? undefined : 'marked')),
      options,
    );
    const carets = shown.map(({ text, same }) => (same ? ' ' : '^').repeat(columns(text))).join('');
    const fits = lines.length === 1 && options.width >= 60 && carets.includes('^');
    const below = span(`${' '.repeat(13)}${carets}`, 'dim');
    return fits ? [...lines, paint([below], options.colour)] : lines;
  };
  return [...show('expected', marked.expected), ...show('actual', marked.actual)];
}

/**
 * The earlier requests of the case, and the last one with its response. A bar precedes text of the target, so that no line
 * of it can pass for one of the kit.
 */
function exchanged(failure: Failure, options: TerminalOptions): string[] {
  const last = failure.exchanges.at(-1);
  if (last === undefined) return [];
  const { request, response } = last;
  const asked = span(terminal(cut(cutNumbers(requestLine(last)), 1000)));
  const answered = span(terminal(cut(answerLine(last), 300)));
  return [
    ...before(failure.exchanges.slice(0, -1), options),
    ...labelled('request', [asked], options),
    ...barred('request', request, failure, options),
    ...labelled('response', [answered, span(`  after ${timing(last)}`, 'dim')], options),
    ...(response === null ? [] : barred('response', response, failure, options)),
  ];
}

/** Requests that look alike in one line stand there once. */
function before(exchanges: readonly RecordedExchange[], options: TerminalOptions): string[] {
  const times = new Map<string, number>();
  for (const exchange of exchanges) {
    const sent = [requestLine(exchange), ...bodyInShort(exchange)].join(' ');
    const line = brief(`${sent} → ${answerLine(exchange)}`, 300);
    times.set(line, (times.get(line) ?? 0) + 1);
  }
  const lines = [...times].map(([line, count]) =>
    count === 1 ? line : `${line} (${count} times)`,
  );
  const shown = lines.slice(-limits(options).before);
  const left = lines.length - shown.length;
  return [...(left > 0 ? [`… ${left} more`] : []), ...shown].flatMap((line, at) =>
    row(at === 0 ? 'before it' : '', line, options),
  );
}

/** The animal that was added before may matter, for example its status; its name may be long. */
function bodyInShort({ request: { body } }: RecordedExchange): readonly string[] {
  if (body === null || body.encoding === 'base64') return [];
  return [brief(body.text.replace(/"((?:[^"\\]|\\.){20})(?:[^"\\]|\\.){5,}"/g, '"$1…"'), 150)];
}

const limits = ({ verbose }: TerminalOptions): (typeof most)['whole'] =>
  verbose ? most.whole : most.short;

type Side = 'request' | 'response';

function barred(
  side: Side,
  { headers, body }: RecordedExchange['request'] | NonNullable<RecordedExchange['response']>,
  failure: Failure,
  options: TerminalOptions,
): string[] {
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
  const lines = [
    ...shown,
    ...(text === '' || shown.length === 0 ? [] : ['']),
    ...bodyLines(text, room, options),
    ...(note === null ? [] : [`(${note})`]),
  ];
  const left = ' '.repeat(options.width < 60 ? 4 : 13);
  return lines.map((line) => paint([span(`${left}│ ${clip(line, room)}`, 'dim')], options.colour));
}

/** The body is laid out if there is room, otherwise it is cut to its first lines. */
function bodyLines(text: string, room: number, options: TerminalOptions): readonly string[] {
  if (text === '') return [];
  const { bodyLines: mostLines } = limits(options);
  const all = visibleLines(cut(text, 8000))
    .split('\n')
    .map((line) => terminal(line));
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
