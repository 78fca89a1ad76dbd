// history.jsonl as it lies in a folder: continued, bounded, and left alone where it is somebody else's.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pastRunOf } from '../../certify/history/past-run.js';
import type { Report } from '../../judge/result/report.js';
import { inFolder } from '../../testing/io.js';
import { cleanReport, context, failingReport } from '../../testing/reports/fixture.js';
import { mostBytes } from '../files.js';
import { type Kept, trendBeside, writeRun } from './history.js';

const at = (report: Report, minute: number): Report => ({
  ...report,
  run: {
    ...report.run,
    startedAt: new Date(Date.UTC(2026, 10, 20, 3, minute)).toISOString(),
  },
});

const written = (report: Report, folder: string): Promise<Kept> =>
  writeRun(report, context, { path: folder, shown: 'out', link: () => undefined });

const linesIn = (folder: string): readonly string[] =>
  readFileSync(join(folder, 'history.jsonl'), 'utf8').trimEnd().split('\n');

const lineOf = (report: Report): string => JSON.stringify(pastRunOf(report));

const page = (folder: string): string => readFileSync(join(folder, 'report.html'), 'utf8');

test('each run adds a line, and the reports show those before it', () =>
  inFolder(async (folder) => {
    const [one, two] = [at(cleanReport(), 1), at(failingReport(), 2)];
    expect(await written(one, folder)).toEqual({ context });
    expect(linesIn(folder)).toEqual([lineOf(one)]);
    expect(page(folder)).not.toContain('id="trend"');
    const { context: made, trouble } = await written(two, folder);
    expect(trouble).toBeUndefined();
    expect(made.trend?.since).toMatch(/^Since the last green run \(2026-11-20\): 5 rules began/);
    expect(linesIn(folder)).toEqual([lineOf(one), lineOf(two)]);
    expect(page(folder)).toContain('id="trend"');
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('last 2 runs');
    expect(readFileSync(join(folder, 'report.json'), 'utf8')).not.toContain('trend');
    expect(readdirSync(folder)).not.toContainEqual(expect.stringMatching(/^\.new-/));
    expect(trendBeside(two, folder)).toEqual({ trend: made.trend });
    expect(trendBeside(one, folder)).toEqual({});
  }));

test('the same run has one line, however often it is written', () =>
  inFolder(async (folder) => {
    await written(at(cleanReport(), 1), folder);
    await written(at(cleanReport(), 1), folder);
    expect(linesIn(folder)).toEqual([lineOf(at(cleanReport(), 1))]);
  }));

test('the last 400 lines stay, and no more than can be read again', () =>
  inFolder(async (folder) => {
    const many = (count: number, report: Report): string =>
      Array.from({ length: count }, (_, minute) => `${lineOf(at(report, minute))}\n`).join('');
    writeFileSync(join(folder, 'history.jsonl'), many(420, cleanReport()));
    await written(at(cleanReport(), 500), folder);
    expect(linesIn(folder)).toHaveLength(400);
    expect(linesIn(folder)[0]).toBe(lineOf(at(cleanReport(), 21)));
    const name = 'n'.repeat(5_000);
    const long = { ...cleanReport(), target: { ...cleanReport().target, name } };
    const room = Math.floor(mostBytes.small / (lineOf(at(long, 500)).length + 1));
    writeFileSync(join(folder, 'history.jsonl'), many(room, long));
    for (const minute of [501, 502]) await written(at(long, minute), folder);
    expect(linesIn(folder)).toHaveLength(room);
    expect(linesIn(folder).at(-1)).toBe(lineOf(at(long, 502)));
  }));

test('lines of others are neither shown nor kept', () =>
  inFolder(async (folder) => {
    const own = lineOf(at(cleanReport(), 1));
    const odd = [
      '<<<<<<< HEAD',
      own.slice(0, 90),
      own.replace('"kit":"', '"kit":"\u001b[2J'),
      '{}',
    ];
    writeFileSync(join(folder, 'history.jsonl'), [...odd, own, '\u0000', 'null', ''].join('\n'));
    const { context: made, trouble } = await written(at(cleanReport(), 2), folder);
    expect(trouble).toBeUndefined();
    expect(made.trend?.runs).toHaveLength(2);
    expect(linesIn(folder)).toEqual([own, lineOf(at(cleanReport(), 2))]);
  }));

const foreign = { none: 'no line of it was written by a run', link: 'it is a link' };

test.each<readonly [string, (path: string) => void, string]>([
  ['a diary', (path) => writeFileSync(path, 'Dear diary\n'), foreign.none],
  ['bytes', (path) => writeFileSync(path, Buffer.alloc(64, 255)), foreign.none],
  ['too much', (path) => writeFileSync(path, 'x'.repeat(2e6)), 'it is larger than 1 MB'],
  ['a folder', (path) => mkdirSync(path), 'it is a folder'],
  ['a link into nowhere', (path) => symlinkSync('/nowhere/at/all', path), foreign.link],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path), foreign.link],
])('where something else has the name, the reports are written without it: %s', (_, put, why) =>
  inFolder(async (folder) => {
    const path = join(folder, 'history.jsonl');
    put(path);
    expect(await written(at(cleanReport(), 1), folder)).toEqual({
      context,
      trouble: `This run was not added to out/history.jsonl: ${why}.`,
    });
    expect(existsSync(join(folder, 'report.html'))).toBe(true);
  }),
);

test('a link is neither read through nor written through', () =>
  inFolder(async (folder) => {
    const [victim, reports] = [join(folder, 'victim'), join(folder, 'reports')];
    mkdirSync(reports);
    writeFileSync(victim, `${lineOf(at(cleanReport(), 1))}\n`);
    symlinkSync('../victim', join(reports, 'history.jsonl'));
    expect((await written(at(cleanReport(), 2), reports)).context.trend).toBeUndefined();
    expect(readFileSync(victim, 'utf8')).toBe(`${lineOf(at(cleanReport(), 1))}\n`);
    expect(readlinkSync(join(reports, 'history.jsonl'))).toBe('../victim');
    expect(trendBeside(at(cleanReport(), 2), reports)).toEqual({});
  }));

test('reports that cannot be written leave no line', () =>
  inFolder(async (folder) => {
    mkdirSync(join(folder, 'report.html'));
    await expect(written(at(cleanReport(), 1), folder)).rejects.toThrow('could not be written');
    expect(existsSync(join(folder, 'history.jsonl'))).toBe(false);
  }));
