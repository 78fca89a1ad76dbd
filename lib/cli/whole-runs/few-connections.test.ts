// A correct server that serves only so many connections, and drops each further one without a word, as `maxConnections` of
// Node does, or lets it wait until another closes, as a few workers do. The contract says nothing of it: nobody is accused.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { createReference, fakeKey, serve } from '../../reference/index.js';
import { command, inFolder } from '../../testing/io.js';

interface Door {
  readonly origin: string;
  readonly counted: { refused: number };
  close(): void;
}

async function narrowDoor(to: number, most: number, further: 'dropped' | 'waits'): Promise<Door> {
  const counted = { refused: 0 };
  const waiting: Socket[] = [];
  let open = 0;
  const enter = (incoming: Socket): void => {
    open += 1;
    const onward = connect(to, '127.0.0.1').on('error', () => incoming.destroy());
    incoming.pipe(onward).pipe(incoming);
    incoming.once('close', () => {
      open -= 1;
      onward.destroy();
      const next = waiting.find(({ destroyed }) => !destroyed);
      waiting.splice(0, next ? waiting.indexOf(next) + 1 : waiting.length);
      if (next) enter(next);
    });
  };
  const server = createServer((incoming) => {
    incoming.on('error', () => {});
    if (open < most) return enter(incoming);
    counted.refused += 1;
    if (further === 'waits') waiting.push(incoming);
    else incoming.resetAndDestroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counted,
    close: () => server.close(),
  };
}

async function runThrough(door: Door, ...flags: readonly string[]): Promise<Report> {
  const environment = { ANIMAL_STORE_API_KEY: fakeKey };
  return inFolder(async (folder) => {
    const { out } = await command(
      [
        `${door.origin}/v1`,
        '--quickstart',
        `${door.origin}/quickstart`,
        '--allow-writes',
        '--seed',
        '1',
        '--json',
        ...flags,
      ],
      { folder, environment },
    );
    return JSON.parse(out) as Report;
  });
}

test.each([1, 5])('%i at a time, others are dropped', async (most) => {
  const serving = await serve(createReference());
  const door = await narrowDoor(serving.port, most, 'dropped');
  try {
    const { verdict, rules, run } = await runThrough(door);
    expect({
      verdict,
      notPassed: rules
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
        .map(({ id, reason }) => `${id}: ${reason}`),
    }).toEqual({ verdict: 'conformant', notPassed: [] });
    expect(door.counted.refused).toBeGreaterThan(0);
    // It is learnt, and not found out anew with each request.
    expect(door.counted.refused).toBeLessThan(run.exchanges / 10);
  } finally {
    door.close();
    await serving.close();
  }
});

test('eight at a time, others wait', async () => {
  const serving = await serve(createReference());
  const door = await narrowDoor(serving.port, 8, 'waits');
  try {
    const { verdict, rules } = await runThrough(door, '--first-byte-timeout', '1');
    expect({
      accused: rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id),
      verdict,
    }).toEqual({
      accused: [],
      verdict: expect.stringMatching(/^(conformant|inconclusive)$/) as string,
    });
    expect(door.counted.refused).toBeGreaterThan(0);
  } finally {
    door.close();
    await serving.close();
  }
});
