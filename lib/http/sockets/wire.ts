// Reads from a connection what undici does not reveal: whether a byte of a response has arrived, how the response begins,
// and whether more arrived than was announced. It also removes informational responses (1xx), because undici gives up
// on a `100 Continue`, which every client must tolerate. It must not interpret anything else.

import type { Socket } from 'node:net';
import { HeldBody } from './held-body.js';

const startOfAnswer = /^HTTP\/1\.[01] \d{3}[ \r]/;
const endOfHead = /\r?\n\r?\n/;
const longestInterim = 8192;

export class Wire {
  readonly socket: Socket;
  /** The number of complete responses that this socket has carried. */
  answers = 0;
  /** The bytes of the current response, without informational ones. */
  heard = 0;
  /** When the first of those bytes arrived, as given by performance.now(). */
  firstByteAt = 0;
  /** The first bytes of the current response. */
  opening: Buffer | null = null;
  /** Whether bytes followed a complete response that had announced the end of the connection. */
  surplus = false;
  /** Called with the first bytes of a response that arrives while none is expected. */
  onUnasked: ((bytes: Buffer) => void) | null = null;
  /** Whether a request is under way. */
  #busy = false;
  #last: Buffer | null = null;
  /** Whether the current response has begun and is not informational. */
  #begun = false;
  /** The beginning of what may be an informational response. */
  #held: Buffer | null = null;
  /** The body of a request that the target has to ask for. */
  #heldBody: HeldBody | null = null;

  constructor(socket: Socket) {
    this.socket = socket;
    const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
    const unshift = socket.unshift.bind(socket);
    socket.read = (size?: number): Buffer | null => {
      const chunk = read(size);
      if (chunk === null || size === 0) return chunk;
      if (!this.#busy && this.answers > 0) this.onUnasked?.(chunk);
      this.#last = chunk;
      if (!this.#begun) return this.#first(chunk) ?? read();
      this.heard += chunk.length;
      return chunk;
    };
    socket.unshift = ((chunk: Buffer) => {
      if (chunk.length > 0) this.surplus = true;
      unshift(chunk);
    }) as Socket['unshift'];
  }

  /** Called when a new request is sent. */
  begin(holdsBody: boolean): void {
    this.#heldBody = holdsBody ? new HeldBody(this.socket) : null;
    this.#busy = true;
    this.#begun = false;
    this.heard = 0;
    this.opening = null;
    this.#held = null;
  }

  /** Called when the response is complete, or is given up. */
  end(): void {
    this.#heldBody?.end();
    this.#heldBody = null;
    this.#busy = false;
    this.#last = null;
  }

  /** Whether the current response says that it is one of HTTP/1.0. */
  get isHttp10(): boolean {
    return this.opening?.toString('latin1', 0, 8) === 'HTTP/1.0';
  }

  /** Another response that begins right after the current one. */
  get another(): Buffer | undefined {
    const text = this.#last?.toString('latin1') ?? '';
    const at = text.lastIndexOf('HTTP/1.');
    return at > 0 && startOfAnswer.test(text.slice(at)) ? this.#last?.subarray(at) : undefined;
  }

  /** The start of a response without preceding informational ones, or null if nothing else has arrived. */
  #first(chunk: Buffer): Buffer | null {
    let rest = this.#held === null ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = null;
    while (mayBeInterim(rest)) {
      const end = endOfHead.exec(rest.subarray(0, longestInterim).toString('latin1'));
      if (end === null) {
        if (rest.length >= longestInterim) break;
        this.#note(rest);
        this.#held = rest;
        return null;
      }
      if (/^HTTP\/1\.[01] 100/.test(end.input)) this.#heldBody?.release();
      rest = rest.subarray(end.index + end[0].length);
      this.heard = 0;
      this.opening = null;
      if (rest.length === 0) return null;
    }
    this.#begun = true;
    this.#note(rest);
    return rest;
  }

  #note(bytes: Buffer): void {
    if (this.heard === 0) this.firstByteAt = performance.now();
    this.heard = bytes.length;
    this.opening = bytes;
  }
}

const interim = Buffer.from('HTTP/1.x 1', 'latin1');
const anyVersion = 7;

/**
 * Whether this may be the beginning of an informational response. Any other response shows by its tenth byte that it is
 * not.
 */
function mayBeInterim(bytes: Buffer): boolean {
  for (let index = Math.min(bytes.length, interim.length) - 1; index >= 0; index -= 1)
    if (bytes[index] !== interim[index] && index !== anyVersion) return false;
  return bytes.length < 12 || bytes[10] !== 0x30 || bytes[11] !== 0x31; // undici refuses a 101 itself
}
