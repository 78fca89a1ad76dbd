// A transport without sockets, whose responses come from a function. It neither copies bodies nor waits, so that rules
// can run against a server in memory. It must not know any particular server.

import { wasInterrupted } from './pacing/by-signal.js';
import { BySignal } from './pacing/by-signal.js';
import {
  TransportError,
  type Headers,
  type HttpRequest,
  type HttpResponse,
  type Transport,
} from './types.js';

export interface MemoryAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
}

export type MemoryHandler = (request: HttpRequest) => MemoryAnswer | Promise<MemoryAnswer>;

/** Passes on an error that the handler throws, because a crash of a server in memory is a defect of the kit. */
export function memoryTransport(handler: MemoryHandler): Transport {
  return {
    async send(request, signal) {
      if (signal?.aborted) throw interrupted();
      const answer = handler(request);
      const { status, headers, body } = await (signal === undefined || !isPromise(answer)
        ? answer
        : orAborted(answer, signal));
      return { status, headers, body, truncated: false } satisfies HttpResponse;
    },
    async close() {},
  };
}

function isPromise(value: MemoryAnswer | Promise<MemoryAnswer>): value is Promise<MemoryAnswer> {
  return typeof (value as Promise<MemoryAnswer>).then === 'function';
}

const waits = new BySignal<(error: TransportError) => void>((reject) => reject(interrupted()));

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    waits.add(signal, reject);
    const settled = (settle: (result: never) => void) => (result: unknown) => {
      waits.remove(signal, reject);
      settle(result as never);
    };
    promise.then(settled(resolve), settled(reject));
  });
}

const interrupted = (): TransportError => new TransportError('aborted', wasInterrupted);
