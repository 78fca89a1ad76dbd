import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot, specPath } from '../../contract/files.js';
import { clausesAlone, clausesBeside, clausesFrom, guideFrom } from './clauses.js';

const fileOf = (link: string): string => link.slice(0, link.indexOf('#'));

test('links lead into the copy of the contract in this package, from wherever somebody reads', () => {
  const root = packageRoot();
  for (const folder of [root, dirname(root), join(root, 'lib'), '/'])
    for (const { link } of [...clausesFrom(folder), ...clausesBeside(folder)])
      expect(resolve(folder, fileOf(link))).toBe(specPath('animal-store.md'));
});

test('a person is shown no way up: from below or beside, the path is whole', () => {
  const [first] = clausesFrom(packageRoot());
  expect(first?.link).toMatch(/^spec\/animal-store\.md#1-/);
  for (const folder of [join(packageRoot(), 'lib'), `${packageRoot()}-beside`])
    for (const { link } of clausesFrom(folder)) expect(link).toMatch(/^\//);
  for (const { link } of clausesAlone()) expect(link).toBe('');
});

test('the page on reading a report is named by a path that leads to it', () => {
  expect(guideFrom(packageRoot())).toBe('spec/guide/reading-a-report.md');
  for (const folder of [packageRoot(), dirname(packageRoot()), '/'])
    expect(existsSync(resolve(folder, guideFrom(folder)))).toBe(true);
});
