// Decides how a candidate is started: the command, the port and the environment. Starts nothing.
import { randomInt } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { UsageError } from '../errors.js';
import type { RunValues } from '../options/run-table.js';
import type { Environment } from '../environment.js';

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
  // A missing variable is reported here, because otherwise only a failing candidate would show it.
  const missing = names?.find((name) => environment[name] === undefined);
  if (missing !== undefined)
    throw new UsageError(
      `--candidate-env ${missing}: there is no such variable in the environment. Set it, or omit it.`,
    );
  return { command: start, port, variables: names ?? [] };
}

/** The port of an address of this machine that names one: that is where the candidate has to listen. */
export function portOnThisMachine(address: string | undefined): number | undefined {
  const [, port] =
    /^(?:https?:\/\/)?(?:localhost|127(?:\.\d+){3}|\[::1\]):(\d{1,5})(?:\/|$)/i.exec(
      address ?? '',
    ) ?? [];
  const number = Number(port);
  return number >= 1 && number <= 65_535 ? number : undefined;
}

/**
 * The port is drawn from below the range that systems assign by themselves, where another process could get it before
 * the candidate listens.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    const port = await listenedAt(randomInt(20_000, 32_768)).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return listenedAt(0);
}

/** Rejects where somebody else listens. */
function listenedAt(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
