// Tests whether anybody listens at an address, by opening a connection and closing it. Sends nothing.
import net from 'node:net';
import { TransportError } from '../types.js';
import { addressOf, connector, type TlsOptions } from './connect.js';
import { proxyFor } from './proxy.js';

const enoughMs = 1000;

export function somebodyListens(baseUrl: string): Promise<boolean> {
  const { host, port } = addressOf(baseUrl);
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    const settle = (yes: boolean) => (): void => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(enoughMs, settle(false));
    socket.once('connect', settle(true)).on('error', settle(false));
  });
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
  return new Promise((resolve) => {
    connect((error, socket) => {
      socket?.destroy();
      const isLasting = error instanceof TransportError && lasting.has(error.kind);
      resolve(isLasting ? error.message : undefined);
    });
  });
}
