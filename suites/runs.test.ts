// Whole runs of all rules: their reports are valid, the same seed gives the same run, and a run that leaves rules out
// is never called conformant.
import { loadLedger } from '../lib/contract/ledger.js';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { startRun } from '../lib/judge/run/start-run.js';
import type { Report, Scope } from '../lib/judge/result/report.js';
import { prepareInMemory, runInMemory, type InMemory } from '../lib/in-memory/in-memory.js';
import { after, replace } from '../lib/reference/changes/change.js';
import { createReference, faults, variants } from '../lib/reference/index.js';
import { quoted } from '../lib/reference/json.js';
import type { Fields, Reply } from '../lib/reference/types.js';
import { memoryTransport } from '../lib/http/memory.js';
import { TransportError, type Clock, type HttpRequest, type Transport } from '../lib/http/types.js';
import { allRules } from './index.js';

const { Ajv2020 } = createRequire(import.meta.url)(
  'ajv/dist/2020.js',
) as typeof import('ajv/dist/2020.js');
const isReport = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  allErrors: true,
  validateFormats: false,
}).compile(
  JSON.parse(
    readFileSync(new URL('../spec/report.schema.json', import.meta.url), 'utf8'),
  ) as object,
);

/** Expects a report that is valid, even after it was written and read again. */
function expectValid(report: Report): void {
  const read: unknown = JSON.parse(JSON.stringify(report));
  isReport(read);
  expect(isReport.errors).toBeNull();
  expect(read).toEqual(report);
  expect(report.rules.map(({ id }) => id)).toEqual(
    report.rules.length === allRules.length ? allIds : expect.anything(),
  );
  const { counts } = report;
  expect(
    counts.passed +
      counts.failed +
      counts.warnings +
      counts.cantTell +
      counts.inapplicable +
      counts.untested +
      counts.observed,
  ).toBe(report.rules.length);
  for (const { id, outcome, evidence, failures } of report.rules) {
    if (outcome === 'passed') expect(evidence.cases, id).toBeGreaterThan(0);
    expect(failures.length > 0, id).toBe(outcome === 'failed');
  }
}

const allIds = loadLedger().rules.map(({ id }) => id);
const outcomes = (report: Report): readonly string[] =>
  report.rules.map(
    ({ id, outcome, evidence }) => `${id} ${outcome} ${evidence.cases}/${evidence.exchanges}`,
  );

/** All requests that the target received, sorted because they overtake one another. */
async function requestsOf(
  options: InMemory,
): Promise<{ readonly report: Report; readonly requests: readonly string[] }> {
  const requests: string[] = [];
  const written = ({ method, path, headers, body }: HttpRequest): string =>
    JSON.stringify([
      method,
      path,
      headers,
      typeof body === 'string' || body === undefined ? body : Buffer.from(body).toString('base64'),
    ]);
  const report = await runInMemory({
    ...options,
    between: (server) => ({
      ...server,
      send: (request, signal) => (requests.push(written(request)), server.send(request, signal)),
    }),
  });
  return { report, requests: requests.sort() };
}

