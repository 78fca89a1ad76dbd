// The words of the reference server. It imports nothing from the rest of the project, so that it shares none of
// the kit's readings: what fits the kit fits by shape alone. Types only.

/** One of the words that the store knows; a faulty server stores any. */
export type Status = string;

export interface ReferenceRequest {
  readonly method: string;
  /** Origin-form: path and query, as they travel. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
  /** Requests with the same label arrive on one connection; without a label on any of a pool. */
  readonly connection?: string;
}

export interface ReferenceResponse {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: string | Uint8Array;
}

/** The only time that the server, its faults and its variants know. */
export interface ReferenceClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

export interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: Status;
  /** Milliseconds on the server's clock. */
  readonly addedAt: number;
  /** The JSON text, once it was written. */
  text?: string;
}

export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: Status | undefined;
}

/** The members of a JSON object in order: a name, and its value as JSON text (so that every digit is kept). */
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

/** One request on its way through the server. */
export interface Call {
  readonly request: ReferenceRequest;
  readonly operation: Operation;
  /** Without the query; still encoded. */
  readonly path: string;
  /** Without the question mark; still encoded. */
  readonly query: string;
  /** The last part of /pets/{petId}; still encoded. */
  readonly petId: string;
  /** 1 for the first request to this server. */
  readonly number: number;
  /** On the server's clock. */
  readonly startedAt: number;
}

export type Awaitable<T> = T | Promise<T>;
