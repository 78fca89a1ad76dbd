// Behaviour that a fair judge excuses, and behaviour that merely resembles it: targets that are full, gateways that
// fail once, responses that never come. What concerns one suite is a run of that suite and of the rules over every
// exchange; one test of each group is a whole run.
import { describe, expect, test } from 'vitest';
import type { Report } from '../lib/judge/result/report.js';
import { runInMemory, type InMemory } from '../lib/in-memory/in-memory.js';
import { faults, variants } from '../lib/reference/index.js';
import { TransportError, type HttpRequest, type HttpResponse } from '../lib/http/types.js';
import { allRules } from './index.js';

type Between = NonNullable<InMemory['between']>;

const broken = (report: Report): readonly string[] =>
  report.rules.flatMap(({ id, kind, outcome, failures }) =>
    outcome === 'failed' ? [`${kind} ${id}: ${failures[0]?.cause}`] : [],
  );
/** The rules of these suites, and those that judge whatever is sent. */
const rulesOf = (...suites: readonly string[]) =>
  allRules.filter(
    ({ id, form }) => form === 'exchanges' || suites.some((suite) => id.startsWith(`${suite}.`)),
  );
const reasons = (report: Report): string =>
  report.rules.map(({ reason }) => reason ?? '').join('\n');
const isAdd = ({ method, path }: HttpRequest): boolean =>
  method === 'POST' && path.endsWith('/pets');
const refusal = (status: number): HttpResponse => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: `{"code":"refused","message":"No.","status":${status}}`,
  truncated: false,
});

/** Answers some requests instead of the server; undefined lets a request through. */
const instead = (
  answer: (request: HttpRequest, count: number) => HttpResponse | undefined,
): Between => {
  let count = 0;
  return (server) => ({
    ...server,
    send: async (request, signal) => answer(request, (count += 1)) ?? server.send(request, signal),
  });
};

/** Refuses the first request for each of these paths, and no other. */
const once = (status: number, ...paths: readonly string[]): Between => {
  const left = new Set(paths);
  return instead(({ path }) => (left.delete(path) ? refusal(status) : undefined));
};

describe('a target that takes so many animals and no more', () => {
  const full = (most: number, status: number): Between => {
    let accepted = 0;
    return (server) => ({
      ...server,
      send: async (request, signal) => {
        if (isAdd(request) && accepted >= most) {
          // A client without a valid key gets no farther than the 401.
          const checked = await server.send({ ...request, body: '{' }, signal);
          return checked.status === 401 ? checked : refusal(status);
        }
        const place = isAdd(request) ? 1 : 0;
        accepted += place;
        const response = await server.send(request, signal);
        if (response.status !== 201) accepted -= place;
        return response;
      },
    });
  };

  test.each([
    [30, 402, allRules],
    [60, 403, rulesOf('add-animal')],
    [60, 503, rulesOf('add-animal')],
    [150, 409, allRules],
    [40, 429, allRules],
    [60, 429, rulesOf('add-animal')],
  ] as const)('%i, then %i: cannot be told, and is said', async (most, status, rules) => {
    const report = await runInMemory({ rules, between: full(most, status) });
    expect(broken(report)).toEqual([]);
    expect(report.verdict).toBe('inconclusive');
    const said = new RegExp(
      `every POST /pets after ${most} animals returned ${status} \\(if this is a quota, stay below it with --max-writes\\)`,
    );
    expect(reasons(report)).toMatch(said);
    expect(report.run.warnings.join('\n')).toMatch(said);
  });

  test.each([403, 409, 507])('none any more, but %i: an earlier run filled it', async (status) => {
    const residents = variants.filter(({ name }) => name === 'residents-12');
    const report = await runInMemory({ variants: residents, between: full(0, status) });
    expect(broken(report)).toEqual([]);
    expect(report.verdict).toBe('inconclusive');
    expect(reasons(report)).toContain(
      `every POST /pets returned ${status}: the target may have been full before this run, or the key may not add animals`,
    );
  });

  test('none at all, though nothing is there: is broken', async () => {
    const report = await runInMemory({ between: full(0, 403) });
    expect(broken(report)).not.toEqual([]);
  });

  test('and is not taken for one that refuses some animals only', async () => {
    const named = [
      'category-taken-409',
      'name-taken-409',
      'valid-key-403-for-sold-add',
      'adds-fail-after-127',
    ];
    for (const fault of faults.filter(({ name }) => named.includes(name)))
      expect(
        (
          await runInMemory({
            rules: rulesOf('add-animal', ...fault.rule.split('.').slice(0, 1)),
            faults: [fault],
          })
        ).verdict,
        fault.name,
      ).toBe('not-conformant');
  });

  test.each([
    ['sold animals', (body: string) => body.includes('"sold"')],
    ['animals without a status', (body: string) => !body.includes('"status"')],
  ])('nor one that asks to slow down for %s alone', async (_, isOne) => {
    const between = instead((request) =>
      isAdd(request) && isOne(String(request.body)) ? refusal(429) : undefined,
    );
    const report = await runInMemory({ rules: rulesOf('add-animal'), between });
    expect([broken(report), report.verdict]).toEqual([[], 'inconclusive']);
    expect(reasons(report)).not.toContain('every POST /pets');
    expect(reasons(report)).toContain('asked to slow down');
  });
});

