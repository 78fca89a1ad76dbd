// Runs every line with a real shell and a real curl, against a server that records the bytes it gets.

import { execFile } from 'node:child_process';
import { anyText } from '../testing/any-text.js';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { curlLine } from './curl.js';
import { redactor } from './secrets/redact.js';
import { requestBuilder } from './request.js';
import { wrongKeys } from '../contract/keys.js';
import type { Ask, Transport, Clock, HttpRequest } from './types.js';

const key = 'fake-Key.of_a~curl/test+1=';
const redact = redactor([
  key,
  { secret: 'fake-quickstart-key', variable: 'ANIMAL_STORE_QUICKSTART_API_KEY' },
]);

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['rawHeaders'];
  readonly body: Buffer;
  readonly port: number | undefined;
}

let received: Received[] = [];
let baseUrl = '';
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({
      method: request.method!,
      url: request.url!,
      headers: request.rawHeaders,
      body: Buffer.concat(chunks),
      port: request.socket.remotePort,
    });
    response.end('[]');
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const sh = promisify(execFile);

const environment = {
  PATH: process.env['PATH'],
  ANIMAL_STORE_API_KEY: key,
  ANIMAL_STORE_QUICKSTART_API_KEY: 'fake-quickstart-key',
  LC_ALL: 'C.UTF-8',
};

/** Runs the lines in one shell, and returns what the server got from each. */
async function runAll(lines: readonly string[]): Promise<readonly Received[]> {
  received = [];
  await sh('sh', ['-c', lines.join('\n')], { env: environment });
  return received;
}

async function run(line: string): Promise<Received> {
  return (await runAll([line]))[0]!;
}

const unused = { transport: {} as Transport, clock: {} as Clock };

/** The line of a request, and the headers that the kit itself would send. */
function lineOf(ask: Partial<Ask>): { line: string; headers: [string, string][]; path: string } {
  const request = requestBuilder({ baseUrl, key, redactor: redact, ...unused })({
    operation: 'other',
    method: 'GET',
    path: '/pets',
    validity: 'open',
    writes: false,
    ...ask,
  });
  return {
    line: curlLine({ request }, { baseUrl, redact })!,
    headers: request.headers as [string, string][],
    path: request.path,
  };
}

function header({ headers }: Received, name: string): string[] {
  return headers.flatMap((each, index) =>
    index % 2 === 0 && each.toLowerCase() === name ? [headers[index + 1]!] : [],
  );
}

test('a list reads as a person would write it', () => {
  expect(lineOf({ path: '/pets?limit=37&status=sold' }).line).toBe(
    `curl -sS -i '${baseUrl}/pets?limit=37&status=sold' -H "Authorization: Bearer $ANIMAL_STORE_API_KEY" -H 'Accept: application/json'`,
  );
});

test('an add reads as a person would write it', async () => {
  const { line } = lineOf({ method: 'POST', body: '{"name":"Ada","categoryId":1}' });
  expect(line).toBe(
    `curl -sS -i -X POST '${baseUrl}/pets' -H "Authorization: Bearer $ANIMAL_STORE_API_KEY" -H 'Accept: application/json' -H 'Content-Type: application/json' --data-binary '{"name":"Ada","categoryId":1}'`,
  );
  const got = await run(line);
  expect([got.method, got.url, String(got.body)]).toEqual([
    'POST',
    '/v1/pets',
    '{"name":"Ada","categoryId":1}',
  ]);
  expect(header(got, 'authorization')).toEqual([`Bearer ${key}`]);
  expect(header(got, 'content-type')).toEqual(['application/json']);
});

test('any body arrives byte for byte, and the line shows no key and nothing invisible', async () => {
  const bodies = [
    `{"name":"'\\"$HOME\`id\`!\\\\"}`,
    '@/etc/passwd',
    '-n',
    '-n\u0000',
    '%s %d %%',
    '',
    '{\r\n\t"name": "a"\n}\n',
    '{"name":"\u0000\u0001\u007f0"}',
    '{"name":"Ädä 猫 🐈‍⬛ \u202e\u200b\u2028\u0085"}',
    '{"name":"\ud83d"}',
    `{"key":"${key}","twice":"${key}"}\n`,
    'x'.repeat(30_000),
    `'"${'k'.repeat(20_000)}'${'0'.repeat(1_000)}$`,
    Uint8Array.from({ length: 512 }, (_, index) => index % 256),
    ...fc.sample(fc.oneof(anyText(30), fc.uint8Array({ maxLength: 30 })), 10),
  ];
  const lines = bodies.map((body) => lineOf({ method: 'POST', body }).line);
  expect(lines.filter((line) => line.includes(key) || /\p{C}/u.test(line))).toEqual([]);
  const got = await runAll(lines);
  expect(got.map(({ body }) => body)).toEqual(bodies.map((body) => Buffer.from(body as string)));
});

