// The files around a run: only plain ones are read, and nothing blocks on another; reports are whole or absent, and never
// somebody else's.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mainFile, start, startShell } from '../../../testing/built.js';
import { command, inFolder } from '../../../testing/io.js';
import { namesInFolder } from '../../../api/reports/report-folder.js';
import { nobody } from '../../../testing/targets/hostile-servers.js';

const key = { ANIMAL_STORE_API_KEY: 'fake-key-for-files-0123456789' };
const kit = `"${process.execPath}" "${mainFile}"`;
const few = ['--only', 'version', '--quiet'];
const pipe = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
};
const contents = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

describe.runIf(process.platform !== 'win32').concurrent('what is no plain file', () => {
  test.each<[string, (folder: string) => void, readonly string[], number, RegExp]>([
    [
      'a pipe as .env',
      (folder) => pipe(join(folder, '.env')),
      few,
      2,
      /\.env cannot be read \(it is not a regular file\)/,
    ],
    [
      'a device as .env',
      (folder) => symlinkSync('/dev/zero', join(folder, '.env')),
      few,
      2,
      /\.env cannot be read \(it is not a regular file\)/,
    ],
    [
      'an endless .env',
      (folder) => writeFileSync(join(folder, '.env'), ' '.repeat(1024 * 1024 + 1)),
      few,
      2,
      /\.env cannot be read \(it is larger than 1 MB\)/,
    ],
    [
      'a pipe for a key',
      (folder) => pipe(join(folder, 'key')),
      ['http://127.0.0.1:9/v1', '--key-from', 'key'],
      2,
      /--key-from "key" cannot be read \(it is not a regular file\)/,
    ],
    [
      'a pipe for an authority',
      (folder) => pipe(join(folder, 'ca')),
      ['http://127.0.0.1:9/v1', '--ca', 'ca'],
      2,
      /--ca "ca" cannot be read \(it is not a regular file\)/,
    ],
    [
      'a pipe among the reports',
      (folder) => pipe(join(folder, 'reports/x/report.json')),
      ['replay', 'abcdef01'],
      2,
      /No report in reports\/ contains the failure/,
    ],
    [
      'a pipe as a report',
      (folder) => pipe(join(folder, 'report.json')),
      ['report', 'report.json'],
      2,
      /it is not a regular file/,
    ],
    [
      'a pipe where a report goes',
      (folder) => pipe(join(folder, 'reports/reference/report.json')),
      few,
      0,
      /^Reports: [^\n]+\n$/,
    ],
  ])('does not hold the kit up: %s', async (_, make, argv, code, says) => {
    await inFolder(async (folder) => {
      make(folder);
      const run = start(argv, folder, key);
      expect([await run.ended, run.written.err]).toEqual([code, expect.stringMatching(says)]);
    });
  });

  test('the summary of a job', async () => {
    await inFolder(async (folder) => {
      pipe(join(folder, 'summary'));
      const run = start(few, folder, {
        ...key,
        GITHUB_ACTIONS: 'true',
        GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      });
      expect(await run.ended).toBe(0);
      expect(run.written.out).toContain('::warning::The job summary could not be written');
    });
  });
});

