// Reports for the tests of this folder: a clean one, a failing one, one with very many failures and a hostile one. Test
// support only: no reporter imports it.
import type {
  Failure,
  OperationLatency,
  Outcome,
  RecordedExchange,
  Report,
  RuleResult,
} from '../../judge/result/report.js';
import { base, exchange, failure, ledger } from './fixture-parts.js';

export { context, exchange } from './fixture-parts.js';

const animal = (id: string, name: string, status = 'sold'): string =>
  `{"id":${id},"name":${JSON.stringify(name)},"categoryId":1,"status":"${status}"}`;

const adding = (number: number, send: string, answer: string): RecordedExchange =>
  exchange({ number, operation: 'createPet', method: 'POST', send, status: 201, answer });

const curlOf = (send: string): string =>
  `curl -sS -X POST -H "Authorization: Bearer $ANIMAL_STORE_API_KEY" -H 'Content-Type: application/json' --data-binary '${send}' '${base}/pets'`;

const [bigAnimal, nameless] = [
  '{"name":"Mia","categoryId":9007199254740993,"status":"available"}',
  '{"categoryId":1}',
];

/** Failures of every form: a count, a digit, a twin, several requests, an intermittent one, no response, a warning. */
const failures: Readonly<Record<string, readonly Failure[]>> = {
  'list-animals.limit-is-maximum': [
    failure({
      exchanges: [
        exchange({
          number: 81,
          path: '/pets?limit=37&status=sold',
          answer: `[${Array.from({ length: 38 }, (_, at) => animal(String(at + 1), `Animal ${at + 1}`)).join(',')}]`,
        }),
      ],
    }),
  ],
  'add-animal.keeps-category': [
    failure({
      id: 'f-0002',
      cause: 'The categoryId came back with another last digit.',
      expected: bigAnimal,
      actual: '{"name":"Mia","categoryId":9007199254740992,"status":"available"}',
      input: bigAnimal,
      difference: 'categoryId: beyond 2^53 (9007199254740993 instead of 1)',
      cases: {
        failed: 31,
        of: 100,
        inputs: ['categoryId 9007199254740993', 'categoryId 9223372036854775807'],
      },
      exchanges: [
        adding(
          204,
          bigAnimal,
          '{"id":77,"name":"Mia","categoryId":9007199254740992,"status":"available"}',
        ),
      ],
      curl: curlOf(bigAnimal),
    }),
  ],
  'add-animal.missing-name': [
    failure({
      id: 'f-0003',
      cause: 'An animal without a name was added.',
      expected: 'status 400 and an Error object',
      actual: 'status 201 and a Pet',
      input: nameless,
      difference: 'name: left out (the twin had "Mia")',
      cases: { failed: 4, of: 4, inputs: [nameless] },
      exchanges: [
        adding(310, nameless, '{"id":78,"name":null,"categoryId":1,"status":"available"}'),
      ],
      curl: curlOf(nameless),
    }),
  ],
  'authentication.every-request': [
    failure({
      id: 'f-0004',
      cause: 'A request without a key was answered on a connection that a valid key had just used.',
      expected: 'status 401',
      actual: 'status 200',
      input: 'GET /pets with the key, then GET /pets without it, on one connection',
      confirmed: { held: 1, of: 3 },
      cases: { failed: 2, of: 50, inputs: ['listPets', 'getPet'] },
      exchanges: [
        exchange({ number: 400, path: '/pets?limit=1', answer: `[${animal('1', 'Mia')}]` }),
        exchange({ number: 401, path: '/pets?limit=1', answer: `[${animal('1', 'Mia')}]` }),
      ],
      curl: null,
    }),
  ],
  'errors.status-field': [
    failure({
      id: 'f-0005',
      cause: 'The status in the Error body is not the status of the response.',
      expected: 'status 404 in the body',
      actual: 'status 500 in the body',
      input: 'GET /pets/9223372036854775807',
      cases: { failed: 3, of: 240, inputs: ['GET /pets/9223372036854775807', 'GET /pets/0'] },
      exchanges: [
        exchange({
          number: 512,
          operation: 'getPet',
          path: '/pets/9223372036854775807',
          status: 404,
          answer: '{"code":"not_found","message":"No animal has this identifier.","status":500}',
        }),
      ],
      curl: `curl -sS -H "Authorization: Bearer $ANIMAL_STORE_API_KEY" '${base}/pets/9223372036854775807'`,
    }),
    failure({
      id: 'f-0006',
      cause: 'The connection ended before the answer was whole.',
      expected: 'an Error object',
      actual: 'no answer: the connection was closed',
      input: 'GET /pets/0',
      cases: { failed: 1, of: 240, inputs: ['GET /pets/0'] },
      exchanges: [
        exchange({
          number: 513,
          operation: 'getPet',
          path: '/pets/0',
          noAnswer: {
            kind: 'reset',
            message: 'the connection was closed before the answer was whole',
          },
        }),
      ],
    }),
  ],
  'add-animal.odd-names': [
    failure({
      id: 'f-0007',
      cause: 'A name with spaces around it came back without them.',
      expected: '"  Łucja 🐈‍⬛ 猫  "',
      actual: '"Łucja 🐈‍⬛ 猫"',
      input: '{"name":"  Łucja 🐈‍⬛ 猫  ","categoryId":1}',
      cases: { failed: 2, of: 30, inputs: ['"  Łucja 🐈‍⬛ 猫  "', '" "'] },
      exchanges: [
        adding(
          620,
          '{"name":"  Łucja 🐈‍⬛ 猫  ","categoryId":1}',
          '{"id":80,"name":"Łucja 🐈‍⬛ 猫","categoryId":1,"status":"available"}',
        ),
      ],
    }),
  ],
};

