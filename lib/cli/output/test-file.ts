// The file of tests that --vitest-test names. It is looked at before anything is sent: it takes the place of nothing but such
// a file, and one of an earlier run stays when nothing has failed.
import { lstatSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Report } from '../../judge/result/report.js';
import type { Facts } from '../../report/test-file/index.js';
import { quoted } from '../../api/options/flags.js';
import {
  makeFolders,
  isOfGit,
  linkInside,
  mostBytes,
  ofGit,
  readPlainFile,
  whyNot,
  writeNamed,
} from '../../api/files.js';
import { CannotWrite, UsageError } from '../../api/errors.js';
import { type Io } from '../io.js';

export interface TestFile {
  /** Gives one line about what became of it. */
  write(report: Report): Promise<string>;
}

export async function openTestFile(
  path: string | undefined,
  { folder }: Pick<Io, 'folder'>,
): Promise<TestFile | undefined> {
  if (path === undefined) return undefined;
  const { firstWords, vitestFile } = await import('../../report/test-file/index.js');
  const place = resolve(folder, path);
  expectOwn(place, { path, folder, firstWords });
  return {
    async write(report) {
      const isTyped = /\.[cm]?tsx?$/.test(path);
      const text = vitestFile(report, { facts: await factsOfContract(), isTyped });
      if (text === undefined) return `Nothing failed, so no test was written to ${path}.`;
      try {
        // No folder is made behind a link that a candidate has put there since; writing then says so.
        if (linkInside(folder, dirname(place)) === undefined) makeFolders(dirname(place));
        writeNamed(folder, path, text);
      } catch (error) {
        throw new CannotWrite(
          `The tests could not be written to ${quoted(path)} (${whyNot(error)}).`,
        );
      }
      return `Tests: ${path}`;
    },
  };
}

/** Refuses a file that the kit has not written, or that cannot be written, before the run begins. */
function expectOwn(
  place: string,
  {
    path,
    folder,
    firstWords,
  }: { readonly path: string; readonly folder: string; readonly firstWords: string },
): void {
  let text = firstWords;
  try {
    if (isOfGit(folder, place)) throw new Error(ofGit);
    const link = linkInside(folder, dirname(place));
    if (link !== undefined)
      throw new Error(`${relative(folder, link) || link} is a link, which could lead anywhere`);
    const itsFolder = statSync(dirname(place), { throwIfNoEntry: false });
    if (itsFolder?.isDirectory() === false) throw new Error('its folder is a file');
    if (lstatSync(place, { throwIfNoEntry: false }))
      text = readPlainFile(place, mostBytes.ofReport).bytes.toString('utf8');
  } catch (error) {
    throw new UsageError(
      `--vitest-test ${quoted(path)} cannot be written (${whyNot(error)}): name another file.`,
    );
  }
  if (!text.startsWith(firstWords))
    throw new UsageError(
      `--vitest-test ${quoted(path)} holds something else than tests of an earlier run: name another file.`,
    );
}

/** The facts of the contract that the tests need and reports do not have. */
export async function factsOfContract(): Promise<Facts> {
  const [{ plainSchema }, { maximumLimit, statuses }] = await Promise.all([
    import('../../contract/description.js'),
    import('../../contract/facts.js'),
  ]);
  const schemas = {
    Pet: plainSchema('Pet'),
    Error: plainSchema('Error'),
    Message: plainSchema('Message'),
  };
  return { schemas, statuses, maximumLimit };
}
