// The types between the kit and a target: requests, responses, and the interfaces (transport, clock) through which the
// same rules run over sockets or in memory. Types only.

/** A header list keeps order, letter case and repetitions, because all three may matter to a finding. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** One HTTP request as it leaves the kit. `path` is in origin form: base path, path and query, already encoded. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string | Uint8Array;
  /** Requests with the same label are sent in turn on one connection of their own. Others use any pooled connection. */
  readonly connection?: string;
  /** Whether it goes before everything that waits. */
  readonly urgent?: true;
  /** Whether it needs a connection that has carried nothing yet. */
  readonly fresh?: true;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  /** In memory, a server may respond with a string; over a socket it is always bytes. */
  readonly body: string | Uint8Array;
  /** Whether the body went on beyond the size that is kept. */
  readonly truncated: boolean;
  /** Milliseconds from the request to the first byte of the response, if known. */
  readonly firstByteMs?: number;
  /** Whether it came on a connection that had carried others. */
  readonly kept?: boolean;
  /** The coding of its Content-Encoding in which the body is not, so that no client can read it. */
  readonly undecoded?: string;
  /** Set if its first line says HTTP/1.0. */
  readonly isHttp10?: boolean;
}

/** What is known about responses that no request had asked for. */
export interface Unasked {
  readonly count: number;
  /** The number of responses after which the kit listened, and of those that were followed by an unrequested one. */
  readonly listened: number;
  readonly followed: number;
}

export const noneUnasked: Unasked = { count: 0, listened: 0, followed: 0 };

/** Sends one request to one origin. Rejects with a `TransportError` only; never retries, never follows a redirect. */
export interface Transport {
  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse>;
  /** Announces that no more requests will have this label, so that its connection can be closed. */
  release?(connection: string): void;
  /** Closes connections that carry nothing now. */
  closeIdle?(): void;
  unasked?(): Unasked;
  /** What is sent beside the requests, and must be shown to nobody: the credentials of a proxy. */
  readonly secrets?: readonly string[];
  close(): Promise<void>;
}

/** The reason why no response came. */
export type NoAnswerKind =
  | 'refused' // nothing listens
  | 'unknown-host'
  | 'too-many-files' // this machine gives the kit no further connection
  | 'reset' // the connection ended before the response was complete
  | 'timeout'
  | 'tls'
  | 'not-http' // something responded, but not in HTTP (or its HTTP breaks its own framing)
  | 'too-large' // headers beyond bounds (a large body is `truncated` instead)
  | 'aborted' // the run was interrupted or ran out of its time
  | 'throttled' // 429 or 503 with Retry-After for longer than the kit waits
  | 'budget'; // --max-requests, --max-writes or --within was used up, so nothing was sent

export class TransportError extends Error {
  constructor(
    readonly kind: NoAnswerKind,
    message: string,
    /** Whether not one byte of a response had arrived, so that a read may be resent on a fresh connection. */
    readonly beforeAnswer = false,
    /** Whether the connection had carried other requests, and may just then have been closed. */
    readonly onKept = false,
    /** Whether the headers of a final response had arrived: somebody is there, and responds. */
    readonly isBroken = false,
    /** How the process ended that the kit has started: "exited with status 1". */
    readonly ended?: string,
    /** Whether no connection was made in time, so that nothing was sent. */
    readonly isUnsent = false,
  ) {
    super(message);
    this.name = 'TransportError';
  }
}

