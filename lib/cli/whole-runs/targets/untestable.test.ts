// Whole runs against targets of which nothing can be told, or not enough: nobody is accused.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  endless,
  mute,
  nobody,
  onEachRequest,
  ordinary,
  selfSigned,
  whole,
  type HostileServer,
} from '../../../testing/targets/hostile-servers.js';
import { createReference, fakeKey, serve, type Serving } from '../../../reference/index.js';
import { command, inFolder, type Ran } from '../../../testing/io.js';
import { explained } from '../../../api/execute/execute.js';
import { exchange, failure } from '../../../testing/reports/fixture-parts.js';
import { cleanReport } from '../../../testing/reports/fixture.js';
import { headersAlone, misbehaving } from '../../../testing/targets/misbehaving.js';
import {
  type Server,
  attack,
  soon,
  soonWhole,
  type Act,
  where,
  body,
  reset,
  asksToWait,
} from '../../../testing/targets/attacks.js';

describe.concurrent('cannot be tested', () => {
  test.each<[string, () => Promise<Server>, RegExp, (readonly string[])?]>([
    [
      'nothing listens',
      async () => ({ origin: await nobody(), close: async () => {} }),
      /cannot be reached: nothing listens at http:\/\/127\.0\.0\.1:\d+ \(connection refused\)/,
    ],
    [
      'accepts and says nothing',
      () => mute(),
      /does not respond: no first byte within 1 s \(--first-byte-timeout\)/,
      soon,
    ],
    [
      'stalls after the headers',
      () => misbehaving(headersAlone),
      /does not respond: the response was not complete within 2 s: it stalled in the body \(--answer-timeout\)/,
      soonWhole,
    ],
    [
      'a body without end',
      endless,
      /There is no Animal Store .* status 200, text\/plain, the body is larger than 8 MB \(--max-body\)/,
    ],
    [
      'redirects in a circle',
      () =>
        onEachRequest((socket, head) =>
          socket.write(whole('', [`Location: ${head.split(' ')[1]}`], '302 Found')),
        ),
      /redirects to \/v1\/pets\?limit=1\. The kit does not follow redirects/,
    ],
    [
      'is something else',
      () => mute('SSH-2.0-OpenSSH_9.9\r\n'),
      /the response is not HTTP: it begins with "SSH-2\.0-OpenSSH_9\.9/,
    ],
    [
      'TLS where plain HTTP was expected',
      async () => atScheme(await selfSigned(), 'http'),
      /the target speaks TLS: its address may begin with https:\/\//,
    ],
    [
      'plain HTTP where TLS was expected',
      async () =>
        atScheme(await ordinary((_request, response) => void response.end('[]')), 'https'),
      /does not speak TLS: its address may begin with http:\/\//,
    ],
    [
      'a self-signed certificate',
      () => selfSigned(),
      /the certificate is self-signed: specify its authority with --ca FILE/,
    ],
    [
      'a reset at every request',
      () => misbehaving(reset),
      /does not respond: the connection was closed before a response arrived/,
    ],
    [
      'empty bodies',
      () => misbehaving(body(() => '')),
      /There is no Animal Store .* status 200, application\/json, the body is empty/,
    ],
    [
      '429 for ever',
      () => misbehaving(asksToWait([])),
      /asked to slow down \d times, for longer than the 1 s that the kit waits \(--throttle-wait\)/,
      ['--throttle-wait', '1'],
    ],
    [
      '503 for ever',
      () => misbehaving(asksToWait(['Retry-After: 1'], '503 Busy')),
      /asked to slow down \d times, for longer than the 2 s that the kit waits \(--throttle-wait\)/,
      ['--throttle-wait', '2'],
    ],
    [
      'Retry-After in a year',
      () => misbehaving(asksToWait(['Retry-After: 31536000'])),
      /asks to slow down, for longer than the 60 s that the kit waits/,
    ],
    [
      'an answer that holds the key',
      () =>
        misbehaving(
          ({ socket, request }) =>
            void socket.write(
              whole('x', [
                `Content-Type: text/${request.headers.find(([name]) => /^authorization$/i.test(name))?.[1]}`,
              ]),
            ),
        ),
      /There is no Animal Store .* text\/Bearer \$ANIMAL_STORE_API_KEY/,
    ],
  ])('%s', async (_, make, message, flags = []) =>
    attack(await make(), { code: 4, says: message, flags }),
  );

  test('responds before it is asked', async () => {
    // On a busy machine a response arrives together with a request, and nobody can tell that it was not asked for: then it
    // answers requests without a key with 200.
    await attack(await mute(whole('[]', ['Content-Type: application/json']).toString('latin1')), {
      code: [1, 3, 4],
      says: /(?:does not respond: |stopped responding \()the target sent a response before it was asked|is not conformant/,
    });
  });

  test('a redirect to another origin, which gets no request', async () => {
    const elsewhere = await ordinary((_request, response) => void response.end('[]'));
    await attack(
      await onEachRequest((socket) =>
        socket.write(
          whole('', [`Location: ${elsewhere.origin}/v1/pets`], '307 Temporary Redirect'),
        ),
      ),
      {
        code: 4,
        says: /redirects to http:\/\/127\.0\.0\.1:\d+\/v1\/pets\. The kit does not follow redirects, because its key is only for/,
      },
    );
    expect(elsewhere.seen).toEqual({ connections: 0, requests: 0 });
    await elsewhere.close();
  });
});

const atScheme = (server: HostileServer, scheme: string): Server => ({
  origin: `${scheme}://127.0.0.1:${server.port}`,
  close: () => server.close(),
});

describe.concurrent('cannot be told, and accuses nobody', () => {
  test('dies midway', async () => {
    const server = await misbehaving((turn) =>
      turn.count < 400 ? turn.answer() : void server.close(),
    );
    await attack(
      { ...server, close: async () => {} },
      { code: 3, says: /the target stopped responding \(nothing listens at / },
    );
  });

  test.each<[string, Act, RegExp, (readonly string[])?]>([
    [
      'Retry-After in a year, midway',
      where(({ count }) => count > 200, asksToWait(['Retry-After: 31536000'])),
      /asks to slow down, for longer than the 60 s that the kit waits/,
    ],
    [
      'gets slower and slower',
      (turn) => void setTimeout(() => void turn.answer(), turn.count * 2),
      /did not finish within 3 s \(--max-time\): the remaining rules are undecided/,
      ['--max-time', '3'],
    ],
    [
      'says nothing any more, midway',
      where(
        ({ count }) => count > 300,
        () => {},
      ),
      /the target stopped responding \(no first byte within 1 s/,
      soon,
    ],
  ])('%s', async (_, act, message, flags = []) =>
    attack(await misbehaving(act), { code: 3, says: message, flags }),
  );
});

test('a candidate that refuses the key is told where it finds it', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'server.cjs');
    writeFileSync(
      file,
      `require('node:http').createServer((_, response) => {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end('{"code":"a","message":"b","status":401}');
      }).listen(process.env.PORT, '127.0.0.1');`,
    );
    const words = ['--start', `'${process.execPath}' '${file}'`];
    const { code, err } = await command(words, { folder });
    expect(err).toContain('refuses the key. It must accept the key that it gets in ANIMAL_STORE_');
    expect(code).toBe(4);
  }));

