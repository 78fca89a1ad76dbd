// Whole runs against targets of which nothing can be told, or not enough: nobody is accused. What is said of each is tested
// in lib/judge/run/preflight.test.ts and lib/http/hostile.test.ts.
import { describe, expect, test } from 'vitest';
import {
  endless,
  nobody,
  onEachRequest,
  ordinary,
  whole,
} from '../../../testing/targets/hostile-servers.js';
import { atServer } from '../../../testing/at-server.js';
import { explained } from '../../../api/execute/execute.js';
import { exchange, failure } from '../../../testing/reports/fixture-parts.js';
import { cleanReport } from '../../../testing/reports/fixture.js';
import { misbehaving } from '../../../testing/targets/misbehaving.js';
import { asksToWait, attack, quick, soon, where } from '../../../testing/targets/attacks.js';

describe.concurrent('cannot be tested', () => {
  test('nothing listens', async () =>
    attack(
      { origin: await nobody(), close: async () => {} },
      {
        code: 4,
        says: /cannot be reached: nothing listens at http:\/\/127\.0\.0\.1:\d+ \(connection refused\)/,
      },
    ));

  test('a body without end', async () =>
    attack(await endless(), {
      code: 4,
      says: /There is no Animal Store .* status 200, text\/plain, the body is larger than 8 MB \(--max-body\)/,
    }));

  test.each([
    ['of one byte each', '1\r\n \r\n'.repeat(2_000)],
    ['that are told at length', `1;${'x'.repeat(8_000)}\r\n \r\n`],
  ])('a body without end, in chunks %s', async (_, chunks) =>
    attack(await endless(chunks, 'Transfer-Encoding: chunked\r\n'), {
      code: 4,
      says: /is larger than 8 MB|gave no complete, final response within 25 s/,
      measured: true,
    }),
  );

  test('429 for ever', async () =>
    attack(await misbehaving(asksToWait([])), {
      code: 4,
      says: /asked to slow down \d times, for longer than the 1 s that the kit waits \(--throttle-wait\)/,
      flags: ['--throttle-wait', '1'],
    }));

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

describe.concurrent('cannot be told, and accuses nobody', () => {
  test('dies midway', async () => {
    const server = await misbehaving((turn) =>
      turn.count < 200 ? turn.answer() : void server.close(),
    );
    await attack(
      { ...server, close: async () => {} },
      { code: 3, says: /the target stopped responding \(nothing listens at /, flags: quick },
    );
  });

  test('Retry-After in a year, midway', async () =>
    attack(
      await misbehaving(where(({ count }) => count > 100, asksToWait(['Retry-After: 31536000']))),
      {
        code: 3,
        says: /asks to slow down, for longer than the 60 s that the kit waits/,
        flags: quick,
      },
    ));

  test('says nothing any more, midway', async () => {
    const silent = where(
      ({ count }) => count > 200,
      () => {},
    );
    const says = /the target stopped responding \(no first byte within 1 s/;
    await attack(await misbehaving(silent), { code: 3, says, flags: [...quick, ...soon] });
  });
});

test('a wrong base path is answered with the right one', async () =>
  atServer([], async ({ url, asked, run }) => {
    const { origin } = new URL(url);
    const { code, err } = await run(`${origin}/v2`);
    expect(code).toBe(4);
    expect(err).toContain(
      `There is no Animal Store at ${origin}/v2. Did you mean ${url}? Sent: GET /pets?limit=1: status `,
    );
    expect(asked.length).toBeLessThanOrEqual(6);
  }));

describe.concurrent('a wrong address of the quickstart', () => {
  test.each<[string, (right: string) => string | Promise<string>, RegExp]>([
    [
      'nothing listens there',
      nobody,
      /The quickstart at \S+ cannot be reached: nothing listens at \S+ \(connection refused\)\. Check its address \(--quickstart\), or test without it: --quickstart none\./,
    ],
    [
      'nothing is there',
      (right) => `${right}s`,
      /There is no quickstart at \S+s\. Check its address .* status 404\.\n/,
    ],
  ])('%s', (_, address, says) =>
    atServer([], async ({ url, quickstartUrl, run }) => {
      const { code, err } = await run(url, '--quickstart', await address(quickstartUrl));
      expect([code, err]).toEqual([4, expect.stringMatching(says)]);
    }),
  );

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

  test('is no matter where the quickstart is not tested, or nothing is written', async () =>
    atServer([], async ({ url, run }) => {
      const wrong = [url, '--quickstart', await nobody()];
      expect((await run(...wrong, '--only', 'list-animals.filter')).code).toBe(0);
      expect((await run(...wrong, '--read-only', '--effort', 'quick')).code).toBe(0);
    }));
});
