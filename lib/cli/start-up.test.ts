// Help, bad input and the ledger answer at once: nothing heavy is imported before it is needed.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../contract/files.js';

const folder = dirname(fileURLToPath(import.meta.url));

/** All that is imported before the first line runs: our files, and the packages that they name. */
function imported(
  entry: string,
  late: boolean,
): { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    const source = readFileSync(file, 'utf8');
    const early = [
      ...source.matchAll(/^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm),
    ];
    for (const [, name = ''] of late
      ? [...early, ...source.matchAll(/\bimport\('([^']+)'\)/g)]
      : early) {
      if (name.startsWith('.'))
        visit(join(dirname(file), name.replace(/\.js$/, '.ts').replace('?raw', '')));
      else if (!name.startsWith('node:')) packages.add(name);
    }
  };
  visit(entry);
  return { files, packages };
}

describe('start-up', () => {
  test('imports no package, no rule and no engine before a command runs', () => {
    // The handlers for errors are registered before anything is loaded.
    expect([...imported(join(folder, 'main.ts'), false).files]).toEqual([join(folder, 'main.ts')]);
    const { files, packages } = imported(join(folder, 'cli.ts'), false);
    expect([...packages]).toEqual([]);
    const elsewhere = [...files]
      .map((file) => relative(packageRoot(), file))
      .filter((file) => !/^lib\/(api|cli)\//.test(file));
    // The light ones: where the package lies, the default bounds, what "cannot be tested" means, which keys are no secrets,
    // and what is made harmless for a log.
    expect(elsewhere.sort()).toEqual([
      'lib/contract/files.ts',
      'lib/http/pacing/at-once.ts',
      'lib/judge/health/cannot-test.ts',
      'lib/report/text/fake-keys.ts',
      'lib/report/text/inert.ts',
      'lib/report/text/json-pieces.ts',
    ]);
  });

  test('never imports vitest or the compiler', () => {
    const { packages } = imported(join(folder, 'main.ts'), true);
    expect([...packages].filter((name) => /^(vitest|typescript|vite)/.test(name))).toEqual([]);
    expect([...packages].sort()).toEqual(expect.arrayContaining(['dotenv', 'fast-check']));
  });

  test('reads what is known of faults only where something has failed', () => {
    const run = [
      'lib/cli/commands/run/run.ts',
      'lib/api/execute/execute.ts',
      'lib/judge/run/start-run.ts',
    ];
    const files = run.flatMap((name) => [...imported(join(packageRoot(), name), false).files]);
    expect(files.length).toBeGreaterThan(80);
    expect(files.filter((file) => file.includes('/lib/proof/'))).toEqual([]);
  });

  test('needs no package for the ledger', () => {
    expect([
      ...imported(join(folder, '..', 'api', 'configuration', 'only.ts'), false).packages,
    ]).toEqual([]);
    expect([...imported(join(folder, 'commands', 'rules', 'lines.ts'), false).packages]).toEqual(
      [],
    );
  });
});
