// The declarations that these entries need, and no others: a package shows what it promises.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const imports = /(?:from|import\()\s*(['"])(\.[^'"]+)\.js\1/g;

/** Only here do types have a name that users write, so only here are comments for them. */
const named =
  /^lib\/(?:[^/]+\.d\.ts|vitest\/|judge\/result\/(?:report|finding)\.|certify\/(?:comparison\/comparison|verification\/outcome)\.|api\/[^/]+\.d\.ts|api\/options\/run-options\.)/;

/** Paths are below `from`, and are kept below `to`. */
export function copyTypes(from, to, entries) {
  const wanted = new Set(entries);
  for (const path of wanted) {
    const text = readFileSync(join(from, path), 'utf8');
    for (const [, , name] of text.matchAll(imports))
      wanted.add(join(dirname(path), `${name}.d.ts`));
    mkdirSync(dirname(join(to, path)), { recursive: true });
    const isNamed = named.test(path.replaceAll('\\', '/'));
    writeFileSync(join(to, path), isNamed ? text : text.replace(/^ *\/\*\*[^]*?\*\/\n/gm, ''));
  }
}
