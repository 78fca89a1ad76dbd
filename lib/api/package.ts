// The identity of the kit: its name, its version, and a digest of its files, which is made only when a run needs it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../contract/files.js';

export const program = 'animal-store-conformance';

interface Kit {
  readonly name: string;
  readonly version: string;
  readonly digest: string;
}

let version: string | undefined;

/** The value of the first call. */
export function kitVersion(): string {
  version ??= (
    JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }
  ).version;
  return version;
}

let kit: Kit | undefined;

/** The value of the first call. */
export function describeKit(): Kit {
  if (kit !== undefined) return kit;
  return (kit = { name: program, version: kitVersion(), digest: digestOf(kitVersion()) });
}

/** SHA-256 over every file that decides what a run does. From the sources, which change as one works: version and contract only. */
function digestOf(version: string): string {
  const root = packageRoot();
  const built = relative(root, fileURLToPath(import.meta.url)).split(sep)[0] === 'dist';
  const code = built ? filesBelow(root, 'dist/lib').filter((path) => path.endsWith('.js')) : [];
  const hash = createHash('sha256').update(`${program} ${version}\n`);
  for (const path of [...code, ...filesIn(root, 'spec')].sort()) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path} ${bytes.byteLength}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** Guides and pipelines for users lie below spec/ too, and decide nothing. */
const filesIn = (root: string, folder: string): string[] =>
  filesBelow(root, folder).filter((path) => path.split('/').length === 2);

/** Paths with slashes on every system, below the root. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
