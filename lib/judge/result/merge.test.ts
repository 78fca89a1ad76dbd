// One report of many, and what is refused: on reports that are written here, field by field.
import { describe, expect, test } from 'vitest';
import { loadLedger } from '../../contract/ledger.js';
import { CannotMerge, mergeReports } from './merge.js';
import type {
  Failure,
  OperationLatency,
  RecordedExchange,
  Report,
  RuleResult,
  RunFacts,
} from './report.js';

const { rules: ledger } = loadLedger();
const overEveryExchange = 'bodies.json';

const exchange = (number: number, rule: string | null, status = 200): RecordedExchange => ({
  number,
  operation: 'listPets',
  rule,
  startedMs: number * 10,
  durationMs: 1,
  firstByteMs: 1,
  resent: 0,
  request: { method: 'GET', url: 'https://animals.example/v1/pets', headers: [], body: null },
  response: {
    status,
    headers: [],
    body: { text: '[]', encoding: 'utf-8', size: 2, truncated: false },
  },
  noAnswer: null,
});

const failure = (id: string, status: number, failed: number, of: number): Failure => ({
  id,
  cause: 'Made up.',
  expected: 'this',
  actual: 'that',
  input: 'GET /pets',
  difference: null,
  confirmed: { held: 3, of: 3 },
  cases: { failed, of, inputs: ['GET /pets'] },
  exchanges: [exchange(7, overEveryExchange, status)],
  curl: null,
  replay: `replay ${id}`,
  case: { seed: 7, path: 'lists#0' },
});

const latency = (
  operation: string,
  ...bars: [upToMs: number, count: number][]
): OperationLatency => ({
  operation,
  count: bars.reduce((sum, [, count]) => sum + count, 0),
  min: 0.5,
  p50: 2,
  p90: 5,
  p99: 9,
  max: 9.5,
  histogram: bars.map(([upToMs, count]) => ({ upToMs, count })),
});

interface More {
  readonly run?: Partial<RunFacts>;
  readonly results?: Readonly<Record<string, Partial<RuleResult>>>;
  readonly report?: Partial<Report>;
}

/** Every fourth rule of the ledger, and the one over every exchange. */
function part(
  index: number,
  of: number,
  { run = {}, results = {}, report = {} }: More = {},
): Report {
  const mine = ledger.filter(({ id }, at) => id === overEveryExchange || at % of === index - 1);
  const rules = mine.map(({ id, clause, kind, statement }): RuleResult => ({
    id,
    clause,
    kind,
    statement,
    profile: id.startsWith('messages.') ? 'quickstart' : 'catalogue',
    outcome: kind === 'open' ? 'observed' : 'passed',
    evidence: { cases: 10, exchanges: 12 },
    reason: null,
    failures: [],
    durationMs: 5 * index,
    ...results[id],
  }));
  return {
    format: 1,
    kit: { name: 'animal-store-conformance', version: '1.0.0', digest: 'kit' },
    contract: { title: 'Animal Store', version: '1.0.0', digest: 'contract' },
    target: {
      name: 'staging',
      baseUrl: 'https://animals.example/v1',
      quickstartBaseUrl: 'https://quickstart.example',
    },
    profiles: { catalogue: 'no-violation-found', quickstart: 'no-violation-found' },
    run: {
      seed: 7,
      scope: { full: false, readOnly: false, only: [], shard: { index, of } },
      effort: 'standard',
      startedAt: `2026-11-05T10:00:0${index}.000Z`,
      durationMs: 1000 * index,
      exchanges: 100,
      writes: 10,
      throttled: index,
      created: [{ id: String(index), name: `Animal ${index}`, rule: 'add-animal.answers-201' }],
      visibleAfterMs: null,
      strict: false,
      asOf: '2026-11-05',
      interrupted: false,
      warnings: ['The same warning.'],
      ...run,
    },
    verdict: 'no-violation-found',
    summary: 'A part.',
    counts: {
      passed: 0,
      failed: 0,
      cantTell: 0,
      inapplicable: 0,
      untested: 0,
      observed: 0,
      warnings: 0,
    },
    rules: [...rules].reverse(),
    observations: rules
      .filter(({ kind }) => kind === 'open')
      .map(({ id, statement }) => ({ id, question: statement, answer: `as part ${index} saw it` })),
    samples: [
      exchange(1, 'version.base-path'),
      exchange(2, 'version.base-path'),
      exchange(3, 'version.base-path'),
    ],
    latency: [
      latency('listPets', [1, 60], [2, 30], [5, 9], [10, 1]),
      ...(index === 1 ? [latency('createPet', [5, 10])] : []),
    ],
    ...report,
  };
}

