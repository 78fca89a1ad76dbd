// The words between the kit and a target: what is asked, what came back, and the seams (transport, clock)
// that let the same rules run over sockets or in memory. Types only.

/** A header list keeps order, case and repeats: all three may matter to a finding. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** One HTTP request as it leaves the kit. `path` is the origin-form: base path, path and query, already encoded. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string | Uint8Array;
  /** Requests with the same label share one connection of their own, one after another. Without: any pooled one. */
  readonly connection?: string;
  /** It goes before all that waits. */
  readonly urgent?: true;
  /** It goes on a connection that has carried nothing yet. */
  readonly fresh?: true;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** In memory a server may answer with a string; over a socket it is always bytes. */
  readonly body: string | Uint8Array;
  /** The body went on beyond the size that is kept. */
  readonly truncated: boolean;
  /** Milliseconds from the request to the first byte of the answer, where known. */
  readonly firstByteMs?: number;
  /** It came on a connection that had carried others. */
  readonly kept?: boolean;
}

/** Sends one request to one origin. Rejects with a `TransportError` only; never retries, never follows a redirect. */
export interface Transport {
  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse>;
  /** No more requests will have this label: their connection can go. */
  release?(connection: string): void;
  /** Connections that carry nothing now are closed. */
  closeIdle?(): void;
  /** How many answers came that nobody had asked for. */
  unasked?(): number;
  close(): Promise<void>;
}

/** Why no answer came. */
export type NoAnswerKind =
  | 'refused' // nothing listens
  | 'unknown-host'
  | 'too-many-files' // this machine gives the kit no further connection
  | 'reset' // the connection ended before the answer was whole
  | 'timeout'
  | 'tls'
  | 'not-http' // something answered, but not HTTP (or HTTP that breaks its own framing)
  | 'too-large' // headers beyond bounds (a large body is `truncated` instead)
  | 'aborted' // the run was interrupted or ran out of its time
  | 'throttled' // 429 or 503 with Retry-After for longer than the kit waits
  | 'budget'; // --max-requests, --max-writes or --within is used up: nothing was sent

export class TransportError extends Error {
  constructor(
    readonly kind: NoAnswerKind,
    message: string,
    /** Not one byte of an answer had come: a read may be sent again on a fresh connection. */
    readonly beforeAnswer = false,
    /** It went out on a connection that had carried others, and may have been given up just then. */
    readonly onKept = false,
  ) {
    super(message);
    this.name = 'TransportError';
  }
}

/** Real time, or the virtual time of a test. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Which credential a request carries. 'valid' is the configured key in its Bearer form. */
export type Credential =
  | 'valid'
  | 'none'
  | { readonly authorization: string }
  | { readonly header: readonly [string, string] };

/** One question to the target, in the words of the contract. */
export interface Ask {
  /** listPets, createPet, getPet, getStoreOrders, sendMessage, or 'other'. */
  readonly operation: string;
  readonly method: string;
  /** Below the base address, already encoded: '/pets?limit=1'. */
  readonly path: string;
  /** The path of another base address of the same origin, without a slash at its end. */
  readonly base?: string;
  readonly key?: Credential; // 'valid' when left out
  readonly body?: string | Uint8Array;
  /** null sends no Content-Type; left out, a body is application/json. */
  readonly contentType?: string | null;
  readonly headers?: Headers;
  readonly namesInLowerCase?: true;
  readonly connection?: string;
  /** Is this a request that the contract allows (a 5xx is then a breach), one that it forbids, or one on which it is silent? */
  readonly validity: 'valid' | 'invalid' | 'open';
  /** The service may store something because of it. */
  readonly writes: boolean;
  /** A second one would spoil what it is to show. */
  readonly once?: boolean;
  /** Somebody has to know at once: it waits for nothing, and any answer will do. */
  readonly urgent?: true;
  /** Whoever asks keeps others waiting meanwhile: it goes before what waits for its turn. */
  readonly ahead?: true;
  /** Where the time limit would be too long: so long it is waited for, from when it is sent. */
  readonly withinMs?: number;
  /** It was asked before, by somebody who counts: it goes out once, whatever comes. After a loss on a kept connection, on a fresh one. */
  readonly again?: 'on any connection' | 'on a fresh connection' | 'with its case';
}

/** One request and its answer, or why there is none. */
export interface Exchange {
  readonly number: number;
  readonly ask: Ask;
  readonly request: HttpRequest;
  readonly answer?: Answer;
  readonly noAnswer?: {
    readonly kind: NoAnswerKind;
    readonly message: string;
    /** It was lost on a connection that had carried others. */
    readonly onKept?: true;
  };
  /** Milliseconds on the clock of the run. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** How often it was sent again: after 429/503, or a read after a lost connection. */
  readonly resent: number;
  /** How often of these because no answer came. */
  readonly lost?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly truncated: boolean;
  readonly firstByteMs?: number;
  /** The size of the body in bytes. */
  readonly size: number;
  /** First value of a header, by any case of its name. */
  header(name: string): string | undefined;
  /** The body as text; bytes that are not UTF-8 appear as U+FFFD. */
  readonly text: string;
  /** The body as exact JSON, parsed when first asked for. */
  readonly json: Json;
}

/** The outcome of exact parsing. */
export type Json =
  | {
      readonly ok: true;
      readonly value: unknown;
      /**
       * The source text of every number that a double does not hold exactly or that is not written in canonical
       * form, by JSON Pointer ('' is the root, '/0/id'). Every other number is safe in `value`.
       */
      readonly numbers: ReadonlyMap<string, string>;
      /** The members that stand twice in their object, by JSON Pointer; the last one counts. Absent where there is none. */
      readonly doubled?: readonly string[] | undefined;
    }
  | {
      readonly ok: false;
      /** One plain clause: "a comma before `}`, at character 12". */
      readonly problem: string;
      /** It is the kit that reads no further: nothing is known against the body. */
      readonly unread?: true;
    };
