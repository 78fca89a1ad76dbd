// One failure as a block on a terminal: enough to understand it and to send it again, without opening another file.
import type { Failure, RecordedExchange } from '../../judge/result/report.js';
import { type Part, markDifference, shorten } from '../difference.js';
import { answerLine, bodyOf, requestLine, soughtIn, timing } from '../exchange.js';
import { brief, cut, cutNumbers, terminal, visibleLines } from '../inert.js';
import { type Style, clip, columns, paint, span } from './lines.js';
import type { Sought } from '../pretty.js';
import { maskedValue } from '../steady.js';
import { printed } from './outages.js';
import {
  type TerminalOptions,
  labelled,
  markSpan,
  markStyles,
  paragraph,
  usableWidth,
} from './words.js';
import {
  type FailureEntry,
  type ReportContext,
  caseCount,
  clauseOf,
  confirmation,
  knownLink,
  knownText,
  otherInputs,
} from '../words.js';

const mostHeaders = 12;
const bodyLines = 12;

export function renderFailure(
  { rule, failure, mark }: FailureEntry,
  place: string,
  context: ReportContext,
  options: TerminalOptions,
): string[] {
  const clause = clauseOf(rule.clause, context);
  const title = [
    markSpan(mark),
    span('  '),
    span(terminal(rule.id), 'bold'),
    span(`  ${place}`, 'dim'),
  ];
  const cause = span(terminal(cut(cutNumbers(failure.cause), 600)), markStyles[mark]);
  const row = (label: string, text: string, style?: Style): string[] =>
    labelled(label, [span(terminal(text), style)], options);
  const last = failure.exchanges.at(-1);
  const before = failure.exchanges
    .slice(0, -1)
    .map((exchange) => brief(`${requestLine(exchange)} → ${answerLine(exchange)}`, 300));
  return [
    ...paragraph(title, 0, options),
    ...paragraph([cause], 2, options),
    '',
    ...row('rule', rule.statement),
    ...row('clause', `${clause.id} ${clause.title}`.trim()),
    ...(clause.link === '' ? [] : row('', clause.link, 'dim')),
    ...comparison(failure.expected, failure.actual, options),
    ...(failure.input === '' ? [] : row('case', cut(cutNumbers(failure.input), 600))),
    ...(failure.difference === null ? [] : row('differs', differs(failure.difference))),
    ...row('reproduced', reproduced(failure)),
    ...baselineSays(failure, options),
    ...before.flatMap((exchange) => row('before it', exchange)),
    ...(last === undefined ? [] : message(last, soughtIn(failure), options)),
    ...(failure.output === undefined ? [] : printed(failure.output, options)),
    ...(failure.curl === null ? [] : command('run it', failure.curl, options)),
    ...command('replay', failure.replay, options),
  ];
}

/** That it was known until its entry expired, say. */
function baselineSays(failure: Failure, options: TerminalOptions): string[] {
  const [why, link] = [knownText(failure), knownLink(failure)];
  if (why === '') return [];
  return labelled('baseline', [span(terminal(`${why}${link === '' ? '' : `, ${link}`}`))], options);
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
function comparison(expected: string, actual: string, options: TerminalOptions): string[] {
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

/** The request and its answer behind a bar, so that no line of theirs can pass for one of ours. */
function message(
  exchange: RecordedExchange,
  sought: Sought | undefined,
  options: TerminalOptions,
): string[] {
  const { request, response } = exchange;
  const asked = span(terminal(cut(cutNumbers(requestLine(exchange)), 1000)));
  const answered = span(terminal(cut(answerLine(exchange), 300)));
  return [
    ...labelled('request', [asked], options),
    ...barred(request.headers, request.body, options),
    ...labelled('response', [answered, span(`  after ${timing(exchange)}`, 'dim')], options),
    ...(response === null ? [] : barred(response.headers, response.body, options, sought)),
  ];
}

function barred(
  headers: RecordedExchange['request']['headers'],
  body: RecordedExchange['request']['body'],
  options: TerminalOptions,
  sought?: Sought,
): string[] {
  const room = usableWidth(options.width) - 15;
  const shown = body === null ? { text: '', note: null } : bodyOf(body, room, sought);
  // What is different in every run explains nothing.
  const telling = headers.filter(([, value]) => value !== maskedValue).slice(0, mostHeaders);
  const all = visibleLines(cut(shown.text, 8000))
    .split('\n')
    .map((line) => terminal(line));
  const rest = all.length > bodyLines ? [`… ${all.length - bodyLines} more lines`] : [];
  const lines = [
    ...telling.map(([name, value]) => terminal(`${name}: ${value}`)),
    ...(shown.text === '' ? [] : ['', ...all.slice(0, bodyLines), ...rest]),
    ...(shown.note === null ? [] : [`(${shown.note})`]),
  ];
  const left = ' '.repeat(options.width < 60 ? 4 : 13);
  return lines.map((line) => paint([span(`${left}│ ${clip(line, room)}`, 'dim')], options.colour));
}

/** A command is never wrapped: it is there to be copied. */
function command(label: string, line: string, options: TerminalOptions): string[] {
  return [
    ...labelled(label, [], options).slice(0, 1),
    paint([span('    '), span(terminal(line), 'cyan')], options.colour),
  ];
}
