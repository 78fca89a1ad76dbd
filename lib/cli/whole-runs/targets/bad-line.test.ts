// A correct server over a bad line: one answer in twenty is lost with its connection, one request in fifty is asked to
// come again. The verdict does not change. One quick run of its own; BAD_LINE_RUNS=100 makes so many whole ones, which takes half an hour.
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { randomFrom } from '../../../in-memory/in-memory.js';
import { createReference, fakeKey, serve } from '../../../reference/index.js';
import { command, inFolder } from '../../../testing/io.js';

const runs = Number(process.env['BAD_LINE_RUNS'] ?? 1);
const [effort, expected] =
  runs === 1 ? ['quick', 'no-violation-found'] : ['standard', 'conformant'];
const refusal = JSON.stringify({ code: 'too_many_requests', message: 'Slow down.', status: 429 });

interface Line {
  readonly origin: string;
  readonly suffered: { resets: number; throttled: number };
  close(): Promise<void>;
}

/** Passes requests on. Connections end before a request is passed on, before its answer begins, or in the middle of it. */
async function badLine(to: number, chance: () => number): Promise<Line> {
  const suffered = { resets: 0, throttled: 0 };
  const server = createServer((incoming, outgoing) => {
    const drawn = chance();
    const reset = (): void => {
      suffered.resets += 1;
      incoming.socket.resetAndDestroy();
    };
    if (drawn < 0.02) {
      suffered.throttled += 1;
      incoming.resume();
      outgoing
        .writeHead(429, {
          'content-type': 'application/json',
          ...(drawn < 0.002 ? {} : { 'retry-after': '0' }),
        })
        .end(refusal);
    } else if (drawn < 0.04) reset();
    else
      passOn(
        to,
        incoming,
        outgoing,
        drawn < 0.055 ? { before: reset } : drawn < 0.07 ? { midway: reset } : {},
      );
  });
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    suffered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(
  port: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { before, midway }: { readonly before?: () => void; readonly midway?: () => void },
): void {
  const onward = ask(
    {
      port,
      host: '127.0.0.1',
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
    },
    (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if (before !== undefined) return before();
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        const body = Buffer.concat(chunks);
        if (midway === undefined) return void outgoing.end(body);
        outgoing.write(body.subarray(0, body.length >> 1), midway);
      });
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

async function verdictOver(seed: number): Promise<object> {
  const serving = await serve(createReference());
  const line = await badLine(serving.port, randomFrom(seed));
  try {
    return await inFolder(async (folder) => {
      const flags = [
        '--quickstart',
        `${line.origin}/quickstart`,
        '--seed',
        String(seed),
        '--effort',
        effort,
        '--json',
      ];
      const { code, out } = await command([`${line.origin}/v1`, ...flags], {
        folder,
        environment: { ANIMAL_STORE_API_KEY: fakeKey },
      });
      const { verdict, rules, run } = JSON.parse(out) as Report;
      const notPassed = rules
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
        .map(
          ({ id, outcome, reason, failures }) =>
            `${id}: ${outcome} ${reason ?? failures[0]?.cause}`,
        );
      if (runs > 1)
        console.log(
          `seed ${seed}: ${verdict}, ${run.exchanges} requests in ${run.durationMs} ms, ${line.suffered.resets} lost, ${line.suffered.throttled} asked to come again`,
        );
      expect(line.suffered.resets).toBeGreaterThan(0.02 * run.exchanges);
      expect(run.throttled).toBe(line.suffered.throttled);
      return { seed, code, verdict, notPassed };
    });
  } finally {
    await line.close();
    await serving.close();
  }
}

describe('over a bad line', () => {
  test(`the verdict is the same: ${runs} of ${runs} times`, async () => {
    const seeds = Array.from({ length: runs }, (_, index) => index + 1);
    // Several runs go at a time, because each waits more than it works.
    const lanes = Array.from({ length: 4 }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        expect(await verdictOver(seed)).toEqual({
          seed,
          code: 0,
          verdict: expected,
          notPassed: [],
        });
      }
    });
    await Promise.all(lanes);
  });
});
