// Opens the page of a run with what the system opens pages with. That it cannot is a warning: the page lies there all the
// same.
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

/** Some openers stay for as long as the browser runs: one that has not failed by then has opened it. */
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

/** The error; undefined without one. */
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
