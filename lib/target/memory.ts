// A transport without sockets: a function answers. It neither copies bodies nor waits, so it suits a run of
// the rules against a server in memory. It must not know any server.

import { TransportError, type Headers, type HttpRequest, type HttpResponse, type Transport } from './types.js';

export interface MemoryAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
}

export type MemoryHandler = (request: HttpRequest) => MemoryAnswer | Promise<MemoryAnswer>;

/** An error that the handler throws is passed on as it is: a server in memory that crashes is a defect of ours. */
export function memoryTransport(handler: MemoryHandler): Transport {
  let closed = false;
  return {
    async send(request, signal) {
      if (closed) throw new TransportError('aborted', 'the transport is closed');
      if (signal?.aborted) throw interrupted();
      const answer = handler(request);
      const { status, headers, body } = await (signal === undefined || !isPromise(answer) ? answer : orAborted(answer, signal));
      return { status, headers, body, truncated: false } satisfies HttpResponse;
    },
    async close() {
      closed = true;
    },
  };
}

function isPromise(value: MemoryAnswer | Promise<MemoryAnswer>): value is Promise<MemoryAnswer> {
  return typeof (value as Promise<MemoryAnswer>).then === 'function';
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(interrupted());
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

const interrupted = (): TransportError => new TransportError('aborted', 'the run was interrupted');