test('a header of one letter thousands of times is written out by the shell', async () => {
  const authorization = `Bearer ${'k'.repeat(8_000)}`;
  const { line } = lineOf({ key: { authorization } });
  expect(line.length).toBeLessThan(300);
  expect(header(await run(line), 'authorization')).toEqual([authorization]);
});

test('a coding is asked for as the kit asks for it, and decoded', async () => {
  const { line } = lineOf({ headers: [['Accept-Encoding', 'gzip']] });
  expect(line).toContain(' --compressed ');
  expect((await run(line)).headers).toEqual(expect.arrayContaining(['Accept-Encoding', 'gzip']));
  expect(lineOf({}).line).not.toContain('compressed');
});

test('a session that the target has set is not shown, a short word is', () => {
  const cookies = 'sid=s%3A4f1c9b.made-up; theme=dark';
  expect(lineOf({ headers: [['Cookie', cookies]] }).line).toContain(
    `-H 'Cookie: sid=[masked]; theme=dark'`,
  );
});

test('no Accept header is sent where the kit sent none', async () => {
  const { line } = lineOf({ headers: [['Accept', '']] });
  expect(header(await run(line), 'accept')).toEqual([]);
});

test('a body that is too long gives no line', () => {
  const request = { method: 'POST', path: '/v1/pets', headers: [], body: 'x'.repeat(100_000) };
  expect(curlLine({ request }, { baseUrl, redact })).toBeNull();
});

/** The shell cannot make these from a key that ends in padding, so the line sends another wrong key. */
const ofPadded = [
  'the key, a comma and more',
  'the key, a semicolon and more',
  'the key backwards',
  'the key, a colon and more',
  'the key, a dot and more',
  'the key, an ampersand and more',
  'the key, a slash and more',
  'the key, a number sign and more',
];

