// The parts from which test reports are made: clauses, rules, exchanges, failures. Test support only.
import type { Failure, Kind, RecordedBody, RecordedExchange } from '../../judge/result/report.js';
import type { ReportContext } from '../../report/words.js';

export const context: ReportContext = {
  clauses: [
    ['1', 'What the service does'],
    ['2', 'Resources and their fields'],
    ['3', 'States and transitions'],
    ['4', 'Endpoints'],
    ['4.1', 'List animals'],
    ['4.2', 'Add an animal'],
    ['4.3', 'Get an animal (deprecated)'],
    ['4.4', 'Store orders'],
    ['4.5', 'Send a message (quickstart)'],
    ['5', 'Authentication'],
    ['7', 'Errors'],
    ['8', 'Limits'],
    ['9', 'Versioning'],
  ].map(([id = '', title = '']) => ({
    id,
    title,
    link: `spec/animal-store.md#clause-${id.replace('.', '-')}`,
  })),
};

export const ledger: readonly (readonly [
  id: string,
  clause: string,
  kind: Kind,
  statement: string,
])[] = [
  [
    'sequences.model',
    '1',
    'stated',
    'Any sequence of adds, lists and gets agrees with a plain model of a store.',
  ],
  ['bodies.json', '4', 'stated', 'Bodies are JSON, sent as application/json.'],
  [
    'list-animals.answers-200',
    '4.1',
    'stated',
    'A valid list request is answered with status 200.',
  ],
  ['list-animals.bare-array', '2', 'stated', 'A list response is a bare array of Pet objects.'],
  [
    'list-animals.nothing-matches',
    '4.1',
    'stated',
    'When no animal matches, the answer is 200 with an empty array.',
  ],
  [
    'list-animals.limits-accepted',
    '8',
    'stated',
    'Every limit from 1 to 100 is accepted, both ends included, with and without a filter.',
  ],
  [
    'list-animals.limit-is-maximum',
    '4.1',
    'stated',
    'At most `limit` animals are returned, for every limit from 1 to 100, with and without a filter.',
  ],
  [
    'list-animals.default-limit',
    '8',
    'stated',
    'Without a limit, the list is as long as with limit=20.',
  ],
  [
    'list-animals.filter',
    '4.1',
    'stated',
    'With a status filter, only animals with this status are returned.',
  ],
  [
    'list-animals.unknown-status',
    '2',
    'implied',
    'A status that is not one of the three lists no animal.',
  ],
  ['list-animals.order', '4.1', 'open', 'In which order are animals listed?'],
  [
    'list-animals.links',
    '4.1',
    'open',
    'Does a list offer pagination links or metadata in its headers?',
  ],
  ['add-animal.answers-201', '4.2', 'stated', 'A valid animal is added: status 201.'],
  [
    'add-animal.keeps-name',
    '2',
    'stated',
    'The name comes back exactly as it was sent, whatever its script.',
  ],
  [
    'add-animal.keeps-category',
    '2',
    'stated',
    'The categoryId comes back exactly as it was sent, to the last digit of an int64.',
  ],
  [
    'add-animal.unique-ids',
    '2',
    'stated',
    'Every animal gets an identifier of its own, also when many are added at once.',
  ],
  ['add-animal.missing-name', '7', 'stated', 'A body without `name` is answered with 400.'],
  [
    'add-animal.invalid-category',
    '7',
    'stated',
    'A `categoryId` that is no int64 integer is answered with 400.',
  ],
  ['add-animal.adds-one', '4.2', 'implied', 'One request adds one animal.'],
  [
    'add-animal.odd-names',
    '2',
    'implied',
    'An odd but valid name is kept exactly or refused with 4xx; never altered, never a server error.',
  ],
  [
    'add-animal.default-status',
    '3',
    'open',
    'Which status does an animal have that was added without one?',
  ],
  ['get-animal.exact-animal', '4.3', 'stated', 'The answer is exactly the requested animal.'],
  [
    'get-animal.unknown-id',
    '4.3',
    'stated',
    'An identifier that no animal has is answered with 404.',
  ],
  [
    'get-animal.sunset',
    '9',
    'implied',
    'A Sunset header, where one is sent, names 5 December 2030.',
  ],
  [
    'store-orders.exists',
    '4.4',
    'implied',
    'GET /store/orders exists: it is not answered with 404.',
  ],
  ['messages.accepted', '4.5', 'stated', 'A valid message is answered with a success status.'],
  ['messages.missing-key', '4.5', 'stated', 'A message without a key is answered with 401.'],
  [
    'authentication.valid-key',
    '5',
    'stated',
    'A valid key is accepted by every catalogue operation.',
  ],
  [
    'authentication.missing-key',
    '5',
    'stated',
    'A request without a key is answered with 401, by every catalogue operation.',
  ],
  [
    'authentication.every-request',
    '1',
    'stated',
    'All requests are authenticated: also on a connection that a valid key has just used.',
  ],
  ['authentication.challenge', '5', 'open', 'Does a 401 carry a WWW-Authenticate header?'],
  [
    'errors.status-field',
    '7',
    'stated',
    'The `status` field of the Error body equals the HTTP status of the response.',
  ],
  [
    'errors.unknown-paths',
    '7',
    'implied',
    'Unknown paths and methods below the base address are answered with an Error object too.',
  ],
  ['version.base-path', '9', 'implied', 'The base address ends in the version prefix /v1.'],
];

