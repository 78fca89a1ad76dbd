// Tests whether anybody listens at an address, by opening a connection and closing it. Sends nothing.
import { TransportError } from '../types.js';
import { addressOf, connector, type Connect, type TlsOptions } from './connect.js';
import { proxyFor } from './proxy.js';

const enoughMs = 1000;

export async function somebodyListens(baseUrl: string): Promise<boolean> {
  const address = { ...addressOf(baseUrl), secure: false };
  return (await failureOf(await connector(address, {}, enoughMs, null))) === null;
}

interface Reaching {
  readonly baseUrl: string;
  readonly connectMs: number;
  readonly tls?: TlsOptions | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** These stay as they are until somebody corrects an address; anything else may pass. */
const lasting: ReadonlySet<string> = new Set(['refused', 'unknown-host', 'tls']);

/** The lasting reason why no connection can be opened; undefined if there is none. */
export async function whyUnreachable(reaching: Reaching): Promise<string | undefined> {
  const { baseUrl, connectMs, tls, environment } = reaching;
  const address = addressOf(baseUrl);
  const connect = await connector(address, tls ?? {}, connectMs, proxyFor(address, environment));
  const error = await failureOf(connect);
  return error instanceof TransportError && lasting.has(error.kind) ? error.message : undefined;
}

const failureOf = (connect: Connect): Promise<Error | null> =>
  new Promise((resolve) => {
    connect((error, socket) => {
      socket?.destroy();
      resolve(error);
    });
  });
