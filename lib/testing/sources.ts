// The sources as text, with what each of them imports: for tests that hold conventions. Nothing of it is run.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Import {
  readonly from: string;
  /** Without `type`: it is there when the code runs. */
  readonly isValue: boolean;
}

export interface Source {
  readonly path: string;
  readonly layer: string;
  readonly isTest: boolean;
  readonly text: string;
  readonly imports: readonly Import[];
}

// A project's own source only: nothing below a folder that a tool fills.
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

const importing =
  /^\s*(?:import|export)\s+(type\s+)?(?:(?:[\w*{][^;'"]*?)\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\brequire\w*\(\s*['"]([^'"]+)['"]\s*\)/gm;

export function importsOf(text: string): readonly Import[] {
  return [...text.matchAll(importing)].map(([, type, from, late, required]) => ({
    from: from ?? late ?? required ?? '',
    isValue: type === undefined,
  }));
}

/** 'lib/judge', 'suites': the rooms of the house. */
export const layerOf = (path: string): string =>
  path.startsWith('lib/') ? path.split('/').slice(0, 2).join('/') : (path.split('/')[0] ?? '');

export const sources: readonly Source[] = ['lib', 'suites'].flatMap(filesBelow).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return {
    path,
    layer: layerOf(path),
    isTest: path.endsWith('.test.ts'),
    text,
    imports: importsOf(text),
  };
});

export const isOwn = (from: string): boolean => from.startsWith('.');
export const pathOf = (source: Source, from: string): string =>
  isOwn(from)
    ? relative(root, join(root, dirname(source.path), from)).replace(/\.js$/, '.ts')
    : from;

export const source =
  (layer: string) =>
  (one: Source): boolean =>
    one.layer === layer && !one.isTest;
