// The reference server without sockets: it takes a request and returns a response. The caller supplies time and chance.
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
  /** Defaults to real time. */
  readonly clock?: ReferenceClock;
  /** Returns numbers from 0 to 1, 1 excluded. */
  readonly random?: () => number;
  /** How many animals exist at the start. */
  readonly animals?: number;
  /** The facts of a contract other than the server's own. */
  readonly facts?: ContractFacts;
  readonly faults?: readonly Changing[];
  readonly variants?: readonly Changing[];
}

interface ContractFacts {
  readonly defaultLimit: number;
  readonly highestLimit: number;
  readonly statuses: readonly Status[];
}

/** What faults and variants have in common. */
export interface Changing {
  readonly name: string;
  readonly change: (server: Server) => void;
}

export interface Reference {
  handle(request: ReferenceRequest): Promise<ReferenceResponse>;
  readonly key: string;
  readonly quickstartKey: string;
  /** The path of the catalogue: /v1, unless a fault changes it. */
  readonly basePath: string;
  /** The path below which /messages is served. */
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
