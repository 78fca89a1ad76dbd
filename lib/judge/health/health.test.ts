// Requests without an answer, seen over a whole run: which of them mean silence of one operation, which a target that
// is gone, and when asking ends.
import { reasonInWords, type Reason } from '../result/reasons.js';
import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../http/pacing/clock.js';
import type { Ask, Exchange, NoAnswerKind } from '../../http/types.js';
import { answered, asking, caught } from '../../testing/made-up.js';
import { Undecided } from '../result/signals.js';
import { AdaptiveTimeout } from './adaptive-timeout.js';
import { IdleTimeout } from './idle-timeout.js';
import { EndpointHealth } from './health.js';

const control = asking('other', '/control');
const list = asking('listPets', '/pets');
const get = asking('getPet', '/pets/1?once=1');
const orders = asking('getStoreOrders', '/store/orders');
const message: Ask = { ...asking('sendMessage', '/messages'), writes: true };

type Said = NoAnswerKind | 'an answer' | 'a broken answer';
/** Says nothing until the watch ends the request. */
const ended = (signal: AbortSignal | undefined): Promise<Said> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve('aborted')));
function health(
  says: (ask: Ask, count: number, signal: AbortSignal | undefined) => Said | Promise<Said>,
  isOurs = false,
  resent = 0,
) {
  const clock = virtualClock();
  const idleTimeout = new IdleTimeout(clock);
  const sent: Ask[] = [];
  const released: string[] = [];
  const send = async (asked: Ask, signal?: AbortSignal): Promise<Exchange> => {
    // How urgent it is, and how long it is waited for, change nothing of what is asked.
    const ask =
      [control, list, get, orders].find(
        ({ path }) => path === asked.path && asked.key === undefined,
      ) ?? asked;
    sent.push(ask);
    const number = sent.length;
    const said = await says(ask, sent.filter((one) => one === ask).length, signal);
    const outcome =
      said === 'an answer'
        ? { answer: answered(200, '[]') }
        : said === 'a broken answer'
          ? { noAnswer: { kind: 'not-http' as const, message: 'made up', isBroken: true as const } }
          : { noAnswer: { kind: said, message: `made up: ${said}` } };
    return {
      number,
      ask,
      request: { method: ask.method, path: ask.path, headers: [] },
      startedAt: clock.now(),
      durationMs: 0,
      resent,
      ...outcome,
    };
  };
  const watch = new EndpointHealth(
    { send, release: (connection) => void released.push(connection) },
    control,
    { clock, idleTimeout, adaptiveTimeout: new AdaptiveTimeout(), isOurs },
  );
  const several = async (ask: Ask, times: number): Promise<void> => {
    for (let count = 0; count < times; count++) await watch.send(ask);
  };
  return { watch, several, sent, released, clock, idleTimeout };
}

test('a connection that is of no more use is let go', () => {
  const { watch, released } = health(() => 'an answer');
  watch.release('one');
  expect(released).toEqual(['one']);
});

const stopped = (kind: string): Reason => ({
  what: 'stopped responding',
  values: { problem: `made up: ${kind}` },
});

