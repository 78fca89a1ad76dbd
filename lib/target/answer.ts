// What came back, read no further than somebody asks. It must not judge.

import { decodeUtf8, parseExact } from './json.js';
import type { Answer, Headers, HttpResponse, Json } from './types.js';

export class ReceivedAnswer implements Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly truncated: boolean;
  readonly firstByteMs?: number;
  /** The bytes of the body, or its text where it came from memory. */
  readonly body: string | Uint8Array;
  private decoded: { readonly text: string; readonly problem?: string } | null = null;
  private parsed: Json | null = null;

  constructor(response: HttpResponse) {
    this.status = response.status;
    this.headers = response.headers;
    this.body = response.body;
    this.truncated = response.truncated;
    if (response.firstByteMs !== undefined) this.firstByteMs = response.firstByteMs;
  }

  get size(): number {
    return typeof this.body === 'string' ? Buffer.byteLength(this.body) : this.body.length;
  }

  header(name: string): string | undefined {
    return headerIn(this.headers, name);
  }

  get text(): string {
    return this.read().text;
  }

  get json(): Json {
    return (this.parsed ??= this.parse());
  }

  private read(): { readonly text: string; readonly problem?: string } {
    return (this.decoded ??= typeof this.body === 'string' ? { text: this.body } : decodeUtf8(this.body));
  }

  private parse(): Json {
    if (this.truncated) return { ok: false, problem: `the body is larger than ${megabytes(this.size)}` };
    if (this.body.length === 0) return { ok: false, problem: 'the body is empty' };
    const { text, problem } = this.read();
    return problem === undefined ? parseExact(text) : { ok: false, problem: `the body is not UTF-8: ${problem}` };
  }
}

export function headerIn(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [each, value] of headers) if (each.length === wanted.length && (each === wanted || each.toLowerCase() === wanted)) return value;
  return undefined;
}

function megabytes(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB` : `${bytes} bytes`;
}