const four = (more: Readonly<Record<number, More>> = {}): readonly Report[] =>
  [3, 1, 4, 2].map((index) => part(index, 4, more[index]));
const scope = (more: Partial<RunFacts['scope']>): Partial<RunFacts> => ({
  scope: { full: false, readOnly: false, only: [], shard: { index: 2, of: 4 }, ...more },
});

describe('four parts of a run', () => {
  const whole = mergeReports(four());

  test('are a whole one, with its verdict', () => {
    expect(whole).toMatchObject({
      verdict: 'conformant',
      profiles: { catalogue: 'conformant', quickstart: 'conformant' },
      run: { scope: { full: true, shard: null } },
    });
    expect(whole.summary).toMatch(/^staging is conformant \(catalogue and quickstart\)/);
    expect(whole.counts.passed + whole.counts.observed).toBe(ledger.length);
  });

  test('hold every rule and observation in the order of the ledger', () => {
    expect(whole.rules.map(({ id }) => id)).toEqual(ledger.map(({ id }) => id));
    expect(whole.observations.map(({ id }) => id)).toEqual(
      ledger.filter(({ kind }) => kind === 'open').map(({ id }) => id),
    );
  });

  test('add up what was sent, and last as long as the longest', () => {
    expect(whole.run).toMatchObject({
      exchanges: 400,
      writes: 40,
      throttled: 10,
      durationMs: 4000,
      startedAt: '2026-11-05T10:00:01.000Z',
      interrupted: false,
      visibleAfterMs: null,
      warnings: ['The same warning.'],
    });
    expect(whole.run.created.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(whole.rules.find(({ id }) => id === overEveryExchange)).toMatchObject({
      evidence: { cases: 40, exchanges: 48 },
      durationMs: 20,
    });
  });

  test('keep as many samples as one run, each under a number and at a time of its own', () => {
    expect(whole.samples.map(({ number, startedMs }) => [number, startedMs])).toEqual([
      [1, 10],
      [2, 20],
    ]);
    const others = mergeReports(four({ 1: { report: { samples: [] } } }));
    expect(others.samples.map(({ number, startedMs }) => [number, startedMs])).toEqual([
      [1, 1010],
      [2, 1020],
    ]);
  });

  test('take the longest delay, every warning, and any interruption', () => {
    const { run, verdict } = mergeReports(
      four({
        2: { run: { visibleAfterMs: 40, warnings: ['Another.'] } },
        3: { run: { visibleAfterMs: 90, interrupted: true } },
      }),
    );
    expect(run).toMatchObject({
      visibleAfterMs: 90,
      interrupted: true,
      warnings: ['The same warning.', 'Another.'],
    });
    expect(verdict).toBe('inconclusive');
  });

  test('take every outage, and have none where no part had one', () => {
    const outage = (reason: string) => ({
      reason,
      suspects: [],
      failure: null,
      restarted: false,
      output: null,
    });
    const { run } = mergeReports(
      four({ 1: { run: { outages: [outage('one')] } }, 3: { run: { outages: [outage('two')] } } }),
    );
    expect(run.outages?.map(({ reason }) => reason)).toEqual(['one', 'two']);
    expect(mergeReports(four()).run).not.toHaveProperty('outages');
  });

  test('stay a part of the contract when their scope was one', () => {
    const readOnly = four().map((one) => ({
      ...one,
      run: { ...one.run, scope: { ...one.run.scope, readOnly: true } },
    }));
    expect(mergeReports(readOnly)).toMatchObject({
      verdict: 'no-violation-found',
      run: { scope: { full: false, readOnly: true, shard: null } },
    });
    const few = { ...part(1, 1).run.scope, fewKeys: true as const, shard: { index: 1, of: 1 } };
    expect(mergeReports([part(1, 1, { run: { scope: few } })])).toMatchObject({
      verdict: 'no-violation-found',
      run: { scope: { full: false, fewKeys: true, shard: null } },
    });
    const quick = four().map((one) => ({ ...one, run: { ...one.run, effort: 'quick' as const } }));
    expect(mergeReports(quick).verdict).toBe('no-violation-found');
    const only = four().map((one) => ({
      ...one,
      rules: one.rules.slice(0, 3),
      run: { ...one.run, scope: { ...one.run.scope, only: ['4.1'] } },
    }));
    expect(mergeReports(only)).toMatchObject({
      verdict: 'no-violation-found',
      run: { scope: { full: false, only: ['4.1'] } },
    });
  });

  test('say nothing of a quickstart that had no address', () => {
    const target = {
      name: 'staging',
      baseUrl: 'https://animals.example/v1',
      quickstartBaseUrl: null,
    };
    expect(mergeReports(four().map((one) => ({ ...one, target }))).profiles).toEqual({
      catalogue: 'conformant',
      quickstart: null,
    });
  });
});

describe('a rule that every part judges', () => {
  const merged = (...outcomes: Partial<RuleResult>[]): RuleResult | undefined =>
    mergeReports(
      [1, 2, 3, 4].map((index) =>
        part(index, 4, { results: { [overEveryExchange]: outcomes[index - 1] ?? {} } }),
      ),
    ).rules.find(({ id }) => id === overEveryExchange);
  const cantTell = {
    outcome: 'cantTell',
    reason: '1 of 3 cases could not be judged: made up',
    evidence: { cases: 2, exchanges: 2 },
  } as const;
  const noCase = {
    outcome: 'cantTell',
    reason: 'no response could be judged by this rule',
    evidence: { cases: 0, exchanges: 0 },
  } as const;

  test('is what its worst part is', () => {
    expect(merged({}, cantTell)).toMatchObject({
      outcome: 'cantTell',
      reason: cantTell.reason,
      evidence: { cases: 32 },
    });
    expect(
      merged(cantTell, { outcome: 'failed', failures: [failure('f1', 500, 1, 10)] }),
    ).toMatchObject({ outcome: 'failed', reason: null });
  });

  const inValues = { ...noCase, reason: 'in other words', why: { what: 'nothing to judge' } };
  const noStatus = { ...inValues, why: { what: 'no status to judge' } };
  test.each([noCase, inValues, noStatus])(
    'passes where some parts had nothing to judge: %o',
    (none) => {
      expect(merged({}, none)).toMatchObject({
        outcome: 'passed',
        reason: null,
        evidence: { cases: 30 },
      });
      const { outcome, reason } = none;
      expect(merged(none, none, none, none)).toMatchObject({ outcome, reason });
    },
  );

  test('tells each kind of failure once, with the cases of all parts', () => {
    const broken = merged(
      { outcome: 'failed', failures: [failure('f1', 500, 4, 10), failure('f2', 404, 4, 10)] },
      {},
      { outcome: 'failed', failures: [failure('f3', 500, 1, 10)] },
    );
    expect(broken?.failures.map(({ id, cases }) => [id, cases.failed, cases.of])).toEqual([
      ['f1', 5, 40],
      ['f2', 5, 40],
    ]);
    expect(broken?.failures[0]?.exchanges[0]?.number).toBe(1);
    expect(broken?.failures[1]?.exchanges[0]?.number).toBe(1);
  });
});

describe('how long operations took', () => {
  test('is added up, and never outside of what was measured', () => {
    const [listPets, createPet] = [...mergeReports(four()).latency].sort(
      (one, other) => other.count - one.count,
    );
    expect(listPets).toMatchObject({
      operation: 'listPets',
      count: 400,
      min: 0.5,
      max: 9.5,
      histogram: [
        { upToMs: 1, count: 240 },
        { upToMs: 2, count: 120 },
        { upToMs: 5, count: 36 },
        { upToMs: 10, count: 4 },
      ],
    });
    expect(listPets?.p50).toBeCloseTo(200 / 240, 2);
    expect(listPets?.p90).toBe(2);
    expect(listPets?.p99).toBe(5);
    expect(createPet).toEqual(latency('createPet', [5, 10]));
  });
});

describe('what does not belong together', () => {
  const refused = (reports: readonly Report[]): string => {
    try {
      mergeReports(reports);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(CannotMerge);
      return (thrown as CannotMerge).message;
    }
    return 'merged';
  };
  const with2 = (more: More): readonly Report[] => four({ 2: more });
  const staging = {
    name: 'staging',
    baseUrl: 'https://animals.example/v1',
    quickstartBaseUrl: 'https://quickstart.example',
  };
  const at = (target: Partial<Report['target']>): readonly Report[] =>
    with2({ report: { target: { ...staging, ...target } } });

  test.each<[string, readonly Report[], RegExp]>([
    ['nothing', [], /^There is nothing to merge/],
    [
      'a missing shard',
      four().filter(({ run }) => run.scope.shard?.index !== 3),
      /^Shard 3 of 4 is missing/,
    ],
    ['missing shards', [part(2, 4)], /^Shards 1, 3, 4 of 4 are missing/],
    ['a doubled shard', [...four(), part(2, 4)], /^Shard 2 of 4 is specified twice/],
    [
      'parts of different splits',
      [...four(), part(1, 2)],
      /different splits \(into 4 and 2 shards\)/,
    ],
    [
      'a whole run',
      [...four(), part(1, 4, { run: scope({ shard: null }) })],
      /^One of the reports is from a whole run, not from a shard/,
    ],
    [
      'another contract',
      with2({ report: { contract: { title: 'Animal Store', version: '1.0.0', digest: 'other' } } }),
      /^Shard 2 of 4 is not from the same run as Shard 1 of 4: the contract differs \(other instead of contract\)\./,
    ],
    [
      'another version of the kit',
      with2({
        report: { kit: { name: 'animal-store-conformance', version: '1.0.1', digest: 'kit' } },
      }),
      /the version of the kit differs \(animal-store-conformance 1\.0\.1 instead of .* 1\.0\.0\)/,
    ],
    [
      'another kit of that version',
      with2({
        report: { kit: { name: 'animal-store-conformance', version: '1.0.0', digest: 'other' } },
      }),
      /the digest of the kit differs/,
    ],
    [
      'another target',
      at({ name: 'production', quickstartBaseUrl: null }),
      /the name of the target differs \(production instead of staging\)/,
    ],
    [
      'another address',
      at({ baseUrl: 'https://other.example/v1' }),
      /the address of the target differs/,
    ],
    [
      'no quickstart',
      at({ quickstartBaseUrl: null }),
      /the address of the quickstart differs \(none instead of https:/,
    ],
    [
      'another command',
      at({ again: ['--start', 'node other.js'] }),
      /the command that leads to the target differs \(--start node other\.js instead of none\)/,
    ],
    [
      'another seed',
      with2({ run: { seed: 8 } }),
      /the seed differs \(8 instead of 7\)\. .* run every shard with the same --seed\.$/,
    ],
    ['another effort', with2({ run: { effort: 'thorough' } }), /the effort differs/],
    [
      'another strictness',
      with2({ run: { strict: true } }),
      /the strictness differs \(strict instead of not strict\)/,
    ],
    ['another day', with2({ run: { asOf: '2026-11-06' } }), /the --as-of date differs/],
    [
      'a read-only part',
      with2({ run: scope({ readOnly: true }) }),
      /the scope differs \(read-only instead of everything\)/,
    ],
    [
      'a part with few wrong keys',
      with2({ run: scope({ fewKeys: true }) }),
      /the number of wrong keys differs \(few instead of all\)\. .* same --wrong-keys\.$/,
    ],
    [
      'other rules',
      with2({ run: scope({ only: ['4.1'] }) }),
      /the scope differs \(4\.1 instead of everything\)/,
    ],
    [
      'rules that were left out in one part only',
      with2({ run: scope({ exclude: ['4.1'] }) }),
      /the scope differs \(without 4\.1 instead of everything\)/,
    ],
    [
      'a part that has lost a rule',
      with2({ report: { rules: part(2, 4).rules.slice(1) } }),
      /^The parts have no result for the rule /,
    ],
  ])('is refused: %s', (_, reports, message) => {
    expect(refused(reports)).toMatch(message);
    expect(refused(reports)).not.toMatch(/[\n\r]/);
  });

  test('is not the free port of the embedded reference server', () => {
    const at = (port: number): More => ({
      report: {
        target: {
          name: 'reference',
          baseUrl: `http://127.0.0.1:${port}/v1`,
          quickstartBaseUrl: `http://127.0.0.1:${port}/quickstart`,
        },
      },
    });
    expect(refused(four({ 1: at(4001), 2: at(4002), 3: at(4003), 4: at(4004) }))).toBe('merged');
  });

  test('is not the order in which --only was given', () => {
    const only = (...globs: string[]): More => ({
      run: { scope: { full: false, readOnly: false, only: globs, shard: null } },
    });
    const parts = [only('4.1', '5'), only('5', '4.1')].map((more, at) =>
      part(at + 1, 2, {
        run: {
          scope: { ...(more.run?.scope as RunFacts['scope']), shard: { index: at + 1, of: 2 } },
        },
      }),
    );
    expect(refused(parts)).toBe('merged');
  });
});
