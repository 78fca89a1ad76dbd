// Targets that leave some requests without an answer, in virtual time: how busy this machine is decides nothing.
import { describe, expect, test } from 'vitest';
import { TransportError, type Clock, type HttpRequest, type Transport } from '../http/types.js';
import { fakeKey } from '../reference/index.js';
import { runInMemory } from './in-memory.js';

const isAdd = ({ method, path }: HttpRequest): boolean =>
  method === 'POST' && path.endsWith('/pets');
const isGet = ({ path }: HttpRequest): boolean => /\/pets\//.test(path);
const hasKey = ({ headers }: HttpRequest): boolean =>
  headers.some(([name, value]) => /^authorization$/i.test(name) && value === `Bearer ${fakeKey}`);
const asksFor =
  (limit: number) =>
  ({ path }: HttpRequest): boolean =>
    new RegExp(`[?&]limit=${limit}(&|$)`).test(path);

/** Closes the connection of these requests before any response. */
function cutOffAt(when: (request: HttpRequest) => boolean) {
  return (server: Transport): Transport => ({
    ...server,
    async send(request, signal) {
      if (!when(request)) return server.send(request, signal);
      throw new TransportError('reset', 'made up: closed', true);
    },
  });
}

/** Leaves these requests without a response until the time limit. */
function silentAt(when: (request: HttpRequest) => boolean, forMs = 30_000) {
  return (server: Transport, clock: Clock): Transport => ({
    ...server,
    async send(request, signal) {
      if (!when(request)) return server.send(request, signal);
      await clock.sleep(forMs, signal).catch(() => {
        throw new TransportError('aborted', 'made up: interrupted');
      });
      throw new TransportError('timeout', 'made up: no whole answer in time');
    },
  });
}

const longest = { firstAnswerMs: 25_000, firstByteMs: 10_000, idleMs: 75_000 };

test.each<[string, (request: HttpRequest) => boolean, RegExp, RegExp]>([
  [
    'one list',
    asksFor(51),
    /^list-animals\.limits-accepted$/,
    /did not respond to `GET \/pets\?limit=51/,
  ],
  [
    'adds',
    isAdd,
    /^(authentication\.(comes-first|missing-key|wrong-key|bearer-form|every-request)|errors\.valid-requests|add-animal\.category-range)$/,
    /did not respond to `POST \/pets.*`, even on a retry/,
  ],
  [
    'adds with a key',
    (request) => isAdd(request) && hasKey(request),
    /^(errors\.valid-requests|authentication\.every-request|add-animal\.category-range)$/,
    /did not respond to `POST \/pets`, even on a retry/,
  ],
  [
    'gets',
    isGet,
    /^(authentication|get-animal|add-animal|sequences|errors\.unknown-paths|errors\.valid-requests)/,
    /did not respond to `GET \/pets\//,
  ],
])(
  'silence at %s is charged to what was asked, and to nothing else',
  async (_, when, rules, says) => {
    const report = await runInMemory({ between: silentAt(when) });
    const failed = report.rules.filter(({ outcome }) => outcome === 'failed');
    expect(report.verdict).toBe('not-conformant');
    const others = failed.filter(({ id }) => !rules.test(id));
    expect(others.map(({ id, failures }) => `${id}: ${failures[0]?.cause}`)).toEqual([]);
    expect(failed.flatMap(({ failures }) => failures.map(({ cause }) => cause)).join('\n')).toMatch(
      says,
    );
  },
);

test('what is slow is not accused of silence beside what is silent', async () => {
  const slow = (server: Transport, clock: Clock): Transport => ({
    ...server,
    async send(request, signal) {
      if (asksFor(1000)(request)) await clock.sleep(3_000, signal);
      return silentAt(asksFor(51))(server, clock).send(request, signal);
    },
  });
  const { rules } = await runInMemory({ longest, between: slow });
  const failed = rules.filter(({ outcome }) => outcome === 'failed');
  expect(failed.map(({ id }) => id)).toEqual(['list-animals.limits-accepted']);
});

const isOverlong = ({ headers }: HttpRequest): boolean =>
  headers.some(([, value]) => value.length > 10_000);

test.each([
  ['never answered', silentAt(isOverlong)],
  ['cut off', cutOffAt(isOverlong)],
])('a key of 20,000 characters that is %s is a warning, and nothing else', async (_, between) => {
  const report = await runInMemory({ between });
  const failed = report.rules.filter(({ outcome }) => outcome === 'failed');
  expect([report.verdict, failed.map(({ id }) => id)]).toEqual([
    'conformant',
    ['errors.refused-in-front'],
  ]);
  expect(failed[0]?.failures[0]?.cause).toMatch(
    /^The target did not respond to `GET \/pets\?limit=1`/,
  );
});

