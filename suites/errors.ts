// Clause 7 and the JSON of clause 4, judged over every exchange that any rule makes.
import { withoutMarks } from '../lib/contract/values/testimony.js';
import { hasBody, isJudgedAsCatalogue } from '../lib/contract/operations.js';
import type { Animal } from '../lib/contract/values/animals.js';
import {
  animalOf,
  answerOf,
  noEvidence,
  accuse,
  everyAnswer,
  everyExchange,
  notApplicable,
  expectAnswer,
  expectNoServerError,
  expectSchema,
  experiment,
  isSuccess,
  needsWholeBody,
  operationName,
  orElse,
  rule,
  statusOf,
  type Exchange,
  type Phrase,
} from '../lib/judge/rules/index.js';
import { invalidAdds } from './add-animal/refused.js';
import { missingKeys, overlongKeys } from './authentication/keys.js';
import { signedNames, strangeNames } from './add-animal/adds.js';
import { hasLongHeader, hasOverlongKey, mayBeOfAFront } from './fronts.js';
import { noIntegers, unknownIds } from './get-animal.js';
import { plainLists } from './list-animals/lists.js';
import { withHeaders } from './list-animals/observed.js';
import { unknownStatuses } from './list-animals/unknown.js';

/** An overlong address or header is refused by the HTTP server, before the service sees the request. */
const isOfTheServerBelow = (exchange: Exchange): boolean => [414, 431].includes(statusOf(exchange));
const isDescribed = (exchange: Exchange): boolean =>
  isJudgedAsCatalogue(exchange.ask.operation) &&
  !mayBeOfAFront(exchange) &&
  !isOfTheServerBelow(exchange);
const isError = (exchange: Exchange): boolean => statusOf(exchange) >= 400;

export const unknownReads = experiment({
  name: 'paths that the contract does not know',
  stage: 'populated',
  mayBeSilent: true,
  cases: async (setup) => {
    const id = await orElse(
      setup.knownAnimal().then((animal) => animal.id),
      '1',
    );
    const ofAnimal = '/pets/{petId}/no-such-thing';
    return ['/no-such-thing', ofAnimal, '/store/no-such-thing', '/pets/%zz'].map((named) => ({
      method: 'GET',
      named,
      path: named.replace('{petId}', id),
    }));
  },
  send: ({ method, path }, session) => session.unknown(method, path),
  describe: ({ method, named }) => `${method} ${named}`,
});

// Only methods that change nothing are sent (PROPFIND reads), because a service may have operations that the contract
// does not show.
export const unknownWrites = experiment({
  name: 'methods that the contract does not know',
  stage: 'populated',
  mayBeSilent: true,
  needs: ['writes'],
  cases: () => [
    ...['POST', 'PUT', 'DELETE'].map((method) => ({ method, path: '/no-such-thing' })),
    { method: 'PROPFIND', path: '/pets' },
  ],
  send: ({ method, path }, session) => session.unknown(method, path),
  describe: ({ method, path }) => `${method} ${path}`,
});

/** Queries over which a careless parser stumbles. */
export const oddQueries = experiment({
  name: 'odd queries',
  stage: 'populated',
  mayBeSilent: true,
  cases: () => [
    'limit=5&limit=6',
    'status=sold&status=pending',
    'limit[]=5&status[]=sold',
    'limit[a][b]=5',
    'limit=%',
    'limit=%zz',
    'limit=%00',
    "limit='",
    "status=%22sold'",
    'status=',
    'limit',
    '&&=&=5',
    'limit=%FF&status=%ED%A0%80',
    'status=%F0%9F%90%A2',
    'limit=5;status=sold',
    'limit=5?limit=6',
    'limit=+5+',
    '__proto__[x]=1&constructor=2',
    `note=${'n'.repeat(5_000)}`,
  ],
  send: (query, session) => session.unknown('GET', `/pets?${query}`),
  describe: (query) => query.slice(0, 60),
});

const someOfEach = [plainLists, missingKeys, unknownIds, ...invalidAdds];

