// A request with `Expect: 100-continue`, whose body is sent once the target asks for it. undici refuses to send that
// header, so it is added here on the way to the socket.

import type { Socket } from 'node:net';
import type { Headers } from '../types.js';

/** A target may stay silent about it, so every client sends the body after a while; curl waits as long. */
const longestMs = 1_000;

/** Whether a request wants to be asked for its body. */
export const expectsContinue = (headers: Headers): boolean => headers.some(isExpect);
export const isExpect = ([name]: Headers[number]): boolean => name.toLowerCase() === 'expect';

export class HeldBody {
  readonly #socket: Socket;
  readonly #write: Socket['write'];
  readonly #held: Uint8Array[] = [];
  #timer: NodeJS.Timeout | null = null;

  /** Takes the next head of a request that is written to the socket, and what follows it. */
  constructor(socket: Socket) {
    this.#socket = socket;
    this.#write = socket.write.bind(socket);
    socket.write = ((chunk: string | Uint8Array) => {
      if (this.#timer !== null) this.#held.push(Buffer.from(chunk));
      else this.#sendHead(String(chunk));
      return true;
    }) as Socket['write'];
  }

  release(): void {
    this.#letGo();
    for (const chunk of this.#held.splice(0)) this.#write(chunk);
  }

  /** Called with the response. If the body was not wanted, the target still waits for it on this connection. */
  end(): void {
    this.#letGo();
    if (this.#held.length > 0) this.#socket.destroy();
  }

  #sendHead(head: string): void {
    this.#timer = setTimeout(() => this.release(), longestMs);
    this.#write(head.replace('\r\n', '\r\nExpect: 100-continue\r\n'), 'latin1');
  }

  #letGo(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#socket.write = this.#write;
  }
}
