// Which links lead nowhere: those that a checkout may have brought, to a package of it as well. And where no folder is made.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../testing/io.js';
import { linkInside, makeFolders, shownIn, writeNamed, writeWhole } from './files.js';

test('a link of the checkout is seen from a package of it; one of the machine is not', () =>
  inFolder((folder) => {
    const [checkout, victim] = ['checkout', 'victim'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    const working = join(checkout, 'packages/one');
    for (const path of [join(checkout, '.git'), working, victim])
      mkdirSync(path, { recursive: true });
    symlinkSync(victim, join(checkout, 'reports'));
    symlinkSync(victim, join(folder, 'of-the-machine'));
    expect(linkInside(working, join(checkout, 'reports/x'))).toBe(join(checkout, 'reports'));
    expect(linkInside(working, join(folder, 'of-the-machine/x'))).toBeUndefined();
    return Promise.resolve();
  }));

test('a file that is replaced keeps its mode, and nothing is left beside it', () =>
  inFolder((folder) => {
    const path = join(folder, 'report.json');
    writeFileSync(path, 'before', { mode: 0o600 });
    writeWhole(path, 'after');
    expect(readFileSync(path, 'utf8')).toBe('after');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['report.json']);
    return Promise.resolve();
  }));

test('a path is shown as seen from the folder, if it is below it', () => {
  expect(shownIn('/a', '/a/b')).toBe('b');
  expect(shownIn('/a', '/a/..b/c')).toBe('..b/c');
  expect(shownIn('/a', '/a')).toBe('/a');
  expect(shownIn('/a', '/b')).toBe('/b');
});

test('a named file is written through no link', () =>
  inFolder((folder) => {
    mkdirSync(join(folder, 'victim'));
    symlinkSync('victim', join(folder, 'out'));
    expect(() => writeNamed(folder, 'out/page.html', 'text')).toThrow('out is a link');
    expect(existsSync(join(folder, 'victim/page.html'))).toBe(false);
    writeNamed(folder, 'victim/page.html', 'text');
    expect(readFileSync(join(folder, 'victim/page.html'), 'utf8')).toBe('text');
    return Promise.resolve();
  }));

test.runIf(process.platform !== 'win32')('a pipe is written to, unless nobody reads it', () =>
  inFolder((elsewhere) =>
    inFolder((folder) => {
      const pipe = join(elsewhere, 'pipe');
      execFileSync('mkfifo', [pipe]);
      expect(() => writeNamed(folder, pipe, 'text')).toThrow('nobody reads this pipe');
      const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
      writeNamed(folder, pipe, 'text');
      expect(readFileSync(reader, 'utf8')).toBe('text');
      // Whoever wrote the checkout may hold its other end, and never read.
      expect(() => writeNamed(elsewhere, 'pipe', 'text')).toThrow('a pipe in the working folder');
      closeSync(reader);
      return Promise.resolve();
    }),
  ),
);

test('a folder that cannot be made is refused, wherever it would be', () => {
  const path = join(process.platform === 'linux' ? '/proc' : '/nowhere', 'x', 'y');
  expect(() => makeFolders(path)).toThrow();
});
