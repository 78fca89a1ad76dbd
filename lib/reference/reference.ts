// The reference server without sockets: a request in, a response out. Time and chance come from outside.
import { correctServer } from './correct.js';
import { Refusal } from './refusal.js';
import { route } from './request.js';
import type { Server } from './server.js';
import { Store } from './store.js';
import type {
  Call,
  ReferenceClock,
  ReferenceRequest,
  ReferenceResponse,
  Reply,
  Status,
} from './types.js';

interface ReferenceOptions {
  readonly key?: string | undefined;
  readonly quickstartKey?: string | undefined;
  /** Real time when left out. */
  readonly clock?: ReferenceClock;
  /** From 0 up to 1. */
  readonly random?: () => number;
  /** How many animals are there at the start. */
  readonly animals?: number;
  /** The facts of another contract than the server's own. */
  readonly facts?: ContractFacts;
  readonly faults?: readonly Changing[];
  readonly variants?: readonly Changing[];
}

interface ContractFacts {
  readonly defaultLimit: number;
  readonly highestLimit: number;
  readonly statuses: readonly Status[];
}

/** What a fault and a variant have in common. */
export interface Changing {
  readonly name: string;
  readonly change: (server: Server) => void;
}

export interface Reference {
  handle(request: ReferenceRequest): Promise<ReferenceResponse>;
  readonly key: string;
  readonly quickstartKey: string;
  /** Below which the catalogue is served: /v1, but for a fault. */
  readonly basePath: string;
  /** Below which /messages is served. */
  readonly quickstartPath: string;
  readonly socket: { readonly gzip: boolean; readonly chunked: boolean };
}

export const fakeKey = 'fake-reference-key-0123456789';

const realClock: ReferenceClock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export const createReference = (options: ReferenceOptions = {}): Reference => {
  const key = options.key ?? fakeKey;
  const clock = options.clock ?? realClock;
  const server = correctServer({
    key,
    quickstartKey: options.quickstartKey ?? key,
    clock,
    random: options.random ?? Math.random,
    store: new Store(options.animals ?? 0, clock.now(), options.facts?.statuses),
    basePath: '/v1',
    quickstartPath: '/quickstart',
    socket: { gzip: false, chunked: false },
    requests: 0,
    inFlight: 0,
  });
  if (options.facts !== undefined) {
    server.defaultLimit = options.facts.defaultLimit;
    server.highestLimit = options.facts.highestLimit;
  }
  for (const { change } of [...(options.variants ?? []), ...(options.faults ?? [])]) change(server);
  const { quickstartKey, basePath, quickstartPath, socket } = server;
  return {
    handle: (request) => handle(server, request),
    key,
    quickstartKey,
    basePath,
    quickstartPath,
    socket,
  };
};

const handle = async (server: Server, request: ReferenceRequest): Promise<ReferenceResponse> => {
  server.inFlight += 1;
  server.requests += 1;
  const call = callOf(server, request);
  try {
    return await server.finish((await server.begin(call)) ?? (await answer(server, call)), call);
  } finally {
    server.inFlight -= 1;
  }
};

const answer = async (server: Server, call: Call): Promise<Reply> => {
  try {
    return await server.answer(call);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return server.refuse(thrown, call);
  }
};

const callOf = (server: Server, request: ReferenceRequest): Call => {
  const mark = request.path.indexOf('?');
  const path = mark < 0 ? request.path : request.path.slice(0, mark);
  const { operation, petId } = route(request.method, path, server.basePath, server.quickstartPath);
  const query = mark < 0 ? '' : request.path.slice(mark + 1);
  return {
    request,
    operation,
    path,
    query,
    petId,
    number: server.requests,
    startedAt: server.clock.now(),
  };
};
