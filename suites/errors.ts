// Clause 7 and the JSON of clause 4: judged over every exchange that any rule makes. Rules only.
import { isJudgedAsCatalogue } from '../lib/contract/operations.js';
import {
  answerOf,
  breach,
  everyAnswer,
  everyExchange,
  excuse,
  expectSchema,
  experiment,
  isSuccess,
  isUnread,
  operationName,
  rule,
  statusOf,
  undecided,
  type Exchange,
} from '../lib/judge/rules/index.js';
import { missingKeys } from './authentication.js';
import { unknownIds } from './get-animal.js';
import { plainLists } from './list-animals/lists.js';
import { invalidAdds } from './add-animal/refused.js';

/** A server in front of the service may refuse an encoded NUL by itself, as RFC 3986 (7.3) advises: its page is none of the catalogue's. */
const mayBeRefusedInFront = ({ ask }: Exchange): boolean => ask.path.includes('%00');
/** Too long an address or header is refused before the service sees the request. */
const isOfTheServerBelow = (exchange: Exchange): boolean => [414, 431].includes(statusOf(exchange));
const isDescribed = (exchange: Exchange): boolean =>
  isJudgedAsCatalogue(exchange.ask.operation) &&
  !mayBeRefusedInFront(exchange) &&
  !isOfTheServerBelow(exchange);
const isError = (exchange: Exchange): boolean => statusOf(exchange) >= 400;
/** HTTP itself has 501 for a method that a server does not know. */
const fails = (exchange: Exchange): boolean =>
  statusOf(exchange) >= 500 && !(exchange.ask.operation === 'other' && statusOf(exchange) === 501);

const unknownReads = experiment({
  name: 'paths that the contract does not know',
  stage: 'populated',
  cases: () =>
    ['/no-such-thing', '/pets/1/no-such-thing', '/store/no-such-thing'].map((path) => ({
      method: 'GET',
      path,
    })),
  send: ({ method, path }, bench) => bench.unknown(method, path),
  describe: ({ method, path }) => `${method} ${path}`,
});

// Only where nothing can be changed (PROPFIND reads): a service may have operations that the contract does not show.
const unknownWrites = experiment({
  name: 'methods that the contract does not know',
  stage: 'populated',
  needs: ['writes'],
  cases: () => [
    ...['POST', 'PUT', 'DELETE'].map((method) => ({ method, path: '/no-such-thing' })),
    { method: 'PROPFIND', path: '/pets' },
  ],
  send: ({ method, path }, bench) => bench.unknown(method, path),
  describe: ({ method, path }) => `${method} ${path}`,
});

const someOfEach = [plainLists, missingKeys, unknownIds, ...invalidAdds];

export const rules = [
  everyExchange(
    'bodies.json',
    someOfEach,
    (exchange) => isDescribed(exchange) && (isSuccess(exchange) || isError(exchange)),
    (exchange) => {
      const { json, status } = answerOf(exchange);
      const type = answerOf(exchange).header('content-type');
      if (type?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
        breach({
          cause: `${operationName(exchange)} is answered (${status}) with ${type === undefined ? 'no content type' : `the content type ${type}`}.`,
          expected: 'Content-Type: application/json',
          actual: type === undefined ? 'no Content-Type' : `Content-Type: ${type}`,
          exchange,
        });
      }
      if (isUnread(json)) undecided(json.problem);
      if (!json.ok)
        breach({
          cause: `${operationName(exchange)} is answered (${status}) with a body that is not JSON: ${json.problem}.`,
          expected: 'a JSON body',
          actual: json.problem,
          exchange,
        });
    },
  ),

  everyExchange(
    'errors.error-object',
    someOfEach,
    (exchange) => isDescribed(exchange) && isError(exchange),
    (exchange) => expectSchema(exchange, 'Error', `The body of a ${statusOf(exchange)}`),
  ),

  everyExchange(
    'errors.status-field',
    someOfEach,
    (exchange) => isDescribed(exchange) && isError(exchange) && statusField(exchange) !== undefined,
    expectOwnStatus,
  ),

  everyAnswer(
    'errors.valid-requests',
    [plainLists],
    ({ ask }) => ask.validity === 'valid',
    (exchange) => {
      if (fails(exchange))
        breach({
          cause: `${operationName(exchange)}, a valid request, is answered with ${statusOf(exchange)}.`,
          expected: 'no 5xx',
          actual: `status ${statusOf(exchange)}`,
          exchange,
        });
    },
  ),

  everyExchange(
    'errors.invalid-requests',
    someOfEach,
    ({ ask }) => ask.validity !== 'valid' && ask.operation !== 'getStoreOrders',
    (exchange) => {
      if (fails(exchange))
        breach({
          cause: `${operationName(exchange)}, ${exchange.ask.validity === 'open' ? 'a request on which the contract is silent' : 'an invalid request'}, is answered with ${statusOf(exchange)}.`,
          expected: 'a 4xx',
          actual: `status ${statusOf(exchange)}`,
          exchange,
        });
    },
  ),

  rule('errors.unknown-paths', [unknownReads, unknownWrites], (answered) => {
    if (!isError(answered)) excuse('the target knows this path or method');
    expectSchema(
      answered,
      'Error',
      `The answer to ${answered.ask.method} ${answered.ask.path} (${statusOf(answered)})`,
    );
    expectOwnStatus(answered);
  }),
];

function expectOwnStatus(exchange: Exchange): void {
  if (statusField(exchange) === statusOf(exchange)) return;
  breach({
    cause: `The Error body of a ${statusOf(exchange)} says status ${statusField(exchange)}.`,
    expected: `"status": ${statusOf(exchange)}`,
    actual: `"status": ${statusField(exchange)}`,
    exchange,
  });
}

/** The number in the `status` field of an Error body, where there is one: its absence is judged by errors.error-object. */
function statusField(exchange: Exchange): number | undefined {
  const { json } = answerOf(exchange);
  const body: unknown = json.ok ? json.value : undefined;
  const status: unknown =
    typeof body === 'object' && body !== null ? (body as { status?: unknown }).status : undefined;
  return typeof status === 'number' && Number.isInteger(status) ? status : undefined;
}
