// Everything printed goes into logs: nothing in it takes effect there, no line is endless, and no key that a user mistyped is repeated.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import {
  createServer as createSocketServer,
  type AddressInfo,
  type Server as SocketServer,
} from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NotConformant } from '../../../api/conformant.js';
import { run } from '../../../api/run.js';
import { mostBytesOfLine } from '../../way-out.js';
import { createReference, faultNamed, serve } from '../../../reference/index.js';
import { mainFile } from '../../../testing/built.js';
import { command, inFolder } from '../../../testing/io.js';

const key = 'fake-Key-for-LOGS-0123456789';
const environment = { ANIMAL_STORE_API_KEY: key };
const acting =
  '##vso[task.setvariable variable=x]y ##[error]no ##teamcity[x] ::set-output name=a::b ::error::c';
const acts = /##(?:\[|vso\[|teamcity\[)|(?<![\w:])::[a-z]/i;

async function at<T>(server: Server | SocketServer, work: (url: string) => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  } finally {
    server.close();
  }
}

function expectHarmless(
  { out, err }: { readonly out: string; readonly err: string },
  json = false,
): void {
  expect(out + err).not.toMatch(acts);
  expect(err + (json ? '' : out)).not.toContain('\u001b]');
  for (const line of (json ? err : err + out).split('\n'))
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(mostBytesOfLine);
}

describe('a target that cannot be tested', () => {
  const long = 'x'.repeat(6000);
  test.each<[string, () => Server | SocketServer]>([
    [
      'in its Location',
      () =>
        createServer(
          (_, response) => void response.writeHead(302, { location: `/${acting}${long}` }).end(),
        ),
    ],
    [
      'in its content type',
      () =>
        createServer(
          (_, response) =>
            void response.writeHead(404, { 'content-type': `text/html; a=${acting}${long}` }).end(),
        ),
    ],
    [
      'in its status text',
      () =>
        createSocketServer(
          (socket) =>
            void socket
              .on('error', () => {})
              .once('data', () =>
                socket.end(`HTTP/1.1 500 ${acting}${long}\r\nContent-Length: 0\r\n\r\n`),
              ),
        ),
    ],
    [
      'in what is no HTTP',
      () =>
        createSocketServer(
          (socket) =>
            void socket.on('error', () => {}).once('data', () => socket.end(`${acting}${long}`)),
        ),
    ],
  ])('says nothing that acts, nor without end: %s', async (_, server) => {
    await at(server(), (url) =>
      inFolder(async (folder) => {
        const ran = await command([url], { folder, environment });
        expect(ran.code).toBe(4);
        expectHarmless(ran);
      }),
    );
  });

  test('nor does a candidate', async () => {
    await inFolder(async (folder) => {
      const print = `node -e "console.log('${acting}'.repeat(90)); console.log('::warning::x'); process.exit(3)"`;
      const ran = await command(['--start', print], { folder, environment });
      expect(ran.code).toBe(4);
      expectHarmless(ran);
    });
  });
});

test('the report as JSON, and all that is shown of a failure, acts nowhere', async () => {
  const reference = createReference({});
  const serving = await serve({
    ...reference,
    async handle(request) {
      const reply = await reference.handle(request);
      if (request.method !== 'GET' || !request.path.includes('/pets?')) return reply;
      const body = JSON.stringify({ [acting]: acting.repeat(60) });
      return {
        ...reply,
        headers: [['content-type', `application/json; x=${acting}`]],
        body: Buffer.from(body),
      };
    },
  });
  try {
    for (const more of [['--json'], []])
      await inFolder(async (folder) => {
        const ran = await command([serving.url, '--only', '4.1', '--effort', 'quick', ...more], {
          folder,
          environment: { ANIMAL_STORE_API_KEY: reference.key },
        });
        expect(ran.code).toBe(1);
        expectHarmless(ran, more.length > 0);
        if (more.length > 0) expect(JSON.stringify(JSON.parse(ran.out))).toContain('##vso[');
      });
  } finally {
    await serving.close();
  }
});

