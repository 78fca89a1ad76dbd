// Opens the sockets that undici uses: plain, TLS, or through a proxy, with an exact time limit.

import net from 'node:net';
import type { ConnectionOptions as TlsSettings, TLSSocket } from 'node:tls';
import { connectFailure, timedOut } from './failures.js';
import { noConnectionThrough, tunnel, type Proxy } from './proxy.js';

export interface TlsOptions {
  /** Authorities to trust in addition to those that Node knows, as PEM. */
  readonly ca?: string | readonly string[] | undefined;
  /** A client certificate and its key, as PEM. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Whether to accept any certificate. */
  readonly insecure?: boolean | undefined;
}

export interface Address {
  readonly origin: string;
  readonly secure: boolean;
  /** The host without the brackets of an IPv6 address. */
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

type Opened = (error: Error | null, socket: net.Socket | null) => void;
export type Connect = (opened: Opened) => Connecting;

/** A connection that is being set up. */
export interface Connecting {
  cancel(): void;
}

/** Sets up TLS on a plain socket. */
type Secure = (plain: net.Socket) => TLSSocket;

/** How connections to an address are made. */
interface Way {
  readonly address: Address;
  readonly proxy: Proxy | null;
  readonly connectMs: number;
  /** Null if connections use plain HTTP. */
  readonly secure: Secure | null;
}

export async function connector(
  address: Address,
  tlsOptions: TlsOptions,
  connectMs: number,
  proxy: Proxy | null,
): Promise<Connect> {
  const secure = address.secure ? await securing(address, tlsOptions) : null;
  return (opened) => new Opening({ address, proxy, connectMs, secure }, opened);
}

/** Makes connections that resume the TLS session of an earlier one. */
async function securing({ host }: Address, options: TlsOptions): Promise<Secure> {
  const tls = await import('node:tls');
  const settings = tlsSettings(options, host, tls.rootCertificates);
  let session: Buffer | undefined;
  return (plain) => {
    const secured = tls.connect({ ...settings, socket: plain, session });
    return secured.on('session', (ticket) => (session = ticket));
  };
}

class Opening implements Connecting {
  readonly #way: Way;
  readonly #opened: Opened;
  readonly #timer: NodeJS.Timeout;
  #socket: net.Socket | null = null;
  #ended = false;
  #shakesHands = false;

  constructor(way: Way, opened: Opened) {
    this.#way = way;
    this.#opened = opened;
    this.#timer = setTimeout(() => this.#tooLate(), way.connectMs);
    this.#begin();
  }

  cancel(): void {
    const { address, connectMs } = this.#way;
    this.#fail(timedOut.connect(address.origin, connectMs));
  }

  #begin(): void {
    const { address, proxy, secure } = this.#way;
    const ready = (plain: net.Socket): void => this.#plainStands(plain);
    if (proxy === null)
      return this.#watch(net.connect({ host: address.host, port: address.port }), 'connect', ready);
    if (secure !== null) {
      this.#socket = tunnel(proxy, address, (error, plain) => this.#tunnelled(error, plain));
      return;
    }
    const explained = (error: Error): Error => noConnectionThrough(proxy, error);
    this.#watch(net.connect({ host: proxy.host, port: proxy.port }), 'connect', ready, explained);
  }

  #tunnelled(error: Error | null, plain: net.Socket | null): void {
    if (error === null && plain !== null && !this.#ended) return this.#plainStands(plain);
    plain?.destroy();
    if (error !== null) this.#fail(error);
  }

  #plainStands(plain: net.Socket): void {
    const { secure } = this.#way;
    if (secure === null) return this.#stands(plain);
    this.#shakesHands = true;
    this.#watch(secure(plain), 'secureConnect', (secured) => this.#stands(secured));
  }

  #watch(
    socket: net.Socket,
    event: 'connect' | 'secureConnect',
    done: (ready: net.Socket) => void,
    explained: (error: Error) => Error = (error) => error,
  ): void {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.once(event, () => done(socket));
    // undici handles errors once the connection is established; this listener then does nothing.
    socket.on('error', (error) => this.#fail(explained(error)));
    socket.once('close', () =>
      this.#fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })),
    );
  }

  #tooLate(): void {
    const { address, connectMs } = this.#way;
    const { handshake, connect } = timedOut;
    this.#fail((this.#shakesHands ? handshake : connect)(address.origin, connectMs));
  }

  #stands(socket: net.Socket): void {
    if (this.#end()) this.#opened(null, socket);
  }

  #fail(error: unknown): void {
    if (!this.#end()) return;
    this.#socket?.destroy();
    this.#opened(connectFailure(error, this.#way.address.origin), null);
  }

  /** Returns true only the first time. */
  #end(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    clearTimeout(this.#timer);
    return true;
  }
}

function tlsSettings(options: TlsOptions, host: string, known: readonly string[]): TlsSettings {
  return {
    ALPNProtocols: ['http/1.1'],
    ...(net.isIP(host) === 0 ? { servername: host } : { host }),
    ca: options.ca && [...known, ...[options.ca].flat()],
    cert: options.cert,
    key: options.key,
    // The option is always set, because Node would take its default from the environment.
    rejectUnauthorized: options.insecure !== true,
  };
}

/**
 * Tests whether TLS is spoken where plain HTTP was expected. Many such servers close the connection without a response.
 */
export async function speaksTls({ host, port }: Address, ms: number): Promise<boolean> {
  const tls = await import('node:tls');
  return new Promise((resolve) => {
    const socket = tls.connect({
      host,
      port,
      rejectUnauthorized: false,
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
    });
    const settle = (yes: boolean) => (): void => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(ms, settle(false));
    socket
      .once('secureConnect', settle(true))
      .on('error', settle(false))
      .once('close', settle(false));
  });
}