test('a quickstart that refuses texts of more than 70 characters is not accused', async () => {
  const textIn = (body: unknown): unknown => {
    try {
      return (JSON.parse(String(body)) as { readonly message?: unknown } | null)?.message;
    } catch {
      return undefined;
    }
  };
  const between = instead(({ path, body }) => {
    const text = path.includes('messages') ? textIn(body) : undefined;
    return typeof text === 'string' && text.length > 70 ? refusal(400) : undefined;
  });
  const report = await runInMemory({ rules: rulesOf('messages'), between });
  expect([broken(report), report.verdict]).toEqual([[], 'no-violation-found']);
});

describe('a quickstart that takes so many messages and no more', () => {
  const isMessage = ({ path }: { readonly path: string }): boolean => path.includes('messages');
  const after =
    (most: number, status: number, refuses: (body: string) => boolean = () => true): Between =>
    (server) => {
      let accepted = 0;
      return {
        ...server,
        send: async (request, signal) => {
          const response = await server.send(request, signal);
          if (!isMessage(request) || response.status >= 300) return response;
          return (accepted += 1) > most && refuses(String(request.body))
            ? refusal(status)
            : response;
        },
      };
    };

  test.each([402, 403, 429, 507])('then %i: cannot be told, and is said', async (status) => {
    const report = await runInMemory({ rules: allRules, between: after(10, status) });
    expect(broken(report)).toEqual([]);
    expect(report.verdict).toBe('inconclusive');
    const said = new RegExp(`every POST /messages after 1\\d messages returned ${status}`);
    expect(report.run.warnings.join('\n')).toMatch(said);
  });

  test('and is not taken for one that refuses some texts only, or all', async () => {
    for (const between of [
      after(10, 403, (body) => /[^\0-\x7f]/.test(body)),
      after(0, 403),
      after(10, 400),
    ])
      expect(broken(await runInMemory({ between }))).not.toEqual([]);
  });
});

test.each([401, 404, 500])(
  'a target that returns %i to the first request alone is told',
  async (status) => {
    let requests = 0;
    const between: Between = (server) => ({
      ...server,
      send: (request, signal) =>
        (requests += 1) === 1 ? Promise.resolve(refusal(status)) : server.send(request, signal),
    });
    const { verdict, run } = await runInMemory({ between });
    expect([verdict, run.warnings]).toEqual([
      'conformant',
      [
        `The first request, GET /pets?limit=1, returned ${status}, and no later one did: the target may not have been ready.`,
      ],
    ]);
  },
);