describe('an operation that never answers', () => {
  const why = new Undecided({ what: 'never answered', values: { line: 'GET /pets/1', times: 3 } });

  test('is asked three times, and then no more, while others are', async () => {
    const { watch, several, sent } = health((ask) => (ask === get ? 'timeout' : 'an answer'));
    await several(get, 2);
    expect(watch.isSilent(get)).toBe(false);
    expect((await watch.send(get)).noAnswer?.kind).toBe('timeout');
    expect(watch.isSilent(get)).toBe(true);
    expect(await caught(watch.send(get))).toEqual(why);
    expect((await watch.send(list)).answer?.status).toBe(200);
    expect(sent).toEqual([get, get, get, list]);
    expect([watch.isSilent(list), watch.endedBecause, watch.remarks({ withEnd: true })]).toEqual([
      false,
      undefined,
      [],
    ]);
  });

  test('is another one with another key', async () => {
    const keyless: Ask = { ...get, key: 'none' };
    const { watch, several, sent } = health((ask) => (ask === keyless ? 'timeout' : 'an answer'));
    await several(keyless, 3);
    await watch.send({ ...get, key: 'valid' });
    await watch.send(get);
    expect(sent).toHaveLength(5);
  });

  test('is none where it answered once, or ends otherwise', async () => {
    const once = health((_, count) => (count === 2 ? 'an answer' : 'timeout'));
    await once.several(get, 9);
    const reset = health(() => 'reset');
    await reset.several(get, 9);
    expect([once.watch.isSilent(get), reset.watch.isSilent(get)]).toEqual([false, false]);
  });

  test('ends what is under way to it, and says why; what was lost by itself stays lost', async () => {
    const { watch } = health((_, count, signal) =>
      count > 2 ? 'timeout' : ended(signal).then((aborted) => (count === 1 ? aborted : 'reset')),
    );
    const [aborted, lost] = [caught(watch.send(get)), watch.send(get)];
    await Promise.all([1, 2, 3].map(() => watch.send(get)));
    expect(await aborted).toEqual(why);
    expect((await lost).noAnswer?.kind).toBe('reset');
  });

  test('has three times said enough, however many were under way at once', async () => {
    const { watch } = health(() => 'timeout');
    await Promise.all([1, 2, 3, 4, 5].map(() => watch.send(get)));
    expect(await caught(watch.send(get))).toEqual(why);
    expect(watch.isSilent(get)).toBe(true);
  });

  test('is not meant where a run is interrupted', async () => {
    const { watch, several } = health(() => 'aborted');
    await several(get, 9);
    expect(watch.isSilent(get)).toBe(false);
  });
});

describe('whether anybody is there', () => {
  test('those that ask at the same time share the answer, and later ones do not', async () => {
    const { watch, sent } = health(() => 'an answer');
    expect(await Promise.all([watch.isThere(), watch.isThere()])).toEqual([true, true]);
    expect(sent).toEqual([control]);
    await watch.isThere();
    expect(sent).toEqual([control, control]);
  });

  test.each<Said>(['an answer', 'a broken answer', 'too-large', 'aborted', 'throttled', 'budget'])(
    'is told at once by %s',
    async (said) => {
      const { watch, sent, clock } = health(() => said);
      const startedAt = clock.now();
      expect(await watch.isThere()).toBe(true);
      expect([sent.length, clock.now() - startedAt, watch.endedBecause]).toEqual([1, 0, undefined]);
    },
  );

  test.each<[NoAnswerKind, number]>([
    ['refused', 4],
    ['unknown-host', 4],
    ['reset', 4],
    ['tls', 4],
    ['not-http', 4],
    ['timeout', 1],
  ])('%s, each of %i times: it is gone, and nothing more is asked', async (kind, times) => {
    const { watch, several, sent } = health((ask, _, signal) =>
      ask === control ? kind : ended(signal),
    );
    const underWay = caught(watch.send(list));
    expect(await watch.isThere()).toBe(false);
    const why = new Undecided(stopped(kind));
    expect([await underWay, await caught(several(get, 1)), await watch.isThere()]).toEqual([
      why,
      why,
      false,
    ]);
    expect(sent).toHaveLength(1 + times);
    expect(watch.remarks({ withEnd: true })).toEqual([
      `The run ended early: the target stopped responding (made up: ${kind}). The remaining rules are undecided.`,
    ]);
  });

  test.each<[string, boolean, Ask]>([
    ['a list', true, list],
    ['a message', true, message],
    ['an add', false, { ...asking('createPet', '/pets?add'), writes: true }],
    ['an invalid message', false, { ...message, validity: 'invalid' }],
  ])('may be asked by %s if the usual request gets no answer: %s', async (_, isAsked, answered) => {
    const { watch, sent } = health((ask) => (ask === control ? 'timeout' : 'an answer'));
    await watch.send(answered);
    expect(await watch.isThere()).toBe(isAsked);
    expect(sent.filter(({ path }) => path === answered.path)).toHaveLength(isAsked ? 2 : 1);
  });

  test('who answers others meanwhile is busy, and not gone', async () => {
    const { watch } = health(async (ask) => {
      if (ask !== control) return 'an answer';
      await watch.send(list);
      return 'timeout';
    });
    expect([await watch.isThere(), watch.endedBecause]).toEqual([true, undefined]);
  });

  test('a target that restarts is waited for', async () => {
    const { watch, clock } = health((_, count) => (count < 4 ? 'refused' : 'an answer'));
    const startedAt = clock.now();
    expect(await watch.isThere()).toBe(true);
    expect([clock.now() - startedAt, watch.endedBecause]).toEqual([250 + 500 + 1_000, undefined]);
  });
});

