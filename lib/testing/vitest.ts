// For tests: runs the same rules through vitest, in the kit's own clone and for a vendor, each against its own server.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../contract/files.js';
import type { Place } from './at-server.js';

const made: string[] = [];

/** A new folder, of which `removeFolders` remembers to remove it. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'doors-'));
  made.push(folder);
  return folder;
}

/** For `afterAll`. */
export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

interface TestResult {
  readonly status: string;
  readonly message: string;
}

export const target = (
  { url, quickstartUrl, key }: Place,
  more = '',
  folder = newFolder(),
): Record<string, string> => ({
  ANIMAL_STORE_API_KEY: key,
  ANIMAL_STORE_RUN: `${url} --quickstart '${quickstartUrl}' --seed 3 --output "${folder}/its reports" ${more}`,
});

type Environment = Readonly<Record<string, string>>;

/** Starts vitest in a separate process, as a user does. */
async function vitest(
  folder: string,
  words: readonly string[],
  environment: Environment,
): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(packageRoot(), 'node_modules/vitest/vitest.mjs'), 'run', ...words],
    { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...environment }, stdio: 'ignore' },
  );
  await new Promise((resolve) => child.once('exit', resolve));
}

/** Runs in the kit's own clone, where each suite is a file. */
export const inClone = (words: readonly string[], environment: Environment): Promise<void> =>
  vitest(packageRoot(), ['--project', 'conformance', ...words], environment);

/** Runs the tests of a vendor, who imports the built package. */
export async function results(environment: Environment): Promise<ReadonlyMap<string, TestResult>> {
  const folder = newFolder();
  const door = join(packageRoot(), 'dist/lib/vitest/index.js');
  writeFileSync(join(folder, 'conformance.test.mjs'), `import ${JSON.stringify(door)};\n`);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    'export default { test: { server: { deps: { external: [/\\/dist\\//] } } } };\n',
  );
  const file = join(folder, 'results.json');
  await vitest(folder, ['--reporter', 'json', '--outputFile', file], environment);
  return resultsIn(file);
}

/** The results by the names of the tests. */
export function resultsIn(file: string): ReadonlyMap<string, TestResult> {
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: {
      assertionResults: { title: string; status: string; failureMessages: string[] }[];
    }[];
  };
  return new Map(
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .map(({ title, status, failureMessages }) => [
        title,
        {
          status: status === 'skipped' ? 'pending' : status,
          message: failureMessages.join('\n'),
        },
      ]),
  );
}
