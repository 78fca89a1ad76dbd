import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../contract/files.js';
import { withFigures } from './table.js';

test('new figures replace those of the README, and nothing else', () => {
  const readme = readFileSync(join(packageRoot(), 'README.md'), 'utf8');
  const once = withFigures(readme, 'made-up figures\n');
  expect(once).toContain('made-up figures');
  expect(withFigures(once, 'others\n')).toBe(withFigures(readme, 'others\n'));
  const lines = readme.split('\n').filter((line) => !once.includes(line));
  expect(
    lines.every(
      (line) =>
        readme.indexOf(line) > readme.indexOf('<!-- figures') &&
        readme.indexOf(line) < readme.indexOf('<!-- end of figures'),
    ),
  ).toBe(true);
  expect(() => withFigures('no place', 'x')).toThrow('README.md holds no place');
});
