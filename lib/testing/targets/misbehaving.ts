// Test support: whole Animal Stores that misbehave on the wire. Each is the correct reference server, behind sockets that
// do one thing wrong: so a run gets as far as it can, and whatever it accuses beyond that one thing is a mistake of ours.
import type { Socket } from 'node:net';
import {
  createReference,
  fakeKey,
  type ReferenceRequest,
  type ReferenceResponse,
} from '../../reference/index.js';
import { onEachRequest, type HostileServer } from './hostile-servers.js';
import type { TestCertificate } from '../certificate.js';

export const key = fakeKey;

export interface Misbehaving extends HostileServer {
  readonly url: string;
  readonly quickstartUrl: string;
  /** Method and path of what was asked, in order. */
  readonly asked: readonly string[];
}

/** One request, and what may be done about it. */
export interface Turn {
  readonly request: ReferenceRequest;
  readonly socket: Socket;
  /** 1 for the first request. */
  readonly count: number;
  /** The bytes of the correct answer, after changes. Only who asks for them has the request carried out. */
  bytes(changed?: Changes): Promise<Buffer>;
  /** Answers as a correct server does, after changes. */
  answer(changed?: Changes): Promise<void>;
}

export interface Changes {
  readonly version?: string;
  readonly before?: string;
  readonly headers?: readonly string[];
  readonly body?: (body: Buffer, reply: ReferenceResponse) => Buffer;
  /** What is announced; null for nothing. */
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
export const isAdd = ({ request: { method, path } }: Turn): boolean =>
  method === 'POST' && path.endsWith('/v1/pets');
export const isGet = ({ request: { method, path } }: Turn): boolean =>
  method === 'GET' && /\/v1\/pets\/./.test(path);

const pieces = 64 * 1024;

/** As fast as it is taken, without end. */
export function pour({ socket }: Turn, head: string): void {
  const piece = Buffer.alloc(pieces, 'x');
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  socket.write(head);
  more();
}

export async function headersAlone(turn: Turn): Promise<void> {
  const bytes = await turn.bytes();
  turn.socket.write(bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4));
}

/** A list of so many animals, as text. */
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
