// The projects of vitest name files by hand: one that was renamed would move to another project, and slow it down.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sources } from './sources.js';

/** 'lib/{a,b}.test.ts' names two files; nested braces do not occur. */
function spelledOut(pattern: string): readonly string[] {
  const [whole, choices] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || choices === undefined) return [pattern];
  return choices.split(',').flatMap((choice) => spelledOut(pattern.replace(whole, choice)));
}

test('every test that vitest.config.ts names is there', () => {
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
  const named = [...config.matchAll(/'((?:lib|suites)\/[^'*]+\.test\.ts)'/g)].flatMap(
    ([, pattern = '']) => spelledOut(pattern),
  );
  expect(named.length).toBeGreaterThan(40);
  const paths = new Set(sources.map(({ path }) => path));
  expect(named.filter((path) => !paths.has(path))).toEqual([]);
});
