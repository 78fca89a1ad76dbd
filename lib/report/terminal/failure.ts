// One failure as a block on a terminal: enough to understand it and to send it again, without opening another file.
import type { Failure, RecordedExchange } from '../../judge/result/report.js';
import { type Part, markDifference, shorten } from '../difference.js';
import { answerLine, bodyOf, requestLine, timing } from '../exchange.js';
import { brief, cut, terminal, visibleLines } from '../inert.js';
import { type Span, clip, columns, paint } from './lines.js';
import { maskedValue } from '../steady.js';
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
  otherInputs,
} from '../words.js';

const bodyLines = 12;

export function renderFailure(
  { rule, failure, mark }: FailureEntry,
  place: string,
  context: ReportContext,
  options: TerminalOptions,
): string[] {
  const clause = clauseOf(rule.clause, context);
  const text = (value: string): Span[] => [{ text: terminal(value) }];
  const row = (label: string, spans: readonly Span[]): string[] => labelled(label, spans, options);
  const last = failure.exchanges.at(-1);
  const beside = failure.exchanges.slice(0, -1);
  const holds = confirmation(failure);
  return [
    ...paragraph(
      [markSpan(mark), { text: ` ${place}  ` }, { text: terminal(rule.id), style: 'bold' }],
      0,
      options,
    ),
    ...paragraph(
      [{ text: terminal(cut(failure.cause, 600)), style: markStyles[mark] }],
      2,
      options,
    ),
    '',
    ...row('rule', text(rule.statement)),
    ...row('clause', text(`${clause.id} ${clause.title}`.trim())),
    ...(clause.link === '' ? [] : row('', [{ text: terminal(clause.link), style: 'dim' }])),
    ...comparison(failure.expected, failure.actual, options),
    ...(failure.input === '' ? [] : row('case', text(cut(failure.input, 600)))),
    ...(failure.difference === null
      ? []
      : row(
          'differs',
          text(`from the request that was accepted: ${cut(failure.difference, 400)}`),
        )),
    ...row(
      holds.startsWith('confirmed') ? 'confirmed' : 'holds',
      text(`${holds.replace(/^confirmed /, '')}; ${caseCount(failure)}${others(failure)}`),
    ),
    ...beside.flatMap((exchange) =>
      row('before it', text(brief(`${requestLine(exchange)} → ${answerLine(exchange)}`, 300))),
    ),
    ...(last === undefined ? [] : message(last, options)),
    ...(failure.curl === null ? [] : command('run it', failure.curl, options)),
    ...command('replay', failure.replay, options),
  ];
}

function others(failure: Failure): string {
  const inputs = otherInputs(failure);
  if (inputs.length === 0) return '';
  return `, also ${inputs
    .slice(0, 4)
    .map((input) => brief(input, 60))
    .join('; ')}${inputs.length > 4 ? '; …' : ''}`;
}

/** Expected above actual, what differs in bold and under carets: colour alone would be lost in a pipe. */
function comparison(expected: string, actual: string, options: TerminalOptions): string[] {
  const marked = markDifference(terminal(expected), terminal(actual));
  const show = (label: string, parts: readonly Part[]): string[] => {
    const spans = shorten(parts, 160).map((part): Span => ({
      text: part.text,
      style: part.same ? undefined : 'marked',
    }));
    const lines = labelled(label, spans, options);
    const carets = spans
      .map((span) => (span.style === 'marked' ? '^' : ' ').repeat(columns(span.text)))
      .join('');
    const fits = lines.length === 1 && options.width >= 60 && carets.includes('^');
    return fits
      ? [...lines, paint([{ text: `${' '.repeat(13)}${carets}`, style: 'dim' }], options.colour)]
      : lines;
  };
  return [...show('expected', marked.expected), ...show('actual', marked.actual)];
}

/** The request and its answer behind a bar, so that no line of theirs can pass for one of ours. */
function message(exchange: RecordedExchange, options: TerminalOptions): string[] {
  const { request, response } = exchange;
  return [
    ...labelled('request', [{ text: terminal(cut(requestLine(exchange), 1000)) }], options),
    ...barred(request.headers, request.body, options),
    ...labelled(
      'answer',
      [
        { text: terminal(cut(answerLine(exchange), 300)) },
        { text: `  after ${timing(exchange)}`, style: 'dim' },
      ],
      options,
    ),
    ...(response === null ? [] : barred(response.headers, response.body, options)),
  ];
}

function barred(
  headers: RecordedExchange['request']['headers'],
  body: RecordedExchange['request']['body'],
  options: TerminalOptions,
): string[] {
  const room = usableWidth(options.width) - 15;
  const shown = body === null ? { text: '', note: null } : bodyOf(body, room);
  const all = visibleLines(cut(shown.text, 8000))
    .split('\n')
    .map((line) => terminal(line));
  const rest = all.length > bodyLines ? [`… ${all.length - bodyLines} more lines`] : [];
  const lines = [
    // What is different in every run explains nothing.
    ...headers
      .filter(([, value]) => value !== maskedValue)
      .slice(0, 12)
      .map(([name, value]) => terminal(`${name}: ${value}`)),
    ...(shown.text === '' ? [] : ['', ...all.slice(0, bodyLines), ...rest]),
    ...(shown.note === null ? [] : [`(${shown.note})`]),
  ];
  const left = options.width < 60 ? 4 : 13;
  return lines.map((line) =>
    paint([{ text: `${' '.repeat(left)}│ ${clip(line, room)}`, style: 'dim' }], options.colour),
  );
}

/** A command is never wrapped: it is there to be copied. */
function command(label: string, line: string, options: TerminalOptions): string[] {
  return [
    ...labelled(label, [], options).slice(0, 1),
    paint([{ text: '    ' }, { text: terminal(line), style: 'cyan' }], options.colour),
  ];
}
