import { expect, test } from 'vitest';
import { memoryTransport } from '../target/memory.js';
import { virtualClock } from '../target/clock.js';
import { expectStatus, rule } from './index.js';
import { lists, madeUpRun, MadeUpStore, rows, type Options } from './made-up.js';

const mostAtOnce = async (options: Options): Promise<number> => {
  const virtual = virtualClock();
  const store = new MadeUpStore();
  let underWay = 0;
  let most = 0;
  const transport = memoryTransport(async (request) => {
    most = Math.max(most, (underWay += 1));
    await virtual.sleep(1);
    underWay -= 1;
    return store.handle(request);
  });
  const everyLimit = lists(Array.from({ length: 100 }, (_, index) => index + 1));
  await madeUpRun([rule(rows.stated, everyLimit, (answered) => expectStatus(answered, 200, 'with valid parameters'))], { transport, virtual, ...options });
  return most;
};

test('thorough effort has more requests under way at once, but never more than were allowed', async () => {
  expect(await mostAtOnce({ effort: 'standard' })).toBe(16);
  expect(await mostAtOnce({ effort: 'thorough' })).toBe(32);
  expect(await mostAtOnce({ effort: 'thorough', concurrency: 3 })).toBe(3);
});
