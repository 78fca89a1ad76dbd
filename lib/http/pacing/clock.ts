// Real time, and virtual time for rules that run in memory, where a wait of a minute takes no time at all.

import { BySignal } from './by-signal.js';
import type { Clock } from '../types.js';

const sleeps = new BySignal<() => void>((interrupt) => interrupt());

/** Milliseconds since the epoch, with fractions, that never run backwards. */
export const realClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(reasonOf(signal));
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(reasonOf(signal));
      };
      const timer = setTimeout(
        () => {
          if (signal !== undefined) sleeps.remove(signal, onAbort);
          resolve();
        },
        Math.min(Math.max(0, ms), 2 ** 31 - 1),
      );
      if (signal !== undefined) sleeps.add(signal, onAbort);
    });
  },
};

export interface VirtualClock extends Clock {
  /** How many sleeps are pending. */
  readonly sleepers: number;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A clock that advances only when nothing else can happen: after two turns of the event loop without anything new, it
 * jumps to the earliest sleeper. Sleepers due at the same instant wake in the order in which they went to sleep.
 */
export function virtualClock(startsAt = Date.UTC(2026, 0, 1)): VirtualClock {
  let now = startsAt;
  let stirred = false; // a sleeper came or went since the last look
  let looking = false;
  const sleepers: Sleeper[] = []; // sorted by time, then by arrival

  const look = (): void => {
    if (looking || sleepers.length === 0) return;
    looking = true;
    stirred = false;
    setImmediate(() => setImmediate(settle));
  };
  const settle = (): void => {
    looking = false;
    if (stirred) return look();
    const first = sleepers[0];
    if (first === undefined) return;
    now = Math.max(now, first.at);
    while (sleepers[0] !== undefined && sleepers[0].at <= now) sleepers.shift()?.wake();
    look();
  };
  const add = (sleeper: Sleeper): void => {
    let index = sleepers.length;
    while (index > 0 && (sleepers[index - 1] as Sleeper).at > sleeper.at) index -= 1;
    sleepers.splice(index, 0, sleeper);
    stirred = true;
    look();
  };

  return {
    now: () => now,
    get sleepers() {
      return sleepers.length;
    },
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(reasonOf(signal));
        const onAbort = (): void => {
          const index = sleepers.indexOf(sleeper);
          if (index >= 0) sleepers.splice(index, 1);
          stirred = true;
          reject(reasonOf(signal));
        };
        const sleeper: Sleeper = {
          at: now + Math.max(0, ms),
          wake() {
            if (signal !== undefined) sleeps.remove(signal, onAbort);
            resolve();
          },
        };
        if (signal !== undefined) sleeps.add(signal, onAbort);
        add(sleeper);
      });
    },
  };
}

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new Error('the wait was interrupted');
}
