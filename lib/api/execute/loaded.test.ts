// Checks in the sources that everything a run loads late is loaded before it begins, as no test here runs in Jest.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
const sourceOf = (path: string): string => withoutComments(readFileSync(join(root, path), 'utf8'));
const own = (from: string, path: string): readonly string[] => {
  const found = relative(root, join(root, dirname(path), from)).replace(/\.js$/, '.ts');
  return from.startsWith('.') && existsSync(join(root, found)) && found.endsWith('.ts')
    ? [found]
    : [];
};
const matching = (text: string, pattern: RegExp, path: string): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, from = '']) => own(from, path));

const known = new Map<string, readonly string[]>();
/** Loaded with a module, without a word of it. */
function atOnce(path: string): readonly string[] {
  const importing = /^(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?'([^']+)'/gm;
  const found = known.get(path) ?? matching(sourceOf(path), importing, path);
  known.set(path, found);
  return found;
}
const late = (path: string): readonly string[] =>
  matching(sourceOf(path), /\bimport\(\s*'([^']+)'\s*\)/g, path);

function reached(
  from: readonly string[],
  next: (path: string) => readonly string[],
): ReadonlySet<string> {
  const all = new Set<string>();
  const look = (path: string): void => {
    if (all.has(path)) return;
    all.add(path);
    next(path).forEach(look);
  };
  from.forEach(look);
  return all;
}

const list = 'lib/api/execute/loaded.ts';
const there = reached(['lib/api/run.ts', ...late(list)], atOnce);

test('the list is loaded piece by piece', () => {
  expect(late(list).length).toBeGreaterThan(5);
  expect(sourceOf(list)).not.toContain('Promise.all');
  expect(sourceOf(list).match(/\bimport\(/g)).toHaveLength(
    sourceOf(list).match(/\bawait import\(/g)?.length ?? 0,
  );
});

test('whatever a run may load late is there before it begins', () => {
  const missing = [...there].flatMap((path) =>
    late(path).flatMap((one) => (there.has(one) ? [] : [`${path} loads ${one}`])),
  );
  expect(missing).toEqual([]);
});

test('nothing is listed that is there without it', () => {
  const listed = late(list);
  const spare = listed.filter((one) =>
    reached(['lib/api/run.ts', ...listed.filter((other) => other !== one)], atOnce).has(one),
  );
  expect(spare).toEqual([]);
});