describe('a whole run', () => {
  test('of the correct server is conformant, for each profile, and gives a valid report', async () => {
    const report = await runInMemory({});
    expectValid(report);
    expect(report).toMatchObject({
      verdict: 'conformant',
      profiles: { catalogue: 'conformant', quickstart: 'conformant' },
      counts: { failed: 0, cantTell: 0, untested: 0 },
      run: { interrupted: false },
    });
    expect(new Set(report.run.created.map(({ id }) => id)).size).toBe(report.run.created.length);
    expect(
      report.run.created.filter(({ rule }) => rule !== 'preparation' && !allIds.includes(rule)),
    ).toEqual([]);
  });

  test('finds a full store as conformant as an empty one', async () => {
    const report = await runInMemory({ animals: 1_000 });
    expectValid(report);
    expect(report.verdict).toBe('conformant');
    // If every list is full, none is shorter than its limit.
    expect(
      report.rules.filter(({ outcome }) => outcome === 'inapplicable').map(({ id }) => id),
    ).toContain('list-animals.filter-few');
  });

  // later-runs.test.ts has the same of standard effort.
  test('does not wait for a store that fills up from one quick run to the next', async () => {
    const again = prepareInMemory({ effort: 'quick' });
    for (let run = 1; run <= 3; run += 1) {
      const { run: seen } = await startRun({ ...again, seed: run });
      expect({ run, warnings: seen.warnings }).toEqual({ run, warnings: [] });
      expect(seen.durationMs).toBeLessThan(1_000);
    }
  });

  test('finds animals again whose identifiers are written as 7.0', async () => {
    const change = after('animalFields', (fields) =>
      fields.map(([name, text]) => [name, name === 'id' ? `${text}.0` : text]),
    );
    const decimals = { name: 'ids-with-fraction', sentence: 'Writes identifiers as 7.0.', change };
    const { verdict, run } = await runInMemory({ variants: [decimals] });
    expect({ verdict, warnings: run.warnings }).toEqual({ verdict: 'conformant', warnings: [] });
  });

  test('sends the same requests again for the same seed, and others for another', async () => {
    const [one, again, other] = [
      await requestsOf({ seed: 5, effort: 'quick' }),
      await requestsOf({ seed: 5, effort: 'quick' }),
      await requestsOf({ seed: 6, effort: 'quick' }),
    ];
    expect(again.requests).toEqual(one.requests);
    expect(outcomes(again.report)).toEqual(outcomes(one.report));
    expect(other.requests).not.toEqual(one.requests);
    expect(outcomes(other.report).map((line) => line.split(' ')[1])).toEqual(
      outcomes(one.report).map((line) => line.split(' ')[1]),
    );
  });

  test('counts what it sent', async () => {
    const { report, requests } = await requestsOf({ effort: 'quick', scope: partial({}) });
    expect(report.run).toMatchObject({
      exchanges: requests.length,
      writes: requests.filter((request) => !request.startsWith('["GET"')).length,
      throttled: 0,
    });
  });
});

const partial = (more: Partial<Scope>): Scope => ({
  full: false,
  readOnly: false,
  only: [],
  shard: null,
  ...more,
});

describe('a part of a run', () => {
  test('that only reads finds no violation, and is never conformant', async () => {
    for (const animals of [0, 400]) {
      const { report, requests } = await requestsOf({
        animals,
        scope: partial({ readOnly: true }),
      });
      expectValid(report);
      expect(report).toMatchObject({
        verdict: 'no-violation-found',
        counts: { failed: 0, cantTell: 0 },
        run: { created: [], writes: 0 },
      });
      expect(requests.filter((request) => !request.startsWith('["GET"'))).toEqual([]);
    }
  });

  test('that only reads an empty store proves nothing of what takes animals', async () => {
    // A server that refuses an unknown status shows that even without animals.
    const listsNothing = variants.filter(({ name }) => name === 'unknown-status-lists-nothing');
    const { rules } = await runInMemory({
      variants: listsNothing,
      scope: partial({ readOnly: true }),
    });
    const proven = new Set(rules.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
    const takeAnimals = [
      'as-created',
      'default-limit',
      'filter',
      'filter-few',
      'full-pages',
      'limit-is-maximum',
      'never-above-100',
      'unique-ids',
      'unknown-status',
    ].map((slug) => `list-animals.${slug}`);
    expect(
      [...takeAnimals, 'get-animal.exact-animal', 'get-animal.until-removal'].filter((id) =>
        proven.has(id),
      ),
    ).toEqual([]);
  });

  test('of little effort says what it did not test', async () => {
    const report = await runInMemory({ effort: 'quick', scope: partial({}) });
    expectValid(report);
    expect(report).toMatchObject({
      verdict: 'no-violation-found',
      counts: { failed: 0, cantTell: 0 },
    });
    expect(report.counts.untested).toBeGreaterThan(0);
    expect(report.run.created.length).toBeLessThan(200);
  });

  test('without a quickstart has a verdict on the catalogue alone', async () => {
    const { target } = prepareInMemory({});
    const report = await runInMemory({ target: { ...target, quickstartBaseUrl: null } });
    expectValid(report);
    expect(report.profiles).toEqual({ catalogue: 'conformant', quickstart: null });
    expect(
      report.rules.filter(({ profile }) => profile === 'quickstart').map(({ outcome }) => outcome),
    ).toEqual(expect.arrayContaining(['untested']));
    expect(
      report.rules.filter(
        ({ profile, outcome }) => profile === 'quickstart' && outcome !== 'untested',
      ),
    ).toEqual([]);
  });

  test.each([
    ['requests', { maxRequests: 300 }, 'exchanges', 300],
    ['writes', { maxWrites: 60 }, 'writes', 60],
  ] as const)('that a budget of %s leaves is a choice', async (_, limits, spent, most) => {
    const report = await runInMemory({ limits });
    expectValid(report);
    expect(report).toMatchObject({
      verdict: 'no-violation-found',
      counts: { failed: 0, cantTell: 0 },
      run: { scope: { full: false, budget: limits } },
    });
    // The remainder is less than the next case costs.
    expect(report.run[spent]).toBeLessThanOrEqual(most);
    expect(report.run[spent]).toBeGreaterThan(most - 6);
  });

  test('that is interrupted is inconclusive', async () => {
    const stop = new AbortController();
    let answered = 0;
    const between: InMemory['between'] = (server) => ({
      ...server,
      send: async (request, signal) => {
        const response = await server.send(request, signal);
        if ((answered += 1) === 200) stop.abort();
        return response;
      },
    });
    const report = await runInMemory({ signal: stop.signal, between });
    expectValid(report);
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      profiles: { catalogue: 'inconclusive', quickstart: 'inconclusive' },
      counts: { failed: 0 },
      run: { interrupted: true },
    });
    expect(answered).toBeLessThan(220);
  });

  test('that a target throttles for good is inconclusive, and accuses nobody', async () => {
    let count = 0;
    const report = await runInMemory({
      throttleBudgetMs: 5_000,
      between: (server) => ({
        ...server,
        send: (request, signal) =>
          (count += 1) > 200
            ? Promise.resolve({ status: 429, headers: [], body: '', truncated: false })
            : server.send(request, signal),
      }),
    });
    expectValid(report);
    expect(report).toMatchObject({ verdict: 'inconclusive', counts: { failed: 0 } });
  });
});

