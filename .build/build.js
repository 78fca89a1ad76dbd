// `npm run build`: sources into dist/. The bundles, the types that users see, and what the specification says, read once.
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { bundles } from './bundles.js';
import { copyTypes } from './types.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Declarations of every file; users need few of them. */
const declarations = join(root, 'node_modules', '.cache', 'types');

rmSync(join(root, 'dist'), { recursive: true, force: true });
for (const bundle of bundles) await build({ ...bundle, cwd: root });
// It also writes the type of the ids of rules, without which nothing has its types.
node('dist/tools/lib/contract/prepare.js');
rmSync(declarations, { recursive: true, force: true });
node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', declarations);
const options = join(declarations, 'lib/api/options/run-options.d.ts');
const { documented } = await import('../dist/tools/lib/api/options/documented.js');
writeFileSync(options, documented(readFileSync(options, 'utf8')));
copyTypes(declarations, join(root, 'dist'), ['lib/index.d.ts', 'lib/vitest/index.d.ts']);
chmodSync(join(root, 'dist/lib/cli/main.js'), 0o755);

function node(...words) {
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
