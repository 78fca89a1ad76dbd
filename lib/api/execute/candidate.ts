// A candidate that is started for the run: a process group of its own, its output kept, and all of it stopped again
// whatever happens, also when the kit is killed. It must not know what is tested.
import { spawn } from 'node:child_process';
import type { Start } from '../configuration/start.js';
import type { Environment } from '../environment.js';
import { type Keys, secretsOf } from '../configuration/key.js';
import { variables } from '../configuration/settings.js';
import type { Headers } from '../../http/types.js';
import type { Ending } from '../../judge/run/outages/ending.js';
import { guard } from './guard.js';
import { hideSecrets } from '../../http/request.js';
import { redactor } from '../../http/secrets/redact.js';

export type Ended = Omit<Ending, 'said'>;

export interface Candidate {
  /** Resolves when it ends without being stopped by the kit, but not while it goes on in the background. */
  readonly ended: Promise<Ended>;
  /** The last lines of its output, with keys masked. */
  said(): Promise<string>;
  stop(): Promise<void>;
}

const keptCharacters = 16 * 1024;
const shownCharacters = 2000;
/** The time between asking it to end and killing it. */
const politeMs = 400;
/**
 * The interval at which the kit checks whether processes are still running in the background after the command itself
 * has ended.
 */
const lookMs = 200;

/** Variables that a program needs to run at all; Node does not start on Windows without some of these. */
const usualVariables: readonly string[] =
  process.platform === 'win32'
    ? `PATH PATHEXT COMSPEC SYSTEMROOT SYSTEMDRIVE WINDIR TEMP TMP
       HOME USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA LANG`.split(/\s+/)
    : ['PATH', 'HOME', 'TMPDIR', 'LANG'];

/** A stranger gets no secret of the pipeline that tests it. Windows takes names as the same in capitals or not. */
export function environmentFor(
  { port, variables: handedOn }: Start,
  environment: Environment,
  keys: Keys | null,
): Environment {
  const asNamed = (name: string): string =>
    process.platform === 'win32' ? name.toUpperCase() : name;
  const names = new Set([...usualVariables, ...handedOn].map(asNamed));
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => names.has(asNamed(name)))),
    PORT: String(port),
    ...(keys === null
      ? {}
      : { [variables.key]: keys.key, [variables.quickstartKey]: keys.quickstartKey }),
  };
}

/** The headers are those of the user, which a candidate may print. */
export function startCandidate(
  start: Start,
  environment: Environment,
  keys: Keys | null,
  headers: Headers,
): Candidate {
  const guarded = guard();
  const child = spawn(start.command, {
    shell: true,
    // A process group of its own: processes that the command starts are stopped with it, and Ctrl-C does not reach them
    // before the kit.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environmentFor(start, environment, keys), ...guarded.mark },
  });
  if (child.pid !== undefined) guarded.watch(child.pid);
  let heard = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      heard = (heard + chunk).slice(-keptCharacters);
    });
  }
  let stopping = false;
  const signalGroup = (signal: NodeJS.Signals | 0): boolean => {
    if (child.pid === undefined) return false;
    try {
      return process.platform === 'win32' ? child.kill(signal) : process.kill(-child.pid, signal);
    } catch {
      return false; // nobody of the group is left
    }
  };
  let look: NodeJS.Timeout | undefined;
  const onExit = (): void => void signalGroup('SIGKILL');
  process.once('exit', onExit);
  const startedAt = performance.now();
  const ended = new Promise<Ended>((resolve) => {
    const reportEnd = (how: string, isClean: boolean): void =>
      resolve({ how, isClean, afterMs: performance.now() - startedAt });
    child.once('error', (error) => reportEnd(`could not be started (${error.message})`, false));
    const gone = (code: number | null, signal: string | null): void => {
      const how = signal === null ? `exited with status ${code}` : `was killed by ${signal}`;
      const isClean = code === 0;
      // A command may end well and leave its server in the background: that is of the group, and stopped with it.
      if (!stopping && !(isClean && signalGroup(0))) reportEnd(how, isClean);
    };
    child.once('close', gone);
    // Processes that the candidate left behind may keep its output open forever.
    child.once('exit', (code, signal) => {
      look = setInterval(() => gone(code, signal), lookMs);
      look.unref();
    });
  });
  return {
    ended,
    async said() {
      const redact = redactor(secretsOf(keys));
      hideSecrets(headers, redact);
      return lastLines(redact(heard.trim())) || '(it printed nothing)';
    },
    async stop() {
      stopping = true;
      const until = performance.now() + politeMs;
      if (signalGroup('SIGTERM'))
        while (performance.now() < until && signalGroup(0))
          await new Promise((resolve) => setTimeout(resolve, 20));
      signalGroup('SIGKILL');
      clearInterval(look);
      await guarded.end();
      process.removeListener('exit', onExit);
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}

/** The whole lines that are shown. */
function lastLines(text: string): string {
  const end = text.slice(-shownCharacters);
  return end === text || !end.includes('\n') ? end : end.slice(end.indexOf('\n') + 1);
}
