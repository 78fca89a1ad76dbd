// Waits until a target answers at all. Sends one harmless request again and again, without the key; judges nothing.
import { CannotTest } from '../judge/options.js';
import { TransportError, type Transport } from '../target/types.js';

export interface Waiting {
  readonly transport: Transport;
  readonly baseUrl: string;
  readonly waitMs: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly signal: AbortSignal;
  /** Resolves when the candidate has ended by itself. */
  readonly ended: Promise<string> | undefined;
}

/** A server that is starting up, or a gateway before it. */
const notYet = new Set([502, 503, 504]);

export async function untilReady({ transport, baseUrl, waitMs, headers, signal, ended }: Waiting): Promise<void> {
  const url = new URL(`${baseUrl}/pets?limit=1`);
  const until = performance.now() + waitMs;
  let last = 'nothing was asked yet';
  let over: string | undefined;
  void ended?.then((how) => (over = how));
  for (let pause = 25; ; pause = Math.min(pause * 2, 500)) {
    const left = until - performance.now();
    const mine = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.ceil(left)))]);
    try {
      const { status } = await transport.send({ method: 'GET', path: url.pathname + url.search, headers: [['accept', 'application/json'], ...headers] }, mine);
      if (!notYet.has(status)) return;
      last = `status ${status}`;
    } catch (thrown) {
      if (!(thrown instanceof TransportError)) throw thrown;
      if (thrown.kind === 'unknown-host' || thrown.kind === 'tls' || thrown.kind === 'not-http') return; // waiting does not mend it: the run will say what is wrong
      if (thrown.kind !== 'aborted') last = thrown.message;
    }
    if (over !== undefined) throw new CannotTest(`The target at ${baseUrl} cannot be tested: ${over}`);
    signal.throwIfAborted();
    if (performance.now() >= until) throw new CannotTest(`The target at ${baseUrl} was not ready within ${waitMs / 1000} s (--wait): ${last}. Asked: GET ${url.pathname}${url.search}.`);
    await Promise.race([new Promise((resolve) => setTimeout(resolve, Math.min(pause, Math.max(1, until - performance.now())))), ...(ended === undefined ? [] : [ended])]);
  }
}
