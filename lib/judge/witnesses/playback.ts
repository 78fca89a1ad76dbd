// Answers the requests of a case with what a target once answered to them. It sends nothing, and knows no rule.
import { ReceivedAnswer } from '../../http/answer.js';
import { recordExchange } from '../../http/record.js';
import { requestBuilder } from '../../http/request.js';
import { redactor } from '../../http/secrets/redact.js';
import type { Ask, Clock, Exchange, HttpRequest } from '../../http/types.js';
import type { RecordedBody, RecordedExchange } from '../result/report.js';
import type { Asks } from '../run/watching/watch.js';

/** Stands where the key stood: reports never hold one. */
export const noKey = 'no-key-at-all-0123456789';
const redact = redactor([noKey]);

/** The case asks for what the report does not hold. */
export class NotRecorded {
  constructor(readonly request: string) {}
}

/** Time as it was when the exchanges took place; waiting takes none. */
export class PlaybackClock implements Clock {
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

export interface Origin {
  readonly baseUrl: string;
  /** When the run began, on the clock of the playback. */
  readonly startedAt: number;
}

export class Playback implements Asks {
  readonly #origin: Origin;
  readonly #clock: PlaybackClock;
  readonly #left: RecordedExchange[];
  readonly #used = new Map<string, RecordedExchange>();
  readonly #request: (ask: Ask) => HttpRequest;

  constructor(recorded: readonly RecordedExchange[], origin: Origin, clock: PlaybackClock) {
    this.#origin = origin;
    this.#clock = clock;
    this.#left = [...recorded];
    this.#request = requestBuilder({ baseUrl: origin.baseUrl, key: noKey });
  }

  async send(ask: Ask): Promise<Exchange> {
    const request = this.#request(ask);
    const wanted = keyOf(requestAsRecorded(ask, request, this.#origin));
    const at = this.#left.findIndex((one) => keyOf(one.request) === wanted);
    // Who looks again and again may look once more than the run did.
    const found = at < 0 ? this.#used.get(wanted) : this.#left.splice(at, 1)[0];
    if (found === undefined) throw new NotRecorded(`${ask.method} ${ask.path}`);
    this.#used.set(wanted, found);
    const exchange = replayed(found, ask, request, this.#origin);
    this.#clock.passTo(exchange.startedAt + exchange.durationMs);
    return exchange;
  }
}

/** A recorded exchange as the answer to such a request. */
export function replayed(
  recorded: RecordedExchange,
  ask: Ask,
  request: HttpRequest,
  { startedAt }: Origin,
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

const bytesOf = ({ text, encoding }: RecordedBody): Uint8Array =>
  Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');

type RecordedRequest = RecordedExchange['request'];

function requestAsRecorded(ask: Ask, request: HttpRequest, origin: Origin): RecordedRequest {
  const exchange: Exchange = { number: 0, ask, request, startedAt: 0, durationMs: 0, resent: 0 };
  return recordExchange(exchange, { ...origin, redact, startedAt: 0 }).request;
}

/** What makes it this request. Which wrong key it had is not told: reports say it in words only. */
function keyOf({ method, url, body }: RecordedRequest): string {
  const withoutKeys = url.replace(/(?<==)[^&]*/g, (value) =>
    /ANIMAL_STORE|\[masked\]/.test(value) ? '' : value,
  );
  return JSON.stringify([method, withoutKeys, body?.text, body?.encoding]);
}
