// Finds the proxy that the environment names, and makes the tunnel through it. Addresses of this machine never use a
// proxy, because a candidate that was started here could not be reached through one.

import http from 'node:http';
import net from 'node:net';
import { TransportError } from '../types.js';

export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** The value of the Proxy-Authorization header. */
  readonly authorization: string | null;
  /** What of its credentials must not be shown: a proxy may send them back, or pass them on. */
  readonly secrets: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Follows curl: lower-case variables take precedence, and NO_PROXY lists hosts, `.domain` suffixes, `host:port`, or
 * `*`.
 */
export function proxyFor(
  address: { readonly secure: boolean; readonly host: string; readonly port: number },
  environment: Environment,
): Proxy | null {
  const name = address.secure ? 'https_proxy' : 'http_proxy';
  const value = environment[name] || environment[name.toUpperCase()];
  if (value === undefined || value === '' || isLoopback(address.host)) return null;
  const excepted = (environment['no_proxy'] || environment['NO_PROXY'] || '').toLowerCase();
  if (excepted.split(/[\s,]+/).some((entry) => entry !== '' && covers(entry, address))) return null;
  let url: URL;
  let user: string;
  let password: string;
  try {
    url = new URL(value.includes('://') ? value : `http://${value}`);
    password = decodeURIComponent(url.password);
    user = `${decodeURIComponent(url.username)}:${password}`;
  } catch {
    throw new TypeError(
      `${name.toUpperCase()} is not a URL: write it as http://proxy.example:3128, or unset it`,
    );
  }
  if (url.protocol !== 'http:')
    throw new TypeError(
      `${name.toUpperCase()} asks for a ${url.protocol.slice(0, -1)} proxy, but the kit supports only http:// proxies: specify one, or unset it`,
    );
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || 80,
    authorization: user === ':' ? null : `Basic ${Buffer.from(user).toString('base64')}`,
    secrets: user === ':' ? [] : [user, password],
  };
}

export function tunnel(
  proxy: Proxy,
  to: { readonly host: string; readonly port: number },
  done: (error: Error | null, socket: net.Socket | null) => void,
): net.Socket {
  const authority = `${net.isIPv6(to.host) ? `[${to.host}]` : to.host}:${to.port}`;
  const socket = net.connect({ host: proxy.host, port: proxy.port });
  const request = http.request({
    createConnection: () => socket,
    method: 'CONNECT',
    path: authority,
    headers: {
      host: authority,
      ...(proxy.authorization === null ? {} : { 'proxy-authorization': proxy.authorization }),
    },
  });
  const refuses = (status: number | undefined): Error =>
    new TransportError(
      'refused',
      `the proxy ${proxy.host}:${proxy.port} refuses a connection to ${authority} (status ${status})`,
    );
  request.once('connect', ({ statusCode }, connected: net.Socket) => {
    if (statusCode === 200) return done(null, connected);
    connected.destroy();
    done(refuses(statusCode), null);
  });
  request.once('response', (answer) => {
    answer.destroy();
    done(refuses(answer.statusCode), null);
  });
  request.once('error', (error) => done(noConnectionThrough(proxy, error), null));
  request.end();
  return socket;
}

export function noConnectionThrough(proxy: Proxy, error: Error): TransportError {
  return new TransportError(
    'refused',
    `no connection through the proxy ${proxy.host}:${proxy.port} (${(error as NodeJS.ErrnoException).code ?? error.message})`,
  );
}

function isLoopback(host: string): boolean {
  return /^(?:(?:.*\.)?localhost|::1|127\.\d+\.\d+\.\d+)$/.test(host);
}

function covers(
  entry: string,
  { host, port }: { readonly host: string; readonly port: number },
): boolean {
  if (entry === '*') return true;
  const asked = host.toLowerCase();
  if (net.isIPv6(entry)) return asked === entry;
  const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (onlyPort !== undefined && Number(onlyPort) !== port) return false;
  const listed = name.replace(/^\*?\./, '').replace(/^\[|\]$/g, '');
  return asked === listed || asked.endsWith(`.${listed}`);
}
