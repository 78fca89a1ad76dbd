// The parts from which test reports are made: clauses, rules, exchanges, failures. Test support only.
import { loadLedger } from '../../contract/ledger.js';
import type { Failure, RecordedBody, RecordedExchange } from '../../judge/result/report.js';
import type { ReportContext } from '../../report/words.js';

const contract = loadLedger();

export const context: ReportContext = { clauses: contract.clauses };

/** Rules of every kind and clause, as the ledger has them; one of them as if it were implied, for a warning. */
export const ledger = [
  'sequences.model',
  'bodies.json',
  'list-animals.answers-200',
  'list-animals.bare-array',
  'list-animals.nothing-matches',
  'list-animals.limits-accepted',
  'list-animals.limit-is-maximum',
  'list-animals.default-limit',
  'list-animals.filter',
  'list-animals.unknown-status',
  'list-animals.order',
  'list-animals.links',
  'add-animal.answers-201',
  'add-animal.keeps-name',
  'add-animal.keeps-category',
  'add-animal.unique-ids',
  'add-animal.missing-name',
  'add-animal.invalid-category',
  'add-animal.adds-one',
  'add-animal.odd-names',
  'add-animal.default-status',
  'get-animal.exact-animal',
  'get-animal.unknown-id',
  'get-animal.sunset',
  'store-orders.exists',
  'messages.accepted',
  'messages.missing-key',
  'authentication.valid-key',
  'authentication.missing-key',
  'authentication.every-request',
  'authentication.challenge',
  'errors.status-field',
  'errors.unknown-paths',
  'version.base-path',
].map((id) => {
  const rule = contract.rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`The ledger has no rule ${id}.`);
  return id === 'add-animal.odd-names' ? { ...rule, kind: 'implied' as const } : rule;
});

export const base = 'https://animals.example/v1';

export function body(text: string, more: Partial<RecordedBody> = {}): RecordedBody {
  return { text, encoding: 'utf-8', size: Buffer.byteLength(text), truncated: false, ...more };
}

export interface ExchangeSketch {
  readonly number?: number;
  readonly operation?: string;
  readonly rule?: string | null;
  readonly method?: string;
  readonly path?: string;
  readonly url?: string;
  /** The headers of the request. */
  readonly asked?: RecordedExchange['request']['headers'];
  readonly send?: string | RecordedBody;
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
      url: sketch.url ?? base + (sketch.path ?? '/pets'),
      headers: sketch.asked ?? [
        ['authorization', 'Bearer ***'],
        ['accept', 'application/json'],
        ...(send === undefined ? [] : ([['content-type', 'application/json']] as const)),
      ],
      body: typeof send === 'string' ? body(send) : (send ?? null),
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
  const { id = 'f-0001' } = sketch;
  return {
    id,
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
    replay: `animal-store-conformance replay ${id}`,
    case: { seed: 42, path: '36' },
    ...sketch,
  };
}
