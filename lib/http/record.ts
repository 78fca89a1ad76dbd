// An exchange in the form that reports keep: the key and cookies are masked, and bodies are cut to a bound. Everything
// on which a finding rests must remain: sizes, repeated headers, and bytes that are not text.

import { decodeUtf8 } from './json/exact.js';
import { maskedCookies, maskedSetCookie } from './secrets/cookies.js';
import { packsKey } from './secrets/packed.js';
import type { Redactor } from './secrets/redact.js';
import { ReceivedAnswer } from './answer.js';
import { secretNames } from './request.js';
import type { Exchange, Headers } from './types.js';

interface Recorded {
  readonly number: number;
  readonly operation: string;
  readonly rule: string | null;
  /** The time in milliseconds since the start of the run. */
  readonly startedMs: number;
  readonly durationMs: number;
  readonly firstByteMs: number | null;
  readonly resent: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: RecordedText | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: RecordedText;
  } | null;
  readonly noAnswer: { readonly kind: string; readonly message: string } | null;
}

interface RecordedText {
  /** The text, or base64 if the bytes are not UTF-8. */
  readonly text: string;
  readonly encoding: 'utf-8' | 'base64';
  /** The size of the whole body in bytes; `text` may have fewer. */
  readonly size: number;
  readonly truncated: boolean;
}

interface RecordOptions {
  readonly redact: Redactor;
  /** The base address of the catalogue or the quickstart. */
  readonly baseUrl: string;
  /** The time at which the run began, on its clock. */
  readonly startedAt: number;
  readonly rule?: string | null;
  /** How many characters of a body are kept. */
  readonly bodyLimit?: number;
}

export function recordExchange(
  exchange: Exchange,
  { redact, baseUrl, startedAt, rule = null, bodyLimit = 16 * 1024 }: RecordOptions,
): Recorded {
  const { number, ask, request, answer, noAnswer, resent } = exchange;
  const url = redact(new URL(baseUrl).origin + request.path);
  const headers = (list: Headers): readonly (readonly [string, string])[] =>
    recordHeaders(list, redact);
  return {
    number,
    operation: ask.operation,
    rule,
    startedMs: tenths(exchange.startedAt - startedAt),
    durationMs: tenths(exchange.durationMs),
    firstByteMs: answer?.firstByteMs === undefined ? null : tenths(answer.firstByteMs),
    resent,
    request: {
      method: request.method,
      url,
      headers: headers(request.headers),
      body: request.body === undefined ? null : recordBody(request.body, false, redact, bodyLimit),
    },
    response:
      answer === undefined
        ? null
        : {
            status: answer.status,
            headers: headers(answer.headers),
            body: recordBody(
              answer instanceof ReceivedAnswer ? answer.body : answer.text,
              answer.truncated,
              redact,
              bodyLimit,
              answer.size,
            ),
          },
    noAnswer:
      noAnswer === undefined ? null : { kind: noAnswer.kind, message: redact(noAnswer.message) },
  };
}

/** Some targets send more headers than any reader looks at. */
const mostHeaders = 100;
const longestHeader = 5000;
/** The highest number of characters of headers, as written in a report. */
const mostOfHeaders = 16 * 1024;

function recordHeaders(list: Headers, redact: Redactor): readonly (readonly [string, string])[] {
  const shown: [string, string][] = [];
  let left = mostOfHeaders;
  for (const [name, value] of list.slice(0, mostHeaders)) {
    const one: [string, string] = [
      shortened(redact(name)),
      shortened(headerValue(name, value, redact)),
    ];
    left -= writtenLength(one.join(''));
    if (left < 0) break;
    shown.push(one);
  }
  return list.length > shown.length
    ? [...shown, ['…', `${list.length - shown.length} more headers`]]
    : shown;
}

function shortened(text: string): string {
  const kept = startOf(text, longestHeader);
  return kept === text ? text : `${kept}… (${text.length} characters)`;
}

function headerValue(name: string, value: string, redact: Redactor): string {
  switch (name.toLowerCase()) {
    case 'authorization':
      return redact.describe(value).label;
    case 'cookie':
      return maskedCookies(value, redact);
    case 'set-cookie':
      return maskedSetCookie(value, redact);
  }
  if (!secretNames.test(name)) return redact(value);
  const described = redact.describe(value);
  // A value with the key, or made from it, is described in words. Any other secret must not be shown.
  return described.label === value && value !== '' ? '[masked]' : described.label;
}

/** Masking looks this far beyond what is kept, so that no secret is cut in two before it is masked. */
const margin = 4096;

function recordBody(
  body: string | Uint8Array,
  cutShort: boolean,
  redact: Redactor,
  limit: number,
  size = typeof body === 'string' ? Buffer.byteLength(body) : body.length,
): RecordedText {
  // A character takes at most four bytes in UTF-8.
  const part =
    typeof body === 'string'
      ? body.slice(0, limit + margin)
      : body.subarray(0, 4 * (limit + margin));
  const isPart = part.length < body.length;
  const decoded =
    typeof part === 'string'
      ? { ok: true, text: part }
      : decodeUtf8(isPart ? wholeCharacters(part) : part);
  if (decoded.ok) {
    const text = redact(decoded.text);
    const kept = startOf(text, limit);
    return {
      text: kept,
      encoding: 'utf-8',
      size,
      truncated: cutShort || isPart || kept.length < text.length,
    };
  }
  if (packsKey(part as Uint8Array, redact))
    return { text: '[masked]', encoding: 'utf-8', size, truncated: true };
  const bytes = Buffer.from(redact(Buffer.from(part as Uint8Array).toString('latin1')), 'latin1');
  const kept = bytes.subarray(0, limit);
  return {
    text: kept.toString('base64'),
    encoding: 'base64',
    size,
    truncated: cutShort || isPart || kept.length < bytes.length,
  };
}

/** Characters that a report may have to write as an escape of six characters. */
const escaped = /[<\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const writtenLength = (text: string): number =>
  text.length + 5 * (text.match(escaped)?.length ?? 0);

/** A text of such characters alone is written as it is. */
const plain = /^[ -;=-~]*$/;

/** The longest beginning that takes at most this many characters in a report. */
function startOf(text: string, limit: number): string {
  if (6 * text.length <= limit || (text.length <= limit && plain.test(text))) return text;
  let end = limit;
  for (const { index } of text.matchAll(escaped)) {
    if (index >= end) break;
    end -= 5;
  }
  return text.length > end ? withoutHalves(text.slice(0, end)) : text;
}

/** Drops the beginning of a character whose rest was cut off. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 3 && ((bytes[end - 1] as number) & 0xc0) === 0x80)
    end -= 1;
  const lead = bytes[end - 1] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return end - 1 + length > bytes.length ? bytes.subarray(0, end - 1) : bytes;
}

function withoutHalves(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
