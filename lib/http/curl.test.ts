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

test.each([
  ['quotes of all kinds', `{"name":"'\\"$HOME\`id\`!\\\\"}`],
  ['a file for curl', '@/etc/passwd'],
  ['a dash', '-n'],
  ['percent signs', '%s %d %%'],
  ['nothing', ''],
  ['line breaks and tabs', '{\r\n\t"name": "a"\n}\n'],
  ['a null character', '{"name":"\u0000\u0001\u007f0"}'],
  [
    'scripts, emoji, invisible and turning characters',
    '{"name":"Ädä 猫 🐈‍⬛ \u202e\u200b\u2028\u0085"}',
  ],
  ['half a character', '{"name":"\ud83d"}'],
  ['the key in the body', `{"key":"${key}","twice":"${key}"}\n`],
  ['a long body', 'x'.repeat(30_000)],
  ['long runs of letters between quotes', `'"${'k'.repeat(20_000)}'${'0'.repeat(1_000)}$`],
])('a body with %s arrives byte for byte', async (_name, body) => {
  const { line } = lineOf({ method: 'POST', body });
  expect(line).not.toContain(key);
  expect(line).not.toMatch(/\p{C}/u);
  expect((await run(line)).body).toEqual(Buffer.from(body));
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

test('no Accept header is sent where the kit sent none', async () => {
  const { line } = lineOf({ headers: [['Accept', '']] });
  expect(header(await run(line), 'accept')).toEqual([]);
});

// Each line starts a process or two, which takes time on a busy machine.
test('any bytes arrive as they are', async () => {
  const all = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
  expect((await run(lineOf({ method: 'POST', body: all }).line)).body).toEqual(Buffer.from(all));
  const bodies = fc.sample(fc.oneof(anyText(30), fc.uint8Array({ maxLength: 30 })), 10);
  const got = await runAll(bodies.map((body) => lineOf({ method: 'POST', body }).line));
  expect(got.map(({ body }) => body)).toEqual(bodies.map((body) => Buffer.from(body as string)));
});

test('a body that is too long gives no line', () => {
  const request = { method: 'POST', path: '/v1/pets', headers: [], body: 'x'.repeat(100_000) };
  expect(curlLine({ request }, { baseUrl, redact })).toBeNull();
});

/** The shell cannot make these from a key that ends in padding, so the line sends another wrong key. */
const ofPadded = [
  'the key, a comma and more',
  'the key, a number sign and more',
  'the key, a semicolon and more',
  'the key, a colon and more',
  'the key, a dot and more',
  'the key, an ampersand and more',
  'the key, a slash and more',
  'the key backwards',
];

describe('credentials', () => {
  const [first, last] = [key[0]!, key.at(-1)!];
  test.each<[string, Ask['key'], string]>([
    ['none', 'none', ''],
    ['the key bare', { authorization: key }, 'bare'],
    ['the scheme bare', { authorization: 'Bearer' }, ''],
    ['an empty value', { authorization: '' }, ''],
    ['another scheme', { authorization: `Token ${key}` }, ''],
    ['one character more', { authorization: `Bearer ${key}x` }, ''],
    ['one character before', { authorization: `Bearer x${key}` }, ''],
    ['the key twice', { authorization: `Bearer ${key}${key}` }, ''],
    ['the last one missing', { authorization: `Bearer ${key.slice(0, -1)}` }, ''],
    ['half of it', { authorization: `Bearer ${key.slice(0, 13)}` }, ''],
    ['the first one missing', { authorization: `Bearer ${key.slice(1)}` }, ''],
    ['the first three missing', { authorization: `Bearer ${key.slice(3)}` }, ''],
    ['the last three missing', { authorization: `Bearer ${key.slice(0, -3)}` }, ''],
    ['the last one changed', { authorization: `Bearer ${key.slice(0, -1)}x` }, ''],
    ['the first one changed', { authorization: `Bearer x${key.slice(1)}` }, ''],
    [
      'one in the middle changed',
      { authorization: `Bearer ${key.slice(0, 9)}0${key.slice(10)}` },
      '',
    ],
    [
      'one in the middle missing',
      { authorization: `Bearer ${key.slice(0, 9)}${key.slice(10)}` },
      '',
    ],
    ['one in the middle added', { authorization: `Bearer ${key.slice(0, 9)}0${key.slice(9)}` }, ''],
    [
      'two swapped',
      { authorization: `Bearer ${key.slice(0, 9)}${key[10]}${key[9]}${key.slice(11)}` },
      '',
    ],
    ['upper case', { authorization: `Bearer ${key.toUpperCase()}` }, ''],
    ['lower case', { authorization: `Bearer ${key.toLowerCase()}` }, ''],
    [
      'the case of one letter',
      { authorization: `Bearer ${first.toUpperCase()}${key.slice(1)}` },
      '',
    ],
    ['reversed', { authorization: `Bearer ${[...key].reverse().join('')}` }, ''],
    [
      'Basic, as password',
      { authorization: `Basic ${Buffer.from(`user:${key}`).toString('base64')}` },
      '',
    ],
    ['Basic, as user', { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }, ''],
    ['a header of its own', { header: ['X-Api-Key', key] }, ''],
    ['the other key', { authorization: 'Bearer fake-quickstart-key' }, ''],
    ['nothing like the key', { authorization: 'Bearer 0000-nothing' }, ''],
    ['spaces', { authorization: `Bearer  ${key}` }, ''],
    ['Latin-1', { authorization: 'Bearer \u00e9\u00ff' }, ''],
    ['quotes', { authorization: `Bearer "'$(id)\`id\`\\` }, ''],
  ])('%s', async (_name, credential) => {
    const { line, headers } = lineOf({ key: credential! });
    for (let at = 0; at + 8 <= key.length; at += 1)
      expect(line).not.toContain(key.slice(at, at + 8));
    const got = await run(line);
    for (const name of ['authorization', 'x-api-key']) {
      expect(header(got, name)).toEqual(
        headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value.trim()),
      );
    }
    expect(last).toBe('=');
  });

  // One shell runs all of these, because starting it takes longer than running them.
  test.each<[string, readonly string[]]>([
    ['fake-0123456789abcdef', []],
    ['ZmFrZS1rZXktaW4tYmFzZTY0Lg==', ofPadded],
    [
      key,
      [
        ...ofPadded,
        // It has the beginning of the key.
        'a random key of the same length',
        'the key and more at the end',
        'the key with other signs between its letters',
        'the key without the signs between its letters',
      ],
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
    expect(inexact.map(({ label }) => label).sort()).toEqual(
      ['the key with its first character percent-encoded', ...others].sort(),
    );
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
