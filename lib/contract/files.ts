// Finds the contract's files, from the sources and from the built package alike. It reads bytes and knows no format.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let root: string | undefined;

/** The folder of this package, wherever in it the running code lies. */
export function packageRoot(): string {
  root ??= nearest(dirname(fileURLToPath(import.meta.url)));
  return root;
}

function nearest(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (
      existsSync(file) &&
      (JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }).name ===
        'animal-store-conformance'
    )
      return folder;
    if (folder === dirname(folder))
      throw new Error(
        `No package.json of animal-store-conformance lies above ${start}: install the package again.`,
      );
  }
}

/**
 * The path of a built file, found from the package because a bundle may lie elsewhere than the source that asks for it.
 */
export const builtPath = (path: string): string => join(packageRoot(), 'dist', path);

export function specPath(name: string): string {
  return join(packageRoot(), 'spec', name);
}

const read = new Map<string, Buffer>();

/** The bytes of a file in spec/, as they were when it was first read. */
export function readSpec(name: string): Buffer {
  const bytes = read.get(name) ?? readFileSync(specPath(name));
  read.set(name, bytes);
  return bytes;
}
