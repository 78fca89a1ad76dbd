// A response, of which no more is parsed than somebody asks for. Nothing is judged here.

import { deflateSync, inflateSync } from 'node:zlib';
import { decodeUtf8, parseExact } from './json/exact.js';
import type { Answer, Headers, HttpResponse, Json } from './types.js';

/** Larger bodies are kept compressed. */
const large = 32 * 1024;
/** Of larger bodies, what is parsed is kept only for as long as it is likely to be needed: it may take 25 times as much. */
const small = 1024;
/** If there are more headers than this, they are kept as one text to save memory. */
const manyHeaders = 100;
/** Only the beginning of an overlong body is kept, because no more of it is ever shown. */
const beginning = 128 * 1024;

/** What is held of each body until the end of a run, where failures and later cases may look at it again. */
const mostHeld = 256 * 1024;

/**
 * How many bytes of bodies may be parsed or decompressed in memory. All rules look at one response before the next, so
 * the most recently read ones suffice.
 */
const mostRead = 512 * 1024;
/** Weak references would not do: within one turn of the event loop, they would hold everything that is read. */
const readLately = new Set<ReceivedAnswer>();
let bytesRead = 0;

interface Text {
  readonly text: string;
  readonly problem?: string;
}

export class ReceivedAnswer implements Answer {
  readonly status: number;
  readonly #keptHeaders: Headers | string;
  #isTruncated: boolean;
  readonly firstByteMs?: number;
  /** The size of the whole body in bytes, if it arrived as bytes. */
  readonly #bytes: number;
  #kept: string | Uint8Array;
  #isLarge: boolean;
  readonly #undecoded: string | undefined;
  #unpacked: Uint8Array | null = null;
  #decoded: Text | null = null;
  #parsed: Json | null = null;

  constructor(response: HttpResponse) {
    const { body } = response;
    this.status = response.status;
    // Headers are joined with a zero character, which no header contains.
    this.#keptHeaders =
      response.headers.length > manyHeaders ? response.headers.flat().join('\0') : response.headers;
    this.#isTruncated = response.truncated;
    this.#undecoded = response.undecoded;
    if (response.firstByteMs !== undefined) this.firstByteMs = response.firstByteMs;
    this.#bytes = body.length;
    this.#isLarge = typeof body !== 'string' && body.length > large && !response.truncated;
    if (typeof body === 'string') this.#kept = body;
    else if (response.truncated) this.#kept = Buffer.from(body.subarray(0, beginning));
    else if (this.#isLarge) {
      this.#kept = deflateSync(body, { level: 1 });
      this.#unpacked = body;
      this.#keepLately();
    } else this.#kept = body;
  }

  /** Whether only the beginning of the body was kept. */
  get truncated(): boolean {
    return this.#isTruncated;
  }

  /** Keeps only the beginning of a body that takes much memory although it is compressed, once its case is judged. */
  shorten(): void {
    if (!this.#isLarge || this.#kept.length <= mostHeld) return;
    this.#kept = Buffer.from((this.body as Uint8Array).subarray(0, beginning));
    this.#isTruncated = true;
    this.#isLarge = false;
    this.#unpacked = this.#decoded = this.#parsed = null;
  }

  get headers(): Headers {
    if (typeof this.#keptHeaders !== 'string') return this.#keptHeaders;
    const parts = this.#keptHeaders.split('\0');
    return Array.from({ length: parts.length / 2 }, (_, index) => [
      parts[2 * index] as string,
      parts[2 * index + 1] as string,
    ]);
  }

  get size(): number {
    return typeof this.#kept === 'string' ? Buffer.byteLength(this.#kept) : this.#bytes;
  }

  /** The bytes of the body, or its text if it came from memory. A truncated body has only its beginning. */
  get body(): string | Uint8Array {
    if (!this.#isLarge) return this.#kept;
    this.#unpacked ??= inflateSync(this.#kept as Uint8Array);
    this.#keepLately();
    return this.#unpacked;
  }

  header(name: string): string | undefined {
    return headerIn(this.headers, name);
  }

  get text(): string {
    return this.#read().text;
  }

  get json(): Json {
    if (this.#parsed === null) {
      this.#parsed = this.#parse();
      if (this.#bytes > small) this.#keepLately();
    }
    return this.#parsed;
  }

  #read(): Text {
    if (this.#decoded === null) {
      const { body } = this;
      this.#decoded = typeof body === 'string' ? { text: body } : decodeUtf8(body);
    }
    return this.#decoded;
  }

  /**
   * Keeps what was read of this response in memory, and drops that of the least recently read ones if it becomes too
   * much. It is decompressed and parsed again when it is needed.
   */
  #keepLately(): void {
    if (readLately.delete(this)) bytesRead -= this.#bytes;
    readLately.add(this);
    bytesRead += this.#bytes;
    for (const one of readLately) {
      if (bytesRead <= mostRead || one === this) break;
      readLately.delete(one);
      bytesRead -= one.#bytes;
      one.#unpacked = one.#decoded = one.#parsed = null;
    }
  }

  #parse(): Json {
    if (this.truncated)
      return {
        ok: false,
        unread: true,
        problem: `the body is larger than ${megabytes(this.size)} (--max-body)`,
      };
    if (this.#kept.length === 0) return { ok: false, problem: 'the body is empty' };
    if (this.#undecoded !== undefined)
      return {
        ok: false,
        problem: `the body is not ${this.#undecoded}, although its Content-Encoding says so`,
      };
    const { text, problem } = this.#read();
    return problem === undefined
      ? parseExact(text)
      : { ok: false, problem: `the body is not UTF-8: ${problem}`, isBytes: true };
  }
}

export function headerIn(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [each, value] of headers)
    if (each.length === wanted.length && (each === wanted || each.toLowerCase() === wanted))
      return value;
  return undefined;
}

function megabytes(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;
}
