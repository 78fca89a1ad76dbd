// The types of the reference server. It imports nothing from the rest of the project, so that it shares none of the
// kit's readings of the contract: it fits the kit by the shape of its types alone.

/** One of the words that the store knows, although a faulty server may store any. */
export type Status = string;

export interface ReferenceRequest {
  readonly method: string;
  /** The path and query as they are sent. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
  /** Requests with the same label arrive on one connection; those without a label use any connection of a pool. */
  readonly connection?: string;
}

export interface ReferenceResponse {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: string | Uint8Array;
}

/** The only clock that the server, its faults and its variants use. */
export interface ReferenceClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  /** Only the store itself may change it, as it finds animals by it. */
  status: Status;
  /** The time in milliseconds on the server's clock. */
  readonly addedAt: number;
  /** The JSON text, present once it has been written. */
  text?: string;
}

export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: Status | undefined;
}

/** The members of a JSON object in order. Each has a name and its value as JSON text, so that every digit is kept. */
export type Fields = (readonly [name: string, literal: string])[];

export interface Reply {
  status: number;
  headers: [string, string][];
  body: string | Uint8Array;
}

export type Operation =
  | 'listPets'
  | 'createPet'
  | 'getPet'
  | 'storeOrders'
  | 'sendMessage'
  | 'unknownPath'
  | 'unknownMethod';

/** A request on its way through the server. */
export interface Call {
  readonly request: ReferenceRequest;
  readonly operation: Operation;
  /** The path without the query, still encoded. */
  readonly path: string;
  /** The query without the question mark, still encoded. */
  readonly query: string;
  /** The last part of /pets/{petId}, still encoded. */
  readonly petId: string;
  /** The number of the request, 1 for the first to this server. */
  readonly number: number;
  /** The time of the request on the server's clock. */
  readonly startedAt: number;
}

export type Awaitable<T> = T | Promise<T>;