describe.concurrent('a wrong base path', () => {
  test.each([
    ['', '/v1'],
    ['/v2', '/v1'],
    ['/v1/pets', '/v1'],
    ['/v1/v1', '/v1'],
  ])('%s is answered with the right one, %s', async (given, right) => {
    const reference = createReference();
    const asked: string[] = [];
    const serving = await serve({
      ...reference,
      handle: (request) => (asked.push(request.path), reference.handle(request)),
    });
    try {
      await inFolder(async (folder) => {
        const origin = new URL(serving.url).origin;
        const { code, err } = await command([origin + given], {
          folder,
          environment: { ANIMAL_STORE_API_KEY: reference.key },
        });
        expect(code).toBe(4);
        expect(err).toContain(
          `There is no Animal Store at ${origin}${given}. Did you mean ${origin}${right}? Sent: GET /pets?limit=1: status `,
        );
        expect(asked.length).toBeLessThanOrEqual(6);
      });
    } finally {
      await serving.close();
    }
  });

  test('with nothing else there is no whole run either', async () => {
    await attack(
      await misbehaving(({ socket, request }) =>
        request.headers.some(([name]) => /^authorization$/i.test(name))
          ? void socket.write(
              whole('{"code":"x","message":"No.","status":404}', [], '404 Not Found'),
            )
          : void socket.write(
              whole('{"code":"x","message":"No.","status":401}', [], '401 Unauthorized'),
            ),
      ),
      { code: 4, says: /There is no Animal Store at .*: nothing there responds as one/ },
    );
  });
});

describe.concurrent('a wrong address of the quickstart', () => {
  const ran = async (
    quickstart: (serving: Serving) => string | Promise<string>,
    ...words: readonly string[]
  ): Promise<Ran> => {
    const serving = await serve(createReference());
    try {
      const typed = [serving.url, '--quickstart', await quickstart(serving), ...words];
      const environment = { ANIMAL_STORE_API_KEY: fakeKey };
      return await inFolder((folder) => command(typed, { folder, environment }));
    } finally {
      await serving.close();
    }
  };

  test('nothing listens there', async () => {
    const { code, err } = await ran(nobody);
    expect([code, err]).toEqual([
      4,
      expect.stringMatching(
        /The quickstart at \S+ cannot be reached: nothing listens at \S+ \(connection refused\)\. Check its address \(--quickstart\), or test without it: --quickstart none\./,
      ),
    ]);
  });

  test('nothing is there', async () => {
    const { code, err } = await ran(({ quickstartUrl }) => `${quickstartUrl}s`);
    expect([code, err]).toEqual([
      4,
      expect.stringMatching(/There is no quickstart at \S+s\. Check its address .* status 404\.\n/),
    ]);
  });

  test('nothing is there, for a candidate that may lack it: the report says so', async () => {
    const report = cleanReport();
    const returned404 = exchange({ status: 404 });
    const failures = [
      failure({ cases: { failed: 3, of: 3, inputs: [] }, exchanges: [returned404] }),
    ];
    const rules = report.rules.map((one) =>
      one.id === 'messages.accepted' ? { ...one, outcome: 'failed' as const, failures } : one,
    );
    const target = { ...report.target, quickstartBaseUrl: 'https://animals.example/q' };
    const { run } = await explained({ ...report, target, rules }, null);
    expect(run.warnings.at(-1)).toMatch(
      /^Every message returned 404, as if there were no quickstart/,
    );
  });

  test('is no matter where the quickstart is not tested, or nothing is written', async () => {
    for (const words of [
      ['--only', 'list-animals.filter'],
      ['--read-only', '--effort', 'quick'],
    ])
      expect((await ran(nobody, ...words)).code).toBe(0);
  });
});
