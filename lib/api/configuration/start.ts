// How a candidate is started: with which command, at which port, and with what of the environment. Starts nothing.
import { createServer, type AddressInfo } from 'node:net';
import { UsageError } from '../errors.js';
import type { RunValues } from '../options/run-flags.js';
import type { Environment } from '../surroundings.js';

/** A candidate, and how it is started. */
export interface Start {
  readonly command: string;
  readonly port: number;
  /** The names of the variables that are handed on to it. */
  readonly variables: readonly string[];
}

export function startOf(
  { start, 'candidate-env': names }: RunValues,
  port: number | undefined,
  environment: Environment,
): Start | null {
  if (start === undefined || port === undefined) {
    if (names === undefined) return null;
    throw new UsageError(
      "--candidate-env is for a candidate that the kit starts: add --start 'COMMAND', or omit it.",
    );
  }
  // One that is missing would only show in a candidate that fails.
  const missing = names?.find((name) => environment[name] === undefined);
  if (missing !== undefined)
    throw new UsageError(
      `--candidate-env ${missing}: there is no such variable in the environment. Set it, or omit it.`,
    );
  return { command: start, port, variables: names ?? [] };
}

/** The system hands out a free port; between here and the candidate's start nobody else gets it, in practice. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
