// One case: signals become values, defects go on up.
import { saying } from '../result/reasons.js';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../http/types.js';
import { scriptedSession } from '../../testing/made-up.js';
import { experiment } from './rule.js';
import {
  Breach,
  breach,
  notApplicable,
  NotApplicable,
  isSignal,
  NoAnswer,
  undecided,
  Undecided,
} from '../result/signals.js';
import { judge, perform } from './case.js';

const lostExchange = {
  ask: { method: 'GET', path: '/pets' },
  noAnswer: { kind: 'reset', message: 'gone' },
} as unknown as Exchange;
const finding = { cause: 'It is broken.', expected: 'a', actual: 'b' };

describe('signals', () => {
  test('are no errors, so that an error is always a defect of the kit', () => {
    for (const signal of [
      new Breach(finding),
      new Undecided(saying('x')),
      new NotApplicable(saying('x')),
      new NoAnswer(lostExchange),
    ]) {
      expect(isSignal(signal)).toBe(true);
      expect(signal).not.toBeInstanceOf(Error);
    }
    expect([new TypeError('x'), undefined, 'x', {}].map(isSignal)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test('have their defaults', () => {
    const thrown = (act: () => unknown): unknown => {
      try {
        return act();
      } catch (signal) {
        return signal;
      }
    };
    expect(thrown(() => undecided(saying('why')))).toEqual(
      new Undecided(saying('why'), 'cantTell'),
    );
    expect(thrown(() => notApplicable(saying('why')))).toEqual(
      new NotApplicable(saying('why'), 'inapplicable'),
    );
    expect(thrown(() => breach(finding))).toEqual(new Breach(finding));
  });
});

describe('performing', () => {
  const sending = (send: () => Promise<unknown>) =>
    experiment<unknown, unknown>({
      name: 'made up',
      stage: 'sparse',
      cases: () => [1],
      send,
    });

  test('gives the result and the exchanges behind it', async () => {
    const { session } = scriptedSession();
    const performed = await perform(
      experiment<unknown, unknown>({
        name: 'one list',
        stage: 'sparse',
        cases: () => [1],
        send: (_, one) => one.list(),
      }),
      7,
      session,
    );
    expect(performed).toMatchObject({ value: 7, exchanges: [{ ask: { path: '/pets' } }] });
    expect(performed.result).toBe(performed.exchanges[0]);
  });

  test('gives the signal where there is no result', async () => {
    const performed = await perform(
      sending(async () => undecided(saying('why'))),
      1,
      scriptedSession().session,
    );
    expect(performed.signal).toEqual(new Undecided(saying('why')));
  });

  test('lets a defect go on up', async () => {
    await expect(
      perform(
        sending(() => Promise.reject(new RangeError('ours'))),
        1,
        scriptedSession().session,
      ),
    ).rejects.toThrow(new RangeError('ours'));
  });
});

describe('judging', () => {
  const performed = { value: 1, result: 2, exchanges: [] };

  test('hands result and value to the rule', () => {
    const handed: unknown[] = [];
    expect(
      judge(performed, (result, value) => void handed.push(result, value), true),
    ).toBeUndefined();
    expect(handed).toEqual([2, 1]);
  });

  test('a breach is a value, a defect is thrown', () => {
    expect(judge(performed, () => breach(finding), false)).toEqual(new Breach(finding));
    expect(() => judge(performed, () => JSON.parse('{'), false)).toThrow(SyntaxError);
  });

  test('what was never performed is not judged', () => {
    const never = (): never => {
      throw new Error('judged');
    };
    expect(
      judge({ value: 1, signal: new NotApplicable(saying('why')), exchanges: [] }, never, true),
    ).toEqual(new NotApplicable(saying('why')));
  });

  test('no answer to a request that was given up has the reason for that', () => {
    const because = { what: 'frozen', values: { seconds: 75 } } as const;
    const noAnswer = { kind: 'aborted', message: 'given up', because } as const;
    const signal = new NoAnswer({ ...lostExchange, noAnswer });
    expect(judge({ value: 1, signal, exchanges: [] }, () => {}, false)).toMatchObject({
      reason: { what: 'no response to', why: because },
    });
  });

  test('no answer is a breach for the owner only', () => {
    const silent = { value: 1, signal: new NoAnswer(lostExchange), exchanges: [lostExchange] };
    expect(judge(silent, () => {}, true)).toMatchObject({
      words: {
        cause: 'The target did not respond to `GET /pets`, even on a retry.',
        actual: 'gone',
      },
      finding: { exchange: lostExchange },
    });
    expect(judge(silent, () => {}, false)).toEqual(
      new Undecided({
        what: 'no response to',
        values: { request: 'GET /pets' },
        why: saying('gone'),
      }),
    );
  });
});
