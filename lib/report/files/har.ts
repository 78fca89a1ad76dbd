// exchanges.har: the exchanges of all failures and the sample of the rest as an HTTP archive, for a browser's developer tools.
import type { RecordedBody, RecordedExchange, Report } from '../../judge/result/report.js';
import { reasonOf } from '../exchange.js';
import { jsonText, wellFormed } from '../inert.js';

export function exchangesHar(report: Report): string {
  const started = Date.parse(report.run.startedAt) || 0;
  const document = {
    log: {
      version: '1.2',
      creator: { name: report.kit.name, version: report.kit.version },
      entries: exchangesOf(report).map(({ exchange, comment }) =>
        entry(exchange, comment, started),
      ),
      comment:
        'All exchanges of failures, and a sample of the others. Keys are masked; long bodies are cut.',
    },
  };
  return `${jsonText(document, 1)}\n`;
}

/** Each exchange once, in the order in which they were sent. */
export function exchangesOf(
  report: Report,
): readonly { readonly exchange: RecordedExchange; readonly comment: string }[] {
  const all = [
    ...report.rules.flatMap((rule) =>
      rule.failures.flatMap((failure) =>
        failure.exchanges.map((exchange) => ({
          exchange,
          comment: `${rule.id}, failure ${failure.id}`,
        })),
      ),
    ),
    ...report.samples.map((exchange) => ({
      exchange,
      comment: exchange.rule ?? exchange.operation,
    })),
  ];
  const seen = new Set<number>();
  return all
    .filter(({ exchange }) => !seen.has(exchange.number) && seen.add(exchange.number))
    .sort((a, b) => a.exchange.number - b.exchange.number);
}

function entry(exchange: RecordedExchange, comment: string, started: number) {
  const { request, response, noAnswer } = exchange;
  const wait = Math.min(exchange.firstByteMs ?? exchange.durationMs, exchange.durationMs);
  return {
    startedDateTime: new Date(started + exchange.startedMs).toISOString(),
    time: exchange.durationMs,
    request: {
      method: request.method,
      url: uri(request.url),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: request.headers.map(([name, value]) => ({ name, value })),
      queryString: query(request.url),
      ...(request.body === null
        ? {}
        : {
            postData: {
              mimeType: headerOf(request.headers, 'content-type'),
              text: request.body.text,
              ...(note(request.body) === '' ? {} : { comment: note(request.body) }),
            },
          }),
      headersSize: -1,
      bodySize: request.body?.size ?? 0,
    },
    // What a browser shows for a request that got no answer: status 0 and why.
    response: {
      status: response?.status ?? 0,
      statusText: response === null ? '' : reasonOf(response.status),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: (response?.headers ?? []).map(([name, value]) => ({ name, value })),
      content:
        response === null
          ? { size: 0, mimeType: 'x-unknown' }
          : content(response.body, headerOf(response.headers, 'content-type')),
      redirectURL: headerOf(response?.headers ?? [], 'location', ''),
      headersSize: -1,
      bodySize: response?.body.size ?? 0,
      ...(noAnswer === null ? {} : { _error: `${noAnswer.kind}: ${noAnswer.message}` }),
    },
    cache: {},
    timings: { send: 0, wait, receive: Number((exchange.durationMs - wait).toFixed(3)) },
    comment,
  };
}

function content(body: RecordedBody, mimeType: string) {
  return {
    size: body.size,
    mimeType,
    text: body.text,
    ...(body.encoding === 'base64' ? { encoding: 'base64' } : {}),
    ...(note(body) === '' ? {} : { comment: note(body) }),
  };
}

function note(body: RecordedBody): string {
  return [
    ...(body.encoding === 'base64' ? ['base64 of bytes that are not UTF-8'] : []),
    ...(body.truncated ? [`the first part of ${body.size} bytes`] : []),
  ].join('; ');
}

function headerOf(
  headers: RecordedExchange['request']['headers'],
  name: string,
  otherwise = 'x-unknown',
): string {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? otherwise;
}

function query(url: string): readonly { readonly name: string; readonly value: string }[] {
  const at = url.indexOf('?');
  if (at < 0) return [];
  return url
    .slice(at + 1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name: decoded(name), value: decoded(value.join('=')) };
    });
}

/** What stands in a URI only encoded is encoded: readers of HAR refuse the file otherwise. */
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
