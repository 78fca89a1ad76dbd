// Test support: nginx in front of a server on this machine, with a folder and a port of its own. Without nginx, `nginx`
// is undefined, and the tests that need it report that they were skipped.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../api/configuration/start.js';

/** Debian installs it in a folder that is not on an ordinary user's path. */
export const nginx = [
  process.env['NGINX'],
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/bin/nginx',
].find((path) => path !== undefined && existsSync(path));

export interface Front {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * `lines` go inside `server { }`, with $PORT for the port, and `above` goes before it. `files` are put next to the
 * configuration.
 */
export async function startFront(
  lines: readonly string[],
  files: Readonly<Record<string, string>> = {},
  above: readonly string[] = [],
): Promise<Front> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const started = await start(port, {
      ...files,
      'nginx.conf': configuration(port, lines, above),
    });
    if ('port' in started) return started;
    // Another process may take the port between the choice and the start.
    if (attempt === 5 || !started.said.includes('Address already in use'))
      throw new Error(`nginx did not start: ${started.said}`);
  }
}

async function start(
  port: number,
  files: Readonly<Record<string, string>>,
): Promise<Front | { readonly said: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-nginx-'));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  const child = spawn(nginx ?? 'nginx', ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {},
  });
  const close = closing(child, folder);
  const problem = await untilListening(child);
  if (problem === undefined) return { port, close };
  await close();
  return { said: problem };
}

/** Ends a process, also where this one is ended, and removes its folder. */
export function closing(child: ChildProcess, folder: string): () => Promise<void> {
  const onExit = (): void => void child.kill('SIGKILL');
  process.once('exit', onExit);
  const ended = new Promise<void>((resolve) =>
    child.once('error', () => resolve()).once('close', () => resolve()),
  );
  return async () => {
    child.kill('SIGKILL');
    await ended;
    process.removeListener('exit', onExit);
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Runs one process in the foreground, so that killing it leaves none behind; everything else uses the defaults of real
 * installations.
 */
const configuration = (
  port: number,
  lines: readonly string[],
  above: readonly string[],
): string => `
daemon off;
master_process off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid nginx.pid;
error_log stderr notice;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  ${above.join('\n  ')}
  server {
    ${lines.join('\n    ').replaceAll('$PORT', String(port))}
  }
}
`;

/**
 * Resolves to undefined when nginx listens, or to its output when it ends. It opens its sockets before it reports how
 * it waits for events.
 */
function untilListening(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (/using the "\w+" event method/.test(said)) resolve(undefined);
    });
    child.once('error', ({ message }) => resolve(message)).once('close', () => resolve(said));
  });
}