const isList = ({ method, path }: HttpRequest): boolean =>
  method === 'GET' && /\/pets(\?|$)/.test(path) && !/status=/.test(path);

/** Its errors are never answered; `answersAgain`: but the first of each operation alone. */
function withoutErrors({ answersAgain = false, afterMs = 10_000 } = {}) {
  const asked = new Set<string>();
  return (server: Transport, clock: Clock): Transport => ({
    ...server,
    async send(request, signal) {
      const answer = await server.send(request, signal);
      const line = `${request.method} ${request.path}`;
      if (answer.status < 400 || (answersAgain && asked.has(line))) return answer;
      asked.add(line);
      return silentAt(() => true, afterMs)(server, clock).send(request, signal);
    },
  });
}

describe('a target whose errors are never answered', () => {
  test.each([
    ['standard', 10_000, 30_000],
    ['quick', 5_000, 15_000],
  ] as const)('is judged in bounded time (%s)', async (effort, afterMs, mostMs) => {
    const report = await runInMemory({ effort, longest, between: withoutErrors({ afterMs }) });
    expect(report.verdict).toBe('not-conformant');
    expect(report.run.durationMs).toBeLessThanOrEqual(mostMs);
  });

  test('is not accused of those that come when they are asked again', async () => {
    const between = withoutErrors({ answersAgain: true });
    const report = await runInMemory({ longest, between });
    const failed = report.rules.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ id }) => id)).toEqual([]);
  });
});

test.each<[string, (request: HttpRequest) => boolean]>([
  ['lists', isList],
  ['filtered lists', ({ path }) => path.includes('status=')],
  ['lists with a limit', ({ path }) => path.includes('limit=')],
  ['adds', isAdd],
  ['gets', isGet],
  ['anything sent', ({ method }) => method === 'POST'],
  ['whatever has no key', (request) => !hasKey(request)],
])('a target that never answers %s is judged in bounded time', async (_, when) => {
  for (const [effort, firstByteMs, mostMs] of [
    ['standard', 10_000, 30_000],
    ['quick', 5_000, 15_000],
  ] as const) {
    const between = silentAt(when, firstByteMs);
    const { verdict, run } = await runInMemory({
      effort,
      longest: { ...longest, firstByteMs },
      between,
    });
    expect(verdict).toBe('not-conformant');
    expect(run.durationMs, effort).toBeLessThanOrEqual(mostMs);
  }
});

describe('a target whose first request is never answered', () => {
  test.each<[string, 'standard' | 'quick', (request: HttpRequest) => boolean]>([
    ['lists without a filter', 'standard', (request) => isList(request) && hasKey(request)],
    ['lists without a filter', 'quick', (request) => isList(request) && hasKey(request)],
    ['everything with the key', 'standard', hasKey],
    ['everything with the key', 'quick', hasKey],
  ])('nor are %s (%s), is judged, in bounded time', async (_, effort, when) => {
    const [firstByteMs, mostMs] = effort === 'quick' ? [5_000, 15_000] : [10_000, 30_000];
    const report = await runInMemory({
      effort,
      longest: { ...longest, firstByteMs },
      between: silentAt(when, firstByteMs),
    });
    const failed = report.rules.filter(({ outcome }) => outcome === 'failed');
    expect(report.verdict).toBe('not-conformant');
    expect(failed.map(({ id }) => id)).toContain('errors.valid-requests');
    const causes = failed.flatMap(({ failures }) => failures.map(({ cause }) => cause));
    expect(causes.filter((cause) => !cause.startsWith('The target did not respond to '))).toEqual(
      [],
    );
    expect(report.run.durationMs).toBeLessThanOrEqual(mostMs);
  });

  test.each<[string, (request: HttpRequest) => boolean]>([
    ['nothing is', () => true],
    [
      'nothing but what has no key is, and some of it refuses the key',
      (request) => isList(request),
    ],
  ])('cannot be tested where %s', async (name, when) => {
    const faults = /refuses/.test(name) ? { key: 'not-the-key-of-this-store' } : {};
    await expect(
      runInMemory({ longest, ...faults, between: silentAt(when, 10_000) }),
    ).rejects.toThrow(/does not respond: made up/);
  });
});