/** Real time, or the virtual time of a test. */
export interface Clock {
  /** The current time in milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The credential that a request carries. 'valid' is the configured key in its Bearer form. */
export type Credential =
  | 'valid'
  | 'none'
  | { readonly authorization: string }
  | { readonly header: readonly [string, string] };

export type BaseSpelling = 'in capitals' | 'after another slash';

/** One request to the target, in the terms of the contract. */
export interface Ask {
  /** One of listPets, createPet, getPet, getStoreOrders, sendMessage, or 'other'. */
  readonly operation: string;
  readonly method: string;
  /** The path below the base address, already encoded: '/pets?limit=1'. */
  readonly path: string;
  /** The path of another base address at the same origin, without a trailing slash. */
  readonly base?: string;
  /** Writes the path of the base address in another way, which only some servers understand. */
  readonly baseSpelling?: BaseSpelling;
  readonly key?: Credential; // defaults to 'valid'
  readonly body?: string | Uint8Array;
  /** Null sends no Content-Type. By default, a body is sent as application/json. */
  readonly contentType?: string | null;
  readonly headers?: Headers;
  /**
   * What is unusual about the client, where that is incidental: then `headers` and `contentType` are about nothing else, and
   * the same request without them should get the same response.
   */
  readonly client?: string;
  readonly namesInLowerCase?: true;
  readonly connection?: string;
  /** Whether the contract allows this request (a 5xx is then a violation), forbids it, or is silent about it. */
  readonly validity: 'valid' | 'invalid' | 'open';
  /** Whether the service may store something because of it. */
  readonly writes: boolean;
  /** Whether a second one would spoil what the request is to show. */
  readonly once?: boolean;
  /** Whether a rule judges a later response: then a missing response to this request breaks another rule. */
  readonly prepares?: true;
  /** Whether the result is needed at once: the request waits for nothing, and any response will do. */
  readonly urgent?: true;
  /** Whether it goes before waiting requests, because its sender keeps others waiting meanwhile. */
  readonly ahead?: true;
  /** Replaces a time limit that would be too long. Counted from when the request is sent. */
  readonly withinMs?: number;
  /**
   * Set if a caller that counts repeats a request itself: it is sent once, whatever happens. After a loss on a kept
   * connection, it needs a fresh one.
   */
  readonly again?: 'on any connection' | 'on a fresh connection' | 'with its case';
}

/** One request and its response, or the reason why there is none. */
export interface Exchange {
  readonly number: number;
  readonly ask: Ask;
  readonly request: HttpRequest;
  readonly answer?: Answer;
  readonly noAnswer?: {
    readonly kind: NoAnswerKind;
    readonly message: string;
    /** Whether it was lost on a connection that had carried others. */
    readonly onKept?: true;
    /** Whether a response began, which then broke its own framing or the connection. */
    readonly isBroken?: true;
    /**
     * The status with which the target refused every request of this kind, and named no time to return at, while it
     * served others.
     */
    readonly refusedWith?: number;
    /** Whether no connection was made in time, so that nothing was sent. */
    readonly isUnsent?: true;
    /** The flags of the budget that forbids the request. */
    readonly flags?: string;
    /** How the process ended that the kit has started: "exited with status 1". */
    readonly ended?: string;
    /** The reason of whoever gave the request up. */
    readonly because?: unknown;
  };
  /** The time in milliseconds on the clock of the run. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** How often it was resent: after a 429 or 503, or as a read after a lost connection. */
  readonly resent: number;
  /** How often, of these, it was resent because no response came. */
  readonly lost?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly truncated: boolean;
  readonly firstByteMs?: number;
  /** The size of the body in bytes. */
  readonly size: number;
  /** The first value of a header, in whatever letter case its name is written. */
  header(name: string): string | undefined;
  /** The body as text, with U+FFFD in place of bytes that are not UTF-8. */
  readonly text: string;
  /** The body as exact JSON, parsed when it is first needed. */
  readonly json: Json;
  /** Keeps only the beginning of a body that takes much memory. */
  shorten?(): void;
}

/** The result of exact parsing. */
export type Json =
  | {
      readonly ok: true;
      readonly value: unknown;
      /**
       * The source text of every number that a double does not hold exactly or that is not in canonical form, by JSON
       * Pointer ('' is the root, '/0/id' a member). Every other number in `value` is exact.
       */
      readonly numbers: ReadonlyMap<string, string>;
      /** The duplicate members by JSON Pointer, of which the last one counts. Absent if there are none. */
      readonly doubled?: readonly string[] | undefined;
    }
  | {
      readonly ok: false;
      /** The problem as a plain clause: "a comma before `}`, at character 12". */
      readonly problem: string;
      /** Whether the kit itself stopped reading, so that nothing is known against the body. */
      readonly unread?: true;
      /** Whether the bytes are no text at all, because they are not UTF-8. */
      readonly isBytes?: true;
    };
