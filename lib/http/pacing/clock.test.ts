import { expect, test } from 'vitest';
import { realClock, virtualClock } from './clock.js';

test('virtual time passes without waiting, in order', async () => {
  const clock = virtualClock(1000);
  const log: string[] = [];
  const sleeper = async (name: string, ms: number): Promise<void> => {
    await clock.sleep(ms);
    log.push(`${name} at ${clock.now() - 1000}`);
  };
  await Promise.all([
    sleeper('c', 30_000),
    sleeper('a', 10),
    sleeper('b', 10),
    sleeper('day', 86_400_000),
    sleeper('none', 0),
  ]);
  expect(log).toEqual(['none at 0', 'a at 10', 'b at 10', 'c at 30000', 'day at 86400000']);
});

test('it waits for work that only awaits, and for sleeps that follow', async () => {
  const clock = virtualClock(0);
  const log: number[] = [];
  const worker = async (): Promise<void> => {
    for (let step = 0; step < 5; step += 1) {
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      await clock.sleep(7);
      log.push(clock.now());
    }
  };
  await Promise.all([worker(), clock.sleep(20).then(() => log.push(-20))]);
  expect(log).toEqual([7, 14, -20, 21, 28, 35]);
});

test('thousands of sleepers', async () => {
  const clock = virtualClock(0);
  const woken: number[] = [];
  await Promise.all(
    Array.from({ length: 3000 }, (_, index) =>
      clock.sleep((index * 7919) % 1000).then(() => woken.push(clock.now())),
    ),
  );
  expect(woken).toHaveLength(3000);
  expect(woken).toEqual([...woken].sort((one, other) => one - other));
  expect([clock.now(), clock.sleepers]).toEqual([999, 0]);
});

test.each([
  ['virtual', virtualClock()],
  ['real', realClock],
])('%s sleeps end when they are interrupted, many on one signal', async (_name, clock) => {
  const stop = new AbortController();
  const warnings: unknown[] = [];
  const onWarning = (warning: unknown): number => warnings.push(warning);
  process.on('warning', onWarning);
  const sleeps = Array.from({ length: 50 }, () =>
    clock.sleep(100_000_000_000, stop.signal).catch((error: Error) => error.message),
  );
  stop.abort(new Error('enough'));
  expect(new Set(await Promise.all(sleeps))).toEqual(new Set(['enough']));
  await expect(clock.sleep(1, stop.signal)).rejects.toThrow('enough');
  await new Promise(setImmediate);
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

test('real time runs on, in milliseconds since the epoch', async () => {
  const before = realClock.now();
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
  await realClock.sleep(5);
  expect(realClock.now() - before).toBeGreaterThan(3);
});
