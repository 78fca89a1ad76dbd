// Opens the sockets below undici: plain, TLS, or through a proxy, with an exact limit of time.

import net from 'node:net';
import type { ConnectionOptions as TlsSettings } from 'node:tls';
import { connectFailure, timedOut } from './failures.js';
import { noConnectionThrough, tunnel, type Proxy } from './proxy.js';

export interface TlsOptions {
  /** Authorities to trust besides those that Node knows, as PEM. */
  readonly ca?: string | readonly string[];
  /** A client certificate and its key, as PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** Certificates are not checked. */
  readonly insecure?: boolean;
}

export interface Address {
  readonly origin: string;
  readonly secure: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
}

export function addressOf(baseUrl: string): Address {
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new TypeError(`the address ${baseUrl} begins with neither http:// nor https://`);
  const secure = url.protocol === 'https:';
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  return { origin: url.origin, secure, host, port: Number(url.port) || (secure ? 443 : 80) };
}

export type Connect = (
  opened: (error: Error | null, socket: net.Socket | null) => void,
) => Connecting;

/** A connection that is being set up. */
export interface Connecting {
  cancel(): void;
}

export async function connector(
  address: Address,
  tlsOptions: TlsOptions,
  connectMs: number,
  proxy: Proxy | null,
): Promise<Connect> {
  const { origin, host, port } = address;
  const tls = address.secure ? await import('node:tls') : null;
  const settings = tls === null ? {} : tlsSettings(tlsOptions, host, tls.rootCertificates);
  let session: Buffer | undefined;

  return (opened) => {
    let socket: net.Socket | null = null;
    let ended = false;
    const finish = (error: unknown, ready: net.Socket | null): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      if (error !== null) socket?.destroy();
      opened(error === null ? null : connectFailure(error, origin), ready);
    };
    let shakingHands = false;
    const timer = setTimeout(
      () =>
        finish(
          shakingHands
            ? timedOut.handshake(origin, connectMs)
            : timedOut.connect(origin, connectMs),
          null,
        ),
      connectMs,
    );
    const watch = (
      next: net.Socket,
      event: 'connect' | 'secureConnect',
      done: (ready: net.Socket) => void,
      told: (error: Error) => Error = (error) => error,
    ): void => {
      socket = next;
      next.setNoDelay(true);
      next.once(event, () => done(next));
      // An error after the connection stands belongs to undici; this listener then does nothing.
      next.on('error', (error) => finish(told(error), null));
      next.once('close', () =>
        finish(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), null),
      );
    };
    const ready = (plain: net.Socket): void => {
      if (tls === null) return finish(null, plain);
      shakingHands = true;
      const secured = tls.connect({
        ...settings,
        socket: plain,
        ...(session === undefined ? {} : { session }),
      });
      secured.on('session', (ticket) => (session = ticket));
      watch(secured, 'secureConnect', (done) => finish(null, done));
    };

    if (proxy === null) watch(net.connect({ host, port }), 'connect', ready);
    else if (tls === null)
      watch(net.connect({ host: proxy.host, port: proxy.port }), 'connect', ready, (error) =>
        noConnectionThrough(proxy, error),
      );
    else
      socket = tunnel(proxy, address, (error, plain) =>
        error === null && plain !== null && !ended
          ? ready(plain)
          : (plain?.destroy(), finish(error, null)),
      );

    return { cancel: () => finish(timedOut.connect(origin, connectMs), null) };
  };
}

function tlsSettings(options: TlsOptions, host: string, known: readonly string[]): TlsSettings {
  return {
    ALPNProtocols: ['http/1.1'],
    ...(net.isIP(host) === 0 ? { servername: host } : { host }),
    ...(options.ca === undefined ? {} : { ca: [...known, ...[options.ca].flat()] }),
    ...(options.cert === undefined ? {} : { cert: options.cert }),
    ...(options.key === undefined ? {} : { key: options.key }),
    ...(options.insecure === true ? { rejectUnauthorized: false } : {}),
  };
}

/** Does TLS listen where plain HTTP was expected? Many servers then close the connection without a word. */
export async function speaksTls({ host, port }: Address, ms: number): Promise<boolean> {
  const tls = await import('node:tls');
  return new Promise((resolve) => {
    const socket = tls.connect({
      host,
      port,
      rejectUnauthorized: false,
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
    });
    const told = (yes: boolean) => (): void => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(ms, told(false));
    socket.once('secureConnect', told(true)).on('error', told(false)).once('close', told(false));
  });
}
