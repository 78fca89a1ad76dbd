// Turned away is only what cannot be a quickstart, or refuses the key; one with defects is tested.
import { describe, expect, test } from 'vitest';
import {
  answered,
  lists,
  madeUpRun,
  type Options,
  rows,
  scriptedSession,
} from '../../testing/made-up.js';
import type { RuleId } from '../../contract/rule-ids.js';
import type { Answer, Ask, Exchange } from '../../http/types.js';
import { CannotTest } from '../health/cannot-test.js';
import { rule } from '../rules/index.js';
import { quickstartPreflight } from './preflight.js';

const baseUrl = 'http://made.up/quickstart';
const error = (status: number): Answer => answered(status, { code: 'x', message: 'No.', status });
const page = answered(200, '<title>Sign in</title>', [
  ['Content-Type', 'text/html; charset=utf-8'],
]);

async function fly(reply: (ask: Ask) => Partial<Exchange>): Promise<readonly Ask[]> {
  const asked: Ask[] = [];
  const send = async (ask: Ask): Promise<Exchange> => {
    asked.push(ask);
    const request = { method: ask.method, path: ask.path, headers: [] };
    return {
      number: asked.length,
      ask,
      request,
      startedAt: 0,
      durationMs: 0,
      resent: 0,
      ...reply(ask),
    };
  };
  const { session } = scriptedSession(() => ({}), { quickstart: { send } });
  await quickstartPreflight(session, baseUrl);
  return asked;
}

describe('a quickstart', () => {
  test.each<[string, (ask: Ask) => Answer]>([
    ['that accepts a message', () => answered(202, { id: 'm1' })],
    [
      'that calls its JSON HTML',
      () => answered(202, { id: 'm1' }, [['Content-Type', 'text/html; charset=UTF-8']]),
    ],
    ['that calls a valid message wrong', () => error(400)],
    ['that fails', () => error(500)],
    [
      'whose key check is the wrong way round',
      ({ key }) => (key === 'none' ? error(400) : error(401)),
    ],
  ])('%s is judged by the rules', async (_, reply) => {
    expect((await fly((ask) => ({ answer: reply(ask) })))[0]).toMatchObject({
      operation: 'sendMessage',
      key: 'valid',
    });
  });

  test('without a response is judged by the rules', async () => {
    expect(await fly(() => ({ noAnswer: { kind: 'reset', message: 'x' } }))).not.toEqual([]);
  });

  test.each<[string, Answer, RegExp]>([
    ['404', error(404), /^There is no quickstart at http:\S+\. Check its address .* status 404\.$/],
    ['405', error(405), /^There is no quickstart .* status 405\.$/],
    ['a redirect', error(302), /^There is no quickstart .* status 302\.$/],
    ['a page', page, /^There is no quickstart .* status 200, text\/html\.$/],
    [
      'a refusal of every key',
      error(401),
      /refuses the key\. Check ANIMAL_STORE_QUICKSTART_API_KEY/,
    ],
  ])('that returns %s is turned away', async (_, reply, says) => {
    await expect(fly(() => ({ answer: reply }))).rejects.toThrow(CannotTest);
    await expect(fly(() => ({ answer: reply }))).rejects.toThrow(says);
  });
});

describe('a run', () => {
  const sent = async (options: Options, id: RuleId = rows.quickstart): Promise<number> => {
    const { seen } = await madeUpRun([rule(id, lists([1]), () => {})], {
      target: { name: 'made-up', baseUrl: 'http://made.up/v1', quickstartBaseUrl: baseUrl },
      looksForQuickstart: true,
      ...options,
    });
    return seen.filter(({ path }) => path === '/quickstart/messages').length;
  };

  test('sends a message first, where it may', async () => {
    expect(await sent({})).toBe(1);
    expect(await sent({ looksForQuickstart: false })).toBe(0);
    expect(await sent({ limits: { maxWrites: 5 } })).toBe(0);
    expect(await sent({}, rows.stated)).toBe(0);
  });
});