describe('credentials', () => {
  test('arrive as they were sent, and the lines show no piece of the key', async () => {
    // The wrong keys that a run tries, below, are others.
    const credentials: readonly Ask['key'][] = [
      'none',
      { authorization: key },
      { authorization: 'Bearer' },
      { authorization: '' },
      { authorization: `Token ${key}` },
      { authorization: `Bearer  ${key}` },
      { authorization: `Basic ${Buffer.from(`user:${key}`).toString('base64')}` },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { header: ['X-Api-Key', key] },
      { authorization: 'Bearer fake-quickstart-key' },
      { authorization: 'Bearer 0000-nothing' },
      { authorization: 'Bearer \u00e9\u00ff' },
      { authorization: `Bearer "'$(id)\`id\`\\` },
    ];
    const made = credentials.map((credential) => lineOf({ key: credential! }));
    const got = await runAll(made.map(({ line }) => line));
    for (const [at, { line, headers }] of made.entries()) {
      for (let from = 0; from + 8 <= key.length; from += 1)
        expect(line).not.toContain(key.slice(from, from + 8));
      for (const name of ['authorization', 'x-api-key'])
        expect(header(got[at]!, name)).toEqual(
          headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value.trim()),
        );
    }
  });

  // One shell runs all of these, because starting it takes longer than running them.
  test.each<[string, readonly string[]]>([
    ['fake-0123456789abcdef', []],
    ['ZmFrZS1rZXktaW4tYmFzZTY0Lg==', ofPadded],
    [
      key,
      // The random one has the beginning of the key.
      [...ofPadded, 'the key and more at the end', 'a random key of the same length'],
    ],
  ])('each wrong key that a run tries arrives as it was sent: %s', async (right, others) => {
    const hidden = redactor([right]);
    const all = wrongKeys(right).map(({ label, token }) => {
      const authorization = `Bearer ${token}`;
      const request = {
        method: 'GET',
        path: '/v1/pets',
        headers: [['Authorization', authorization]] as const,
      };
      const line = curlLine({ request }, { baseUrl, redact: hidden })!;
      return { label, authorization, line, described: hidden.describe(authorization) };
    });
    const lines = [`export ANIMAL_STORE_API_KEY='${right}'`, ...all.map(({ line }) => line)];
    const got = (await runAll(lines)).map((one) => header(one, 'authorization'));
    const masked = 'Bearer a-wrong-key';
    expect(all.map(({ label }, at) => [label, got[at]])).toEqual(
      all.map(({ label, authorization, described }) => [
        label,
        [described.exact ? authorization : masked],
      ]),
    );
    for (const { line, described } of all)
      for (const text of [line, described.label])
        for (let at = 0; at + 8 <= right.length; at += 1)
          expect(text).not.toContain(right.slice(at, at + 8));
    // A credential that was not made from the key is shown completely.
    const made = all.filter(
      ({ authorization, described }) => described.exact && described.label === authorization,
    );
    for (const { authorization, line } of made)
      expect(line.replaceAll(`'\\''`, "'")).toContain(`'Authorization: ${authorization}'`);
    expect(made.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['a short word', 'minus one', 'a query that is always true']),
    );
    const inexact = all.filter(({ described }) => !described.exact);
    expect(inexact.map(({ label }) => label).sort()).toEqual([...others].sort());
    // A report that showed the key itself would say that the right key was refused.
    for (const { described } of all)
      expect(described.label).not.toBe('Bearer $ANIMAL_STORE_API_KEY');
  });

  test.each([
    ['fake-made-up-key-1', 'fake-made-up-key-1'],
    ['-n', '-n'],
    ['@file', '@file'],
    [`a'b"c$d\\e`, `a'b"c$d\\e`],
    ['xy'.repeat(1500), 'xy'.repeat(1500)],
  ])('a key that somebody made up is shown whole: %s', async (token, shown) => {
    const { line } = lineOf({ key: { authorization: `Bearer ${token}` } });
    expect(line.replaceAll(`'\\''`, "'")).toContain(`'Authorization: Bearer ${shown}'`);
    expect(header(await run(line), 'authorization')).toEqual([`Bearer ${token}`]);
  });

  test('a wrong key that cannot be told is another wrong key', async () => {
    const wrong = `${key.slice(0, 10)}0${key.slice(11, 18)}0${key.slice(19)}`;
    const { line } = lineOf({ key: { authorization: `Bearer ${wrong}` } });
    expect(line).toContain('Authorization: Bearer a-wrong-key');
    expect(header(await run(line), 'authorization')).toEqual(['Bearer a-wrong-key']);
  });
});

test('the key in a query', async () => {
  const { line, path } = lineOf({ path: `/pets?api_key=${key}`, key: 'none' });
  expect(line).not.toContain(key);
  expect((await run(line)).url).toBe(path);
});

test('brackets, dots and quotes in a path', async () => {
  const paths = ['/pets?x[]={a,b}', '/pets/../pets/./1', '/pets/%00%2e?q=$HOME\'"'];
  const got = await runAll(paths.map((path) => lineOf({ path }).line));
  expect(got.map(({ url }) => url)).toEqual(paths.map((path) => `/v1${path}`));
});

test('other methods, headers that repeat, and no content type', async () => {
  const lines = [
    lineOf({ method: 'POST', body: 'x', contentType: null }).line,
    lineOf({
      method: 'DELETE',
      path: '/pets/1',
      headers: [
        ['X-Twice', 'a'],
        ['X-Twice', 'b'],
      ],
    }).line,
    lineOf({ method: 'HEAD' }).line,
  ];
  const [bare, other, head] = await runAll(lines);
  expect(header(bare!, 'content-type')).toEqual([]);
  expect([other!.method, header(other!, 'x-twice')]).toEqual(['DELETE', ['a', 'b']]);
  expect(head!.method).toBe('HEAD');
});

test('requests of one connection are one line, which curl sends over one', async () => {
  const request = (limit: number): HttpRequest => ({
    method: 'GET',
    path: `${new URL(baseUrl).pathname}/pets?limit=${limit}`,
    headers: [['Accept', 'application/json']],
  });
  const before = [{ request: request(1) }, { request: request(2) }];
  const line = curlLine({ request: request(3) }, { baseUrl, redact, before });
  expect(line?.match(/ --next -sS -i '/g)).toHaveLength(2);
  const got = await runAll([line!]);
  expect(got.map(({ url }) => url?.replace(/.*limit=/, ''))).toEqual(['1', '2', '3']);
  expect(new Set(got.map(({ port }) => port)).size).toBe(1);
});
