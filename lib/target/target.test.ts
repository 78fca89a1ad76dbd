import { expect, test } from 'vitest';
import { virtualClock } from './clock.js';
import { memoryTransport, type MemoryHandler } from './memory.js';
import { Target, type TargetOptions } from './target.js';
import type { Ask, HttpRequest } from './types.js';

const list: Ask = { operation: 'listPets', method: 'GET', path: '/pets', validity: 'valid', writes: false };
const add: Ask = { operation: 'createPet', method: 'POST', path: '/pets', body: '{"name":"Ada","categoryId":1}', validity: 'valid', writes: true };

function targetWith(handler: MemoryHandler, options: Partial<TargetOptions> = {}): { target: Target; clock: ReturnType<typeof virtualClock> } {
  const clock = virtualClock();
  const target = new Target({ baseUrl: 'http://memory.test/v1/', key: 'fake-key-of-a-test', transport: memoryTransport(handler), clock, ...options });
  return { target, clock };
}

const ok = { status: 200, headers: [['Content-Type', 'application/json']] as const, body: '[]' };

test('adds address, key and headers', async () => {
  const seen: HttpRequest[] = [];
  const { target } = targetWith((request) => (seen.push(request), ok), { headers: [['X-Gateway', 'yes'], ['accept', '*/*']], version: '1.2.3' });
  await target.send(list);
  await target.send(add);
  await target.send({ ...list, key: 'none' });
  await target.send({ ...add, contentType: 'text/plain', key: { authorization: 'Basic abc' } });
  await target.send({ ...add, contentType: null, key: { header: ['X-Api-Key', 'fake-key-of-a-test'] } });
  await target.send({ ...list, headers: [['Accept', 'text/html']] });
  expect(seen[0]).toEqual({
    method: 'GET',
    path: '/v1/pets',
    headers: [
      ['Authorization', 'Bearer fake-key-of-a-test'],
      ['Accept-Encoding', 'identity'],
      ['User-Agent', 'animal-store-conformance/1.2.3'],
      ['X-Gateway', 'yes'],
      ['accept', '*/*'],
    ],
  });
  const names = seen.map(({ headers }) => headers.map(([name, value]) => (/auth|type|key/i.test(name) ? `${name}: ${value}` : name)).slice(0));
  expect(names[1]).toContain('Content-Type: application/json');
  expect(names[2]!.some((name) => name.startsWith('Authorization'))).toBe(false);
  expect(names[3]).toEqual(expect.arrayContaining(['Content-Type: text/plain', 'Authorization: Basic abc']));
  expect(names[4]!.filter((name) => /content-type|authorization/i.test(name))).toEqual([]);
  expect(names[4]).toContain('X-Api-Key: fake-key-of-a-test');
  expect(seen[5]!.headers.filter(([name]) => name.toLowerCase() === 'accept')).toEqual([['Accept', 'text/html']]);
});

test('at most `concurrency` requests are under way', async () => {
  let active = 0;
  let most = 0;
  const { target, clock } = targetWith(
    async () => {
      most = Math.max(most, (active += 1));
      await clock.sleep(10);
      active -= 1;
      return ok;
    },
    { concurrency: 5 },
  );
  const exchanges = await Promise.all(Array.from({ length: 50 }, () => target.send(list)));
  expect(most).toBe(5);
  expect(exchanges.every(({ answer }) => answer?.status === 200)).toBe(true);
  expect(target.stats()).toMatchObject({ exchanges: 50, writes: 0, throttled: 0, resent: 0 });
});