describe('a target with trouble', () => {
  test('that loses connections now and then is conformant all the same', async () => {
    let count = 0;
    const between: InMemory['between'] = (server) => ({
      ...server,
      send: async (request, signal) => {
        const response = await server.send(request, signal);
        if ((count += 1) % 97 === 0)
          throw new TransportError('reset', 'made up: the connection ended');
        return response;
      },
    });
    const report = await runInMemory({ between });
    expectValid(report);
    expect(
      report.rules
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ id, failures }) => [id, failures[0]?.cause]),
    ).toEqual([]);
    expect(report.verdict).toBe('conformant');
  });

  test('that fails at nearly everything gives a valid report of bounded size', async () => {
    let count = 0;
    const report = await runInMemory({
      between: (server) => ({
        ...server,
        send: (request, signal) =>
          (count += 1) > 1
            ? Promise.resolve({
                status: 500,
                headers: [['Content-Type', 'text/html']],
                body: '<h1>Oops</h1>'.repeat(2_000),
                truncated: false,
              })
            : server.send(request, signal),
      }),
    });
    expectValid(report);
    expect(report.verdict).toBe('not-conformant');
    expect(JSON.stringify(report).length).toBeLessThan(8_000_000);
  });

  const long = (field: string, members: Fields): Fields =>
    members.map(([name, text]) => [name, name === field ? quoted('9'.repeat(1e6)) : text]);
  let count = 0;
  test.each([
    ['createdAt', after('messageFields', (members) => long('createdAt', members))],
    [
      'status',
      after('animalFields', (members) =>
        (count += 1) % 10 === 5 ? long('status', members) : members,
      ),
    ],
  ])('with a %s of a megabyte gives a valid report of bounded size', async (_, change) => {
    const wide = { name: 'long-value', sentence: 'Sends long values.', change };
    const report = await runInMemory({ variants: [wide], effort: 'quick' });
    expectValid(report);
    expect(report.verdict).toBe('not-conformant');
    expect(JSON.stringify(report).length).toBeLessThan(2_000_000);
  });
});

