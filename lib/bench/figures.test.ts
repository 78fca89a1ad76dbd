import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../contract/files.js';
import { withFigures } from './figures.js';

test('new figures replace those of the page, and nothing else', () => {
  const page = readFileSync(join(packageRoot(), '.github', 'speed.md'), 'utf8');
  const once = withFigures(page, 'made-up figures\n');
  expect(once).toContain('made-up figures');
  expect(withFigures(once, 'others\n')).toBe(withFigures(page, 'others\n'));
  const lines = page.split('\n').filter((line) => !once.includes(line));
  expect(
    lines.every(
      (line) =>
        page.indexOf(line) > page.indexOf('<!-- figures') &&
        page.indexOf(line) < page.indexOf('<!-- end of figures'),
    ),
  ).toBe(true);
  expect(() => withFigures('no place', 'x')).toThrow('speed.md holds no place');
});
