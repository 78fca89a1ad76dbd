import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder } from '../../../testing/io.js';
import { type Changes, Repeated, watchFolder } from './changes.js';

/** A folder with what projects have. */
const watching = <T>(work: (folder: string, changes: Changes) => Promise<T>): Promise<T> =>
  inFolder(async (folder) => {
    for (const path of ['src/deep', 'node_modules/other', '.git', 'reports/mine', 'out'])
      mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, 'out', 'CACHEDIR.TAG'), '');
    const changes = watchFolder(folder, [join(folder, 'reports')]);
    try {
      return await work(folder, changes);
    } finally {
      changes.close();
    }
  });

test('a changed file is told, wherever it lies', async () => {
  await watching(async (folder, changes) => {
    for (const path of ['server.js', 'src/deep/store.js', '.env']) {
      const next = changes.next();
      writeFileSync(join(folder, path), 'x');
      expect(await next).toEqual([path]);
    }
  });
});

test('a file that takes the place of another is told, and one in a new folder', async () => {
  await watching(async (folder, changes) => {
    let next: Promise<readonly string[]>;
    for (const other of ['server.js.tmp', 'sedqRGw3h']) {
      next = changes.next();
      writeFileSync(join(folder, other), 'x');
      renameSync(join(folder, other), join(folder, 'server.js'));
      expect(await next).toEqual(['server.js']);
    }
    for (const text of ['at once', 'later']) {
      next = changes.next();
      mkdirSync(join(folder, 'new/deep'), { recursive: true });
      writeFileSync(join(folder, 'new/deep/part.js'), text);
      expect(await next).toEqual(['new/deep/part.js']);
    }
  });
});

test('what tools and candidates write is not', async () => {
  await watching(async (folder, changes) => {
    const next = changes.next();
    for (const path of [
      'node_modules/other/index.js',
      '.git/index',
      'reports/mine/report.json',
      'out/server.o',
      'server.log',
      'store.sqlite3',
      'store.db-wal',
      'src/store.js~',
    ])
      writeFileSync(join(folder, path), 'x');
    writeFileSync(join(folder, 'last.js'), 'x');
    expect(await next).toEqual(['last.js']);
    changes.leaveOut('data.json');
    const after = changes.next();
    writeFileSync(join(folder, 'data.json'), 'x');
    writeFileSync(join(folder, 'last.js'), 'y');
    expect(await after).toEqual(['last.js']);
  });
});

test('what changed before it was asked for counts', async () => {
  await watching(async (folder, changes) => {
    const first = changes.next();
    writeFileSync(join(folder, 'one.js'), 'x');
    await first;
    // The second watcher is told later, and by then the first has become quiet again.
    const later = watchFolder(folder, []);
    const heard = later.next();
    writeFileSync(join(folder, 'two.js'), 'x');
    writeFileSync(join(folder, 'three.js'), 'x');
    await heard;
    later.close();
    expect([...(await changes.next())].sort()).toEqual(['three.js', 'two.js']);
  });
});

test('a folder that is gone before it is watched is left out', () =>
  inFolder(async (folder) => {
    expect(() => watchFolder(join(folder, 'gone'), []).close()).not.toThrow();
    writeFileSync(join(folder, 'file'), '');
    expect(() => watchFolder(join(folder, 'file', 'gone'), []).close()).not.toThrow();
  }));

test('a file that changes in five runs in a row is told, once', () => {
  const repeated = new Repeated();
  const seen = Array.from({ length: 6 }, () => {
    repeated.note(['data.json']);
    return repeated.tooOften();
  });
  expect(seen).toEqual([[], [], [], [], ['data.json'], []]);
});

test('other changes, and a run that came to its end, begin the count anew', () => {
  const repeated = new Repeated();
  for (const paths of [['a'], ['a'], ['b'], ['a'], ['a'], ['a', 'b']]) {
    repeated.note(paths);
    expect(repeated.tooOften()).toEqual([]);
  }
  repeated.clear();
  for (let times = 0; times < 4; times += 1) repeated.note(['a']);
  expect(repeated.tooOften()).toEqual([]);
});
