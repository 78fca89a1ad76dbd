// The requests of a failure's minimal case as source code, one after another: each gets its answer by a name, and identifiers
// that the target gives out are carried from an answer into later requests.
import type { RecordedExchange, TargetFacts } from '../../judge/result/report.js';
import { below, idReturned } from '../sent.js';
import { type Expression, literal, partsOf, quoted } from './literals.js';

/** A case that stands alone as code, or why it does not. */
export type Written<T> = T | { readonly why: string };

export const isWritten = <T extends object>(written: Written<T>): written is T =>
  !('why' in written);

/** One request of the case, its answer and what was sent by their names in the code. */
export interface Sending {
  readonly exchange: RecordedExchange;
  readonly answer: string;
  /** The body, where there is one that is text. */
  readonly body: string | undefined;
  /** The identifier that the answer gives out, as it was and in the code. */
  readonly id: { readonly recorded: string; readonly code: string } | undefined;
  readonly lines: readonly string[];
}

/** Headers that curl and fetch set as they like, and that do not change an answer. */
const leftOut = new Set(['accept-encoding', 'user-agent']);

export function sendings(
  exchanges: readonly RecordedExchange[],
  target: TargetFacts,
): Written<readonly Sending[]> {
  const done: Sending[] = [];
  for (const [at, exchange] of exchanges.entries()) {
    const number = exchanges.length === 1 ? '' : String(at + 1);
    const written = sending(exchange, number, { target, before: done });
    if (!isWritten(written)) return written;
    done.push(written);
  }
  return done;
}

interface Around {
  readonly target: TargetFacts;
  readonly before: readonly Sending[];
}

function sending(
  exchange: RecordedExchange,
  number: string,
  { target, before }: Around,
): Written<Sending> {
  const { method, headers, body } = exchange.request;
  const address = addressOf(exchange, target, before);
  if (address === undefined)
    return { why: 'fetch would change the address, or it is not one of the target' };
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) return { why: `fetch sends no ${method}` };
  if (body?.truncated) return { why: 'the body is too long to be recorded whole' };
  if (body && /^(?:GET|HEAD)$/.test(method)) return { why: `fetch sends no body with ${method}` };
  const sent = headersOf(headers.filter(([name]) => !leftOut.has(name.toLowerCase())));
  const bytes = body === null ? null : bodyOf(body, before);
  if (sent === undefined || bytes === undefined)
    return { why: 'part of the request is not recorded as it was sent' };
  const name = body?.encoding === 'utf-8' ? `body${number}` : undefined;
  const recorded = idReturned(exchange);
  const answer = `answer${number}`;
  return {
    exchange,
    answer,
    body: name,
    id: recorded === undefined ? undefined : { recorded, code: `${answer}.json.id` },
    lines: [
      ...(name === undefined ? [] : [`const ${name} = ${bytes};`]),
      `const ${answer} = await send(${quoted(method)}, ${address}, {`,
      ...(sent.length === 0 ? [] : ['  headers: {', ...sent.map((line) => `    ${line}`), '  },']),
      ...(bytes === null ? [] : [`  body${name === 'body' ? '' : `: ${name ?? bytes}`},`]),
      '});',
    ],
  };
}

/** The address as code; undefined if fetch would change it, or if it does not belong to the target. */
function addressOf(
  { request: { url } }: RecordedExchange,
  { baseUrl, quickstartBaseUrl }: TargetFacts,
  before: readonly Sending[],
): string | undefined {
  const [base, rest] = [
    ['base', below(baseUrl, url)] as const,
    ['quickstart', below(quickstartBaseUrl, url)] as const,
  ].find(([, end]) => end !== undefined) ?? [undefined, undefined];
  if (rest === undefined || !isKept(url)) return undefined;
  const parts = partsOf(rest)?.flatMap((part) =>
    'text' in part ? withIds(part.text, inPath, before) : part,
  );
  return parts && literal([{ code: base }, ...parts]);
}

/** fetch takes an address apart and puts it together again: dots, and signs that it escapes, come out otherwise. */
function isKept(url: string): boolean {
  try {
    return new URL(url).href === url;
  } catch {
    return false;
  }
}

type Parts = readonly ({ readonly text: string } | Expression)[];

/** Finds identifiers in paths; a number elsewhere may be equal by chance. */
const inPath = /(?<=\/)(-?\d+)(?!\d)/;
const inBody = /(?=[-\d])(?<="id"\s{0,9}:\s{0,9})(-?\d+)(?![\w.])/;

/** Replaces identifiers that the target returned in earlier responses by those that it returns now. */
function withIds(text: string, place: RegExp, before: readonly Sending[]): Parts {
  const ids = before.flatMap(({ id }) => id ?? []);
  return text.split(place).map((part) => {
    const given = ids.findLast(({ recorded }) => recorded === part);
    return given ? { code: given.code } : { text: part };
  });
}

/** Undefined where a value is not known, or where a name stands twice. */
function headersOf(headers: RecordedExchange['request']['headers']): readonly string[] | undefined {
  const names = headers.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length) return undefined;
  const lines = headers.map(([name, value]) => {
    const parts = partsOf(value);
    const isSent = value === value.trim() && /^[\x20-\x7e\xa0-\xff]*$/.test(value);
    return isSent && parts ? `${memberName(name)}: ${literal(parts)},` : undefined;
  });
  return lines.every((line) => line !== undefined) ? lines : undefined;
}

const memberName = (name: string): string => (/^[a-z]+$/i.test(name) ? name : quoted(name));

function bodyOf(
  { text, encoding }: { readonly text: string; readonly encoding: 'utf-8' | 'base64' },
  before: readonly Sending[],
): string | undefined {
  if (encoding === 'base64') return `Buffer.from(${quoted(text)}, 'base64')`;
  const parts = partsOf(text)?.flatMap((part) =>
    'text' in part ? withIds(part.text, inBody, before) : part,
  );
  return parts && literal(parts);
}
