// --vitest-test: what it writes over, what it leaves alone, and what it says.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { reportJson } from '../../report/files/json.js';
import { firstWords } from '../../report/test-file/index.js';
import { steady } from '../../report/steady.js';
import { cleanReport, failingReport } from '../../testing/reports/fixture.js';
import { command, inFolder } from '../../testing/io.js';

function reportsIn(folder: string): void {
  writeFileSync(join(folder, 'failing.json'), reportJson(steady(failingReport())));
  writeFileSync(join(folder, 'clean.json'), reportJson(steady(cleanReport())));
}

const written = (folder: string, name = 'a.test.ts'): string =>
  readFileSync(join(folder, name), 'utf8');

test('writes the tests of a report, and writes over them again', async () => {
  await inFolder(async (folder) => {
    reportsIn(folder);
    for (const _ of [1, 2])
      expect(
        await command(['report', 'failing.json', '--vitest-test', 'a.test.ts'], { folder }),
      ).toEqual({ code: 0, out: '', err: 'Tests: a.test.ts\n' });
    expect(written(folder).startsWith(firstWords)).toBe(true);
    expect(written(folder)).toContain('method: string');
    await command(['report', 'failing.json', '--vitest-test', 'a.test.js'], { folder });
    expect(written(folder, 'a.test.js')).not.toContain('method: string');
    await command(['report', 'failing.json', '--vitest-test', 'test/new/a.test.ts'], { folder });
    expect(written(folder, 'test/new/a.test.ts')).toBe(written(folder));
  });
});

test('leaves the tests of earlier failures where nothing failed', async () => {
  await inFolder(async (folder) => {
    reportsIn(folder);
    await command(['report', 'failing.json', '--vitest-test', 'a.test.ts'], { folder });
    const before = written(folder);
    expect(
      await command(['report', 'clean.json', '--vitest-test', 'a.test.ts'], { folder }),
    ).toEqual({
      code: 0,
      out: '',
      err: 'Nothing failed, so no test was written to a.test.ts.\n',
    });
    expect(written(folder)).toBe(before);
  });
});

test.each<[string, (folder: string) => void, string, RegExp]>([
  [
    'a file of somebody else',
    (folder) => writeFileSync(join(folder, 'a.test.ts'), 'mine'),
    'a.test.ts',
    /holds something else than tests of an earlier run/,
  ],
  ['a folder', (folder) => mkdirSync(join(folder, 'a.test.ts')), 'a.test.ts', /it is a folder/],
  [
    'a folder that is a file',
    (folder) => writeFileSync(join(folder, 'tests'), ''),
    'tests/a.test.ts',
    /its folder is a file/,
  ],
  [
    'a link to a file of somebody else',
    (folder) => {
      writeFileSync(join(folder, 'precious'), 'mine');
      symlinkSync(join(folder, 'precious'), join(folder, 'a.test.ts'));
    },
    'a.test.ts',
    /holds something else/,
  ],
  [
    'a folder that a link leads to',
    (folder) => symlinkSync(dirname(folder), join(folder, 'linked')),
    'linked/a.test.ts',
    /linked is a link, which could lead anywhere/,
  ],
])('is refused before anything is sent: %s', async (_, make, path, says) => {
  await inFolder(async (folder) => {
    make(folder);
    const before = readdirSync(folder);
    const { code, err } = await command(['--only', 'version', '--vitest-test', path], { folder });
    expect([code, err]).toEqual([2, expect.stringMatching(says)]);
    expect(readdirSync(folder)).toEqual(before);
  });
});
