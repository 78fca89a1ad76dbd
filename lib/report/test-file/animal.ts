// A case may fetch or list an animal that another case has added: alone it has to bring one itself, as like it as is known.
import type { Failure, RecordedExchange } from '../../judge/result/report.js';
import type { Failed } from './check.js';
import { idReturned, parsedToTheDigit } from '../sent.js';

const rules = new Set([
  'get-animal.exact-animal',
  'get-animal.until-removal',
  'get-animal.sunset',
  'get-animal.no-integer',
  'list-animals.as-created',
  'list-animals.name-form',
  'list-animals.finds-created',
  'list-animals.filter-finds',
]);

/** The requests of the case, with an add in front where they need one. */
export function withItsAnimal({
  rule,
  failure,
  report,
  category,
}: Failed): readonly RecordedExchange[] {
  const { exchanges } = failure;
  const last = exchanges.at(-1);
  const id = last && rules.has(rule.id) && isRead(last) ? idOf(last, failure) : undefined;
  const isBrought = exchanges.some((one) => idReturned(one) === id);
  const created = report.run.created.find((one) => one.id === id);
  if (!last || id === undefined || isBrought) return exchanges;
  // An animal that this run has not added may be absent, and its absence may be what is tested.
  if (!created && (last.response?.status !== 200 || !/\/\d+$/.test(last.request.url)))
    return exchanges;
  // The report does not say with which values it was added: an animal added with the listed values would simply come
  // back.
  if (
    failure.finding?.kind === 'other' &&
    failure.finding.what === 'another category than testified'
  )
    return exchanges;
  const seen = { ...seenIn(last, id), ...filterOf(last), ...expectedOf(failure) };
  const animal = created ? { ...seen, name: created.name } : seen;
  return [addOf(id, last, animal, category), ...exchanges];
}

const isRead = ({ request: { method, headers } }: RecordedExchange): boolean =>
  method === 'GET' && headers.some(([, value]) => value === 'Bearer $ANIMAL_STORE_API_KEY');

/** The identifier of the animal that the case fetches or, in a list, of the one that the sentence names. */
function idOf({ request: { url } }: RecordedExchange, failure: Failure): string | undefined {
  const [, inPath] = /\/(\d+)(?!\d)[^/]*$/.exec(url) ?? [];
  return inPath ?? (/\/pets(?:\?|$)/.test(url) ? idIn(failure) : undefined);
}

function idIn({ finding }: Failure): string | undefined {
  const id = String(finding?.values?.['id']);
  return /^\d+$/.test(id) ? id : undefined;
}

interface Animal {
  readonly name?: unknown;
  readonly categoryId?: unknown;
  readonly status?: unknown;
}

/** The animal as it was returned, by itself or in a list. */
function seenIn({ response }: RecordedExchange, id: string): Animal {
  const body = parsedToTheDigit(response?.body.text ?? '');
  const entries = (Array.isArray(body) ? body : [body]) as readonly unknown[];
  const found = entries.find((one) => String((one as { id?: unknown } | null)?.id) === id);
  const { name, categoryId, status } = (found ?? entries[0] ?? {}) as Animal;
  return { name, categoryId, status };
}

function filterOf({ request: { url } }: RecordedExchange): Animal {
  const status = new URL(url).searchParams.get('status');
  return status === null ? {} : { status };
}

/** The value that was expected, if the report has it. */
function expectedOf({ finding }: Failure): Animal {
  if (finding?.kind !== 'field') return {};
  const { field, expected } = finding;
  if (field === 'status' && /^"\w+"$/.test(expected)) return { status: expected.slice(1, -1) };
  return field === 'categoryId' && /^-?\d+$/.test(expected) ? { categoryId: expected } : {};
}

function addOf(
  id: string,
  read: RecordedExchange,
  { name, categoryId, status }: Animal,
  category: string,
): RecordedExchange {
  const members = [
    `"name":${JSON.stringify(typeof name === 'string' && name !== '' ? name : 'Mia')}`,
    // The number is written as text, because an int64 does not fit a number of JavaScript.
    `"categoryId":${/^-?\d{1,19}$/.test(String(categoryId)) ? String(categoryId) : category}`,
    ...(typeof status === 'string' ? [`"status":${JSON.stringify(status)}`] : []),
  ];
  const text = `{${members.join(',')}}`;
  const headers = [...read.request.headers, ['Content-Type', 'application/json'] as const];
  const whole = { encoding: 'utf-8', truncated: false } as const;
  const url = read.request.url.replace(/(?:\/\d[^/?]*)?(?:\?.*)?$/s, '');
  return {
    ...read,
    durationMs: 0,
    request: { method: 'POST', url, headers, body: { ...whole, text, size: text.length } },
    response: {
      status: 201,
      headers: [],
      body: { ...whole, text: `{"id":${id}}`, size: id.length + 7 },
    },
  };
}
