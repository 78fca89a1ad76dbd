// failures.http: the requests of each failure's minimal case in the format of the VS Code REST Client and the HTTP client of
// JetBrains, which other editors read too. The key is a variable; what the format cannot hold stays a comment.
import type { RecordedExchange, Report } from '../../judge/result/report.js';
import { answerLine, requestLine } from '../exchange.js';
import { cut, isRequestBody, isRequestLine, requestComment, requestTitle } from '../text/inert.js';
import { type KeyVariable, below, idReturned, piecesOf } from '../sent.js';
import {
  type FailureEntry,
  type ReportContext,
  bytes,
  clauseName,
  marks,
  worstFirst,
} from '../words.js';

/** The name of each key in the file. */
const names: Readonly<Record<KeyVariable, string>> = {
  ANIMAL_STORE_API_KEY: 'apiKey',
  ANIMAL_STORE_QUICKSTART_API_KEY: 'quickstartApiKey',
};

const mostText = 1000;
/** A longer curl line helps nobody in a comment. */
const mostCurl = 8000;

export function failuresHttp(report: Report, context: ReportContext): string {
  const blocks = worstFirst(report).flatMap((entry) => blocksOf(entry, report, context));
  const nothing = '# Nothing failed, so there is nothing to send again.';
  const lines =
    blocks.length === 0
      ? [nothing]
      : [...howTo, '', ...variables(report, blocks.join('\n')), ...blocks];
  return `${[title(report), ...lines].join('\n')}\n`;
}

const title = ({ kit, target }: Report): string =>
  requestComment('Failures of', `${target.name}, found by ${kit.name} ${kit.version}.`);

const howTo = [
  '# Each block is one request. Those of a failure are in order: the last one shows what is wrong.',
  '#',
  '# The key is not in this file. VS Code (REST Client, httpYac) and Visual Studio take it from the environment',
  '# variable below: set it before you start the editor. JetBrains IDEs write {{$env.ANIMAL_STORE_API_KEY}} for it:',
  '# change that line, or define apiKey in http-client.private.env.json, which takes precedence.',
];

/** The keys that a request uses. */
function variables({ target }: Report, requests: string): readonly string[] {
  const all = [
    ['baseUrl', withoutSlash(target.baseUrl)],
    ['quickstartUrl', withoutSlash(target.quickstartBaseUrl ?? '')],
    ...Object.entries(names).map(([name, own]) => [own, `{{$processEnv ${name}}}`]),
  ];
  return all.flatMap(([name, value]) =>
    requests.includes(`{{${name}}}`) ? [`@${name} = ${value}`] : [],
  );
}

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

function blocksOf(entry: FailureEntry, report: Report, context: ReportContext): readonly string[] {
  const { rule, failure } = entry;
  const { exchanges } = failure;
  const returned = exchanges.map(idReturned);
  return exchanges.flatMap((exchange, at) => [
    '',
    requestTitle(`${rule.id} ${failure.id}, request ${at + 1} of ${exchanges.length}`),
    ...(at === 0 ? explained(entry, context) : []),
    ...carried(returned.slice(0, at), exchange),
    requestComment('returned', answerLine(exchange)),
    ...request(entry, at, report),
  ]);
}

function explained(
  { rule, failure, mark }: FailureEntry,
  context: ReportContext,
): readonly string[] {
  const row = (label: string, text: string): string => requestComment(label, cut(text, mostText));
  return [
    row(marks[mark].word, failure.cause),
    row('rule', `${rule.statement} (${clauseName(rule.clause, context)})`),
    row('expected', failure.expected),
    row('actual', failure.actual),
    row('case', failure.input),
    row('replay', failure.replay),
  ];
}

/** Identifiers of earlier responses are carried over, because another server, or the same one later, returns others. */
function carried(
  returned: readonly (string | undefined)[],
  { request: { url, body } }: RecordedExchange,
): readonly string[] {
  const words = new Set(`${url} ${body?.text ?? ''}`.split(/[^\w-]+/));
  return returned.flatMap((id, place) =>
    id !== undefined && id !== '' && words.has(id)
      ? [
          requestComment(
            'id',
            `${id} is what request ${place + 1} returned: write what it returns to you.`,
          ),
        ]
      : [],
  );
}

function request({ failure }: FailureEntry, at: number, report: Report): readonly string[] {
  const exchange = failure.exchanges[at] as RecordedExchange;
  const written = writtenOut(exchange, report);
  if (typeof written !== 'string') {
    const name = `f${failure.id.replace(/\W/g, '_')}_${at + 1}`;
    return [`# @name ${name}`, '# @no-redirect', '# @no-cookie-jar', ...written];
  }
  const isJudged = at === failure.exchanges.length - 1;
  const curl = isJudged && failure.curl !== null && failure.curl.length <= mostCurl;
  return [
    requestComment(
      'left out',
      `${written}. ${curl ? 'The curl line sends it:' : 'The replay command sends it.'}`,
    ),
    ...(curl ? [requestComment('curl', failure.curl ?? '')] : []),
    ...recorded(exchange).map((line) => requestComment('|', line)),
  ];
}

/** The lines of the request, or why the format cannot hold it. */
function writtenOut(exchange: RecordedExchange, report: Report): readonly string[] | string {
  const { method, url, headers, body } = exchange.request;
  const { baseUrl, quickstartBaseUrl } = report.target;
  if (body?.truncated)
    return `Only the beginning of its body is recorded, which had ${bytes(body.size)}`;
  if (body?.encoding === 'base64') return 'Its body is not UTF-8';
  const fromBase = addressOf('baseUrl', below(baseUrl, url));
  const address = fromBase ?? addressOf('quickstartUrl', below(quickstartBaseUrl, url));
  const lines = headers.map(([name, value]) => {
    const written = withKeys(value);
    return written === undefined ? undefined : `${name}: ${written}`;
  });
  const text = body === null || body.text === '' ? '' : withKeys(body.text);
  if (text === undefined || lines.includes(undefined))
    return 'It holds a key or another secret that the record does not show as it was sent';
  const isLegible =
    address !== undefined &&
    /^[A-Z]+$/.test(method) &&
    headers.every(([name, value]) => /^[\w-]+$/.test(name) && isRequestLine(value)) &&
    isRequestLine(url) &&
    (body === null || body.text === '' || isRequestBody(body.text));
  if (!isLegible) return 'An editor would not send it as it was sent';
  return [
    // Text that is already encoded stays as it is.
    ...(url.includes('%') ? ['# @no-auto-encoding'] : []),
    `${method} ${address}`,
    ...(lines as string[]),
    ...(text === '' ? [] : ['', text]),
  ];
}

function addressOf(base: string, rest: string | undefined): string | undefined {
  const written = rest === undefined || rest.includes(' ') ? undefined : withKeys(rest);
  return written === undefined ? undefined : `{{${base}}}${written}`;
}

/** Undefined where a key was made from the key: the format has no way to do that. */
function withKeys(text: string): string | undefined {
  const pieces = piecesOf(text);
  if (!pieces || pieces.some((piece) => 'key' in piece && piece.made !== null)) return undefined;
  return pieces.map((piece) => ('key' in piece ? `{{${names[piece.key]}}}` : piece.text)).join('');
}

/** The exchange as the report has it, for people to read. */
function recorded(exchange: RecordedExchange): readonly string[] {
  const { headers, body } = exchange.request;
  return [
    requestLine(exchange),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : cut(body.text, mostText).split('\n')),
  ].map((line) => cut(line, mostText));
}
