// The command against a real server that tries to harm whoever reads the reports: in names, codes, headers and bodies of
// every kind, and by sending the key back in every encoding. All files of the run and all that was printed are looked at.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { createReference, type ReferenceResponse } from '../../../reference/index.js';
import { problemsOf } from '../../../testing/formats/formats.js';
import { nasty } from '../../../testing/reports/fixture-hostile.js';
import { forms, leaksOf } from '../../../testing/secrets.js';
import { command, inFolder, type World } from '../../../testing/io.js';

/** Made up, and no key of anything: with every sign that an encoding spells in another way. */
const key = `fake~Zq7x"W<4v&Kp/9m+T'b\\n2%Hs=Jd`;
const spellings = Object.values(forms);
const escape = '\u001b';
const reportSchema = JSON.parse(
  readFileSync(new URL('../../../../spec/report.schema.json', import.meta.url), 'utf8'),
) as object;

interface Answer {
  readonly status: number;
  readonly reason?: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

const text = (
  status: number,
  type: string,
  body: string | Buffer,
  headers: Answer['headers'] = [],
): Answer => ({ status, headers: [['content-type', type], ...headers], body: Buffer.from(body) });
const half = Math.ceil(key.length / 2);

/** Turns a right answer into one that tries to do harm; each time in another way, each way with the key in another spelling. */
function harmful(right: ReferenceResponse, count: number): Answer {
  const spelled = (spellings[Math.floor(count / 9) % spellings.length] as (key: string) => string)(
    key,
  );
  const poison = `${nasty} ${spelled} ${nasty.slice(0, 200)}`;
  const headers = headersWith(spelled);
  const json = (value: unknown): string => JSON.stringify(value);
  switch (count % 9) {
    case 0:
      return text(
        right.status,
        'application/json',
        json(poisoned(JSON.parse(String(right.body || 'null')), poison)),
        headers,
      );
    case 1:
      return text(
        right.status,
        'text/html',
        `<html><script>window.hacked=1</script><body onload="window.hacked=1">${nasty} ${spelled}</body></html>`,
        headers,
      );
    case 2:
      return text(
        right.status,
        'application/json',
        Buffer.concat([
          Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0x1b, 0x5b, 0x32, 0x4a]),
          Buffer.from(`"${key} ${spelled}"`, 'latin1'),
          Buffer.from([0xed, 0xa0, 0x80]),
        ]),
        headers,
      );
    case 3:
      return {
        ...text(right.status, 'application/json', right.body as string, headers),
        reason: `${escape}[2J ${key} ]]>`,
      };
    case 4:
      return text(
        right.status,
        'application/json',
        json({
          code: poison,
          message: `${spelled} \ud800 ${nasty}`,
          status: right.status,
          [poison]: poison,
        }),
        headers,
      );
    case 5:
      return text(
        400,
        'application/json',
        json({ code: key.slice(0, half), message: nasty, status: 400 }),
        [
          ['x-rest', key.slice(half)],
          ['x-first', key.slice(0, half)],
        ],
      );
    case 6:
      return text(
        right.status,
        `application/json; charset="${spelled.replace(/[^\x20-\x7e]/g, '')}"`,
        `[${json(poison)}`,
        headers,
      );
    case 7:
      // Ten megabytes now and then, with the key where it is cut.
      return text(
        right.status,
        'application/json',
        count % 63 === 7
          ? `"${`${key} ${nasty.slice(0, 60)}`.repeat(120_000).slice(0, 10_000_000)}"`
          : `${'x'.repeat(16_380)}${key}${nasty}`,
      );
    default:
      return { status: right.status, headers: right.headers, body: Buffer.from(right.body) };
  }
}

/** Every text becomes a poisonous one. */
function poisoned(value: unknown, poison: string): unknown {
  if (typeof value === 'string') return `${value} ${poison}`;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, poison));
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, poison)]))
    : value;
}

const headersWith = (spelled: string): Answer['headers'] => [
  [
    'x-evil',
    Buffer.from(
      '</script>]]> \u202egnp.exe\u2066 <img src=x onerror=window.hacked=1> ::error::x',
      'utf8',
    ).toString('latin1'),
  ],
  ['x-key', spelled],
  ['X-Upper', key.toUpperCase()],
  ['set-cookie', `session=${key}; path=/`],
  ['www-authenticate', `Bearer realm="${key.replaceAll('"', '')}"`],
  ['location', `javascript:alert('${key}')`],
  ['x-request-id', key],
  [`x-${key.replace(/[^a-z0-9]/gi, '')}`, 'a name'],
];

