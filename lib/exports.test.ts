// What a file offers to others is used by one of them, or it is not offered: who reads `export` may rely on that. It reads
// source text, and runs nothing of it.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, root } from './testing/sources.js';

/** What programs import, and types that only have to compile. */
const meant = ['lib/index.ts', 'lib/vitest/index.ts'];
const checks = ['NoneIsMissing', 'NoneIsUnknown'];

const named =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const listed = /^export (?:type )?\{([^}]*)\}/gm;

/** The names that a text exports, in whichever way. */
function exportsOf(text: string): readonly string[] {
  const lists = [...text.matchAll(listed)].flatMap(([, list = '']) =>
    list.split(',').map((one) => /(\w+)\s*$/.exec(one)?.[1] ?? ''),
  );
  const names = [...text.matchAll(named)].map(([, name = '']) => name);
  return [...names, ...lists].filter((name) => name !== '');
}

interface Source {
  readonly path: string;
  /** Of its code, without comments. */
  readonly words: ReadonlySet<string>;
  readonly exports: readonly string[];
  /** The files that it imports from, at once or late. */
  readonly imports: ReadonlySet<string>;
  /** Those that it hands on as they are. */
  readonly handsOn: readonly string[];
}

function sourceOf(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const code = text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const fileOf = (from: string): string =>
    relative(root, join(root, dirname(path), from)).replace(/\.js$/, '.ts');
  const files = (pattern: RegExp): readonly string[] =>
    [...code.matchAll(pattern)].map(([, from = '']) => fileOf(from));
  return {
    path,
    words: new Set(code.match(/\w+/g)),
    exports: exportsOf(code),
    imports: new Set(files(/(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g)),
    handsOn: files(/^export \* from '([^']+)'/gm),
  };
}

const sources = ['lib', 'suites'].flatMap(filesBelow).map(sourceOf);

/** Does a file that imports from there have the word, or from one that hands all of it on? */
function isUsed(path: string, name: string): boolean {
  return sources.some(
    (one) =>
      one.imports.has(path) &&
      (one.words.has(name) || (one.handsOn.includes(path) && isUsed(one.path, name))),
  );
}

test('the reading of exports finds them in every form', () => {
  const text = [
    'export const a = 1;',
    'export async function b() {}',
    'export abstract class C {}',
    'export type D = string;',
    `export { e, type F as G } from './f.js';`,
    'const exported = 2;',
  ].join('\n');
  expect(exportsOf(text)).toEqual(['a', 'b', 'C', 'D', 'e', 'G']);
  expect(sources.flatMap((one) => one.exports).length).toBeGreaterThan(1_000);
});

test('no file exports what no other uses', () => {
  const unused = sources
    .filter(({ path }) => !meant.includes(path) && !path.endsWith('.test.ts'))
    .flatMap((one) =>
      one.exports
        .filter((name) => !checks.includes(name) && !isUsed(one.path, name))
        .map((name) => `${one.path}: ${name}`),
    );
  expect(unused).toEqual([]);
});
