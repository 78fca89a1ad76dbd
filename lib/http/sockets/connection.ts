// A connection to the target: undici's client, with what the kit needs to know about its socket. It must not choose
// what it carries, or resend anything.

import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'undici';
import type { Call, CallLimits, Carrier } from './call.js';
import type { Connect, Connecting } from './connect.js';
import { cameFirst, mostHeaderBytes } from './failures.js';
import { expectsContinue, isExpect } from './held-body.js';
import type { Proxy } from './proxy.js';
import { saysChunked } from '../request.js';
import type { Headers, HttpRequest, Unasked } from '../types.js';
import { Wire } from './wire.js';

interface Limits extends CallLimits {
  readonly idleBeforeWriteMs: number;
}

/** How long to wait for an unrequested second response. */
const listenMs = 25;
/** How many responses are followed by such a wait, to catch a target that sends second ones only sometimes. */
const onProbation = 100;

type UnaskedWhen = 'with a response' | 'while listening' | 'later';

/** Statistics of kept connections: some targets close them without notice, or send unrequested responses. */
export class KeepAliveStatistics {
  #answers = 0;
  #reused = 0;
  #dead = 0;

  #unasked = 0;
  #listened = 0;
  #followed = 0;

  /** Whether the target spoke before it was asked. Such a target cannot be tested. */
  #spokeFirst = false;
  #opened = 0;

  /** Whether to wait on a connection that was just opened. Whatever arrives then answers no request. */
  get listensFirst(): boolean {
    this.#opened += 1;
    return this.#opened === 1 || this.#spokeFirst;
  }

  spokeFirst(): void {
    this.#spokeFirst = true;
    this.#unasked += 1;
  }

  get unasked(): Unasked {
    return { count: this.#unasked, listened: this.#listened, followed: this.#followed };
  }

  /** Once anything came unrequested, no connection is reused: it could be taken for the response to the next request. */
  get reuses(): boolean {
    return this.#unasked === 0;
  }

  /**
   * Whether to wait before the connection is reused or closed, because anything that arrived late would be taken for the
   * next response. Once that was seen, each response counts: only their share tells a habit from a rare announcement.
   */
  listensAfterAnswer(hasRoom: boolean): boolean {
    this.#answers += 1;
    const listens =
      !this.reuses || this.#answers === 1 || (hasRoom && this.#answers <= onProbation);
    if (listens) this.#listened += 1;
    return listens;
  }

  /** Notes an unrequested response, which may have come right behind another one or while the kit was listening. */
  came(when: UnaskedWhen): void {
    this.#unasked += 1;
    if (when === 'with a response') this.#listened += 1;
    if (when !== 'later') this.#followed += 1;
  }

  note(dead: boolean): void {
    this.#reused += 1;
    if (dead) this.#dead += 1;
  }

  /** Whether writes on kept connections would often be lost, and be taken for carried out. */
  get isRisky(): boolean {
    return this.#dead >= 2 && this.#dead > 0.1 * this.#reused;
  }
}

/** A connection that was idle for longer than this may have received something meanwhile. */
const restedMs = 2;

/** The pool that a connection belongs to, and to which it returns after each call. */
export interface Home {
  /** Whether nobody waits and another connection could be opened. */
  readonly hasRoom: boolean;
  /** After this time without a response, a new connection may be waiting for another one to be closed. */
  readonly waitingAfterMs: number;
  /** Makes room for a connection that may be waiting. */
  waits(connection: Connection): void;
  /** Notes that the connection carried a response, or that the target dropped it before it carried anything. */
  served(connection: Connection, tookMs: number): void;
  dropped(): void;
  /** Called after each call. A connection that is not clean is not reused. */
  released(connection: Connection, clean: boolean): void;
}

export interface ConnectionOptions {
  readonly ClientOfUndici: typeof Client;
  readonly origin: string;
  readonly connect: Connect;
  readonly limits: Limits;
  readonly proxy: Proxy | null;
  readonly keepAlive: KeepAliveStatistics;
}

/** Reports to undici that a connection is established. */
type Connected = (...result: [null, Socket] | [Error, null]) => void;

/** One connection at a time, which is replaced when the target has closed it. */
export class Connection implements Carrier {
  wire: Wire | null = null;
  wasReused = false;
  /** Whether it may have waited for another connection to be closed, or still has to. */
  hasWaited = false;
  needsRoom = false;
  readonly label: string | undefined;
  readonly #home: Home;
  readonly #options: ConnectionOptions;
  readonly #client: Client;
  #connecting: Connecting | null = null;
  #call: Call | null = null;
  /** Whether it is kept from others for a moment, to see whether an unrequested response follows. */
  #listens = false;
  #idleSince = 0;
  #carriedSince = 0;
  #waitingTimer: NodeJS.Timeout | null = null;

