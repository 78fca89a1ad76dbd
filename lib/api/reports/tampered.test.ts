// A report is a file that anybody may have written. Whatever stands in one, it is refused as such (2) or shown: the kit does
// not fail, and writes nothing anywhere else.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { readSpec } from '../../contract/files.js';
import type { Report } from '../../judge/result/report.js';
import { command, inFolder } from '../../testing/io.js';
import { failingReport } from '../../testing/reports/fixture.js';
import { folderName } from '../configuration/address.js';
import { CannotWrite, UsageError } from '../errors.js';
import { notAReport, ofReports } from './report-file.js';

const oddities: readonly unknown[] = [
  '',
  '../../../x',
  'http://',
  '2026-06-30T23:59:60Z',
  0,
  1e15,
  9e307,
  null,
];

const schema = JSON.parse(readSpec('report.schema.json').toString('utf8')) as object;
const fits = addFormats
  .default(new Ajv2020({ strict: false }), ['date', 'date-time'])
  .compile(schema);

type Path = readonly (string | number)[];

/** Every place in a value; of a list only the first entries, as the others are alike. */
function* placesIn(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  const entries = Array.isArray(value) ? [...value.slice(0, 1).entries()] : Object.entries(value);
  for (const [name, entry] of entries) yield* placesIn(entry, [...path, name]);
}

function changed(value: unknown, [name, ...rest]: Path, to: unknown): unknown {
  if (name === undefined) return to;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  Object.assign(copy, { [name]: changed((value as never)[name], rest, to) });
  return copy;
}

test('a tampered report is refused or shown, place by place', async () => {
  await inFolder(async (above) => {
    const folder = join(above, 'a/b/c/d');
    mkdirSync(folder, { recursive: true });
    const few = ['--only', 'version,errors.status-field', '--quiet'];
    for (const shard of ['1/2', '2/2']) await command(['--shard', shard, ...few], { folder });
    const parts = [1, 2].map((index) => `reports/reference-shard-${index}-of-2/report.json`);
    const original: unknown = JSON.parse(readFileSync(join(folder, parts[0] ?? ''), 'utf8'));
    const codes = new Set<number>();
    for (const path of placesIn(original)) {
      for (const oddity of oddities) {
        const tampered = changed(original, path, oddity);
        // What does not fit the schema is refused alike everywhere: once is enough.
        if (!fits(tampered) && codes.has(2)) continue;
        writeFileSync(join(folder, 'odd.json'), JSON.stringify(tampered));
        for (const words of [
          ['merge', 'odd.json', parts[1] ?? '', '--quiet', '--output', 'out'],
          ['report', 'odd.json', '--output', 'out'],
        ]) {
          const { code, err } = await command(words, { folder });
          codes.add(code);
          expect([0, 1, 2, 3], `${path.join('.')} = ${JSON.stringify(oddity)}: ${err}`).toContain(
            code,
          );
        }
      }
    }
    expect([...codes].sort()).toEqual(expect.arrayContaining([0, 2]));
    expect(readdirSync(above)).toEqual(['a']);
    expect(readdirSync(folder).sort()).toEqual(['odd.json', 'out', 'reports']);
  });
});

test('whatever breaks over a report is its mistake, but for what has a sentence of its own', async () => {
  const of = (thrown: unknown): Promise<unknown> =>
    ofReports(() => {
      throw thrown;
    }).catch((error: unknown) => error);
  for (const thrown of [new Error('a'), new SyntaxError('a'), new TypeError('a'), 'a'])
    expect(await of(thrown)).toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('something that no run writes (a)'),
    });
  const full = Object.assign(new Error('full'), { errno: -28 });
  for (const thrown of [new UsageError('a'), new CannotWrite('a'), full])
    expect(await of(thrown)).toBe(thrown);
});

test('a report whose kit or contract has a name of megabytes is refused', async () => {
  await inFolder(async (folder) => {
    await command(['--only', 'version', '--quiet', '--output', 'out'], { folder });
    const original: unknown = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'));
    for (const path of ['kit/version', 'kit/digest', 'contract/title']) {
      const tampered = changed(original, path.split('/'), '\u202e'.repeat(700_000));
      writeFileSync(join(folder, 'odd.json'), JSON.stringify(tampered));
      const { code, err } = await command(['report', 'odd.json'], { folder });
      expect([code, err]).toEqual([
        2,
        expect.stringContaining(`/${path} must NOT have more than 1000 characters`),
      ]);
    }
  });
});

const observation = { id: 'list-animals.order', question: 'In which order?', answer: 'by id' };