describe('configured', () => {
  /** Rules that ask for animals one by one, and rules over every exchange. */
  const asking = allRules.filter(
    ({ id, form }) => form === 'exchanges' || /^(get-animal|authentication|sequences)\./.test(id),
  );

  test('categories change nothing on a correct server, whichever rules are chosen', async () => {
    const rules = allRules.filter(({ id }) =>
      [
        'list-animals.as-created',
        'list-animals.full-pages',
        'list-animals.limit-is-maximum',
      ].includes(id),
    );
    for (const chosen of [allRules, rules]) {
      const report = await runInMemory({ categoryIds: [1n, 2n], rules: chosen });
      expect(
        report.rules
          .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
          .map(({ id, reason, failures }) => [id, reason, failures[0]?.cause]),
      ).toEqual([]);
    }
  });

  test('as of a day after the removal, with and without GET /pets/{petId}', async () => {
    expect(await runInMemory({ asOf: '2031-01-01' })).toMatchObject({ verdict: 'conformant' });
    for (const [gone, rules, verdict] of [
      ['get-removed-404', allRules, 'conformant'],
      ['get-removed-410', asking, 'no-violation-found'],
    ] as const) {
      const report = await runInMemory({
        asOf: '2031-01-01',
        rules,
        faults: faults.filter(({ name }) => name === gone),
      });
      expect(report.verdict, gone).toBe(verdict);
      expect(report.rules.find(({ id }) => id === 'get-animal.exact-animal')).toMatchObject({
        outcome: 'inapplicable',
      });
    }
  });

  test.each([
    [403, asking, 'no-violation-found'],
    [404, asking, 'no-violation-found'],
    [501, allRules, 'conformant'],
  ] as const)('a %d in HTML is its absence, too', async (status, rules, verdict) => {
    const page = { status, headers: [['content-type', 'text/html']], body: '<h1>Gone</h1>' };
    const isGone = replace(
      'getPet',
      (getPet) => (call) => (call.petId === '%zz' ? getPet(call) : (page as Reply)),
    );
    const report = await runInMemory({
      asOf: '2031-01-01',
      rules,
      variants: [{ name: 'gone', sentence: 'Has no such operation any more.', change: isGone }],
    });
    expect(report.rules.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(report.verdict).toBe(verdict);
  });
});

describe('a key', () => {
  // Of the messages only what is about keys: the others send each the same key.
  const judged = allRules.filter(
    ({ id, form }) =>
      form === 'exchanges' ||
      /^authentication\.|^messages\.(.*key|other-places|error-body|accepted)/.test(id),
  );

  test.each([
    [
      'a JSON web token',
      'eyJmYWtlIjoiaGVhZGVyIn0.eyJmYWtlIjoicGF5bG9hZCJ9.ZmFrZS1zaWduYXR1cmUtMDEyMzQ1Njc4OQ',
    ],
    ['base64 with padding', 'ZmFrZS1rZXktd2l0aC1wYWRkaW5nIQ=='],
    ['digits only', '1234567890123456'],
    ['four characters', 'fk-1'],
    ['one character', 'k'],
    ['small letters only', 'fakekeyofsmallletters'],
    ['capitals only', 'FAKEKEYOFCAPITALS'],
    ['other token characters', 'fake.key~with+all/of-them_='],
    ['one letter many times', 'aaaaaaaaaaaaaaaa'],
    ['very long', 'fake-0123456789'.repeat(200)],
    ['with a colon and spaces', 'fake key: with spaces'],
  ])('of any form can reach conformant: %s', async (_, key) => {
    const usual = prepareInMemory({ rules: judged });
    const reference = createReference({ key, clock: usual.clock });
    const report = await startRun({
      ...usual,
      key,
      quickstartKey: key,
      transport: memoryTransport((request) => reference.handle(request)),
    });
    expect(
      report.rules
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
        .map(({ id, reason, failures }) => [id, reason, failures[0]?.cause, failures[0]?.input]),
    ).toEqual([]);
    if (key.length > 3)
      expect(JSON.stringify(report)).not.toContain(JSON.stringify(key).slice(1, -1));
  });
});

describe('a target whose errors never come', () => {
  const hanging = (server: Transport, clock: Clock): Transport => ({
    ...server,
    send: async (request, signal) => {
      const answer = await server.send(request, signal);
      if (answer.status < 400) return answer;
      await clock.sleep(10_000, signal).catch(() => {
        throw new TransportError('aborted', 'interrupted');
      });
      throw new TransportError('timeout', 'no answer within 10 s');
    },
  });

  // lib/in-memory/unanswered.test.ts has the time that it takes with quick effort.
  test('is not waited for again and again, and is told as such', async () => {
    const { rules, run, verdict } = await runInMemory({ seed: 1, between: hanging });
    expect(verdict).toBe('not-conformant');
    // Each further request waits only a moment; with the whole time limit, the run would take four minutes.
    expect(run.durationMs).toBeLessThan(60_000);
    expect(run.warnings.join(' ')).toContain(
      'Requests that should get an error never got a response (3 times in a row) and are no longer sent.',
    );
    const accusing = rules.flatMap(({ failures }) =>
      failures.map(({ exchanges }) => exchanges.at(-1)),
    );
    expect(accusing.filter((exchange) => exchange?.noAnswer?.kind !== 'timeout')).toEqual([]);
  });
});