describe('a gateway', () => {
  test.each([502, 503, 504])(
    'that answers %i a single time is a warning, whatever was asked',
    async (status) => {
      for (const at of status === 502 ? [1, 2, 40, 900] : [7]) {
        // Only a run of standard effort sends that many requests.
        const effort = at === 900 ? 'standard' : 'quick';
        const report = await runInMemory({
          effort,
          scope: { full: effort === 'standard', readOnly: false, only: [], shard: null },
          between: instead((_, count) => (count === at ? refusal(status) : undefined)),
        });
        expect(broken(report), `request ${at}`).toEqual([]);
        expect(report.verdict, `request ${at}`).toBe(
          effort === 'standard' ? 'conformant' : 'no-violation-found',
        );
        expect(report.run.warnings).toEqual([
          expect.stringMatching(
            new RegExp(`^\\w+ \\S+ returned ${status} once, but not on a retry: `),
          ),
        ]);
      }
    },
  );

  test('that does so twice is not', async () => {
    const report = await runInMemory({
      rules: rulesOf('list-animals'),
      between: once(502, '/v1/pets?limit=55', '/v1/pets?limit=33&status=sold'),
    });
    expect(report.verdict).toBe('not-conformant');
    expect(broken(report).join('\n')).toContain('Seen once in');
  });

  test('is no excuse for a request that always gets a 502', async () => {
    const report = await runInMemory({
      rules: rulesOf('list-animals'),
      between: instead(({ path }) => (/limit=37(&|$)/.test(path) ? refusal(502) : undefined)),
    });
    expect(broken(report).join('\n')).toContain('stated list-animals.limits-accepted');
  });
});

describe('a breach that does not come again', () => {
  test('stays one, and says so first', async () => {
    const report = await runInMemory({
      rules: rulesOf('list-animals'),
      between: once(500, '/v1/pets?limit=55'),
      confirmations: 3,
    });
    expect(report.verdict).toBe('not-conformant');
    expect(broken(report).join('\n')).toMatch(
      /: Seen once in [\d,]+ requests, but not on a retry: /,
    );
    expect(
      report.rules.flatMap(({ failures }) => failures.map(({ confirmed }) => confirmed.held)),
    ).not.toContain(1);
  });
});

