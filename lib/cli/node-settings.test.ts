// Garbage is cleared away where the process has grown, and not more often than it is worth.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSmall } from './node-settings.js';

const megabytes = 1024 * 1024;
let resident = 0;
/** So long a look takes, as the processor counts it. */
let tidiedMs = 0;
let cleared = 0;

beforeEach(() => {
  [tidiedMs, cleared] = [0, 0];
  vi.useFakeTimers();
  vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => resident);
  // It is called before each measurement, and after it with the earlier result.
  vi.spyOn(process, 'cpuUsage').mockImplementation((since) => {
    if (since !== undefined) cleared += 1;
    return { user: since === undefined ? 0 : tidiedMs * 1000, system: 0 };
  });
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('nothing is cleared away while the process is small', async () => {
  resident = 100 * megabytes;
  keepSmall();
  await vi.advanceTimersByTimeAsync(1000);
  expect(cleared).toBe(0);
});

test('what nobody holds is gone once the process has grown', async () => {
  resident = 200 * megabytes;
  const forgotten = new WeakRef({ some: 'thing' });
  keepSmall();
  await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
  await vi.waitFor(() => expect(cleared).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve));
  expect(forgotten.deref()).toBeUndefined();
});

test('it takes a quarter of the time at most', async () => {
  resident = 200 * megabytes;
  tidiedMs = 200;
  keepSmall();
  await vi.advanceTimersByTimeAsync(100);
  await vi.dynamicImportSettled();
  expect(cleared).toBe(1);
  // 200 ms of 800.
  await vi.advanceTimersByTimeAsync(700);
  expect(cleared).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(cleared).toBe(2);
});