const reasons: Readonly<Record<string, readonly [Outcome, string]>> = {
  'list-animals.nothing-matches': [
    'inapplicable',
    'Every status has animals on this target, and nothing can be deleted: an empty result cannot be brought about.',
  ],
  'list-animals.default-limit': [
    'cantTell',
    'Three of four answers were lost: the target closed the connection each time. One case is too few to tell.',
  ],
  'messages.accepted': ['untested', 'No quickstart address was given.'],
  'messages.missing-key': ['untested', 'No quickstart address was given.'],
  'get-animal.sunset': ['inapplicable', 'The target sends no Sunset header.'],
};

const answers: Readonly<Record<string, string>> = {
  'list-animals.order': 'By identifier, ascending, in 40 of 40 lists.',
  'list-animals.links': 'No. Neither Link nor X-Total-Count is sent.',
  'add-animal.default-status': '`available`, in 6 of 6 adds.',
  'authentication.challenge': 'Yes: WWW-Authenticate: Bearer realm="animals".',
};

function rule(
  { id, clause, kind, statement, profile }: (typeof ledger)[number],
  broken: boolean,
  at: number,
): RuleResult {
  const found = broken ? (failures[id] ?? []) : [];
  const given = kind === 'open' ? undefined : reasons[id];
  const outcome: Outcome =
    kind === 'open'
      ? 'observed'
      : found.length > 0
        ? 'failed'
        : given !== undefined && (broken || given[0] !== 'cantTell')
          ? given[0]
          : 'passed';
  const none = outcome === 'untested' || outcome === 'inapplicable';
  return {
    id,
    clause,
    kind,
    statement,
    outcome,
    profile,
    evidence: none ? { cases: 0, exchanges: 0 } : { cases: 20 + at * 7, exchanges: 24 + at * 9 },
    reason: outcome === given?.[0] ? (given?.[1] ?? null) : null,
    failures: found,
    durationMs: none ? 0 : 12 + at * 11,
  };
}

function latency(operation: string, scale: number): OperationLatency {
  const counts = [4, 38, 120, 240, 130, 44, 12, 3, 1];
  return {
    operation,
    count: counts.reduce((sum, one) => sum + one, 0),
    min: 0.4 * scale,
    p50: 2.1 * scale,
    p90: 4.4 * scale,
    p99: 14 * scale,
    max: 61 * scale,
    histogram: counts.map((count, at) => ({
      upToMs: Number((0.5 * 2 ** at * scale).toFixed(2)),
      count,
    })),
  };
}

