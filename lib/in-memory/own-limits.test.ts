// Targets that limit one kind of request by itself, in virtual time.
import { expect, test } from 'vitest';
import {
  TransportError,
  type Clock,
  type HttpRequest,
  type HttpResponse,
  type Transport,
} from '../http/types.js';
import { fakeKey } from '../reference/index.js';
import { runInMemory } from './in-memory.js';

type Which = (request: HttpRequest) => boolean;

const hasKey: Which = ({ headers }) =>
  headers.some(([name, value]) => /^authorization$/i.test(name) && value === `Bearer ${fakeKey}`);
const hasNoKey: Which = (request) => !hasKey(request);
const isGet: Which = ({ path }) => /\/pets\//.test(path);
const isAdd: Which = ({ method }) => method === 'POST';

const tooMany = (afterS?: number): HttpResponse => ({
  status: 429,
  headers: [
    ['Content-Type', 'application/json'],
    ...(afterS === undefined ? [] : ([['Retry-After', String(afterS)]] as const)),
  ],
  body: '{"code":"too_many","message":"Too many requests","status":429}',
  truncated: false,
});

/** Serves so many of them, and refuses all others. */
function refusing(which: Which, { served = 0, afterS }: { served?: number; afterS?: number } = {}) {
  return (server: Transport): Transport => {
    let left = served;
    return {
      ...server,
      send: async (request, signal) =>
        which(request) && left-- <= 0 ? tooMany(afterS) : server.send(request, signal),
    };
  };
}

/** Serves so many of them a second. */
function limiting(which: Which, perSecond: number, afterS?: number) {
  return (server: Transport, clock: Clock): Transport => {
    let tokens = perSecond;
    let last = clock.now();
    return {
      ...server,
      async send(request, signal) {
        await clock.sleep(5, signal).catch(() => {
          throw new TransportError('aborted', 'made up: interrupted');
        });
        if (!which(request)) return server.send(request, signal);
        const now = clock.now();
        tokens = Math.min(perSecond, tokens + ((now - last) / 1000) * perSecond);
        last = now;
        if (tokens < 1) return tooMany(afterS);
        tokens -= 1;
        return server.send(request, signal);
      },
    };
  };
}

test.each<[string, Which, RegExp, number, Parameters<typeof refusing>[1]?]>([
  ['every request without a valid key', hasNoKey, /wrong-keys few/, 27],
  ['the same, for a minute', hasNoKey, /wrong-keys few/, 27, { afterS: 60 }],
  ['the same, for five seconds', hasNoKey, /wrong-keys few/, 27, { afterS: 5 }],
  ['every one after the fifth', hasNoKey, /wrong-keys few/, 27, { served: 5 }],
  ['every one after the thirtieth', hasNoKey, /wrong-keys few/, 27, { served: 30, afterS: 30 }],
  ['gets without a valid key', (r) => isGet(r) && !hasKey(r), /wrong-keys few/, 12],
  ['gets', isGet, /although it serves other requests meanwhile/, 49],
  ['one list', ({ path }) => /limit=51(&|$)/.test(path), /although it serves other/, 7],
])('a target that refuses %s with 429 is judged in all else', async (_, which, says, most, how) => {
  const { rules, run, verdict } = await runInMemory({ between: refusing(which, how) });
  const undecided = rules.filter(({ outcome }) => outcome === 'cantTell');
  expect(rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual([]);
  expect(verdict).toBe('inconclusive');
  expect(undecided.length).toBeLessThanOrEqual(most);
  expect(undecided.map(({ reason }) => reason).join('\n')).toMatch(new RegExp(says.source, 'm'));
  expect(run.durationMs).toBeLessThanOrEqual(240_000);
});

test.each<[string, Which, number, number?]>([
  ['60 requests', () => true, 60],
  ['20 requests without a valid key', hasNoKey, 20],
  ['5 requests without a valid key', hasNoKey, 5, 1],
  ['5 adds', isAdd, 5, 1],
  ['5 gets', isGet, 5],
])('one that serves %s a second is conformant', async (_, which, perSecond, afterS) => {
  const report = await runInMemory({ between: limiting(which, perSecond, afterS) });
  expect(report.verdict).toBe('conformant');
});

/** Serves so many wrong keys in that time, whatever they are sent for, as protection against guessing does. */
function guarded(most: number, milliseconds: number) {
  return (server: Transport, clock: Clock): Transport => {
    let tries: number[] = [];
    return {
      ...server,
      async send(request, signal) {
        await clock.sleep(5, signal);
        const hasOne = request.headers.some(([name]) => /^authorization$/i.test(name));
        if (!hasOne || hasKey(request)) return server.send(request, signal);
        const now = clock.now();
        tries = tries.filter((moment) => now - moment < milliseconds);
        if (tries.length >= most) return tooMany();
        tries.push(now);
        return server.send(request, signal);
      },
    };
  };
}

// The whole run kept the pace of its wrong keys before, and took 31 minutes.
test('ten wrong keys in ten seconds slow down no other request', async () => {
  const { rules, run } = await runInMemory({ between: guarded(10, 10_000) });
  expect(rules.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(run.durationMs).toBeLessThanOrEqual(900_000);
});

// Slower requests are refused as often, so a run that slowed down again and again would take more than an hour.
test.each([8, 10])(
  'one that refuses every %sth request, however slow, is not slowed down for',
  async (nth) => {
    let sent = 0;
    const { verdict, run } = await runInMemory({
      between: (server) => ({
        ...server,
        send: async (request, signal) =>
          (sent += 1) % nth === 0 ? tooMany() : server.send(request, signal),
      }),
    });
    expect(verdict).toBe('conformant');
    expect(run.durationMs).toBeLessThanOrEqual(120_000);
  },
);