describe('a target that leaves too many requests without an answer', () => {
  // After fifty responses, one more timeout is allowed: forty and one.
  const answers = new Map([
    [list, 1],
    [orders, 1],
    [get, 48],
  ]);
  const waiting = asking('other', '/nothing');
  const until = async (says: (count: number) => Said) => {
    const watched = health((ask, count, signal) =>
      ask === control
        ? says(count)
        : ask === waiting
          ? ended(signal)
          : count <= (answers.get(ask) ?? 0)
            ? 'an answer'
            : 'timeout',
    );
    const underWay = caught(watched.watch.send(waiting));
    await watched.several(list, 1 + 1);
    await watched.several(orders, 1 + 2);
    await watched.several(get, 48 + 38);
    return { ...watched, underWay };
  };
  const left42 = { what: 'unanswered', values: { timeouts: 42 } } as const;

  test('is not asked any more, though it is there', async () => {
    const { watch, several, sent, underWay } = await until(() => 'an answer');
    expect(sent).not.toContain(control);
    await several(get, 1);
    expect(await underWay).toEqual(new Undecided(left42));
    expect(await caught(several(get, 1))).toEqual(new Undecided(left42));
    // It is there still: that was asked once, and is not asked again.
    expect(await watch.isThere()).toBe(true);
    expect(sent.filter((ask) => ask === control)).toHaveLength(1);
    expect(watch.remarks({ withEnd: true })).toEqual([
      `The run ended early: ${reasonInWords(left42)}. The remaining rules are undecided.`,
    ]);
  });

  test('was silent to what it left so more than once', async () => {
    const { watch, several, underWay } = await until(() => 'an answer');
    expect([get, orders, list].map((ask) => watch.isSilent(ask))).toEqual([false, false, false]);
    await several(get, 1);
    await underWay;
    expect([get, orders, list].map((ask) => watch.isSilent(ask))).toEqual([true, true, false]);
  });

  test('is gone where nobody is there', async () => {
    const { watch, several, underWay } = await until(() => 'timeout');
    await several(get, 1);
    expect(await underWay).toEqual(new Undecided(stopped('timeout')));
    expect([await watch.isThere(), watch.isSilent(get)]).toEqual([false, false]);
  });

  test('what ended it first is what is said', async () => {
    const { watch, several, underWay } = await until((count) =>
      count === 1 ? 'an answer' : 'refused',
    );
    const twice = watch.isThere().then(() => watch.isThere());
    await several(get, 1);
    await Promise.all([twice, underWay]);
    expect(watch.endedBecause).toEqual(left42);
  });
});

