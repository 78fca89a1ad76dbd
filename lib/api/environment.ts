// The environment of a run. It is handed in, so that nothing below reads a global.

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Input {
  readonly isTTY: boolean;
  /** All of it, for a key that comes through a pipe. */
  text(): Promise<string>;
  /** One line, for an answer on a terminal. */
  line(): Promise<string>;
}
