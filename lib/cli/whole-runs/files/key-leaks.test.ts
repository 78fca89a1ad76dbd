// The key in no output, file, message or command line: through every command and every way in which a run can go wrong,
// against a server that takes any key for the right one and says what it was sent wherever it can.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createReference,
  type ReferenceRequest,
  type ReferenceResponse,
  serve,
} from '../../../reference/index.js';
import { testCertificate } from '../../../testing/certificates/tls.js';
import { reportIn } from '../../../testing/at-server.js';
import { command, inFolder, type Ran, type World } from '../../../testing/io.js';

const key = 'fake.Zq7w-R2_xV9~kT4+mB8/yH3nL6pJ1cD5gS0';
const other = 'fake.second-uE5oA8iY2tX7vK4dM1bN9rC6';
const environment = { ANIMAL_STORE_API_KEY: key, ANIMAL_STORE_QUICKSTART_API_KEY: other };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Each form of a key is cut into parts of this length: any piece of twice the length contains a whole part. */
const partLength = 8;
function formsOf(secret: string): readonly string[] {
  const parts = (text: string): string[] =>
    Array.from({ length: Math.floor(text.length / partLength) }, (_, at) =>
      text.slice(at * partLength, (at + 1) * partLength),
    );
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + secret)
      .toString('base64')
      .slice(4, -4),
  );
  return [secret, [...secret].reverse().join(''), ...base64, Buffer.from(secret).toString('hex')]
    .flatMap(parts)
    .map((part) => part.toLowerCase());
}
const forbidden = [key, other].flatMap(formsOf);

/** The places in these texts where a part of a key can be read. */
function leaks(texts: ReadonlyMap<string, string>): readonly string[] {
  return [...texts].flatMap(([name, text]) => {
    const lower = text.toLowerCase();
    const found = forbidden.find((part) => lower.includes(part));
    return found === undefined
      ? []
      : [
          `${name}: ${JSON.stringify(text.slice(Math.max(0, lower.indexOf(found) - 60), lower.indexOf(found) + 60))}`,
        ];
  });
}

function filesBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== '.env' && !entry.name.startsWith('secret'),
  );
  return new Map(
    files.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'latin1'),
    ]),
  );
}

function expectNoLeak({ out, err }: Ran, folder: string): void {
  expect(leaks(new Map([['out', out], ['err', err], ...filesBelow(folder)]))).toEqual([]);
}

/** Says in headers, bodies and encodings what it was sent. */
async function talkative(): Promise<{ readonly url: string; readonly quickstartUrl: string }> {
  const reference = createReference({ key, quickstartKey: other });
  const handle = async (request: ReferenceRequest): Promise<ReferenceResponse> => {
    const sent = request.headers.map(([name, value]) => `${name}=${value}`).join('; ');
    const isMessage = request.path.includes('messages');
    const letIn = [
      ...request.headers.filter(([name]) => name.toLowerCase() !== 'authorization'),
      ['authorization', `Bearer ${isMessage ? other : key}`] as const,
    ];
    const { status, headers, body } = await reference.handle({ ...request, headers: letIn });
    const echo = [
      sent,
      encodeURIComponent(sent),
      Buffer.from(sent).toString('base64'),
      Buffer.from(sent).toString('hex'),
      JSON.stringify(sent),
    ].join(' | ');
    const object = JSON.parse(String(body)) as unknown;
    const said = Array.isArray(object)
      ? object
      : { ...(object as object), ...(status >= 400 ? { message: echo, code: echo } : { echo }) };
    return {
      status,
      headers: [
        ...headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
        ['x-echo', sent.replace(/[^\x20-\x7e]/g, '')],
        ['www-authenticate', `Bearer realm="${key}"`],
        ['set-cookie', `session=${key}`],
      ],
      body: JSON.stringify(said),
    };
  };
  const serving = await serve({ ...reference, handle });
  closing.push(() => serving.close());
  return serving;
}

