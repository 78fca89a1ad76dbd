// What undici does not tell about a connection: whether a byte of an answer has come, how the answer begins, and
// whether more came than was announced. It also drops informational answers (1xx): on a `100 Continue` undici gives
// up, although every client must bear it. It must not interpret anything else.

import type { Socket } from 'node:net';

const startOfAnswer = /^HTTP\/1\.[01] \d{3}[ \r]/;
const endOfHead = /\r?\n\r?\n/;
const longestInterim = 8192;

export class Wire {
  readonly socket: Socket;
  /** Answers that this socket has carried whole. */
  answers = 0;
  /** Bytes of the present answer, informational answers left out. */
  heard = 0;
  /** When the first of them came, by performance.now(). */
  firstByteAt = 0;
  /** The first bytes of the present answer. */
  opening: Buffer | null = null;
  /** Bytes followed a whole answer that had announced the end of the connection. */
  surplus = false;
  /** Told of an answer that comes while nobody waits for one: of its first bytes. */
  onUnasked: ((bytes: Buffer) => void) | null = null;
  /** A request is under way. */
  #busy = false;
  #last: Buffer | null = null;
  /** The present answer has begun and is not informational. */
  #begun = false;
  /** The beginning of what may be informational. */
  #held: Buffer | null = null;

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

  /** A new request goes out. */
  begin(): void {
    this.#busy = true;
    this.#begun = false;
    this.heard = 0;
    this.opening = null;
    this.#held = null;
  }

  /** The answer is whole, or given up. */
  end(): void {
    this.#busy = false;
    this.#last = null;
  }

  /** Right after the present answer, another one begins. */
  get holdsAnother(): boolean {
    const text = this.#last?.toString('latin1') ?? '';
    const at = text.lastIndexOf('HTTP/1.');
    return at > 0 && startOfAnswer.test(text.slice(at));
  }

  /** The start of an answer without anything informational before it; null while nothing else has come. */
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

/** Is this, as far as it goes, the head of an informational answer? Any other answer says no by its tenth byte. */
function mayBeInterim(bytes: Buffer): boolean {
  for (let index = Math.min(bytes.length, interim.length) - 1; index >= 0; index -= 1)
    if (bytes[index] !== interim[index] && index !== anyVersion) return false;
  return bytes.length < 12 || bytes[10] !== 0x30 || bytes[11] !== 0x31; // 101 is for undici to refuse
}
