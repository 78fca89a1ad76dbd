// exchanges.har: the exchanges of all failures and the sample of the rest as an HTTP archive, for a browser's developer tools.
import type { RecordedBody, RecordedExchange, Report } from '../../judge/result/report.js';
import { reasonOf } from '../exchange.js';
import { jsonText, startOf, wellFormed } from '../text/inert.js';

export function exchangesHar(report: Report): string {
  const started = Date.parse(report.run.startedAt) || 0;
  const document = {
    log: {
      version: '1.2',
      creator: { name: report.kit.name, version: report.kit.version },
      entries: exchangesOf(report).map((one) => entry(one, started)),
      comment:
        'All exchanges of failures, and a sample of the others. Keys are masked; long bodies are cut.',
    },
  };
  return `${jsonText(document, 1)}\n`;
}

interface Commented {
  readonly exchange: RecordedExchange;
  readonly comment: string;
}

/** Each exchange once, in the order in which they were sent. */
export function exchangesOf(report: Report): readonly Commented[] {
  const failures = report.rules.flatMap((rule) =>
    rule.failures.map(({ id, exchanges }) => ({ exchanges, comment: `${rule.id}, failure ${id}` })),
  );
  const ofFailures = failures.flatMap(({ exchanges, comment }) =>
    exchanges.map((exchange) => ({ exchange, comment })),
  );
  const samples = report.samples.map((exchange) => {
    const comment = exchange.rule ?? exchange.operation;
    return { exchange, comment };
  });
  const seen = new Set<number>();
  return [...ofFailures, ...samples]
    .filter(({ exchange }) => !seen.has(exchange.number) && seen.add(exchange.number))
    .sort((a, b) => a.exchange.number - b.exchange.number);
}

function entry({ exchange, comment }: Commented, started: number) {
  const wait = Math.min(exchange.firstByteMs ?? exchange.durationMs, exchange.durationMs);
  return {
    startedDateTime: new Date(started + exchange.startedMs).toISOString(),
    time: exchange.durationMs,
    request: requestOf(exchange),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait, receive: Number((exchange.durationMs - wait).toFixed(3)) },
    comment,
  };
}

/** The kit sends no longer address, but a report from elsewhere may hold one of megabytes. */
const longestUrl = 100_000;

function requestOf({ request: { method, url: sent, headers, body } }: RecordedExchange) {
  const url = startOf(sent, longestUrl);
  return {
    method,
    url: uri(url),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: named(headers),
    queryString: query(url),
    ...(body === null ? {} : { postData: postData(body, headerOf(headers, 'content-type')) }),
    headersSize: -1,
    bodySize: body?.size ?? 0,
  };
}

/** A request without a response is shown as browsers show it: with status 0 and the reason. */
function responseOf({ response, noAnswer }: RecordedExchange) {
  const headers = response?.headers ?? [];
  return {
    status: response?.status ?? 0,
    statusText: response === null ? '' : reasonOf(response.status),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: named(headers),
    content:
      response === null
        ? { size: 0, mimeType: 'x-unknown' }
        : content(response.body, headerOf(headers, 'content-type')),
    redirectURL: headerOf(headers, 'location', ''),
    headersSize: -1,
    bodySize: response?.body.size ?? 0,
    ...(noAnswer === null ? {} : { _error: `${noAnswer.kind}: ${noAnswer.message}` }),
  };
}

type Headers = RecordedExchange['request']['headers'];

const named = (headers: Headers) => headers.map(([name, value]) => ({ name, value }));

function postData(body: RecordedBody, mimeType: string) {
  return { mimeType, text: body.text, ...commentOn(body) };
}

function content(body: RecordedBody, mimeType: string) {
  return {
    size: body.size,
    mimeType,
    text: body.text,
    ...(body.encoding === 'base64' ? { encoding: 'base64' } : {}),
    ...commentOn(body),
  };
}

function commentOn(body: RecordedBody): { readonly comment?: string } {
  const notes = [
    ...(body.encoding === 'base64' ? ['base64 of bytes that are not UTF-8'] : []),
    ...(body.truncated ? [`the first part of ${body.size} bytes`] : []),
  ];
  return notes.length === 0 ? {} : { comment: notes.join('; ') };
}

function headerOf(headers: Headers, name: string, otherwise = 'x-unknown'): string {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? otherwise;
}

/**
 * Each parameter becomes an object, and those of a foreign report could fill the memory. The address still has all of
 * them.
 */
const mostParameters = 200;

function query(url: string): readonly { readonly name: string; readonly value: string }[] {
  const at = url.indexOf('?');
  if (at < 0) return [];
  return url
    .slice(at + 1)
    .split('&', mostParameters)
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [, name = '', value = ''] = /^([^=]*)=?([^]*)$/.exec(pair) ?? [];
      return { name: decoded(name), value: decoded(value) };
    });
}

/** Encodes the characters that a URI must not contain: readers of HAR refuse the file otherwise. */
function uri(url: string): string {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]*)?([^]*)$/.exec(wellFormed(url)) ?? [];
  return (
    origin +
    rest.replace(/%(?![0-9a-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/giu, (character) =>
      encodeURIComponent(character),
    )
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // requests may be malformed on purpose
  }
}
