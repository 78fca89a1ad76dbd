// Reports of others that are as large as they can be made: read in little memory, or refused before they are read. Each
// command is a process of its own, whose memory is measured.
import { cpSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { fakeKey } from '../../../reference/index.js';
import { measured } from '../../../testing/built.js';
import { command, inFolder } from '../../../testing/io.js';

const environment = { ANIMAL_STORE_API_KEY: fakeKey };
const most = 300;
const size = 2 * 1024 * 1024;

let found: Report;
beforeAll(async () => {
  await inFolder(async (folder) => {
    await command(['run', 'reference', '--quiet', '--output', 'out'], { folder });
    found = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8')) as Report;
  });
});

const texts = {
  digits: '7',
  brackets: '[',
  quotes: '"',
  backslashes: '\\',
  'signs of markup': '<&',
  'percent signs': '%41',
  'control characters': '\u0001',
  'hidden characters': '\u202e',
  'wide characters': '漢',
  'halves of characters': '\ud800',
};

/** The same text in a warning, or in the body of an exchange. */
const places: Readonly<Record<string, (text: string) => Report>> = {
  'a warning': (text) => ({ ...found, run: { ...found.run, warnings: [text] } }),
  'a body': (text) => {
    const [first, ...others] = found.samples.filter(({ response }) => response !== null);
    const { response } = first!;
    const body = { ...response!.body, text };
    return { ...found, samples: [{ ...first!, response: { ...response!, body } }, ...others] };
  },
};

const commands: readonly (readonly string[])[] = [
  ['report', 'large.json', '--output', 'out'],
  ['report', 'large.json', '--verbose'],
  ['compare', 'small.json', 'large.json'],
  ['replay', '--report', 'large.json'],
  ['verify', 'large.json'],
  ['matrix', 'certificates'],
];

describe.each(Object.keys(places))('two megabytes in %s', (place) => {
  test.each(Object.entries(texts))('%s', async (_, piece) => {
    await inFolder(async (folder) => {
      const text = piece.repeat(Math.floor(size / Buffer.byteLength(piece)));
      writeFileSync(join(folder, 'small.json'), JSON.stringify(found));
      writeFileSync(join(folder, 'large.json'), JSON.stringify(places[place]!(text)));
      const certificate = join(folder, 'certificates/acme');
      mkdirSync(certificate, { recursive: true });
      cpSync(join(folder, 'large.json'), join(certificate, 'report.json'));
      writeFileSync(join(certificate, 'attestation.json'), '{}');
      for (const words of commands) {
        const { code, megabytes, err } = await measured(words, folder, environment);
        const said = `${words.join(' ')}: ${err.slice(0, 300)}`;
        expect([0, 1, 2, 3], said).toContain(code);
        expect(megabytes, said).toBeGreaterThan(20);
        expect(megabytes, said).toBeLessThan(most);
      }
    });
  });
});

test('a file that is larger than any run writes is refused before it is read', async () => {
  await inFolder(async (folder) => {
    writeFileSync(join(folder, 'small.json'), JSON.stringify(found));
    writeFileSync(join(folder, 'large.json'), '');
    truncateSync(join(folder, 'large.json'), 200 * 1024 * 1024);
    for (const words of [
      ...commands.filter(([name]) => name !== 'matrix'),
      ['merge', 'large.json', 'small.json'],
    ]) {
      const { code, megabytes, err } = await measured(words, folder, environment);
      expect([code, err], words[0]).toEqual([
        2,
        expect.stringContaining('cannot be read (it is larger than 16 MB') as string,
      ]);
      expect(megabytes, words[0]).toBeLessThan(150);
    }
  });
});

test('response times in more bars than any run counts are refused', async () => {
  await inFolder(async (folder) => {
    const histogram = Array.from({ length: 100_000 }, () => ({ upToMs: 1, count: 1 }));
    const latency = found.latency.map((one) => ({ ...one, histogram }));
    writeFileSync(join(folder, 'large.json'), JSON.stringify({ ...found, latency }));
    for (const words of [
      ['report', 'large.json', '--output', 'out'],
      ['verify', 'large.json'],
    ]) {
      const { code, megabytes, out, err } = await measured(words, folder, environment);
      expect([code, out + err], words[0]).toEqual([
        words[0] === 'report' ? 2 : 1,
        expect.stringContaining('histogram') as string,
      ]);
      expect(megabytes, words[0]).toBeLessThan(most);
    }
  });
});

test('exchanges are read in little memory, up to more than any run keeps', async () => {
  await inFolder(async (folder) => {
    const text = '7'.repeat(2_000);
    const many = Array.from({ length: 2_501 }, (_, at) => {
      const { request, response, ...one } = found.samples[at % found.samples.length]!;
      const body = response && { ...response.body, text };
      return { ...one, number: 10_000 + at, request, response: response && { ...response, body } };
    });
    writeFileSync(join(folder, 'small.json'), JSON.stringify(found));
    for (const [samples, refused] of [
      [many.slice(1), ''],
      [many, '/samples must not have more than 2500 entries'],
    ] as const) {
      writeFileSync(join(folder, 'large.json'), JSON.stringify({ ...found, samples }));
      for (const words of commands.filter(([name]) => name !== 'matrix')) {
        const { megabytes, out, err } = await measured(words, folder, environment);
        expect(out + err, words.join(' ')).toContain(refused);
        expect(megabytes, words.join(' ')).toBeLessThan(most);
      }
    }
  });
});