export const base = 'https://animals.example/v1';

export function body(text: string, more: Partial<RecordedBody> = {}): RecordedBody {
  return { text, encoding: 'utf-8', size: Buffer.byteLength(text), truncated: false, ...more };
}

interface ExchangeSketch {
  readonly number?: number;
  readonly operation?: string;
  readonly rule?: string | null;
  readonly method?: string;
  readonly path?: string;
  readonly send?: string;
  readonly status?: number;
  readonly answer?: string | RecordedBody;
  readonly headers?: readonly (readonly [string, string])[];
  readonly startedMs?: number;
  readonly durationMs?: number;
  readonly noAnswer?: RecordedExchange['noAnswer'];
}

export function exchange(sketch: ExchangeSketch = {}): RecordedExchange {
  const { number = 1, status = 200, answer = '[]', send, durationMs = 4.2 } = sketch;
  return {
    number,
    operation: sketch.operation ?? 'listPets',
    rule: sketch.rule ?? null,
    startedMs: sketch.startedMs ?? number * 3,
    durationMs,
    firstByteMs: durationMs * 0.8,
    resent: 0,
    request: {
      method: sketch.method ?? 'GET',
      url: base + (sketch.path ?? '/pets'),
      headers: [
        ['authorization', 'Bearer ***'],
        ['accept', 'application/json'],
        ...(send === undefined ? [] : ([['content-type', 'application/json']] as const)),
      ],
      body: send === undefined ? null : body(send),
    },
    response:
      sketch.noAnswer === undefined || sketch.noAnswer === null
        ? {
            status,
            headers: sketch.headers ?? [
              ['content-type', 'application/json'],
              ['date', 'Thu, 05 Nov 2026 10:00:00 GMT'],
              ['x-request-id', `r-${number}`],
            ],
            body: typeof answer === 'string' ? body(answer) : answer,
          }
        : null,
    noAnswer: sketch.noAnswer ?? null,
  };
}

export function failure(sketch: Partial<Failure> = {}): Failure {
  return {
    id: 'f-0001',
    cause: 'The list holds more animals than its limit.',
    expected: 'at most 37 animals',
    actual: '38 animals',
    input: 'limit=37, status=sold',
    difference: null,
    confirmed: { held: 3, of: 3 },
    cases: {
      failed: 12,
      of: 600,
      inputs: ['limit=37, status=sold', 'limit=38', 'limit=39, status=pending'],
    },
    exchanges: [exchange()],
    curl: `curl -sS -H "Authorization: Bearer $ANIMAL_STORE_API_KEY" '${base}/pets?limit=37&status=sold'`,
    replay: 'animal-store-conformance replay f-0001',
    case: { seed: 42, path: '36' },
    ...sketch,
  };
}
