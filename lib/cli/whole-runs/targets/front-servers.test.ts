// A server between the kit and the target does not change the results: nginx as reverse proxy, before TLS, with
// certificates of the client, and proxies on the way out; HAProxy before replicas. Runs where they are there: NGINX and
// HAPROXY name them, or they lie in /usr/sbin.
import { writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import {
  createReference,
  fakeKey,
  faultNamed,
  serve,
  variantNamed,
} from '../../../reference/index.js';
import { testCertificate } from '../../../testing/certificates/tls.js';
import { command, inFolder, type Ran } from '../../../testing/io.js';
import { haproxy, startBalancer } from '../../../testing/targets/haproxy.js';
import { nginx, startFront } from '../../../testing/targets/nginx.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A fresh reference server, so that every run finds the same store. */
async function reference(fault?: string): Promise<string> {
  const serving = await serve(
    createReference({
      faults: fault === undefined ? [] : [faultNamed(fault) ?? expect.fail(fault)],
    }),
  );
  closing.push(() => serving.close());
  return `http://127.0.0.1:${serving.port}`;
}

async function front(
  lines: readonly string[],
  files?: Readonly<Record<string, string>>,
  above?: readonly string[],
): Promise<number> {
  const started = await startFront(lines, files, above);
  closing.push(() => started.close());
  return started.port;
}

const own = testCertificate();
const elsewhere = testCertificate('elsewhere.test');
const client = testCertificate();
const pemFiles = {
  'own.pem': own.cert,
  'own.key': own.key,
  'elsewhere.pem': elsewhere.cert,
  'elsewhere.key': elsewhere.key,
  'client.pem': client.cert,
  'client.key': client.key,
};
const secured = (origin: string, name: 'own' | 'elsewhere', ...more: readonly string[]) =>
  front(
    [
      'listen 127.0.0.1:$PORT ssl;',
      `ssl_certificate ${name}.pem;`,
      `ssl_certificate_key ${name}.key;`,
      `location / { proxy_pass ${origin}; }`,
      ...more,
    ],
    pemFiles,
  );

interface Reported extends Ran {
  readonly report: Report | undefined;
}

async function reported(
  base: string,
  flags: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Reported> {
  return inFolder(async (folder) => {
    for (const [name, text] of Object.entries(pemFiles)) writeFileSync(join(folder, name), text);
    const ran = await command(
      [`${base}/v1`, '--quickstart', `${base}/quickstart`, '--seed', '5', '--json', ...flags],
      { folder, environment: { ANIMAL_STORE_API_KEY: fakeKey, ...environment } },
    );
    return { ...ran, report: ran.out === '' ? undefined : (JSON.parse(ran.out) as Report) };
  });
}

/** Everything that a run finds: what may differ is when it was, where, how long it took and what else was in an answer. */
function found({ report }: Reported) {
  const { rules, observations, verdict, profiles, counts, run } =
    report ?? expect.fail('there is no report');
  return {
    verdict,
    profiles,
    counts,
    run: { created: run.created.map(({ name }) => name).sort(), throttled: run.throttled },
    rules: rules.map(({ id, outcome, evidence, reason, failures }) => ({
      id,
      outcome,
      // How often a list is asked again until it shows what was added hangs on how busy the machine is.
      cases: evidence.cases,
      reason,
      failures: failures.map(
        ({ id: failure, cause, expected, actual, input, confirmed, cases }) => ({
          failure,
          cause,
          expected,
          actual,
          input,
          confirmed,
          cases,
        }),
      ),
    })),
    // nginx itself refuses an encoded NUL in a path, and names itself in a header: to those who ask it is the target that does.
    observations: observations.flatMap(({ id, answer }) =>
      id === 'list-animals.delay' || id === 'list-animals.headers'
        ? []
        : [`${id}: ${answer.replace(/(?:, |; \d+: )ID and a NUL/, '')}`],
    ),
  };
}

describe.runIf(nginx !== undefined)(
  `through nginx${nginx === undefined ? ' (skipped: there is none; install nginx or set NGINX)' : ''}`,
  () => {
    const quick = ['--effort', 'quick'];
    let direct: ReturnType<typeof found>;
    beforeAll(async () => {
      const run = await reported(await reference(), quick);
      expect(run.report?.verdict).toBe('no-violation-found');
      direct = found(run);
      for (const close of closing.splice(0)) await close();
    });

    test('as a reverse proxy that puts the service below a path, nothing changes', async () => {
      const port = await front([
        'listen 127.0.0.1:$PORT;',
        `location /shop/ { proxy_pass ${await reference()}/; }`,
      ]);
      expect(found(await reported(`http://127.0.0.1:${port}/shop`, quick))).toEqual(direct);
    });

    test('before TLS nothing changes, and a broken rule is shown by the same case', async () => {
      expect(
        found(
          await reported(`https://localhost:${await secured(await reference(), 'own')}`, [
            ...quick,
            '--ca',
            'own.pem',
          ]),
        ),
      ).toEqual(direct);
      const broken = await reported(await reference('limit-off-by-one'), [
        '--only',
        'list-animals.limit-is-maximum',
      ]);
      expect(broken.code).toBe(1);
      expect(
        found(
          await reported(
            `https://localhost:${await secured(await reference('limit-off-by-one'), 'own')}`,
            ['--only', 'list-animals.limit-is-maximum', '--ca', 'own.pem'],
          ),
        ),
      ).toEqual(found(broken));
    });

    test('with certificates of the client nothing changes; without one the target cannot be tested', async () => {
      const port = await secured(
        await reference(),
        'own',
        'ssl_client_certificate client.pem;',
        'ssl_verify_client on;',
      );
      const without = await reported(`https://localhost:${port}`, ['--ca', 'own.pem']);
      expect([without.code, without.err]).toEqual([4, expect.stringContaining('status 400')]);
      expect(
        found(
          await reported(`https://localhost:${port}`, [
            ...quick,
            '--ca',
            'own.pem',
            '--cert',
            'client.pem',
            '--cert-key',
            'client.key',
          ]),
        ),
      ).toEqual(direct);
    });

    test('as a forward proxy nothing changes', async () => {
      const port = await front([
        'listen 127.0.0.1:$PORT;',
        `location / { proxy_pass ${await reference()}; }`,
      ]);
      const run = await reported('http://elsewhere.test', quick, {
        HTTP_PROXY: `http://127.0.0.1:${port}`,
      });
      expect(found(run)).toEqual(direct);
      expect(run.report?.run.warnings.join()).toContain(
        'The key is sent unencrypted to http://elsewhere.test',
      );
    });

    test.each(['503', '502', '429'])(
      'that limits the rate and says so by %s alone, everything is asked more slowly, and nothing else changes',
      async (status) => {
        const port = await front(
          [
            'listen 127.0.0.1:$PORT;',
            `location / { limit_req zone=one burst=20 nodelay; limit_req_status ${status}; proxy_pass ${await reference()}; }`,
          ],
          {},
          ['limit_req_zone $binary_remote_addr zone=one:10m rate=100r/s;'],
        );
        const run = await reported(`http://127.0.0.1:${port}`, quick);
        expect(run.report?.run.throttled).toBeGreaterThan(0);
        expect(run.report?.run.warnings.join()).toContain(
          status === '429' ? '' : 'the target was overloaded',
        );
        const { run: _, ...rest } = found(run);
        const { run: __, ...directly } = direct;
        expect(rest).toEqual(directly);
      },
    );

    test('that refuses encoded control characters by itself, nothing is broken; its page is a warning', async () => {
      const port = await front([
        'listen 127.0.0.1:$PORT;',
        'if ($request_uri ~* "%(0|1|7f)") { return 403; }',
        `location / { proxy_pass ${await reference()}; }`,
      ]);
      const { code, report } = await reported(`http://127.0.0.1:${port}`, quick);
      const failed = report?.rules.filter(({ outcome }) => outcome === 'failed');
      expect([code, failed?.map(({ id }) => id)]).toEqual([0, ['errors.refused-in-front']]);
    });

    test('behind the tunnel of a forward proxy nothing changes', async () => {
      const tunnel = await tunnelling(await secured(await reference(), 'elsewhere'));
      expect(
        found(
          await reported('https://elsewhere.test', [...quick, '--ca', 'elsewhere.pem'], {
            HTTPS_PROXY: `http://127.0.0.1:${tunnel.port}`,
          }),
        ),
      ).toEqual(direct);
      expect(new Set(tunnel.asked)).toEqual(new Set(['CONNECT elsewhere.test:443 HTTP/1.1']));
    });
  },
);

describe.runIf(haproxy !== undefined)(
  `through HAProxy${haproxy === undefined ? ' (skipped: there is none; install haproxy or set HAPROXY)' : ''}`,
  () => {
    test.each([
      ['that share a store', []],
      ['of which one shows animals 1.4 s late', ['a-replica-1400-ms-late']],
    ])('three replicas %s are one honest server', async (_, names) => {
      const shared = createReference({
        variants: names.map((name) => variantNamed(name) ?? expect.fail(name)),
      });
      const replicas = await Promise.all([1, 2, 3].map(() => serve(shared)));
      closing.push(...replicas.map((one) => () => one.close()));
      const balancer = await startBalancer(replicas.map(({ port }) => port));
      closing.push(() => balancer.close());
      const { code, report } = await reported(`http://127.0.0.1:${balancer.port}`);
      const broken = report?.rules.filter(({ outcome }) => outcome === 'failed');
      expect([code, report?.verdict, broken?.map(({ id }) => id)]).toEqual([0, 'conformant', []]);
    });
  },
);

describe('a proxy that is not there', () => {
  test('is named, and left alone where NO_PROXY says so', async () => {
    // Every address of this machine, but none that is known as such.
    const origin = (await reference()).replace('127.0.0.1', '0.0.0.0');
    const environment = { http_proxy: 'http://127.0.0.1:1' };
    const run = await reported(origin, ['--only', '4.4'], environment);
    expect([run.code, run.err]).toEqual([
      4,
      expect.stringContaining('no connection through the proxy 127.0.0.1:1 (ECONNREFUSED)'),
    ]);
    expect(
      await reported(origin, ['--only', '4.4'], { ...environment, NO_PROXY: 'other.test,0.0.0.0' }),
    ).toMatchObject({ code: 0 });
  });
});

/** A proxy whose tunnels all end at one port of this machine. */
async function tunnelling(
  port: number,
): Promise<{ readonly port: number; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', (head) => {
      asked.push(head.toString('latin1').split('\r\n')[0] ?? '');
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      sockets.add(onward.on('error', () => socket.destroy()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, asked };
}
