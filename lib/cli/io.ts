// The outside world as the command sees it: streams, environment, folder, signals. Everything below takes it as an
// argument, so that tests can run the whole command in their own process. Reads no global.
import type { Environment, Input } from '../api/environment.js';
import type { Secret } from '../http/secrets/credential.js';

export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
}

/** What the operating system gives to a process. */
export interface ProcessIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: Input;
  readonly environment: Environment;
  /** The working directory. */
  readonly folder: string;
  /** Calls back at the first Ctrl-C, SIGTERM or SIGHUP; returns what takes the listener away again. */
  onInterrupt(listener: (signal: string) => void): () => void;
}

export interface Printer extends Output {
  /** Writes text for people and logs: without keys, control characters or endless lines. */
  write(text: string): void;
  /** Writes data for programs, such as JSON, unchanged: whoever made it has made it harmless. */
  data(text: string): void;
}

/** The same with a mask before every output, as commands have it. */
export interface Io extends Omit<ProcessIo, 'stdout' | 'stderr'> {
  readonly stdout: Printer;
  readonly stderr: Printer;
  /** Further secrets that must not be printed. */
  hide(secrets: readonly Secret[]): Promise<void>;
}

interface Interruption {
  readonly signal: AbortSignal;
  readonly stopListening: () => void;
}

/** Aborted when somebody ends the command, for this reason; `heard` is called just before. */
export function interruption(io: Io, why: string, heard = (): void => {}): Interruption {
  const end = new AbortController();
  const stopListening = io.onInterrupt(() => {
    heard();
    end.abort(new Error(why));
  });
  return { signal: end.signal, stopListening };
}

/** Standard input can be read only once. */
export function readOnce(stdin: Input): Input {
  let all: Promise<string> | undefined;
  return {
    get isTTY() {
      return stdin.isTTY;
    },
    text: () => (all ??= stdin.text()),
    line: () => stdin.line(),
  };
}
