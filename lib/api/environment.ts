// The environment of a run. It is handed in, so that nothing below reads a global.

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Input {
  readonly isTTY: boolean;
  /** Reads all of the input, for a key that comes through a pipe. */
  text(): Promise<string>;
  /** Reads one line, for an answer on a terminal. */
  line(): Promise<string>;
}