test.each(['rules', 'observations'] as const)(
  '%s that are there twice, or by the thousand, are refused',
  async (list) => {
    await inFolder(async (folder) => {
      await command(['--only', 'version', '--quiet', '--output', 'out'], { folder });
      const report = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8')) as Report;
      const refusal = async (entries: readonly unknown[]): Promise<unknown> => {
        writeFileSync(join(folder, 'odd.json'), JSON.stringify({ ...report, [list]: entries }));
        const { code, err } = await command(['report', 'odd.json'], { folder });
        return [code, err];
      };
      const one = report[list][0] ?? observation;
      const many = Array.from({ length: 1001 }, (_, at) => ({ ...one, id: `${one.id}-${at}` }));
      expect(await refusal([one, one])).toEqual([
        2,
        expect.stringContaining(`/${list}/1 has the id of an earlier entry ("${one.id}")`),
      ]);
      expect(await refusal(many)).toEqual([
        2,
        expect.stringContaining(`/${list} must not have more than 1000 entries`),
      ]);
    });
  },
);

test('parts whose name leads elsewhere are refused', async () => {
  await inFolder(async (above) => {
    const folder = join(above, 'a/b/c/d');
    mkdirSync(folder, { recursive: true });
    const few = ['--only', 'version', '--quiet'];
    for (const shard of ['1/2', '2/2']) await command(['--shard', shard, ...few], { folder });
    const parts = [1, 2].map((index) => join(folder, `reports/reference-shard-${index}-of-2`));
    for (const part of parts) {
      const file = join(part, 'report.json');
      const report = JSON.parse(readFileSync(file, 'utf8')) as { target: object };
      report.target = { name: '../../../x', baseUrl: 'http://x/v1', quickstartBaseUrl: null };
      writeFileSync(file, JSON.stringify(report));
    }
    const merged = await command(['merge', '--quiet', ...parts], { folder });
    expect(merged).toMatchObject({
      code: 2,
      err: expect.stringContaining(' cannot be merged: ') as string,
    });
    expect(readdirSync(above)).toEqual(['a']);
  });
});

test('no two addresses share a folder, and every name is one plain folder', () => {
  const addresses = [
    'https://animals.example/v1',
    'https://animals.example',
    'https://animals.example/root',
    'https://animals.example/v2',
    'https://animals.example/a/b/v1',
    'https://animals.example/a-b/v1',
    'http://animals.example/v1',
    'http://animals.example:8080/v1',
    'http://animals.example:8080/other/v1',
    'https://animals.example-8080/v1',
    'http://[::1]:8080/v1',
    'http://[1::1]:8080/v1',
    '../../../x',
    '..',
    '',
    'a/b',
    `https://${'a.'.repeat(120)}example/v1`,
  ];
  const names = addresses.map(folderName);
  expect(new Set(names).size).toBe(addresses.length);
  for (const name of names) expect(name).toMatch(/^\w[\w.-]{0,110}$/);
  expect(names[0]).toBe('animals.example');
  expect(folderName('staging')).toBe('staging');
});

test('a body of a failure that is longer than any run keeps it is refused by its place', () => {
  const original = failingReport();
  const at = original.rules.findIndex(({ failures }) =>
    failures.some(({ exchanges }) => exchanges.some(({ response }) => response !== null)),
  );
  const failure = `rules/${at}/failures/0`;
  const path = `${failure}/exchanges/0/response/body/text`;
  expect(notAReport(original)).toBeUndefined();
  const withBody = (length: number): unknown =>
    changed(
      original,
      path.split('/').map((name) => (/^\d+$/.test(name) ? Number(name) : name)),
      '['.repeat(length),
    );
  expect(notAReport(withBody(16 * 1024))).toBeUndefined();
  expect(notAReport(withBody(65_536))).toBeUndefined();
  expect(notAReport(withBody(65_537))).toBe(`/${path} must not have more than 65536 characters`);
});

test('lists of more entries than any run writes are refused, all of one kind together', () => {
  const original = failingReport();
  const at = original.rules.findIndex(({ failures }) => failures.length > 0);
  const failure = ['rules', at, 'failures', 0];
  const many = (path: readonly (string | number)[], one: unknown, count: number): unknown =>
    notAReport(
      changed(
        original,
        path,
        Array.from({ length: count }, () => one),
      ),
    );
  const cause = { rules: ['a.b'], failures: ['1'], like: [] };
  const [latency] = original.latency;
  const exchange = original.rules[at]?.failures[0]?.exchanges[0];
  expect(many(['latency'], latency, 101)).toBe('/latency must not have more than 100 entries');
  expect(many(['causes'], cause, 5_001)).toBe('/causes must not have more than 5000 entries');
  expect(many([...failure, 'exchanges'], exchange, 500)).toBeUndefined();
  expect(many([...failure, 'exchanges'], exchange, 501)).toBe(
    `/${failure.join('/')}/exchanges must NOT have more than 500 items`,
  );
  const causes = Array.from({ length: 100 }, () => ({ ...cause, rules: Array(51).fill('a.b') }));
  expect(notAReport({ ...original, causes })).toBe(
    '/causes/*/rules must not have more than 5000 entries',
  );
});
