// A request under way: the handler that undici calls. It collects the response within the limits of time and size, and
// settles once. It must not choose a connection or resend anything.

import type { Dispatcher } from 'undici';
import { codingsOf, decode } from './decode.js';
import { exchangeFailure, isOurMistake, isParseError, timedOut, tooLong } from './failures.js';
import { expectsContinue } from './held-body.js';
import { TransportError, type Headers, type HttpRequest, type HttpResponse } from '../types.js';
import type { Wire } from './wire.js';

type Controller = Dispatcher.DispatchController;

export interface CallLimits {
  readonly firstByteMs: number;
  readonly wholeMs: number;
  readonly bodyBytes: number;
}

interface CallOptions {
  readonly origin: string;
  readonly limits: CallLimits;
  readonly onAnswer: (response: HttpResponse) => void;
  readonly onFailure: (error: Error, call: Call) => void;
  /** Called once, after which nothing more comes of the call. */
  readonly onSettled: (call: Call) => void;
}

/** The members of a connection that a call on it needs. */
export interface Carrier {
  readonly wire: Wire | null;
  /**
   * Called when the call is settled. A connection that is not clean is not reused; one is dropped if it ended without a
   * response, or could not even be opened because of a lack of file handles.
   */
  done(call: Call, clean: boolean, dropped: boolean): void;
  /** Called if the target sent a response without a request; `bytes` is its beginning, if known. */
  unasked(bytes: Buffer): void;
}

/** How a target with too many connections treats another one, or this machine does. */
const droppedKinds: ReadonlySet<string> = new Set(['reset', 'tls', 'timeout', 'too-many-files']);

/**
 * So many chunks are copied into one block: each keeps the whole packet in memory from which it was taken, of which it may be a
 * single byte.
 */
const chunksOfABlock = 100;

export class Call implements Dispatcher.DispatchHandler {
  readonly request: HttpRequest;
  readonly signal: AbortSignal | undefined;
  carrier: Carrier | null = null;
  settled = false;
  readonly #options: CallOptions;
  #controller: Controller | null = null;
  #wire: Wire | null = null;
  #timer: NodeJS.Timeout | null = null;
  #startedAt = 0;
  #kept = false;
  #status = 0;
  #headers: Headers | null = null;
  readonly #blocks: Buffer[] = [];
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(request: HttpRequest, signal: AbortSignal | undefined, options: CallOptions) {
    this.request = request;
    this.signal = signal;
    this.#options = options;
  }

  /** Whether the connection had not carried any response before this request. */
  get isFirst(): boolean {
    return this.#wire !== null && this.#wire.answers === 0;
  }

  /** Gives up the request, because the run was interrupted or the transport is being closed. */
  abort(message: string): void {
    this.#fail(new TransportError('aborted', message));
  }

  // undici calls the following methods, in this order.

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    this.#wire = this.carrier?.wire ?? null;
    this.#wire?.begin(expectsContinue(this.request.headers));
    this.#kept = !this.isFirst;
    this.#startedAt = performance.now();
    const { firstByteMs, wholeMs } = this.#options.limits;
    this.#timer = setTimeout(() => this.#timeIsUp(), Math.min(firstByteMs, wholeMs));
  }

  onResponseStart({ rawHeaders }: Controller, status: number): void {
    if (status < 200) return; // informational: the response is still to come
    this.#status = status;
    // The headers are read from the raw list, because undici's own object loses their order, letter case and
    // repetitions.
    this.#headers = headerList(rawHeaders as readonly (Buffer | string)[]);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.settled) return;
    const bytesLeft = this.#options.limits.bodyBytes - this.#size;
    const kept = chunk.length > bytesLeft ? chunk.subarray(0, bytesLeft) : chunk;
    this.#size += kept.length;
    this.#chunks.push(kept);
    if (this.#chunks.length === chunksOfABlock)
      this.#blocks.push(Buffer.concat(this.#chunks.splice(0)));
    if (kept.length < chunk.length) {
      this.#settle(false);
      controller.abort(new Error('the body is large enough'));
      this.#answer(true);
    }
  }

  onResponseEnd(): void {
    // Data after a complete response in the same packet has not been read yet, so completion waits for it.
    queueMicrotask(() => this.#complete());
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.settled) return;
    if (isOurMistake(error)) {
      const mistake = `the kit asked for something that cannot be sent: ${error.message}`;
      return this.#fail(new TypeError(mistake));
    }
    this.#fail(
      exchangeFailure(error, {
        origin: this.#options.origin,
        isFirst: this.isFirst,
        heard: this.#wire?.heard ?? 0,
        opening: this.#wire?.opening ?? null,
        headersDone: this.#headers !== null,
        bodyBytes: this.#size,
        announcedBytes: this.#headers === null ? null : announcedBytes(this.#headers),
      }),
    );
  }

  #timeIsUp(): void {
    if (this.settled) return;
    const { firstByteMs, wholeMs } = this.#options.limits;
    const heard = (this.#wire?.heard ?? 0) > 0;
    const left = this.#startedAt + wholeMs - performance.now();
    if (!heard && firstByteMs <= wholeMs) return this.#fail(timedOut.firstByte(firstByteMs));
    if (left < 1) return this.#fail(timedOut.whole(wholeMs, this.#headers !== null));
    this.#timer = setTimeout(() => this.#timeIsUp(), left);
  }

  #complete(): void {
    if (this.settled) return;
    const wire = this.#wire;
    const goesOn = wire !== null && (wire.surplus || isParseError(wire.socket.errored));
    const another = goesOn ? wire.another : undefined;
    if (goesOn && another === undefined)
      return this.#fail(tooLong(announcedBytes(this.#headers ?? []) !== null));
    // This response is complete, and whatever follows it answers no request.
    if (another !== undefined) this.carrier?.unasked(another);
    else if (wire !== null) wire.answers += 1;
    this.#settle(!goesOn);
    this.#answer(false);
  }

  #fail(error: Error): void {
    if (this.settled) return;
    const isSilent = (this.#wire?.heard ?? 0) === 0;
    this.#settle(
      false,
      isSilent && error instanceof TransportError && droppedKinds.has(error.kind),
    );
    this.#controller?.abort(error);
    this.#options.onFailure(error, this);
  }

  #answer(cutShort: boolean): void {
    const { onAnswer, onFailure, limits } = this.#options;
    const headers = this.#headers as Headers;
    const status = this.#status;
    const kept = this.#kept;
    const isHttp10 = this.#wire?.isHttp10 === true;
    const firstByteMs = Math.max(0, (this.#wire?.firstByteAt ?? 0) - this.#startedAt);
    const body = Buffer.concat([...this.#blocks, ...this.#chunks]);
    const codings = codingsOf(headers);
    if (codings.length === 0)
      return onAnswer({ status, headers, body, truncated: cutShort, firstByteMs, kept, isHttp10 });
    decode(body, codings, limits.bodyBytes, cutShort).then(
      (plain) => onAnswer({ status, headers, ...plain, firstByteMs, kept, isHttp10 }),
      (error: Error) => onFailure(error, this),
    );
  }

  #settle(clean: boolean, dropped = false): void {
    this.settled = true;
    this.#wire?.end();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#options.onSettled(this);
    this.carrier?.done(this, clean, dropped);
  }
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
