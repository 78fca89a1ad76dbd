// A candidate that is started for the run: a process group of its own, its output kept, and all of it stopped again
// whatever happens. It must not know what is tested.
import { spawn } from 'node:child_process';
import type { Environment } from '../io.js';
import type { Keys } from '../configuration/key.js';
import { variables } from '../configuration/settings.js';

export interface Candidate {
  /** Resolves when it ends by itself, with how: "ended with status 1". Never when it is stopped, or goes on in the background. */
  readonly ended: Promise<string>;
  /** The last of what it said, the keys masked. */
  said(): Promise<string>;
  stop(): Promise<void>;
}

const keptCharacters = 16 * 1024;
const shownCharacters = 2000;
/** From asking it to end until it is ended. */
const politeMs = 400;

export function startCandidate(
  start: { readonly command: string; readonly port: number },
  environment: Environment,
  keys: Keys | null,
): Candidate {
  const child = spawn(start.command, {
    shell: true,
    // A group of its own: what the command starts in turn is stopped with it, and Ctrl-C does not reach it before the kit.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      PORT: String(start.port),
      ...(keys === null
        ? {}
        : { [variables.key]: keys.key, [variables.quickstartKey]: keys.quickstartKey }),
    },
  });
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
  const onExit = (): void => void signalGroup('SIGKILL');
  process.once('exit', onExit);
  return {
    ended: new Promise((resolve) => {
      child.once('error', (error) => resolve(`could not be started (${error.message})`));
      child.once('close', (code, signal) => {
        // A command may end well and leave its server in the background: that is of the group, and stopped with it.
        if (code === 0 && signalGroup(0)) return;
        if (!stopping)
          resolve(signal === null ? `ended with status ${code}` : `was ended by ${signal}`);
      });
    }),
    async said() {
      const { redactor } = await import('../../http/secrets/redact.js');
      const redact = redactor(
        keys === null
          ? []
          : [keys.key, { secret: keys.quickstartKey, variable: variables.quickstartKey }],
      );
      return redact(heard.trim()).slice(-shownCharacters) || 'nothing';
    },
    async stop() {
      stopping = true;
      const until = performance.now() + politeMs;
      if (signalGroup('SIGTERM'))
        while (performance.now() < until && signalGroup(0))
          await new Promise((resolve) => setTimeout(resolve, 20));
      signalGroup('SIGKILL');
      process.removeListener('exit', onExit);
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}