describe.concurrent('the reports', () => {
  test.runIf(process.platform === 'linux')(
    'stay as they were when the new ones do not fit',
    async () => {
      await inFolder(async (folder) => {
        await command([...few, '--seed', '1'], { folder });
        const reports = join(folder, 'reports/reference');
        const before = contents(reports);
        // No file may have more than so many kB: the first ones fit, and the page does not.
        const run = startShell(`ulimit -f 16; ${kit} ${few.join(' ')} --seed 2`, folder);
        expect([await run.ended, run.written.err]).toEqual([
          74,
          expect.stringContaining(
            'The reports could not be written to "reports/reference" (it would become too large)',
          ),
        ]);
        expect(contents(reports)).toEqual(before);
      });
    },
  );

  test('are all the old ones when one of the new ones cannot take its place', async () => {
    await inFolder(async (folder) => {
      const reports = join(folder, 'reports/reference');
      await command([...few, '--seed', '1'], { folder });
      const { 'junit.xml': _, ...before } = contents(reports);
      execFileSync('rm', [join(reports, 'junit.xml')]);
      mkdirSync(join(reports, 'junit.xml'));
      writeFileSync(join(reports, 'junit.xml/mine'), 'of the user');
      const { code, err } = await command([...few, '--seed', '2'], { folder });
      expect([code, err]).toEqual([74, expect.stringContaining('could not be written')]);
      expect(readFileSync(join(reports, 'junit.xml/mine'), 'utf8')).toBe('of the user');
      execFileSync('rm', ['-r', join(reports, 'junit.xml')]);
      expect(contents(reports)).toEqual(before);
    });
  });

  test('of two runs at once go to two folders, and one says so', async () => {
    await inFolder(async (folder) => {
      const slow = start(['--rate', '60', '--max-requests', '150'], folder);
      await slow.shows(/^ {2}\d+ of \d+ rules/m);
      const other = await command(few, { folder });
      expect([other.code, other.err]).toEqual([
        0,
        expect.stringContaining(
          'Another run is writing to reports/reference: the reports of this run go to reports/reference-2.',
        ),
      ]);
      await slow.ended;
      expect(existsSync(join(folder, 'reports/reference/report.json'))).toBe(true);
      expect(existsSync(join(folder, 'reports/reference-2/report.json'))).toBe(true);
    });
  });

  test.each([
    ['of a run that was killed', '999999999 00000000-0000-4000-8000-000000000000'],
    ['that a checkout has brought, of a process that always lives', '1'],
    ['with a word that nobody knows', `${process.ppid} 00000000-0000-4000-8000-000000000000`],
  ])('take no notice of a claim %s', async (_, claim) => {
    await inFolder(async (folder) => {
      const reports = join(folder, 'reports/reference');
      mkdirSync(reports, { recursive: true });
      writeFileSync(join(reports, '.running'), claim);
      expect(await command(few, { folder })).toMatchObject({
        code: 0,
        err: 'Reports: reports/reference\n',
      });
      expect(readdirSync(reports)).not.toContain('.running');
    });
  });

  test('replace links, and follow none', async () => {
    await inFolder(async (folder) => {
      const reports = join(folder, 'reports/reference');
      mkdirSync(reports, { recursive: true });
      writeFileSync(join(folder, 'precious'), 'untouched');
      for (const name of ['report.json', 'report.html', '.running'])
        symlinkSync(join(folder, 'precious'), join(reports, name));
      expect(await command(few, { folder })).toMatchObject({ code: 0 });
      expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('untouched');
      expect(lstatSync(join(reports, 'report.json')).isFile()).toBe(true);
    });
  });

  test('go to no folder that is a link inside the working folder, or lies below one', async () => {
    await inFolder(async (folder) => {
      mkdirSync(join(folder, 'work/precious/below'), { recursive: true });
      const work = join(folder, 'work');
      symlinkSync('precious', join(work, 'link'));
      symlinkSync('nowhere', join(work, 'dangling'));
      symlinkSync(join(work, 'link'), join(folder, 'around'));
      const dirs = ['link', 'link/below', './link/', join(work, 'link'), 'dangling', '../around'];
      for (const dir of dirs) {
        const { code, err } = await command([...few, '--output', dir], { folder: work });
        expect([code, err], dir).toEqual([
          2,
          expect.stringMatching(/cannot be written .* is a link/),
        ]);
      }
      symlinkSync('precious', join(work, 'reports'));
      for (const words of [
        few,
        ['compare', 'reference', 'reference', '--output', 'link', '--read-only'],
        ['matrix', '.', '--out', 'link'],
      ])
        expect(await command(words, { folder: work }), words[0]).toMatchObject({
          code: 2,
          err: expect.stringContaining('is a link') as string,
        });
      expect(readdirSync(join(work, 'precious'))).toEqual(['below']);
      expect(readdirSync(join(work, 'precious/below'))).toEqual([]);
      // Links of the machine, such as /tmp on some systems, are nobody's business.
      symlinkSync(work, join(folder, 'machine'));
      const machine = join(folder, 'machine');
      expect(await command([...few, '--output', 'own'], { folder: machine })).toMatchObject({
        code: 0,
      });
      mkdirSync(join(folder, 'elsewhere'));
      symlinkSync(join(folder, 'elsewhere'), join(folder, 'out'));
      expect(await command([...few, '--output', '../out/x'], { folder: work })).toMatchObject({
        code: 0,
      });
    });
  });

  test.each<[string, readonly string[], string?]>([
    ['a folder', [...few, '--output', '.git/hooks']],
    ['a folder in capital letters', [...few, '--output', '.GIT/hooks']],
    ['the folder of a submodule', [...few, '--output', 'sub/.git']],
    ['a reporter', [...few, '--reporter', 'junit=.git/config']],
    ['a file of tests', [...few, '--vitest-test', '.git/a.test.ts']],
    ['a comparison', ['compare', 'reference', 'reference', '--read-only', '--output', '.git/c']],
    ['a page', ['report', 'out', '--html', '.git/config']],
    ['a project file', few, 'output: .git/hooks\n'],
    ['a reporter of a project file', few, 'reporter: ["junit=.git/config"]\n'],
  ])('go nowhere in .git, which Git alone writes: %s', async (_, words, config) => {
    await inFolder(async (folder) => {
      mkdirSync(join(folder, '.git/hooks'), { recursive: true });
      writeFileSync(join(folder, '.git/config'), 'untouched');
      if (words[0] === 'report') await command([...few, '--output', 'out'], { folder });
      if (config !== undefined) writeFileSync(join(folder, 'animal-store.config.yaml'), config);
      const { code, err } = await command(words, { folder });
      expect([code, err]).toEqual([2, expect.stringContaining('part of .git')]);
      expect(readdirSync(join(folder, '.git')).sort()).toEqual(['config', 'hooks']);
      expect(readFileSync(join(folder, '.git/config'), 'utf8')).toBe('untouched');
      expect(readdirSync(join(folder, '.git/hooks'))).toEqual([]);
    });
  });

  test('of one name go through no link to a device', async () => {
    await inFolder(async (folder) => {
      expect(await command(few, { folder })).toMatchObject({ code: 0 });
      symlinkSync('/dev/null', join(folder, 'page.html'));
      const words = ['report', 'reports/reference', '--html', 'page.html'];
      const { code, err } = await command(words, { folder });
      expect([code, err]).toEqual([
        expect.any(Number),
        expect.stringContaining('page.html is a link, which could lead anywhere'),
      ]);
      expect(code).not.toBe(0);
      // One to a file gives way to the new file.
      rmSync(join(folder, 'page.html'));
      writeFileSync(join(folder, 'precious'), 'untouched');
      symlinkSync('precious', join(folder, 'page.html'));
      expect(await command(words, { folder })).toMatchObject({ code: 0 });
      expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('untouched');
      expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('<!doctype html>');
      expect(readdirSync(folder).sort()).toEqual(['page.html', 'precious', 'reports']);
    });
  });

  test('do not follow a link that has taken the place of their folder meanwhile', async () => {
    await inFolder(async (folder) => {
      mkdirSync(join(folder, 'precious'));
      const out = join(folder, 'out');
      const server = `node -e "fs.rmSync('${out}',{recursive:true});fs.symlinkSync('precious','${out}')"; exec ${kit} reference --port $PORT`;
      const { code, err } = await command(['--start', server, ...few, '--output', 'out'], {
        folder,
        environment: { ...key, PATH: process.env['PATH'] ?? '' },
      });
      expect([code, err]).toEqual([74, expect.stringContaining('a link has taken its place')]);
      expect(readdirSync(join(folder, 'precious'))).toEqual([]);
    });
  });

  test('leave no folder behind where there are none', async () => {
    const url = `${await nobody()}/v1`;
    await inFolder(async (folder) => {
      for (const more of [[], ['--output', 'a/b/c'], ['--start', 'exit 3']]) {
        const { code } = await command([url, ...more], { folder, environment: key });
        expect(code).toBe(4);
        expect(readdirSync(folder)).toEqual([]);
      }
      mkdirSync(join(folder, 'mine'));
      await command([url, '--output', 'mine'], { folder, environment: key });
      expect(readdirSync(join(folder, 'mine'))).toEqual([]);
    });
  });

  test('take the place of reports alone, and of no other file of the same name', async () => {
    await inFolder(async (folder) => {
      expect(await command(few, { folder })).toMatchObject({ code: 0 });
      expect(readdirSync(join(folder, 'reports/reference')).sort()).toEqual(
        [...namesInFolder, 'history.jsonl'].sort(),
      );
      for (const name of namesInFolder) {
        mkdirSync(join(folder, `in-${name}`));
        writeFileSync(join(folder, `in-${name}`, name), 'mine');
        const { code, err } = await command([...few, '--output', `in-${name}`], { folder });
        expect([code, err]).toEqual([
          2,
          expect.stringContaining(`it contains ${name}, which is not part of a report`),
        ]);
        expect(contents(join(folder, `in-${name}`))).toEqual({ [name]: 'mine' });
      }
    });
  });
});