/** Writes bytes past node's own checks, as a hostile server would. */
async function hostile<T>(work: (url: string) => Promise<T>): Promise<T> {
  const reference = createReference({ key, animals: 30 });
  let count = -12; // the first answers are right: else there would be no run to look at
  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then(async (body) => {
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const right = await reference.handle({
        method: incoming.method ?? 'GET',
        path: incoming.url ?? '/',
        headers,
        ...(body.length > 0 ? { body } : {}),
      });
      const answer = (count += 1) < 0 ? harmful(right, 8) : harmful(right, count);
      const lines = [
        `HTTP/1.1 ${answer.status} ${answer.reason ?? ''}`,
        ...answer.headers
          .filter(([name]) => !/^content-length$/i.test(name))
          .map(([name, value]) => `${name}: ${value.replace(/[\r\n\0]/g, '')}`),
        `content-length: ${answer.body.length}`,
        'connection: close',
        '',
        '',
      ];
      outgoing.socket?.end(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), answer.body]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Seen {
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  readonly out: string;
  readonly err: string;
  readonly report: Report;
}

async function seenBy(
  flags: readonly string[],
  world: World,
  look: (seen: Seen) => Promise<void> | void,
): Promise<void> {
  await inFolder((folder) =>
    hostile(async (url) => {
      const environment = {
        ...world.environment,
        ANIMAL_STORE_API_KEY: key,
        GITHUB_STEP_SUMMARY: join(folder, 'job.md'),
      };
      const { code, out, err } = await command(
        [
          `${url}/v1`,
          '--quickstart',
          `${url}/quickstart`,
          '--settle',
          '0.1',
          '--output',
          'out',
          ...flags,
        ],
        { ...world, folder, environment },
      );
      expect([code, err]).toEqual([1, expect.anything()]);
      const files = new Map(
        readdirSync(join(folder, 'out')).map((name) => [
          name,
          readFileSync(join(folder, 'out', name), 'utf8'),
        ]),
      );
      const report = JSON.parse(files.get('report.json') ?? '') as Report;
      // The text of the server is in the reports; otherwise nothing was tested.
      expect(report.rules.flatMap((rule) => rule.failures).length).toBeGreaterThan(15);
      expect(files.get('report.json')).toContain('window.hacked');
      expect(files.get('report.json')).toContain('$ANIMAL_STORE_API_KEY');
      await look({ folder, files, out, err, report });
    }),
  );
}

/** Every text that left the kit, and the report inside of the page. */
function everything({ files, folder, out, err }: Seen): ReadonlyMap<string, string> {
  const [, packed] = /data-packed="deflate">([^<]*)</.exec(files.get('report.html') ?? '') ?? [];
  return new Map([
    ...files,
    ['stdout', out],
    ['stderr', err],
    ['the job summary', readFileSync(join(folder, 'job.md'), 'utf8')],
    [
      'the report in the page',
      packed === undefined ? '' : inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'),
    ],
  ]);
}

const linkToPage = new RegExp(
  `${escape}]8;;file:///[\\x21-\\x7e]*/report\\.html${escape}\\\\(?<shown>[\\x20-\\x7e]*)${escape}]8;;${escape}\\\\`,
);

function expectHarmless(seen: Seen): void {
  for (const [name, all] of everything(seen)) {
    expect(
      leaksOf(key, name === 'report.html' ? all.replace(/data-packed="deflate">[^<]*/, '') : all),
      `${name} shows the key`,
    ).toEqual([]);
    // Colours, and the link to its page, are the kit's own.
    const isPrinted = name === 'stdout' || name === 'stderr';
    const seenByEyes = isPrinted
      ? all
          .replaceAll(`\r${escape}[2K`, '')
          .replace(new RegExp(`${escape}\\[[\\d;]*m`, 'g'), '')
          .replace(linkToPage, '$<shown>')
      : all;
    expect(
      /[^\n\t\P{Cc}]|\p{Bidi_Control}|\p{Cs}|[\u200b\u2028\u2029\ufeff\ufffe\uffff]/u
        .exec(seenByEyes)?.[0]
        .codePointAt(0)
        ?.toString(16),
      `${name} holds a character that hides or acts`,
    ).toBeUndefined();
  }
}

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Opens the page with all that it hides, and says what it did beside being there. */
async function troubleOf(file: string): Promise<readonly string[]> {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', ...quiet],
  });
  try {
    const page = await browser.newPage();
    const trouble: string[] = [];
    page.on('console', (message) => trouble.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => trouble.push(`dialog: ${dialog.message()}`));
    page.on('request', (request) => {
      if (!/^(?:file|data|blob):/.test(request.url())) trouble.push(`request: ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    const details = page.locator('details');
    await details.evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
    if (await page.evaluate(() => 'hacked' in globalThis)) trouble.push('it ran something');
    const active = 'main img, main iframe, main object, main form, main script';
    const { length } = await page.locator(active).all();
    return length === 0 ? trouble : [...trouble, `${length} elements that act`];
  } finally {
    await browser.close();
  }
}

describe('a hostile target', () => {
  test('gets no key and nothing that acts into any file, onto a pipe or into a browser', async () => {
    await seenBy(['--effort', 'quick', '--seed', '3'], {}, async (seen) => {
      expectHarmless(seen);
      expect(problemsOf({ reportSchema, files: seen.files })).toEqual([]);
      expect(seen.out + seen.err).not.toContain(escape);
      if (existsSync(executablePath))
        expect(await troubleOf(join(seen.folder, 'out', 'report.html'))).toEqual([]);
    });
  });

  test('does not steer a terminal, nor a build server', async () => {
    await seenBy(
      ['--effort', 'quick', '--seed', '4'],
      { terminal: true, environment: { GITHUB_ACTIONS: 'true' } },
      (seen) => {
        expectHarmless(seen);
        expect(problemsOf({ reportSchema, files: seen.files })).toEqual([]);
        expect(seen.out).toContain(`${escape}[`);
        // Every workflow command is one of the kit's annotations.
        for (const line of seen.out.split('\n').filter((each) => /^\s*::/.test(each)))
          expect(line).toMatch(
            /^::(?:error|warning) title=(?:failed|warning)%3A [\w.-]+ \(clause /,
          );
        expect(seen.out + seen.err).not.toMatch(/##(?:\[|vso\[|teamcity\[)/);
      },
    );
  });
});