export const rules = [
  everyExchange(
    'bodies.json',
    someOfEach,
    (exchange) =>
      isDescribed(exchange) &&
      hasBody(exchange.ask.operation, statusOf(exchange)) &&
      (isSuccess(exchange) || isError(exchange)),
    (exchange) => {
      expectJsonType(exchange);
      needsWholeBody(exchange);
      expectJson(exchange);
    },
  ),

  everyExchange(
    'errors.error-object',
    someOfEach,
    (exchange) => isDescribed(exchange) && isError(exchange),
    (exchange) => expectSchema(exchange, 'Error'),
    'no error to judge',
  ),

  everyExchange(
    'errors.status-field',
    someOfEach,
    (exchange) => isDescribed(exchange) && isError(exchange) && statusField(exchange) !== undefined,
    expectOwnStatus,
    'no status to judge',
  ),

  everyAnswer(
    'errors.valid-requests',
    [plainLists],
    ({ ask }) => ask.validity === 'valid',
    (exchange) => expectNoServerError(exchange, `A valid ${operationName(exchange)}`),
  ),

  everyExchange(
    'errors.invalid-requests',
    [...someOfEach, oddQueries],
    ({ ask }) => ask.validity !== 'valid' && ask.operation !== 'getStoreOrders',
    (exchange) => expectNoServerError(exchange, invalidRequest(exchange), '4xx'),
  ),

  rule('errors.unknown-paths', [unknownReads, unknownWrites], (answered) => {
    const animal = animalOf(answered);
    if (animal) expectNoAnimal(answered, animal);
    if (!isError(answered)) notApplicable('served');
    expectError(answered);
  }),

  rule(
    'errors.refused-in-front',
    [noIntegers, unknownStatuses, signedNames, strangeNames, overlongKeys, withHeaders],
    (result) => {
      const answered =
        'lists' in result ? result.lists[0] : 'added' in result ? result.added : result;
      expectAnswer(answered);
      if (hasOverlongKey(answered) || hasLongHeader(answered)) noEvidence();
      // nginx refuses this path by itself, whatever stands behind it.
      if (answered.ask.path.includes('%00')) noEvidence();
      if (mayBeOfAFront(answered)) expectError(answered);
      else if (!isError(answered)) notApplicable('all served');
    },
  ),
];

function expectNoAnimal(answered: Exchange, { id }: Animal): never {
  const { method, path } = answered.ask;
  return accuse('an animal at an unknown path', answered, {
    expected: 404,
    actual: statusOf(answered),
    values: { request: `${method} ${path}`, id },
  });
}

function expectError(exchange: Exchange): void {
  expectSchema(exchange, 'Error');
  expectOwnStatus(exchange);
}

/** Where the contract describes a body, it says that it is application/json. */
export function expectJsonType(exchange: Exchange): void {
  const types = answerOf(exchange).headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'content-type' ? [value] : [],
  );
  const actual = statusOf(exchange);
  if (types.length === 0) accuse('no content type', exchange, { actual });
  // With several content types, clients differ in which one they read.
  const other = types.find((type) => !isJson(type));
  if (other !== undefined) accuse('another content type', exchange, { actual, label: other });
}

const isJson = (type: string): boolean =>
  type.split(';')[0]?.trim().toLowerCase() === 'application/json';

function expectJson(exchange: Exchange): void {
  const { json, status } = answerOf(exchange);
  if (json.ok) return;
  const { problem, isBytes } = json;
  accuse('no JSON', exchange, {
    actual: status,
    values: { problem, ...(isBytes && { body: 'bytes' }) },
  });
}

/** What is wrong with the request, as far as it is the same in every run. */
function invalidRequest({
  ask: { method, path, key = 'valid', body, contentType, client, headers = [] },
}: Exchange): Phrase {
  const values = { request: `${method} ${shortened(path)}` };
  if (key !== 'valid') return { text: '`{request}` without a valid key', values };
  if (contentType) return { text: `\`{request}\` with the content type ${contentType}`, values };
  const [header] = client === undefined ? headers : [];
  if (header && body === undefined)
    return { text: `\`{request}\` with the header \`${header[0]}\``, values };
  if (body === undefined) return { text: '`{request}`', values };
  if (typeof body !== 'string')
    return { text: '`{request}` with a body that is not UTF-8', values };
  if (body === '') return { text: '`{request}` with an empty body', values };
  return {
    text: '`{request}` with the body `{body}`',
    // The mark of a name differs from run to run, and a backtick would end the code of the sentence.
    values: { ...values, body: shortened(withoutMarks(body).replaceAll('`', "'")) },
  };
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

function expectOwnStatus(exchange: Exchange): void {
  if (statusField(exchange) === statusOf(exchange)) return;
  accuse('another status in the body', exchange, {
    actual: statusOf(exchange),
    values: { status: String(statusField(exchange)) },
  });
}

/** The number in the `status` field of an Error body, if there is one; errors.error-object judges its absence. */
function statusField(exchange: Exchange): number | undefined {
  const { json } = answerOf(exchange);
  const body: unknown = json.ok ? json.value : undefined;
  const status: unknown =
    typeof body === 'object' && body !== null ? (body as { status?: unknown }).status : undefined;
  return typeof status === 'number' && Number.isInteger(status) ? status : undefined;
}
