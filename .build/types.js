// The declarations that these entries need, and no others: a package shows what it promises.
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const imports = /(?:from|import\()\s*(['"])(\.[^'"]+)\.js\1/g;

/** Paths are below `from`, and are kept below `to`. */
export function copyTypes(from, to, entries) {
  const wanted = new Set(entries);
  for (const path of wanted) {
    const text = readFileSync(join(from, path), 'utf8');
    for (const [, , name] of text.matchAll(imports))
      wanted.add(join(dirname(path), `${name}.d.ts`));
    cpSync(join(from, path), join(to, path));
  }
}