function build(rules: readonly RuleResult[], more: Partial<Report>): Report {
  const of = (outcome: Outcome): number => rules.filter((one) => one.outcome === outcome).length;
  return {
    format: 2,
    kit: { name: 'animal-store-conformance', version: '0.1.0', digest: `sha256:${'1'.repeat(64)}` },
    contract: { title: 'Animal Store', version: '1.0.0', digest: `sha256:${'2'.repeat(64)}` },
    target: { name: 'staging', baseUrl: base, quickstartBaseUrl: null },
    profiles: { catalogue: 'conformant', quickstart: null },
    run: {
      seed: 42,
      scope: { full: true, readOnly: false, only: [], shard: null },
      effort: 'standard',
      startedAt: '2026-11-05T10:00:00.000Z',
      durationMs: 8432,
      exchanges: 3921,
      writes: 412,
      throttled: 0,
      created: Array.from({ length: 12 }, (_, at) => ({
        id: String(9007199254740993n + BigInt(at)),
        name: `Animal ${at + 1}`,
        rule: 'add-animal.answers-201',
      })),
      visibleAfterMs: 14,
      strict: false,
      asOf: '2026-11-05',
      interrupted: false,
      warnings: [],
    },
    verdict: 'conformant',
    summary: `${of('passed')} of ${rules.length - of('observed')} rules passed, none failed: this target is a conformant Animal Store (catalogue).`,
    counts: {
      passed: of('passed'),
      failed: rules.filter((one) => one.outcome === 'failed' && one.kind !== 'implied').length,
      cantTell: of('cantTell'),
      inapplicable: of('inapplicable'),
      untested: of('untested'),
      observed: of('observed'),
      warnings: rules.filter((one) => one.outcome === 'failed' && one.kind === 'implied').length,
    },
    rules,
    observations: rules
      .filter((one) => one.kind === 'open')
      .map((one) => ({
        id: one.id,
        question: one.statement,
        answer: answers[one.id] ?? 'Not recorded.',
      })),
    samples: Array.from({ length: 60 }, (_, at) =>
      exchange({
        number: at * 60 + 1,
        startedMs: at * 138,
        durationMs: 1 + ((at * 37) % 23),
        rule: rules[at % rules.length]?.id ?? null,
        operation: ['listPets', 'createPet', 'getPet'][at % 3] ?? 'listPets',
        method: at % 3 === 1 ? 'POST' : 'GET',
        status: at % 3 === 1 ? 201 : 200,
        answer: `[${animal(String(at), `Animal ${at}`)}]`,
      }),
    ),
    latency: [
      latency('listPets', 1),
      latency('createPet', 1.8),
      latency('getPet', 0.6),
      latency('other', 0.9),
    ],
    ...more,
  };
}

export function cleanReport(): Report {
  return build(
    ledger.map((row, at) => rule(row, false, at)),
    {},
  );
}

export function failingReport(): Report {
  const rules = ledger.map((row, at) => rule(row, true, at));
  return build(rules, {
    profiles: { catalogue: 'not-conformant', quickstart: null },
    verdict: 'not-conformant',
    summary:
      '18 of 30 rules passed, 5 failed, 1 warning, 1 cannot be told: this target is not conformant.',
  });
}

/** A conformant target that breaks an implied rule. */
export function warnedReport(): Report {
  const rules = ledger.map((row, at) => rule(row, row.kind === 'implied', at));
  return build(rules, {
    summary:
      '26 of 30 rules passed, 1 warning: this target is a conformant Animal Store (catalogue).',
  });
}

/** The stack trace of a candidate that crashed. */
const trace =
  'listening\n/srv/server.js:7\n    throw new Error("out of luck");\n\nError: out of luck\n\tat handle (/srv/server.js:7:3)';

/** A candidate that crashed twice: once because of a known request, and once for good. */
export function crashReport(): Report {
  const report = failingReport();
  const reason = 'the target has stopped answering (nothing listens there)';
  const suspects = Array.from({ length: 26 }, (_, at) => ({
    request: `GET /pets?limit=${at + 1}`,
    curl: `curl -sS '${base}/pets?limit=${at + 1}'`,
  }));
  const outage = { reason, suspects, output: trace };
  const undecided = report.rules.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
  const rules = report.rules.map((one): RuleResult => {
    if (one.id === 'add-animal.keeps-category')
      return { ...one, failures: one.failures.map((found) => ({ ...found, output: trace })) };
    return one.outcome === 'passed'
      ? { ...one, outcome: 'cantTell', reason: `3 of 6 cases could not be judged: ${reason}` }
      : one;
  });
  return build(rules, {
    ...report,
    rules,
    run: {
      ...report.run,
      outages: [
        { ...outage, failure: 'f-0002', restarted: true },
        { ...outage, undecided, failure: null, restarted: false },
      ],
    },
  });
}

/** A run in which nearly everything is wrong. */
export function manyFailures(total = 200): Report {
  const report = failingReport();
  const some = report.rules.flatMap((one) => one.failures);
  const broken = report.rules.filter((one) => one.kind !== 'open');
  const rules = report.rules.map((one): RuleResult => {
    const place = broken.indexOf(one);
    if (place < 0) return one;
    const share = Math.ceil((total - place) / broken.length);
    return {
      ...one,
      outcome: 'failed',
      reason: null,
      failures: Array.from({ length: share }, (_, at) => {
        const number = place + at * broken.length;
        const { replay: __, ...one } = some[number % some.length]!;
        return failure({ ...one, id: `m-${String(number).padStart(4, '0')}` });
      }),
    };
  });
  return build(rules, {
    profiles: report.profiles,
    verdict: 'not-conformant',
    summary: 'Nearly every rule failed: this target is not conformant.',
  });
}
