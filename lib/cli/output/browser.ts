// Opens the page of a run in the browser of the system. If that fails there is only a warning, because the page exists
// all the same.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { program } from '../../api/package.js';
import { variables } from '../../api/configuration/settings.js';
import { type Environment } from '../../api/environment.js';
import { type Io } from '../io.js';
import { oneLine } from '../../api/errors.js';
import type { ReportFolder } from '../../api/reports/report-folder.js';

/** The opener of each system, and what stands before the path. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
const usualOpener = ['xdg-open'] as const;

/** Some openers run as long as the browser. One that has not failed by then counts as successful. */
const startMs = 2000;

export async function openPage(
  { path, shown }: Pick<ReportFolder, 'path' | 'shown'>,
  io: Pick<Io, 'environment' | 'folder' | 'stderr'>,
): Promise<void> {
  const problem = await opened(join(path, 'report.html'), io);
  if (problem !== undefined)
    io.stderr.write(
      `${program}: warning: The page could not be opened (${oneLine(problem)}): open ${join(shown, 'report.html')} yourself.\n`,
    );
}

/** The browser gets no keys, which are for targets only. */
const withoutKeys = (environment: Environment): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => name !== variables.key && name !== variables.quickstartKey,
    ),
  );

/** Resolves with the error, or undefined without one. */
function opened(
  page: string,
  { environment, folder }: Pick<Io, 'environment' | 'folder'>,
): Promise<string | undefined> {
  const [opener, ...words] = openers[process.platform] ?? usualOpener;
  return new Promise((resolve) => {
    const child = spawn(opener, [...words, page], {
      detached: true,
      stdio: 'ignore',
      cwd: folder,
      env: withoutKeys(environment),
    });
    const timer = setTimeout(() => resolve(undefined), startMs);
    const finish = (problem: string | undefined): void => {
      clearTimeout(timer);
      resolve(problem);
    };
    child.once('error', ({ message }) => finish(message));
    child.once('exit', (code) =>
      finish(code === 0 ? undefined : `${opener} ended with status ${code}`),
    );
    child.unref();
  });
}
