// Every way to a target: TLS, client certificates, headers for a gateway, IPv6, a base path. The rules find the same on each,
// and the lines in a failure, curl's and the kit's own, take the same way as they stand.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import type { Failure, Report } from '../../../judge/result/report.js';
import {
  createReference,
  fakeKey,
  faultNamed,
  serve,
  type ReferenceRequest,
} from '../../../reference/index.js';
import { testCertificate } from '../../../testing/certificates/tls.js';
import { reportIn } from '../../../testing/at-server.js';
import { command, inFolder } from '../../../testing/io.js';

const environment = { ANIMAL_STORE_API_KEY: fakeKey };
const own = testCertificate();
const client = testCertificate();
const files = { 'own.pem': own.cert, 'a client.pem': client.cert, 'a client.key': client.key };
const sh = promisify(execFile);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server that gives one animal too many. */
async function broken(
  host = '127.0.0.1',
): Promise<{ readonly origin: string; readonly asked: readonly ReferenceRequest[] }> {
  const asked: ReferenceRequest[] = [];
  const reference = createReference({
    faults: [faultNamed('limit-off-by-one') ?? expect.fail('there is no such fault')],
  });
  const serving = await serve(
    { ...reference, handle: (request) => (asked.push(request), reference.handle(request)) },
    { host },
  );
  closing.push(() => serving.close());
  return { origin: new URL(serving.url).origin, asked };
}

/** TLS before that server. */
async function secured(origin: string, options: ServerOptions = {}): Promise<string> {
  const server = createServer(
    { ...own, ...options },
    (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const onward = ask(
        origin + incoming.url,
        { method: incoming.method, headers: incoming.headers },
        (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers)),
      );
      incoming.pipe(onward.on('error', () => outgoing.destroy()));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

async function failing<T>(
  url: string,
  flags: readonly string[],
  work: (failure: Failure, report: Report, folder: string) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const how = ['--output', 'here', '--quiet'];
    const ran = await command(
      [url, '--only', 'list-animals.limit-is-maximum', '--seed', '2', ...how, ...flags],
      { folder, environment },
    );
    expect([ran.code, ran.err]).toEqual([1, expect.not.stringContaining('failed itself')]);
    const report = reportIn(folder, 'here');
    return work(report.rules[0]?.failures[0] ?? expect.fail('nothing failed'), report, folder);
  });
}

/** Runs as it stands in the folder of the run, and shows what the failure says. */
async function expectToShow({ curl, replay, input }: Failure, folder: string): Promise<void> {
  const { stdout } = await sh('sh', ['-c', curl ?? expect.fail('there is no line')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
  });
  const [head = '', body = ''] = stdout.split('\r\n\r\n').slice(-2);
  expect(head).toMatch(/^HTTP\/1\.1 200/);
  expect((JSON.parse(body) as unknown[]).length).toBe(Number(/limit=(\d+)/.exec(input)?.[1]) + 1);
  const words = (
    await sh('sh', ['-c', `for word in ${replay}; do printf '%s\\n' "$word"; done`])
  ).stdout
    .trimEnd()
    .split('\n');
  expect(await command(words.slice(2), { folder, environment })).toMatchObject({
    code: 1,
    out: expect.stringContaining(' still fails') as string,
  });
}

describe('a way to a target', () => {
  test('through TLS, with an authority of its own', async () => {
    await failing(
      `${await secured((await broken()).origin)}/v1`,
      ['--ca', 'own.pem'],
      async (failure, _, folder) => {
        expect(failure.curl).toContain('--cacert own.pem');
        await expectToShow(failure, folder);
      },
    );
  });

  test('with a certificate of the client', async () => {
    const url = `${await secured((await broken()).origin, { requestCert: true, rejectUnauthorized: true, ca: client.cert })}/v1`;
    await failing(
      url,
      ['--ca', 'own.pem', '--cert', 'a client.pem', '--cert-key', 'a client.key'],
      async (failure, _, folder) => {
        expect(failure.curl).toContain(
          "--cacert own.pem --cert 'a client.pem' --key 'a client.key'",
        );
        await expectToShow(failure, folder);
      },
    );
  });

  test('with --insecure, which the report says', async () => {
    await failing(
      `${await secured((await broken()).origin)}/v1`,
      ['--insecure'],
      async (failure, { run }, folder) => {
        expect(run.warnings).toEqual([
          expect.stringMatching(/^Certificates were not checked \(--insecure\)/),
        ]);
        for (const name of ['report.html', 'summary.md'])
          expect(readFileSync(join(folder, 'here', name), 'utf8'), name).toContain(
            'Certificates were not checked',
          );
        await expectToShow(failure, folder);
      },
    );
  });

  test('with headers for a gateway, on every request', async () => {
    const { origin, asked } = await broken();
    await failing(
      `${origin}/v1`,
      ['--header', 'X-Gateway: blue "green"', '--header', 'X-Gateway-Token: fake-gateway-token'],
      async (failure, report, folder) => {
        const of = (name: string): readonly (string | undefined)[] =>
          asked.map(({ headers }) => headers.find(([each]) => each.toLowerCase() === name)?.[1]);
        expect(new Set(of('x-gateway'))).toEqual(new Set(['blue "green"']));
        expect(new Set(of('x-gateway-token'))).toEqual(new Set(['fake-gateway-token']));
        expect(JSON.stringify(report)).not.toContain('fake-gateway-token');
        await expectToShow(failure, folder);
        expect(of('x-gateway').filter((value) => value === 'blue "green"').length).toBeGreaterThan(
          0,
        );
      },
    );
  });

  test('by an address of IPv6', async (context) => {
    if (!(await hasIpv6())) return context.skip('this machine has no ::1');
    const { origin } = await broken('::1');
    expect(origin).toContain('[::1]');
    await failing(`${origin}/v1`, [], (failure, _, folder) => expectToShow(failure, folder));
  });
});

function hasIpv6(): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createSocketServer().once('error', () => resolve(false));
    server.listen(0, '::1', () => server.close(() => resolve(true)));
  });
}
