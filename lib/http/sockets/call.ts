// One request on its way: the handler that undici calls. It gathers the answer within the limits of time and size,
// and settles once. It must not choose a connection nor send anything again.

import type { Dispatcher } from 'undici';
import { codingsOf, decode } from './decode.js';
import { exchangeFailure, isOurMistake, isParseError, timedOut } from './failures.js';
import { TransportError, type Headers, type HttpRequest, type HttpResponse } from '../types.js';
import type { Wire } from './wire.js';

export interface CallLimits {
  readonly firstByteMs: number;
  readonly wholeMs: number;
  readonly bodyBytes: number;
  readonly headerBytes: number;
}

/** What a call needs from the connection that carries it. */
export interface Carrier {
  readonly wire: Wire | null;
  /** The call is over; a connection that is not clean is not used again. `dropped`: it ended without a word. */
  done(call: Call, clean: boolean, dropped: boolean): void;
  /** The target sent an answer that nobody had asked for, of which these are the first bytes. */
  unasked(bytes: Buffer | null): void;
}

const none: Buffer = Buffer.alloc(0);
/** How a target that has too many connections treats a further one. */
const droppedKinds: ReadonlySet<string> = new Set(['reset', 'tls', 'timeout']);

export class Call implements Dispatcher.DispatchHandler {
  carrier: Carrier | null = null;
  settled = false;
  private controller: Dispatcher.DispatchController | null = null;
  private wire: Wire | null = null;
  private timer: NodeJS.Timeout | null = null;
  private startedAt = 0;
  private kept = false;
  private status = 0;
  private headers: Headers | null = null;
  private announced: number | null = null;
  private only: Buffer | null = null;
  private chunks: Buffer[] | null = null;
  private size = 0;

  constructor(
    readonly request: HttpRequest,
    readonly signal: AbortSignal | undefined,
    private readonly origin: string,
    private readonly limits: CallLimits,
    private readonly resolve: (response: HttpResponse) => void,
    private readonly reject: (error: Error, call: Call) => void,
    private readonly over: (call: Call) => void,
  ) {}

  /** The request is given up by the kit: the run was interrupted, or the transport is closed. */
  abort(message: string): void {
    this.fail(new TransportError('aborted', message));
  }

  /** No connection came about. */
  fail(error: Error): void {
    if (this.settled) return;
    this.settle(
      false,
      error instanceof TransportError &&
        droppedKinds.has(error.kind) &&
        (this.wire?.heard ?? 0) === 0,
    );
    this.controller?.abort(error);
    this.reject(error, this);
  }

  // Called by undici, in this order.

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    this.wire = this.carrier?.wire ?? null;
    this.wire?.begin();
    this.kept = !this.isFirst;
    this.startedAt = performance.now();
    this.timer = setTimeout(onTimer, Math.min(this.limits.firstByteMs, this.limits.wholeMs), this);
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return; // informational: the answer is still to come
    this.status = status;
    // undici's own object of headers has lost their order, their case and where they stood twice.
    this.headers = headerList(rawHeaders as readonly (Buffer | string)[]);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled) return;
    const room = this.limits.bodyBytes - this.size;
    const kept = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.size += kept.length;
    if (this.only === null) this.only = kept;
    else (this.chunks ??= [this.only]).push(kept);
    if (kept.length < chunk.length) {
      this.settle(false);
      controller.abort(new Error('the body is large enough'));
      this.answer(true);
    }
  }

  onResponseEnd(): void {
    // What follows a whole answer in the same packet has not been read yet.
    queueMicrotask(() => this.complete());
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.settled) return;
    if (isOurMistake(error))
      return this.fail(
        new TypeError(`the kit asked for something that cannot be sent: ${error.message}`),
      );
    const wire = this.wire;
    if (this.headers !== null) this.announced = announcedBytes(this.headers);
    this.fail(
      exchangeFailure(error, {
        origin: this.origin,
        isFirst: this.isFirst,
        heard: wire?.heard ?? 0,
        opening: wire?.opening ?? null,
        headersDone: this.headers !== null,
        bodyBytes: this.size,
        announcedBytes: this.announced,
        headerBytes: this.limits.headerBytes,
      }),
    );
  }

  onTimer(): void {
    if (this.settled) return;
    const { firstByteMs, wholeMs } = this.limits;
    const heard = (this.wire?.heard ?? 0) > 0;
    const left = this.startedAt + wholeMs - performance.now();
    if (!heard && firstByteMs <= wholeMs) return this.fail(timedOut.firstByte(firstByteMs));
    if (left < 1) return this.fail(timedOut.whole(wholeMs, this.headers !== null));
    this.timer = setTimeout(onTimer, left, this);
  }

  /** It went out on a connection that has not carried any answer yet. */
  get isFirst(): boolean {
    return this.wire !== null && this.wire.answers === 0;
  }

  private complete(): void {
    if (this.settled) return;
    const wire = this.wire;
    const goesOn = wire !== null && (wire.surplus || isParseError(wire.socket.errored));
    if (goesOn && wire.holdsAnother) {
      // This one is whole: what follows it is nobody's.
      this.carrier?.unasked(null);
      this.settle(false);
      return this.answer(false);
    }
    if (goesOn) {
      return this.fail(
        new TransportError('not-http', 'the answer goes on beyond the length that it announces'),
      );
    }
    if (wire !== null) wire.answers += 1;
    this.settle(true);
    this.answer(false);
  }

  private answer(cutShort: boolean): void {
    const headers = this.headers as Headers;
    const firstByteMs =
      this.wire === null ? 0 : Math.max(0, this.wire.firstByteAt - this.startedAt);
    const body = this.chunks === null ? (this.only ?? none) : Buffer.concat(this.chunks);
    const { status, kept } = this;
    const codings = codingsOf(headers);
    if (codings.length === 0)
      return this.resolve({ status, headers, body, truncated: cutShort, firstByteMs, kept });
    decode(body, codings, this.limits.bodyBytes, cutShort).then(
      (plain) => this.resolve({ status, headers, ...plain, firstByteMs, kept }),
      (error: Error) => this.reject(error, this),
    );
  }

  private settle(clean: boolean, dropped = false): void {
    this.settled = true;
    this.wire?.end();
    if (this.timer !== null) clearTimeout(this.timer);
    this.over(this);
    this.carrier?.done(this, clean, dropped);
  }
}

function onTimer(call: Call): void {
  call.onTimer();
}

function headerList(raw: readonly (Buffer | string)[]): Headers {
  const list: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    list.push([latin1(raw[index]), latin1(raw[index + 1])]);
  return list;
}

const latin1 = (text: Buffer | string = ''): string =>
  typeof text === 'string' ? text : text.toString('latin1');

function announcedBytes(headers: Headers): number | null {
  const value = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : null;
}
