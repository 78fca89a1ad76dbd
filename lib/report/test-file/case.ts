// One failure as the body of a test, or why it cannot be one.
import type { Circumstance } from '../../judge/result/finding.js';
import type { Failure, RecordedExchange, RuleResult } from '../../judge/result/report.js';
import { idReturned, parsed, parsedToTheDigit } from '../sent.js';
import { type Check, type Facts, type Failed, expecting } from './check.js';
import { checkOf, whyNoCheck } from './checks.js';
import { quoted } from './literals.js';
import { isWritten, sendings, type Written } from './requests.js';

export interface Body {
  readonly lines: readonly string[];
  readonly maySkip: boolean;
  readonly isLong: boolean;
}

export function bodyOf(failed: Failed): Written<Body> {
  const { rule, failure, facts } = failed;
  const { exchanges, confirmed } = failure;
  if (confirmed.held < confirmed.of) return { why: 'it shows only now and then' };
  const needed = failure.finding?.circumstance && whatItNeeds[failure.finding.circumstance];
  if (needed) return { why: `it shows ${needed}` };
  const newEntries = newEntriesCase(rule, failure, facts);
  if (newEntries) return written(failed, newEntries.exchanges, newEntries.check);
  if (areAtOnce(exchanges)) return { why: 'it takes several requests at once' };
  return written(failed, withItsAnimal(failed));
}

/** What no test can bring about that sends one case by itself. */
const whatItNeeds: Readonly<Partial<Record<Circumstance, string>>> = {
  'several requests under way': 'only while several requests are under way',
  'another animal added': 'only once another animal was added',
};

function written(
  { rule, failure, report, facts }: Failed,
  exchanges: readonly RecordedExchange[],
  own?: Check,
): Written<Body> {
  const sent = sendings(exchanges, report.target);
  if (!isWritten(sent)) return sent;
  const last = sent.at(-1);
  if (!last) return { why: 'no request shows it' };
  const check = own ?? checkOf({ rule, failure, sent, last, facts });
  if (!check) return { why: whyNoCheck(rule) };
  const brought = exchanges.length > failure.exchanges.length ? [aboutAnimal] : [];
  const { before = [], expects } = check;
  const lines = [...before, ...brought, ...sent.flatMap((one) => one.lines), ...expects];
  return {
    lines: lines.map((line) => withoutUnused(line, lines)),
    maySkip: expects.some((line) => /\bskip\(\)/.test(line)),
    isLong: before.some((line) => line.startsWith('await stock(')),
  };
}

const aboutAnimal =
  '// An animal like the one in the recorded case, as far as the report shows it.';

/** A response that is never read gets no name, because strict compilers refuse unused variables. */
function withoutUnused(line: string, lines: readonly string[]): string {
  const [declared, name] = /^const (answer\d*) = /.exec(line) ?? [];
  const isUsed = lines.some((other) => other !== line && new RegExp(`\\b${name}\\b`).test(other));
  return declared === undefined || isUsed ? line : line.slice(declared.length);
}

/** A write went out before another request had its answer, or the other way round. Reads may as well go one by one. */
const areAtOnce = (exchanges: readonly RecordedExchange[]): boolean =>
  exchanges.some((one, at) =>
    exchanges
      .slice(at + 1)
      .some(
        (later) =>
          later.startedMs < one.startedMs + one.durationMs - 1 &&
          [one, later].some(({ request }) => request.method !== 'GET'),
      ),
  );

// Rules by which something must not be added: the case is the one request that added too much, between two looks at how
// many animals of its name there are. What else such a case sends only finds out what is new.

/** How many animals the request may add. */
const mayAdd: Readonly<Record<string, number>> = {
  'add-animal.refused-adds-nothing': 0,
  'authentication.writes-nothing': 0,
  'add-animal.adds-one': 1,
};

function newEntriesCase(
  { id }: RuleResult,
  { exchanges }: Failure,
  { maximumLimit, statuses }: Facts,
): { readonly exchanges: readonly RecordedExchange[]; readonly check: Check } | undefined {
  const most = mayAdd[id];
  const act = exchanges.at(-1);
  const name = nameIn(act?.request.body?.text);
  if (most === undefined || act?.request.method !== 'POST' || name === undefined) return undefined;
  const { status } = (parsed(act.request.body?.text ?? '') ?? {}) as { readonly status?: unknown };
  const filter = statuses.find((one) => one === status);
  const query = quoted(filter === undefined ? '' : `&status=${filter}`);
  const count = `await counted(${quoted(name)}, ${maximumLimit}, ${query});`;
  const check = expecting(
    '// What is stored in the background shows only later.',
    'await new Promise((resolve) => setTimeout(resolve, 500));',
    `const after = ${count}`,
    'if (after.isFull && after.count === before.count) skip();',
    `expect(after.count).toBe(before.count${most === 0 ? '' : ` + ${most}`});`,
  );
  return { exchanges: [act], check: { ...check, before: [`const before = ${count}`] } };
}

function nameIn(text = ''): string | undefined {
  const { name } = (parsed(text) ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

// A case may fetch or list an animal that another case has added: alone it has to bring one itself, as like it as is known.

const bringing = new Set([
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
function withItsAnimal({ rule, failure, report, category }: Failed): readonly RecordedExchange[] {
  const { exchanges } = failure;
  const last = exchanges.at(-1);
  const id = last && bringing.has(rule.id) && isRead(last) ? idOf(last, failure) : undefined;
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
