// A candidate that is started for the run: a process group of its own, its output kept, and all of it stopped again
// whatever happens. It must not know what is tested.
import { spawn } from 'node:child_process';
import { type Environment } from './io.js';
import type { Keys } from './key.js';
import { variables } from './settings.js';

export interface Candidate {
  /** Resolves, with how and what it said, when it ends by itself. */
  readonly ended: Promise<string>;
  /** The last of what it said. */
  output(): string;
  stop(): Promise<void>;
}

const keptCharacters = 16 * 1024;
const politeMs = 400;

export function startCandidate(start: { readonly command: string; readonly port: number }, environment: Environment, keys: Keys | null): Candidate {
  const child = spawn(start.command, {
    shell: true,
    // A group of its own: what the command starts in turn is stopped with it, and Ctrl-C does not reach it before the kit.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, PORT: String(start.port), ...(keys === null ? {} : { [variables.key]: keys.key, [variables.quickstartKey]: keys.quickstartKey }) },
  });
  let said = '';
  const hear = (chunk: string): void => {
    said = (said + chunk).slice(-keptCharacters);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
  let stopping = false;
  let closed = false;
  const signalGroup = (signal: NodeJS.Signals): boolean => {
    if (child.pid === undefined) return false;
    try {
      return process.platform === 'win32' ? child.kill(signal) : process.kill(-child.pid, signal);
    } catch {
      return false; // nobody of the group is left
    }
  };
  const onExit = (): void => void signalGroup('SIGKILL');
  process.once('exit', onExit);
  const whenClosed = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started (${error.message})`));
    child.once('exit', () => {
      closed = true;
    });
    child.once('close', (code, signal) => resolve(signal === null ? `ended with status ${code}` : `was ended by ${signal}`));
  });
  const redact = keys === null ? undefined : import('../target/redact.js').then(({ redactor }) => redactor([keys.key, { secret: keys.quickstartKey, variable: variables.quickstartKey }]));
  const output = (): string => said;
  return {
    ended: whenClosed.then(async (how) => {
      if (stopping) return new Promise<never>(() => {});
      const mask = (await redact) ?? ((text: string) => text);
      return `the candidate ${how} before it answered. It said: ${mask(said.trim()) || 'nothing'}`;
    }),
    output,
    async stop() {
      stopping = true;
      process.removeListener('exit', onExit);
      if (signalGroup('SIGTERM')) {
        const until = Date.now() + politeMs;
        while (Date.now() < until && (!closed || signalGroup(0 as unknown as NodeJS.Signals))) await new Promise((resolve) => setTimeout(resolve, 20));
        signalGroup('SIGKILL');
      }
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}