describe('a valid request that never gets an answer', () => {
  const silent =
    (isSilent: (request: HttpRequest) => boolean): Between =>
    (server) => ({
      ...server,
      send: (request, signal) =>
        isSilent(request)
          ? Promise.reject(new TransportError('reset', 'made up: no answer', true))
          : server.send(request, signal),
    });
  const holds =
    (word: string) =>
    ({ body = '' }: HttpRequest): boolean =>
      String(body).includes(word);

  test.each([
    ['an odd name', holds('OR 1=1')],
    ['a name of the word null', holds('"name":"null"')],
    [
      'an animal written with a charset',
      ({ headers }: HttpRequest) =>
        headers.some(([, value]) => value === 'application/json;charset=UTF-8'),
    ],
    ['an animal with white space around everything', holds('\r\n\t {')],
    [
      'the largest category, asked for its range',
      ({ body = '' }: HttpRequest) =>
        /"Kind conformance-\w+","categoryId":9223372036854775807\b/.test(String(body)),
    ],
    [
      'a message written with a charset',
      ({ headers, path }: HttpRequest) =>
        path.endsWith('/messages') && headers.some(([, value]) => value.includes('charset')),
    ],
  ])('breaks a stated rule: %s', async (what, isSilent) => {
    const report = await runInMemory({
      rules: rulesOf(/message/.test(what) ? 'messages' : 'add-animal'),
      between: silent(isSilent),
    });
    expect(report.verdict).toBe('not-conformant');
    expect(
      broken(report)
        .filter((one) => one.startsWith('stated '))
        .join('\n'),
    ).toMatch(/did not respond to `POST /);
  });
});

describe('a store in which animals appear late', () => {
  test.each(['seen-4-s-late', 'listed-3-s-late'])(
    'is waited for, and it is said: %s',
    async (name) => {
      const report = await runInMemory({ variants: variants.filter((one) => one.name === name) });
      expect(broken(report)).toEqual([]);
      expect(report.verdict).toBe('conformant');
      expect(report.run.warnings.join()).toMatch(
        /took about [345] s to appear: from then on the kit waited up to \d+ s instead of 2 s \(--settle [345]\)/,
      );
    },
  );
});

test('a list that a cache returns while it reads it anew is asked for again, and it is said', async () => {
  const cached = variants.filter(({ name }) => name === 'lists-stale-while-revalidated');
  const report = await runInMemory({ variants: cached });
  expect([broken(report), report.verdict]).toEqual([[], 'conformant']);
  expect(report.run.warnings.join()).toMatch(/^Lists may be cached: GET \/pets/);
});

test('lists that never hold more than the default are not waited for as for a cache', async () => {
  const ignored = faults.filter(({ name }) => name === 'limit-ignored');
  const { run } = await runInMemory({ faults: ignored });
  expect(run.warnings.join()).toMatch(/The kit waited for them for 1\d s in total/);
});

describe('answers that are too long for the kit', () => {
  test('cannot be told, and accuse nobody', async () => {
    const report = await runInMemory({
      between: (server) => ({
        ...server,
        send: async (request, signal) => {
          const response = await server.send(request, signal);
          // Imitates what --max-body leaves of a long list.
          return request.method === 'GET' && response.status === 200 && response.body.length > 3_000
            ? { ...response, body: response.body.slice(0, 3_000), truncated: true }
            : response;
        },
      }),
    });
    expect(broken(report)).toEqual([]);
    expect(report.verdict).toBe('inconclusive');
    expect(reasons(report)).toContain('(--max-body)');
  });
});

describe('leniencies that harm nobody', () => {
  // `proof` does the same with every fault of an implied rule, one at a time.
  const harmless = [
    'status-line-feed-taken',
    'name-trimmed',
    'id-0-400',
    'message-type-415',
    'key-in-cookie',
    'status-null-taken',
  ];

  test('leave a server conformant, with a warning each, which quotes both readings', async () => {
    const chosen = faults.filter(({ name }) => harmless.includes(name));
    expect(chosen).toHaveLength(harmless.length);
    const report = await runInMemory({ faults: chosen });
    expect(report.verdict).toBe('conformant');
    const warned = report.rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    expect(warned).toEqual(expect.arrayContaining(chosen.map(({ rule }) => rule)));
    expect(report.counts.warnings).toBe(warned.length);
    expect(report.rules.find(({ id }) => id === 'add-animal.null-status')?.failures[0]?.cause).toBe(
      '`POST /pets` with `"status": null` returned 201; expected 400. Strict reading: null is not one of the statuses of the contract. Lenient reading: null means that the member is absent, and `status` is optional.',
    );
  });
});

/** Only the most recently added animals can be fetched, as if from a cache of this size. */
const forgetful =
  (places: number): Between =>
  (server) => {
    const kept: string[] = [];
    return {
      ...server,
      send: async (request, signal) => {
        const asked = /\/v1\/pets\/(\d+)$/.exec(request.path)?.[1];
        const response = await server.send(request, signal);
        const added = /"id":(\d+)/.exec(String(response.body))?.[1];
        if (isAdd(request) && response.status === 201 && added !== undefined) kept.push(added);
        const isKept = asked === undefined || kept.slice(-places).includes(asked);
        return response.status === 200 && !isKept ? refusal(404) : response;
      },
    };
  };

test.each([2, 15, 40])(
  'an animal that is gone once %d others are added is not put down to its name',
  async (places) => {
    const { rules } = await runInMemory({
      rules: rulesOf('add-animal', 'get-animal'),
      between: forgetful(places),
    });
    const failed = rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    expect(failed).not.toContain('add-animal.names-may-repeat');
    expect(failed).not.toEqual([]);
  },
);
