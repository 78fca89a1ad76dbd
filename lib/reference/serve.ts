// A reference server on a real socket. Only what sockets require is here; the handler makes every decision.
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Reference } from './reference.js';
import type { ReferenceRequest, ReferenceResponse } from './types.js';

export interface Serving {
  /** The base addresses of the catalogue and of the quickstart. */
  readonly url: string;
  readonly quickstartUrl: string;
  readonly port: number;
  close(): Promise<void>;
}

interface ServeOptions {
  /** Defaults to any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Accepts at most this many connections, and drops any further one. */
  readonly connections?: number;
}

export const serve = async (reference: Reference, options: ServeOptions = {}): Promise<Serving> => {
  const host = options.host ?? '127.0.0.1';
  const labels = new WeakMap<Socket, string>();
  let sockets = 0;
  const server = createServer((incoming, outgoing) => {
    const label = labels.get(incoming.socket) ?? '';
    void respond(reference, label, incoming, outgoing);
  });
  // A client that keeps connections longer than the server does would see resets that are nobody's fault.
  server.keepAliveTimeout = 120_000;
  if (options.connections !== undefined) server.maxConnections = options.connections;
  server.on('connection', (socket: Socket) => {
    sockets += 1;
    labels.set(socket, `socket-${sockets}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    url: `${origin}${reference.basePath}`,
    quickstartUrl: `${origin}${reference.quickstartPath}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const respond = async (
  reference: Reference,
  connection: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> => {
  try {
    const response = await reference.handle(await requestOf(connection, incoming));
    send(reference, response, incoming, outgoing);
  } catch {
    // Either the client went away or this server has a defect; in both cases the connection is useless.
    outgoing.destroy();
  }
};

const requestOf = async (
  connection: string,
  incoming: IncomingMessage,
): Promise<ReferenceRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers: [string, string][] = [];
  const raw = incoming.rawHeaders;
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([raw[at] ?? '', raw[at + 1] ?? '']);
  const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers, connection };
  return chunks.length === 0 ? request : { ...request, body: Buffer.concat(chunks) };
};

const send = (
  reference: Reference,
  response: ReferenceResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void => {
  const { gzip, chunked } = reference.socket;
  let body = typeof response.body === 'string' ? Buffer.from(response.body) : response.body;
  const headers = response.headers.flat();
  if (gzip && /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''))) {
    body = gzipSync(body);
    headers.push('content-encoding', 'gzip');
  }
  // Without a length, Node sends the body in chunks.
  if (!chunked && response.status !== 204) headers.push('content-length', String(body.byteLength));
  outgoing.writeHead(response.status, headers);
  if (!chunked) {
    outgoing.end(body);
    return;
  }
  const middle = Math.ceil(body.byteLength / 2);
  outgoing.write(body.subarray(0, middle));
  outgoing.end(body.subarray(middle));
};
