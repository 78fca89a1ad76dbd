// Kinds of request that a target never answers: when the rest of a kind is not sent any more, and what is said of it.
import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../http/pacing/clock.js';
import { mostTimeouts } from '../../http/asking-again.js';
import type { Ask } from '../../http/types.js';
import { answered } from '../../testing/made-up.js';
import { AdaptiveTimeout } from './adaptive-timeout.js';
import { Lines } from './lines.js';

const valid: Ask = {
  operation: 'listPets',
  method: 'GET',
  path: '/pets?limit=5',
  validity: 'valid',
  writes: false,
};
const keyless: Ask = { ...valid, key: 'none', validity: 'invalid' };
const badLimit: Ask = { ...valid, path: '/pets?limit=x', validity: 'invalid' };
const badAdd: Ask = { ...badLimit, operation: 'createPet', method: 'POST', path: '/pets' };

const exchange = (ask: Ask, startedAt: number) => ({
  number: 1,
  ask,
  request: { method: ask.method, path: ask.path, headers: [] },
  startedAt,
  durationMs: 5,
  resent: 0,
});
const silent = (ask: Ask, startedAt = 0) => ({
  ...exchange(ask, startedAt),
  noAnswer: { kind: 'timeout' as const, message: 'made up' },
});
const heard = (ask: Ask, startedAt = 1) => ({
  ...exchange(ask, startedAt),
  answer: answered(200, '[]'),
});
const several = (times: number, note: () => void): void => {
  for (let time = 0; time < times; time++) note();
};

describe('a kind of request that was answered once', () => {
  const { inARow, forMs } = mostTimeouts.ofOneThatAnswered;
  /** The timeouts begin now, and the last of them is noted so long after. */
  const afterTimeouts = async (times: number, ms: number, ask = valid): Promise<Lines> => {
    const clock = virtualClock();
    const lines = new Lines(clock);
    lines.noteAnswer(heard(ask, clock.now()));
    const startedAt = clock.now();
    several(times - 1, () => lines.noteTimeout(silent(ask, startedAt)));
    await clock.sleep(ms);
    lines.noteTimeout(silent(ask, startedAt));
    return lines;
  };

  test('is not sent any more after so many timeouts in a row, in so long', async () => {
    const lines = await afterTimeouts(inARow, forMs);
    expect(lines.reasonOf(valid)).toBeDefined();
    expect(lines.signalFor(valid).aborted).toBe(true);
    // No group is closed by requests of which one was answered.
    const ofGroup = await afterTimeouts(inARow, forMs, badLimit);
    expect(ofGroup.reasonOf(badLimit)).toBeDefined();
    expect(ofGroup.closedGroups).toEqual([]);
  });

  test.each([
    [inARow - 1, forMs],
    [inARow, forMs - 1],
  ])('is sent after %i timeouts in %i ms', async (times, ms) =>
    expect((await afterTimeouts(times, ms)).reasonOf(valid)).toBeUndefined(),
  );

  test('is sent where an answer came between the timeouts', async () => {
    const lines = await afterTimeouts(inARow - 1, forMs);
    lines.noteAnswer(heard(valid));
    lines.noteTimeout(silent(valid));
    expect(lines.reasonOf(valid)).toBeUndefined();
  });
});

describe('a group of requests that should get an error', () => {
  const unanswered = (others: number, startedAt = 1): Lines => {
    const lines = new Lines(virtualClock());
    several(others, () => lines.noteAnswer(heard(valid, startedAt)));
    for (const ask of [keyless, badLimit, badAdd]) lines.noteTimeout(silent(ask));
    return lines;
  };
  const reason = {
    what: 'none ever answered',
    values: { line: 'Requests that should get an error', times: 3 },
  };

  test('is not sent any more after three of any kind, while others are answered', () => {
    const lines = unanswered(1);
    const another: Ask = { ...badLimit, path: '/pets?limit=0&status=x' };
    for (const ask of [keyless, badLimit, badAdd, another])
      expect([lines.reasonOf(ask), lines.signalFor(ask).aborted]).toEqual([reason, true]);
    expect(lines.reasonOf(valid)).toBeUndefined();
    expect(lines.closedGroups).toEqual([reason]);
  });

  test('is sent as before where nothing that was sent later is answered', () => {
    expect(unanswered(0).reasonOf(badLimit)).toBeUndefined();
    const earlier = new Lines(virtualClock());
    earlier.noteAnswer(heard(valid, 1));
    for (const ask of [keyless, badLimit, badAdd]) earlier.noteTimeout(silent(ask, 2));
    expect(earlier.closedGroups).toEqual([]);
  });

  test('is sent as before where one of them was answered', () => {
    const lines = new Lines(virtualClock());
    lines.noteAnswer(heard(badAdd));
    for (const ask of [keyless, badLimit, keyless]) lines.noteTimeout(silent(ask));
    expect(lines.reasonOf(badLimit)).toBeUndefined();
    lines.noteTimeout(silent(keyless));
    expect(lines.reasonOf(keyless)).toEqual({
      what: 'never answered',
      values: { line: 'GET /pets', times: 3 },
    });
  });

  test('is surely silent only where many others were answered afterwards', () => {
    const lines = unanswered(1);
    several(19, () => lines.noteAnswer(heard(valid)));
    expect(lines.isSurelySilent(badLimit)).toBe(false);
    lines.noteAnswer(heard(valid));
    expect([lines.isSurelySilent(badLimit), lines.isSurelySilent(valid)]).toEqual([true, false]);
  });
});

describe('how long requests are waited for', () => {
  test('is left to the time limit until two got no answer and one that was sent later did', () => {
    const adaptiveTimeout = new AdaptiveTimeout();
    several(2, () => adaptiveTimeout.note(silent(badLimit)));
    expect(adaptiveTimeout.ms).toBeUndefined();
    adaptiveTimeout.note(heard(valid));
    expect(adaptiveTimeout.ms).toBe(300);
  });

  test('is short at once for a request that is sent again', () => {
    const adaptiveTimeout = new AdaptiveTimeout();
    adaptiveTimeout.note(silent(badLimit));
    expect(adaptiveTimeout.msForAnother).toBeUndefined();
    adaptiveTimeout.note(heard(valid));
    expect([adaptiveTimeout.ms, adaptiveTimeout.msForAnother]).toEqual([undefined, 300]);
  });

  test('is much longer than the slowest answer took', () => {
    const adaptiveTimeout = new AdaptiveTimeout();
    several(3, () => adaptiveTimeout.note(silent(badLimit)));
    adaptiveTimeout.note({ ...heard(valid), durationMs: 700 });
    expect(adaptiveTimeout.ms).toBe(14_000);
  });

  test('is not shorter because of answers that were sent before', () => {
    const adaptiveTimeout = new AdaptiveTimeout();
    several(3, () => adaptiveTimeout.note(silent(badLimit, 9)));
    adaptiveTimeout.note(heard(valid, 8));
    expect(adaptiveTimeout.ms).toBeUndefined();
  });
});