async function listening(server: Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe('a talkative server', () => {
  test('gets no key into any report, nor into what is made of one afterwards', async () => {
    const { url, quickstartUrl } = await talkative();
    const where = [url, '--quickstart', quickstartUrl];
    await inFolder(async (folder) => {
      const run = (argv: readonly string[], world: World = {}) =>
        command(argv, { folder, environment, ...world });
      const how = ['--seed', '3', '--effort', 'quick', '--strict'];
      const whole = await run([...where, ...how, '--output', 'whole']);
      expect(whole.code).toBe(1);
      expectNoLeak(whole, folder);
      const failures = reportIn(folder, 'whole').rules.flatMap((rule) =>
        rule.failures.map(({ id }) => ({ id, rule: rule.id })),
      );
      expect(failures.map(({ rule }) => rule)).toEqual(
        expect.arrayContaining([
          'authentication.wrong-key',
          'authentication.bearer-form',
          'messages.missing-key',
        ]),
      );
      expect(failures.length).toBeGreaterThan(5);

      // The first failure of each rule about keys: those of one rule differ only in what was sent.
      const firsts = failures.filter(
        ({ rule }, at) =>
          /wrong-key|bearer-form|messages/.test(rule) &&
          failures.findIndex((one) => one.rule === rule) === at,
      );
      for (const { id } of firsts) {
        const again = await run(['replay', id, ...where, '--report', 'whole']);
        expect(again.code).toBe(1);
        expectNoLeak(again, folder);
      }
      for (const part of ['1/2', '2/2']) {
        const output = ['--output', `part-${part[0]}`, '--json'];
        expectNoLeak(await run([...where, '--only', '5', '--shard', part, ...output]), folder);
      }
      const summary = join(folder, 'summary.md');
      const github = {
        environment: { ...environment, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
      };
      for (const argv of [
        ['merge', 'part-1', 'part-2', '--output', 'merged'],
        ['report', 'whole/report.json', '--html', 'again.html'],
        ['plan', ...where],
        [...where, '--rerun-failed', 'whole', '--output', 'rerun'],
      ]) {
        expectNoLeak(await run(argv, github), folder);
      }
      expect(readFileSync(summary, 'utf8')).toContain('authentication.wrong-key');
    });
  });
});

describe('a run that goes wrong', () => {
  const answering = (status: number, type: (sent: string) => string) => () =>
    listening(
      createServer(
        (request, response) =>
          void response
            .writeHead(status, { 'content-type': type(request.headers.authorization ?? 'none') })
            .end(`you said ${request.headers.authorization}`),
      ),
    );
  const places: readonly (readonly [string, () => string | Promise<string>, number])[] = [
    ['the key is refused', answering(401, (sent) => `text/plain; said="${sent}"`), 4],
    [
      'the target is no Animal Store',
      answering(404, (sent) => `text/html; said=${encodeURIComponent(sent)}`),
      4,
    ],
    ['everything fails', answering(500, (sent) => `text/plain; said="${sent}"`), 4],
    ['nothing listens', () => 'http://127.0.0.1:1/v1', 4],
    [
      'the certificate is not known',
      async () => listening(createTlsServer({ ...testCertificate() }), 'https'),
      4,
    ],
    [
      'what answers is no HTTP',
      async () =>
        listening(
          (await import('node:net')).createServer(
            (socket) =>
              void socket
                .on('error', () => {})
                .once('data', (data) =>
                  socket.end(data.toString('latin1').replace(/^[^]*?authorization: /i, '')),
                ),
          ),
          'http',
        ),
      4,
    ],
    ['the address holds the key', () => `http://user:${key}@127.0.0.1:1/v1`, 2],
    ['the query holds the key', () => `http://127.0.0.1:1/v1?key=${key}`, 2],
    ['the target is the key', () => key, 2],
  ];
  test.each(places)('as %s tells nothing of the key', async (_, place, code) => {
    const url = await place();
    await inFolder(async (folder) => {
      const ran = await command([url], { folder, environment: { ...environment, DEBUG: '1' } });
      expect(ran.code).toBe(code);
      expectNoLeak(ran, folder);
    });
  });

  test.each([
    ['--key', key],
    [`--api-key=${key}`],
    [`-k${key}`],
    ['--header', `Authorization: Bearer ${key}`],
    ['--header', key],
    ['--only', key],
    ['--seed', key],
    ['--key-from', 'nowhere', '--shard', key],
    ['--ca', 'secret.txt'],
    ['--cert', 'secret.txt', '--cert-key', 'secret.txt'],
    ['--rerun-failed', 'secret.txt'],
    ['--key-from', 'secret-folder'],
    ['--key-from', 'secret-with-more.txt'],
    ['--start', 'echo "my key is $ANIMAL_STORE_API_KEY" >&2; exit 3'],
  ])('as its arguments are wrong tells nothing of the key: %s', async (...argv) => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'secret.txt'), key);
      writeFileSync(join(folder, 'secret-with-more.txt'), `key: ${key}\n`);
      mkdirSync(join(folder, 'secret-folder'));
      const ran = await command(
        [...(argv[0] === '--start' ? [] : ['http://127.0.0.1:1/v1']), ...argv],
        { folder, environment },
      );
      expect(ran.code).toBe(argv[0] === '--start' ? 4 : 2);
      // A key that is typed as an argument is visible already, but the kit does not repeat it.
      expectNoLeak(ran, folder);
    });
  });
});

describe('a file with the key', () => {
  test('that others can read gets a warning; any other none', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'secret.txt'), `${key}\n`);
      for (const [mode, warning] of [
        [0o644, true],
        [0o640, true],
        [0o600, false],
        [0o400, false],
      ] as const) {
        chmodSync(join(folder, 'secret.txt'), mode);
        const { err } = await command(['http://127.0.0.1:1/v1', '--key-from', 'secret.txt'], {
          folder,
        });
        expect([
          mode,
          err.includes(
            'warning: secret.txt contains a key, and others on this machine can read it: chmod 600 secret.txt.',
          ),
        ]).toEqual([mode, warning]);
      }
    });
  });
});
