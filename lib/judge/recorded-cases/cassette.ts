// Answers the requests of a case with the recorded responses of a target. It sends nothing, and knows no rule.
import { headerIn, ReceivedAnswer } from '../../http/answer.js';
import { decodeUtf8 } from '../../http/json/exact.js';
import { requestBuilder } from '../../http/request.js';
import { redactor } from '../../http/secrets/redact.js';
import type { Ask, Clock, Exchange, Headers, HttpRequest } from '../../http/types.js';
import type { RecordedBody, RecordedExchange } from '../result/report.js';
import type { Asks } from '../health/asks.js';

/** Stands for the key, which reports never contain. It shares no part with any ordinary text. */
export const noKey = 'no-key-at-all-qxzvwkjq';
const redact = redactor([noKey]);

/** Thrown if the case sends a request that the report does not contain. */
export class NotRecorded {
  constructor(readonly request: string) {}
}

/** A clock that shows the recorded times. Waiting takes no time. */
export class CassetteClock implements Clock {
  #now: number;

  constructor(startedAt: number) {
    this.#now = startedAt;
  }

  now(): number {
    return this.#now;
  }

  async sleep(ms: number): Promise<void> {
    this.#now += ms;
  }

  passTo(moment: number): void {
    this.#now = Math.max(this.#now, moment);
  }
}

/** The exchanges of one request, in their order. */
interface Track {
  readonly recorded: RecordedExchange[];
  played: number;
}

interface Origin {
  readonly baseUrl: string;
  /** When the run began, on the clock of the cassette. */
  readonly startedAt: number;
}

export class Cassette implements Asks {
  readonly #startedAt: number;
  readonly #prefix: string;
  readonly #clock: CassetteClock;
  readonly #tracks = new Map<string, Track>();
  readonly #request: (ask: Ask) => HttpRequest;

  constructor(recorded: readonly RecordedExchange[], origin: Origin, clock: CassetteClock) {
    this.#startedAt = origin.startedAt;
    this.#prefix = new URL(origin.baseUrl).origin;
    this.#clock = clock;
    this.#request = requestBuilder({ baseUrl: origin.baseUrl, key: noKey });
    for (const one of recorded) {
      const key = keyOf({ ...one.request, operation: one.operation });
      const track = this.#tracks.get(key);
      if (track) track.recorded.push(one);
      else this.#tracks.set(key, { recorded: [one], played: 0 });
    }
  }

  /** Whether the case sent each of its requests as often as the run did. */
  get isOver(): boolean {
    return [...this.#tracks.values()].every(
      ({ recorded, played }) => played === 0 || played >= recorded.length,
    );
  }

  async send(ask: Ask): Promise<Exchange> {
    const request = this.#request(ask);
    const url = this.#prefix + request.path;
    const { method, headers } = request;
    const { operation } = ask;
    const track = this.#tracks.get(
      keyOf({ operation, method, url, headers, body: bodyOf(request) }),
    );
    // A case that looks repeatedly may look once more than it did in the run.
    const found = track?.recorded[Math.min(track.played, track.recorded.length - 1)];
    if (track) track.played += 1;
    if (found === undefined) throw new NotRecorded(`${ask.method} ${ask.path}`);
    const exchange = replayed(found, ask, request, this.#startedAt);
    this.#clock.passTo(exchange.startedAt + exchange.durationMs);
    return exchange;
  }
}

/** A recorded exchange as the answer to such a request. */
export function replayed(
  recorded: RecordedExchange,
  ask: Ask,
  request: HttpRequest,
  startedAt: number,
): Exchange {
  const { number, response, durationMs, resent, startedMs, firstByteMs } = recorded;
  return {
    number,
    ask,
    request,
    startedAt: startedAt + startedMs,
    durationMs,
    resent,
    ...(response === null
      ? { noAnswer: { kind: 'reset', message: 'no response was recorded' } }
      : {
          answer: new ReceivedAnswer({
            status: response.status,
            headers: response.headers,
            body: bytesOf(response.body),
            truncated: response.body.truncated,
            ...(firstByteMs === null ? {} : { firstByteMs }),
          }),
        }),
  };
}

/** A recorded exchange by itself, for callers that only need its response. */
export function answeredIn(recorded: RecordedExchange): Exchange {
  const { operation, request } = recorded;
  const { method, url, body } = request;
  const ask: Ask = {
    operation: operation as Ask['operation'],
    method,
    path: url,
    validity: 'open',
    writes: method !== 'GET',
    ...(body === null ? {} : { body: body.text }),
  };
  return replayed(recorded, ask, { method, path: url, headers: request.headers }, 0);
}

const bytesOf = ({ text, encoding }: RecordedBody): Uint8Array =>
  Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');

/** A body as a report has it. */
function bodyOf({ body }: HttpRequest): Pick<RecordedBody, 'text' | 'encoding'> | null {
  if (body === undefined) return null;
  if (typeof body === 'string') return { text: redact(body), encoding: 'utf-8' };
  const { ok, text } = decodeUtf8(body);
  return ok
    ? { text: redact(text), encoding: 'utf-8' }
    : { text: Buffer.from(body).toString('base64'), encoding: 'base64' };
}

interface Requested {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Pick<RecordedBody, 'text' | 'encoding'> | null;
}

/** Identifies a request. The wrong key is not part of that, as reports name it in words only. */
function keyOf({ operation, method, url, headers, body }: Requested): string {
  // A mask may cover the name of a parameter, too.
  const withoutKeys = isWithKey.test(url)
    ? url.replace(/(?<=[?&])[^&]*/g, (one) => (isWithKey.test(one) ? '' : one))
    : url;
  const sent = body === null ? '' : `${body.encoding} ${body.text}`;
  const type = headerIn(headers, 'content-type') ?? '';
  return [operation, method, withoutKeys, credentialIn(headers), type, sent].join(' ');
}

/** The valid key, another credential, or none. */
export function credentialIn(headers: Headers): 'valid' | 'other' | 'none' {
  const credential = headerIn(headers, 'authorization');
  if (credential === undefined) return 'none';
  return validCredentials.has(credential) ? 'valid' : 'other';
}

const validCredentials = new Set([
  `Bearer ${noKey}`,
  'Bearer $ANIMAL_STORE_API_KEY',
  'Bearer $ANIMAL_STORE_QUICKSTART_API_KEY',
]);

/** The mask of a key, the text that replaces it here, or a text that was made of it. */
const isWithKey = /ANIMAL_STORE|\[masked\]|no-key-at-all/i;