describe('a key that was typed where it does not belong', () => {
  test.each<[string, (typed: string) => readonly string[]]>([
    ['as an operand', (typed) => [typed]],
    ['in --only', (typed) => ['--only', typed]],
    ['in --key-from', (typed) => ['http://127.0.0.1:1/v1', '--key-from', typed]],
    ['in --output', (typed) => ['--only', 'version', '--output', typed]],
    ['in explain', (typed) => ['explain', typed]],
    ['in replay', (typed) => ['replay', typed]],
    ['in report', (typed) => ['report', typed]],
    ['in an address', (typed) => [`http://${typed}/v1`]],
  ])('is not repeated: %s', async (_, words) => {
    for (const typed of [key, key.toLowerCase(), key.toUpperCase(), encodeURIComponent(key)])
      for (const isInFile of [true, false])
        await inFolder(async (folder) => {
          if (isInFile) writeFileSync(join(folder, '.env'), `ANIMAL_STORE_API_KEY=${key}\n`);
          const { out, err } = await command(words(typed), {
            folder,
            environment: isInFile ? {} : environment,
          });
          expect((out + err).toLowerCase()).not.toContain(key.toLowerCase());
        });
  });
});

test('a header whose name contains the key is refused', async () => {
  await inFolder(async (folder) => {
    const words = ['http://127.0.0.1:1/v1', '--header', `X-${key}: x`];
    const { code, out, err } = await command(words, { folder, environment });
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/The name of a --header contains the key/);
    expect(err).not.toContain(key);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a start command that contains the key', () => {
  // A shell spells each of these differently once it is quoted.
  const keys = [key, `it's-a-fake-"key"-$1`];
  const started = (typed: string) => {
    const word = `'${typed.replaceAll("'", `'\\''`)}'`;
    return `TOKEN=${word} "${process.execPath}" "${mainFile}" reference --fault missing-name-taken --port $PORT`;
  };
  const only = 'add-animal.missing-name';
  const around = (typed: string) => ({
    ANIMAL_STORE_API_KEY: typed,
    PATH: process.env['PATH'] ?? '',
  });

  test.each(keys)('shows it neither on the terminal nor in a file: %s', async (typed) => {
    await inFolder(async (folder) => {
      const words = ['--start', started(typed), '--only', only, '--output', 'out'];
      const { code, out, err } = await command(words, { folder, environment: around(typed) });
      const files = readdirSync(join(folder, 'out')).map((name) =>
        readFileSync(join(folder, 'out', name), 'utf8'),
      );
      expect([code, out]).toEqual([1, expect.stringContaining('TOKEN=')]);
      expect(files.length).toBeGreaterThan(5);
      for (const text of [out, err, ...files]) expect(holds(text, typed)).toBe(false);
    });
  });

  test.each(keys)('shows it in no report of a program: %s', async (typed) => {
    await inFolder(async (folder) => {
      for (const reportDir of [undefined, 'out']) {
        const phases: unknown[] = [];
        const going = run({
          start: started(typed),
          only: [only],
          environment: around(typed),
          folder,
          ...(reportDir && { reportDir }),
        });
        for await (const event of going) phases.push(event);
        const report = await going;
        const { message } = new NotConformant(report);
        expect(message).toMatch(
          /To use the curl lines: export ANIMAL_STORE_API_KEY=fake-key PORT=/,
        );
        const text = JSON.stringify(phases) + JSON.stringify(report) + message;
        expect(text).toContain('TOKEN=');
        expect(holds(text, typed)).toBe(false);
      }
    });
  });
});

test('an address that contains the key shows it neither on the terminal nor in a file', async () => {
  const reference = createReference({ faults: [faultNamed('missing-name-taken')!] });
  const { key: typed } = reference;
  const serving = await serve({
    ...reference,
    handle: ({ path, ...request }) =>
      reference.handle({ ...request, path: path.replace(`/${typed}`, '') }),
  });
  try {
    await inFolder(async (folder) => {
      const address = serving.url.replace('/v1', `/${typed}/v1`);
      const { code, out, err } = await command([address, '--only', 'add-animal.missing-name'], {
        folder,
        environment: { ANIMAL_STORE_API_KEY: typed },
      });
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const texts = names
        .filter((name) => statSync(join(folder, name)).isFile())
        .map((name) => readFileSync(join(folder, name), 'utf8'));
      expect([code, texts.length > 5]).toEqual([1, true]);
      for (const text of [out, err, ...names, ...texts]) expect(holds(text, typed)).toBe(false);
    });
  } finally {
    await serving.close();
  }
});

/** A key with signs is escaped in many ways, but what stands between its signs is not. */
function holds(text: string, typed: string): boolean {
  const apart = (all: string): string => all.replace(/[^A-Za-z0-9]/g, '');
  return apart(text).includes(apart(typed));
}