  /** A connection with a label carries only requests with that label. */
  constructor(home: Home, label: string | undefined, options: ConnectionOptions) {
    this.#home = home;
    this.label = label;
    this.#options = options;
    const { ClientOfUndici, origin } = options;
    this.#client = new ClientOfUndici(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: mostHeaderBytes,
      strictContentLength: true,
      connect: (_options: unknown, connected: Connected) => this.#connect(connected),
    } as ConstructorParameters<typeof Client>[1]);
    // The call learns about a failed connection. undici emits it too, and an unhandled 'error' would end the process.
    this.#client.on('connectionError', () => {});
  }

  get isProven(): boolean {
    return this.wire !== null && this.wire.answers > 0 && !this.wire.socket.destroyed;
  }

  carry(call: Call): void {
    this.#call = call;
    call.carrier = this;
    this.#carriedSince = performance.now();
    // Bytes that arrived while the connection was idle are read first.
    if (this.isProven && performance.now() - this.#idleSince > restedMs)
      setImmediate(() => call.settled || this.#dispatch(call));
    else this.#dispatch(call);
  }

  done(call: Call, clean: boolean, dropped: boolean): void {
    if (this.#call !== call) return;
    const { keepAlive } = this.#options;
    if (this.#waitingTimer !== null) clearInterval(this.#waitingTimer);
    this.#waitingTimer = null;
    this.needsRoom = false;
    this.#call = null;
    this.#idleSince = performance.now();
    if (this.wasReused) keepAlive.note(!clean && this.wire?.heard === 0);
    if (clean) this.#home.served(this, this.#idleSince - this.#carriedSince);
    else if (dropped && !this.wasReused) this.#home.dropped();
    this.hasWaited = false;
    const hasRoom = this.label === undefined && this.#home.hasRoom;
    this.#listens = clean && keepAlive.listensAfterAnswer(hasRoom);
    if (this.#listens) setTimeout(setImmediate, listenMs, this.#release); // setImmediate reads late data first
    else this.#home.released(this, clean && keepAlive.reuses);
  }

  readonly #onTimer = (): void => {
    this.hasWaited = true;
    this.#home.waits(this);
  };

  readonly #release = (): void => {
    this.#listens = false;
    this.#home.released(this, this.#options.keepAlive.reuses);
  };

  /** The call has received another response right behind its own. */
  unasked(bytes: Buffer): void {
    this.#unasked(bytes, 'with a response');
  }

  /** Stops using the connection, because it is no longer known which request the next response belongs to. */
  #unasked(bytes: Buffer, when: UnaskedWhen): void {
    // A 408 is exempt, because a target may announce in this way that it closes an idle connection.
    if (!/^HTTP\/1\.[01] 408 /.test(bytes.toString('latin1', 0, 16)))
      this.#options.keepAlive.came(when);
    this.wire?.socket.destroy();
  }

  async close(): Promise<void> {
    this.#connecting?.cancel();
    if (!this.#client.destroyed) await this.#client.destroy();
  }

  #connect(connected: Connected): void {
    this.wire = null;
    this.#connecting = this.#options.connect((error, socket) => {
      this.#connecting = null;
      if (error !== null || socket === null)
        return connected(error ?? new Error('no connection'), null);
      if (!this.#options.keepAlive.listensFirst) return this.#stands(socket, connected);
      setTimeout(
        setImmediate,
        listenMs,
        // Bytes that arrived while this process was busy are read first.
        () => this.#stands(socket, connected),
      );
    });
  }

  #stands(socket: Socket, connected: Connected): void {
    if (socket.readableLength > 0) {
      this.#options.keepAlive.spokeFirst();
      const early = cameFirst(socket.read() as Buffer);
      socket.destroy();
      return connected(early, null);
    }
    this.wire = new Wire(socket);
    this.wire.onUnasked = (bytes) =>
      this.#unasked(bytes, this.#listens ? 'while listening' : 'later');
    connected(null, socket);
  }

  #dispatch(call: Call): void {
    const { request } = call;
    const { origin, proxy } = this.#options;
    this.wasReused = this.isProven;
    if (this.wasReused && (request.fresh || this.#isTooRisky(request))) {
      this.wasReused = false;
      this.wire?.socket.destroy();
    }
    if (!this.wasReused) this.#waitingTimer = setInterval(this.#onTimer, this.#home.waitingAfterMs);
    const { method, path, headers, body } = request;
    const isChunked = headers.some(saysChunked);
    const isSpecial = isChunked || expectsContinue(headers);
    const sent = isSpecial ? headers.filter(undiciTakes) : headers;
    this.#client.dispatch(
      {
        method,
        path: proxy === null ? path : origin + path,
        headers: (proxy === null ? sent : throughProxy(sent, proxy)).flat(),
        body: isChunked && body !== undefined ? Readable.from(inParts(body)) : (body ?? null),
      },
      call,
    );
  }

  #isTooRisky({ method }: HttpRequest): boolean {
    const { limits, keepAlive } = this.#options;
    const idleMs = performance.now() - this.#idleSince;
    return isWrite(method) && (keepAlive.isRisky || idleMs > limits.idleBeforeWriteMs);
  }
}

/** undici adds Transfer-Encoding itself if it does not know the length of a body. */
const undiciTakes = (header: Headers[number]): boolean => !saysChunked(header) && !isExpect(header);

/** Long enough for a response to the head of a request. */
const hesitationMs = 100;

/**
 * Yields a body in parts, with a character of several bytes split where there is one. The first part is a single byte:
 * a target that wants to know the length (411) may close the connection while chunks arrive, and so lose that response.
 */
async function* inParts(body: string | Uint8Array): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(body);
  const inCharacter = bytes.findLastIndex((byte) => byte >> 6 === 0b10);
  const at = inCharacter > 0 ? inCharacter : bytes.length >> 1;
  yield bytes.subarray(0, 1);
  await pause(hesitationMs);
  yield bytes.subarray(1, at);
  yield bytes.subarray(Math.max(1, at));
}

/**
 * The target never sees headers that are meant for a proxy: those go to our proxy only, with the credentials that it
 * needs.
 */
function throughProxy(headers: Headers, { authorization }: Proxy): Headers {
  const others = headers.filter(([name]) => name.toLowerCase() !== 'proxy-authorization');
  return authorization === null ? others : [...others, ['proxy-authorization', authorization]];
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}
