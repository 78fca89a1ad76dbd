// What lists show where the contract is silent: headers, other paths and methods, clients in a browser. Observations
// only.
import { maximumLimit } from '../../lib/contract/facts.js';
import { otherOrigin } from '../../lib/contract/values/values.js';
import {
  answerOf,
  experiment,
  isSuccess,
  observe,
  observeEach,
  statusOf,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { inOrder } from '../forms/bodies.js';
import { longHeader } from '../fronts.js';
import { contentTypeOf, summarised } from '../summaries.js';
import { plainLists } from './lists.js';
import { headersOfPages } from './shape.js';

const noteOf = (length: number): readonly [string, string] => [longHeader, 'n'.repeat(length)];
const origin = ['Origin', otherOrigin] as const;

const headers = {
  origin,
  address: ['X-Original-URL', '/'],
  'the last request of the connection': ['Connection', 'close'],
  '1,000 characters': noteOf(1_000),
  '5,000 characters': noteOf(5_000),
} as const;
type Sent = keyof typeof headers;

const listed = `/pets?limit=${maximumLimit}`;

/** The contract does not say what such a header leads to, but it does say in which form errors and lists come. */
export const withHeaders = experiment({
  name: 'lists with headers that the contract does not know',
  stage: 'populated',
  cases: () => Object.keys(headers) as Sent[],
  send: (sent, session) => {
    const how = { headers: [headers[sent]], validity: 'open' } as const;
    // Where the header is heeded, the request is for another path.
    return sent === 'address'
      ? session.unknown('GET', listed, how)
      : session.list({ limit: maximumLimit }, how);
  },
  describe: (sent) => sent,
});

/** Only a long list is worth compressing. */
const compressible = experiment({
  name: 'a list for a client that asks for gzip',
  stage: 'populated',
  needs: ['population'],
  cases: () => [maximumLimit],
  send: (limit, session) =>
    session.unknown('GET', `/pets?limit=${limit}`, {
      headers: [['Accept-Encoding', 'gzip']],
      validity: 'open',
    }),
  describe: (limit) => `limit=${limit}`,
});

const otherPaths = experiment({
  name: 'the path of the list in other spellings, with the key',
  stage: 'populated',
  cases: () => ['/pets/', '/PETS', '/pets.json'],
  send: (path, session) =>
    session.unknown('GET', `${path}?limit=${maximumLimit}`, { validity: 'open' }),
  describe: (path) => path,
});

// A read-only run sends nothing but GET.
const otherMethods = experiment({
  name: 'HEAD and OPTIONS at the path of the list',
  stage: 'populated',
  needs: ['writes'],
  cases: () => ['HEAD', 'OPTIONS'],
  send: (method, session) =>
    method === 'HEAD'
      ? session.unknown(method, listed, { validity: 'open' })
      : session.unknown(method, listed, {
          // A browser sends this without the key before it sends a request from another origin.
          key: 'none',
          headers: [
            origin,
            ['Access-Control-Request-Method', 'POST'],
            ['Access-Control-Request-Headers', 'authorization,content-type'],
          ],
          validity: 'open',
        }),
  describe: (method) => method,
});

/** Headers that belong to the transport of HTTP messages say nothing about the service. */
const ofTransport = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
const ofCaches = ['age', 'cache-control', 'etag', 'expires', 'last-modified', 'pragma', 'vary'];
const isOfRates = (name: string): boolean => /^(x-)?rate-?limit/.test(name);
const isOfOrigins = (name: string): boolean => name.startsWith('access-control-');
/** Whether another observation covers this header. */
const isReportedElsewhere = (name: string): boolean =>
  ofCaches.includes(name) || headersOfPages.includes(name) || isOfRates(name) || isOfOrigins(name);

const namesOf = (exchange: Exchange): readonly string[] =>
  answerOf(exchange).headers.map(([name]) => name.toLowerCase());

/** The headers that every response has: one that appears only sometimes may be chance. */
const inEvery = (all: readonly (readonly string[])[]): readonly string[] =>
  (all[0] ?? []).filter((name) => all.every((names) => names.includes(name)));

/** Headers whose values matter, in words: "cache-control: no-store". */
const valued = (exchange: Exchange, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    const value = answerOf(exchange).header(name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });

/** The answer of a single case, because it is chance which other cases a run with few requests sends. */
const of =
  <V>(wanted: V, answer: (exchange: Exchange) => string) =>
  (cases: readonly { readonly value: V; readonly result: Exchange }[]): string => {
    const one = cases.find(({ value }) => value === wanted);
    return one ? answer(one.result) : undecided('not sent', 'untested');
  };

export const rules = [
  observeEach(
    'list-animals.content-type',
    plainLists,
    ({ lists: [answered] }) => contentTypeOf(answered),
    (types) => inOrder(types),
  ),

  observeEach(
    'list-animals.headers',
    plainLists,
    ({ lists: [answered] }) => namesOf(answered),
    (all) => {
      const more = inEvery(all).filter(
        (name) => !ofTransport.has(name) && !isReportedElsewhere(name),
      );
      return inOrder(more) || 'none';
    },
  ),

  observeEach(
    'list-animals.caching',
    plainLists,
    ({ lists: [answered] }) => [
      ...valued(answered, ['cache-control', 'pragma', 'vary']),
      ...namesOf(answered).filter((name) => ['etag', 'expires', 'last-modified'].includes(name)),
    ],
    (all) => inOrder(inEvery(all)) || 'nothing',
  ),

  observeEach(
    'list-animals.rate-limits',
    plainLists,
    ({ lists: [answered] }) => namesOf(answered).filter(isOfRates),
    (all) => inOrder(inEvery(all)) || 'no',
  ),

  observeEach(
    'list-animals.connection',
    plainLists,
    ({ lists: [answered] }) => /\bclose\b/i.test(answerOf(answered).header('connection') ?? ''),
    (closes) => (closes.every((one) => one) ? 'closed after each response' : 'kept open'),
  ),

  observe('list-animals.compression', compressible, (cases) =>
    cases.map(({ result }) => codingOf(result)).join(),
  ),

  observe(
    'list-animals.cross-origin',
    withHeaders,
    of<Sent>('origin', (answered) => {
      const names = namesOf(answered).filter(isOfOrigins);
      const headers = valued(answered, names).toSorted();
      return [
        ...(isSuccess(answered) ? [] : [`status ${statusOf(answered)}`]),
        ...(headers.length > 0 ? headers : ['nothing: no CORS headers']),
      ].join('; ');
    }),
  ),

  observe(
    'list-animals.rewritten-address',
    withHeaders,
    of<Sent>('address', (answered) =>
      isList(answered) ? 'no: the list is returned' : `yes: status ${statusOf(answered)}`,
    ),
  ),

  observe('list-animals.long-headers', withHeaders, (cases) =>
    summarised(
      cases.filter(({ value }) => value.endsWith('characters')),
      ({ value }) => value,
      ({ result }) => String(statusOf(result)),
    ),
  ),

  observe('list-animals.other-paths', otherPaths, (cases) =>
    summarised(
      cases,
      ({ value }) => value,
      ({ result }) => `${statusOf(result)}${isList(result) ? ' with the list' : ''}`,
    ),
  ),

  observe(
    'list-animals.head',
    otherMethods,
    of('HEAD', (answered) => `status ${statusOf(answered)}`),
  ),

  observe(
    'list-animals.preflight',
    otherMethods,
    of('OPTIONS', (answered) =>
      [
        `status ${statusOf(answered)}`,
        ...valued(answered, ['access-control-allow-origin', 'access-control-allow-methods']),
      ].join('; '),
    ),
  ),
];

/** The length in bytes below which many servers compress nothing. */
const worthwhile = 2_000;

function codingOf(answered: Exchange): string {
  const coding = answerOf(answered).header('content-encoding');
  if (coding === undefined && answerOf(answered).size < worthwhile)
    undecided('short list', 'untested');
  return coding ?? 'no';
}

const isList = (answered: Exchange): boolean =>
  isSuccess(answered) && answerOf(answered).json.ok && answerOf(answered).text.trim()[0] === '[';
