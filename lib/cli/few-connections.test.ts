// A correct server that bears only so many connections, and drops each further one without a word, as `maxConnections` of
// Node does. The contract says nothing of it: the verdict does not change.
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Report } from '../judge/report.js';
import { createReference, fakeKey, serve } from '../reference/index.js';
import { command, inFolder } from './test-io.js';

interface Door {
  readonly origin: string;
  readonly counted: { dropped: number };
  close(): void;
}

async function narrowDoor(to: number, most: number): Promise<Door> {
  const counted = { dropped: 0 };
  let open = 0;
  const server = createServer((incoming) => {
    incoming.on('error', () => {});
    if (open === most) {
      counted.dropped += 1;
      incoming.resetAndDestroy();
      return;
    }
    open += 1;
    const onward = connect(to, '127.0.0.1').on('error', () => incoming.destroy());
    incoming.pipe(onward).pipe(incoming);
    incoming.once('close', () => {
      open -= 1;
      onward.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counted, close: () => server.close() };
}

test.each([1, 2, 5, 20])('%i at a time', async (most) => {
  const serving = await serve(createReference());
  const door = await narrowDoor(serving.port, most);
  try {
    await inFolder(async (folder) => {
      const { out } = await command([`${door.origin}/v1`, '--quickstart', `${door.origin}/quickstart`, '--allow-writes', '--seed', '1', '--json'], { folder, environment: { ANIMAL_STORE_API_KEY: fakeKey } });
      const { verdict, rules, run } = JSON.parse(out) as Report;
      expect({ verdict, notPassed: rules.filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell').map(({ id, reason }) => `${id}: ${reason}`) }).toEqual({ verdict: 'conformant', notPassed: [] });
      expect(door.counted.dropped).toBeGreaterThan(0);
      // It is learnt, and not found out anew with each request.
      expect(door.counted.dropped).toBeLessThan(run.exchanges / 10);
    });
  } finally {
    door.close();
    await serving.close();
  }
});
