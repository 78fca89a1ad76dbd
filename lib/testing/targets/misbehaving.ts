// Test support: whole Animal Stores that misbehave on the network. Each is the correct reference server behind sockets
// that do one thing wrong, so that a run gets as far as possible, and any accusation beyond that one thing is our
// mistake.
import type { Socket } from 'node:net';
import {
  createReference,
  fakeKey,
  type ReferenceRequest,
  type ReferenceResponse,
} from '../../reference/index.js';
import { onEachRequest, type HostileServer } from './hostile-servers.js';
import type { TestCertificate } from '../certificates/tls.js';

export const key = fakeKey;

export interface Misbehaving extends HostileServer {
  readonly url: string;
  readonly quickstartUrl: string;
  /** The method and path of all requests, in order. */
  readonly asked: readonly string[];
}

/** A request, and the ways in which the server may handle it. */
export interface Turn {
  readonly request: ReferenceRequest;
  readonly socket: Socket;
  /** The number of the request, 1 for the first. */
  readonly count: number;
  /** The bytes of the correct response after changes. The request is carried out only when this is called. */
  bytes(changed?: Changes): Promise<Buffer>;
  /** Responds as a correct server does, after changes. */
  answer(changed?: Changes): Promise<void>;
}

export interface Changes {
  readonly version?: string;
  readonly before?: string;
  readonly headers?: readonly string[];
  readonly body?: (body: Buffer, reply: ReferenceResponse) => Buffer;
  /** The length to announce; null announces none. */
  readonly length?: (actual: number) => number | null;
}

export interface Store {
  readonly animals?: number;
  readonly certificate?: TestCertificate;
}

export async function misbehaving(
  act: (turn: Turn) => void | Promise<void>,
  { animals = 30, certificate }: Store = {},
): Promise<Misbehaving> {
  const reference = createReference({ animals });
  const asked: string[] = [];
  const server = await onEachRequest((socket, head, count) => {
    const request = requestOf(head);
    asked.push(`${request.method} ${request.path}`);
    const bytes = async (changed: Changes = {}): Promise<Buffer> =>
      written(await reference.handle(request), changed);
    void act({
      request,
      socket,
      count,
      bytes,
      answer: async (changed) => void socket.write(await bytes(changed)),
    });
  }, certificate);
  return {
    ...server,
    url: `${server.origin}${reference.basePath}`,
    quickstartUrl: `${server.origin}${reference.quickstartPath}`,
    asked,
  };
}

/** `text` holds one byte in each character. */
function requestOf(text: string): ReferenceRequest {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  const body = Buffer.from(text.slice(end + 4), 'latin1');
  return { method, path, headers, ...(body.length === 0 ? {} : { body }) };
}

function written(
  reply: ReferenceResponse,
  {
    version = 'HTTP/1.1',
    before = '',
    headers = [],
    body = (same) => same,
    length = (actual) => actual,
  }: Changes,
): Buffer {
  const content = body(Buffer.from(reply.body as Uint8Array), reply);
  const announced = length(content.length);
  const head = [
    `${version} ${reply.status} Something`,
    ...reply.headers.map(([name, value]) => `${name}: ${value}`),
    ...headers,
    ...(announced === null ? [] : [`Content-Length: ${announced}`]),
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(before + head.join('\r\n'), 'latin1'), content]);
}

export const isList = ({ request: { method, path } }: Turn): boolean =>
  method === 'GET' && /\/v1\/pets(\?|$)/.test(path);

const pieces = 64 * 1024;

/** Sends without end, as fast as the data is read. */
export function pour({ socket }: Turn, head: string): void {
  const piece = Buffer.alloc(pieces, 'x');
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  socket.write(head);
  more();
}

/** A list of this many animals, as text. */
export const herdOf = (count: number): Buffer =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: count }, (_, index) => ({
        id: 1_000_000 + index,
        name: `Animal ${index}`,
        categoryId: 1,
        status: ['available', 'pending', 'sold'][index % 3],
      })),
    ),
  );
