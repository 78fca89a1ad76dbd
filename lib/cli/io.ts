// What the command has of the world: streams, environment, folder, signals. Everything below takes it as an argument,
// so that tests run the whole command in their own process. Reads no global.
import type { Secret } from '../http/secrets/credential.js';

export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
}

export interface Input {
  readonly isTTY: boolean;
  /** All of it, for a key that comes through a pipe. */
  text(): Promise<string>;
  /** One line, for an answer on a terminal. */
  line(): Promise<string>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** As the operating system gives it. */
export interface Surroundings {
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
  /** For people and logs: no key, nothing that acts, no endless line. */
  write(text: string): void;
  /** For programs, such as JSON: as it is, made harmless where it was made. */
  data(text: string): void;
}

/** What a command has: these, with one mask before every way out. */
export interface Io extends Omit<Surroundings, 'stdout' | 'stderr'> {
  readonly stdout: Printer;
  readonly stderr: Printer;
  /** Further secrets that must not be printed. */
  hide(secrets: readonly Secret[]): Promise<void>;
}

export const exitCodes = {
  /** Conformant, or no violation found. */
  fine: 0,
  notConformant: 1,
  /** Of a comparison. */
  different: 1,
  /** Wrong usage or configuration: nothing was sent. */
  usage: 2,
  inconclusive: 3,
  cannotTest: 4,
  /** The target is fine, but its reports could not be written: a full disk, for example. */
  cannotWrite: 74,
  /** The kit itself failed. */
  ours: 70,
  /** Somebody ended it: what shells say of Ctrl-C. */
  interrupted: 130,
} as const;

/** The user can put it right: one line that says what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was found is told, and not kept: the disk is full, for example. */
export class CannotWrite extends Error {
  override readonly name = 'CannotWrite';
}

/** A line is the same for every reader when it holds no control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').trim();
}
