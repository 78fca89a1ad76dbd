// Starts servers in popular frameworks, each as a process of its own. They were written from the contract alone, in the
// idiomatic style of their frameworks. Nothing here knows a rule.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';

const rootAbove = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
/** Found from the built code as well as from the source. */
const root = rootAbove(import.meta.dirname);
const here = (path: string): string => join(root, 'lib/proof/foreign', path);
/** The folder into which `npm run foreign` builds. */
const built = (path: string): string => join(root, 'node_modules/.cache/foreign', path);

export interface Framework {
  readonly name: string;
  /** The program that is needed to start it. */
  readonly program: string;
  command(port: number): readonly [string, ...string[]];
  readonly folder: string;
}

const byUvicorn = (name: string, folder: string): Framework => ({
  name,
  program: built(`${folder}/bin/uvicorn`),
  command: (port) => [
    built(`${folder}/bin/uvicorn`),
    'server:app',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--log-level',
    'error',
  ],
  folder: here(folder),
});

export const frameworks: readonly Framework[] = [
  {
    name: 'Express',
    program: process.execPath,
    command: () => [process.execPath, 'server.js'],
    folder: here('express'),
  },
  byUvicorn('FastAPI', 'fastapi'),
  {
    name: 'Flask',
    program: built('flask/bin/waitress-serve'),
    command: (port) => [
      built('flask/bin/waitress-serve'),
      `--listen=127.0.0.1:${port}`,
      '--threads=8',
      'server:app',
    ],
    folder: here('flask'),
  },
  // This framework has a typed router.
  byUvicorn('Litestar', 'litestar'),
  // This framework has a validation layer that coerces values.
  byUvicorn('Django REST framework', 'django'),
  { name: 'Go net/http', program: built('go'), command: () => [built('go')], folder: here('go') },
];

export const isThere = ({ program }: Framework): boolean => existsSync(program);

export interface Started {
  readonly baseUrl: string;
  readonly quickstartUrl: string;
  close(): Promise<void>;
}

export async function startFramework(framework: Framework, key: string): Promise<Started> {
  const port = await freePort();
  const [program, ...words] = framework.command(port);
  const child = spawn(program, words, {
    cwd: framework.folder,
    env: {
      ...process.env,
      PORT: String(port),
      ANIMAL_STORE_API_KEY: key,
      PYTHONDONTWRITEBYTECODE: '1',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
  const ended = new Promise<void>((resolve) =>
    child.once('error', () => resolve()).once('close', () => resolve()),
  );
  const onExit = (): void => void child.kill('SIGKILL');
  process.once('exit', onExit);
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    process.removeListener('exit', onExit);
  };
  let isOver = false;
  void ended.then(() => (isOver = true));
  const isUp = await untilListening(port, () => isOver);
  if (isUp)
    return {
      baseUrl: `http://127.0.0.1:${port}/v1`,
      quickstartUrl: `http://127.0.0.1:${port}/quickstart`,
      close,
    };
  await close();
  throw new Error(`the ${framework.name} server did not start: ${said}`);
}

/** Chooses a port below those that a system assigns to connections and on request. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  return (await isListening(port)) ? freePort() : port;
}

/** Retries as soon as the previous attempt has failed. */
async function untilListening(port: number, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    if (await isListening(port)) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