describe('where nothing listens any more', () => {
  const gone = stopped('refused');
  const refusing = (isOurs: boolean, from = 2) =>
    health((ask, count) => (count < from && ask !== control ? 'an answer' : 'refused'), isOurs);

  test('a candidate of ours has ended at once: who answers next has an empty store', async () => {
    const { watch, several, clock, sent } = refusing(true);
    const startedAt = clock.now();
    await several(list, 2);
    expect([watch.isGone, watch.endedBecause]).toEqual([true, gone]);
    expect(await caught(watch.send(get))).toEqual(new Undecided(gone));
    expect([sent, clock.now() - startedAt]).toEqual([[list, list], 0]);
  });

  test('nor is it waited for where it is looked for', async () => {
    const { watch, several, clock, sent } = refusing(true);
    const startedAt = clock.now();
    await several(list, 1);
    expect(await watch.isThere()).toBe(false);
    expect([sent, clock.now() - startedAt]).toEqual([[list, control], 0]);
  });

  test('what was under way may get lost, and an answer does not count any more', async () => {
    let answers: (said: Said) => void = () => {};
    const { watch, several, clock } = health((ask, count, signal) => {
      if (ask === orders) return ended(signal);
      if (ask === get) return new Promise((resolve) => (answers = resolve));
      return count === 1 ? 'an answer' : 'refused';
    }, true);
    const late = caught(watch.send(get));
    const held = caught(watch.send(orders));
    const startedAt = clock.now();
    await several(list, 2);
    answers('an answer');
    expect(await late).toEqual(new Undecided(gone));
    expect(await held).toEqual(new Undecided(gone));
    expect(clock.now() - startedAt).toBe(250);
  });

  test('one that has not answered yet may be starting, and any other target restarting', async () => {
    for (const { watch, several } of [refusing(true, 1), refusing(false)]) {
      await several(list, 2);
      expect(watch.endedBecause).toBeUndefined();
    }
  });
});

describe('a target that freezes', () => {
  const mostMs = 75_000;
  /** Each request is held back for half a minute, in a way that has no name here. */
  const frozen = (from: number) => {
    const watched = health(async (_, __, signal) => {
      if (watched.sent.length < from) return 'an answer';
      await watched.clock.sleep(30_000, signal).catch(() => {});
      return signal?.aborted ? 'aborted' : 'throttled';
    });
    return watched;
  };

  test('is not asked any more when no answer came for so long, asked for one after another', async () => {
    const { watch, several, clock, idleTimeout } = frozen(3);
    const over = new AbortController();
    const startedAt = clock.now();
    const watched = idleTimeout.endAfter(mostMs, over.signal);
    // Probing whether anybody is there counts too.
    const why = await caught(
      several(list, 4)
        .then(() => watch.isThere())
        .then(() => several(list, 9)),
    );
    expect(why).toEqual(new Undecided({ what: 'frozen', values: { seconds: 75 } }));
    expect(clock.now() - startedAt).toBe(mostMs);
    await watched;
    expect(watch.remarks({ withEnd: true })[0]).toMatch(
      /^The run ended early: the target did not respond for 75 s\./,
    );
    expect((await watch.unguarded.send(list)).noAnswer?.kind).toBe('aborted');
  });

  test('is another one than a target that asks to slow down, for as long as the kit waits', async () => {
    const { watch, several, clock, idleTimeout } = health(
      async (): Promise<Said> => {
        await clock.sleep(60_000);
        return 'throttled';
      },
      false,
      14,
    );
    const over = new AbortController();
    const watched = idleTimeout.endAfter(mostMs, over.signal);
    await several(list, 3);
    expect(watch.endedBecause).toBeUndefined();
    over.abort();
    await watched;
  });

  test('is another one than a target of which nothing is asked, or that answers now and then', async () => {
    const { watch, several, clock, idleTimeout } = health(async (_, count) => {
      await clock.sleep(count % 3 === 0 ? 1 : 30_000);
      return count % 3 === 0 ? 'an answer' : 'reset';
    });
    const over = new AbortController();
    const watched = idleTimeout.endAfter(mostMs, over.signal);
    await several(list, 2);
    await clock.sleep(10 * mostMs);
    await several(list, 10);
    expect(watch.endedBecause).toBeUndefined();
    over.abort();
    await watched;
    expect(clock.sleepers).toBe(0);
  });
});
