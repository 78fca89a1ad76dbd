// Waits until a target responds at all, by repeating one harmless request without the key. Judges nothing.
import { CannotTest } from '../../judge/health/cannot-test.js';
import { ofGateways, starting } from '../../http/asking-again.js';
import { somebodyListens } from '../../http/sockets/listens.js';
import { TransportError, type Transport } from '../../http/types.js';
import type { Candidate, Ended } from './candidate.js';

export interface Waiting {
  readonly transport: Transport;
  readonly baseUrl: string;
  readonly waitMs: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly signal: AbortSignal;
  readonly candidate: Candidate | null;
  readonly onPhase: (what: string) => void;
}

/** A candidate that listens elsewhere is waited for in vain: after this time its last words are shown. */
const longMs = 3_000;

/** Ends early when the run does: the run itself reports what stayed undecided. */
export async function untilReady({
  transport,
  baseUrl,
  waitMs,
  headers,
  signal,
  candidate,
  onPhase,
}: Waiting): Promise<void> {
  const path = `${new URL(baseUrl).pathname}/pets?limit=1`;
  const until = performance.now() + waitMs;
  let longFrom = performance.now() + longMs;
  let last = 'nothing responded';
  let nothingListens = true;
  let ended: Ended | undefined;
  const ending = candidate?.ended.then((exit) => (ended = exit));
  const { pausesMs, hopeless } = starting;
  for (let pause = pausesMs.first; ; pause = Math.min(pause * 2, pausesMs.longest)) {
    const mine = AbortSignal.any([
      signal,
      AbortSignal.timeout(Math.max(1, Math.ceil(until - performance.now()))),
    ]);
    try {
      const { status } = await transport.send(
        { method: 'GET', path, headers: [['Accept', 'application/json'], ...headers] },
        mine,
      );
      if (!ofGateways.has(status) && ended === undefined) return;
      last = `it returns status ${status}`;
      nothingListens = false;
    } catch (thrown) {
      if (!(thrown instanceof TransportError)) throw thrown;
      if ((hopeless.has(thrown.kind) || thrown.isBroken) && ended === undefined) return;
      if (thrown.kind !== 'aborted') {
        last = thrown.message;
        nothingListens = thrown.kind === 'refused';
      }
    }
    const output = async (): Promise<string> => (candidate === null ? '' : candidate.said());
    if (ended !== undefined)
      throw new CannotTest(
        `The candidate ${ended.how} before it responded at ${baseUrl}.${ended.isClean ? staysInFront : ''}`,
        { output: await output() },
      );
    if (signal.aborted) return;
    if (performance.now() >= until)
      throw new CannotTest(
        `The target at ${baseUrl} was not ready within ${waitMs / 1000} s (--start-timeout): ${last}. Sent: GET ${path}.${candidate !== null && nothingListens ? await whereInstead(baseUrl) : ''}`,
        { output: await output(), because: 'no response' },
      );
    if (candidate !== null && nothingListens && performance.now() >= longFrom) {
      longFrom = Infinity;
      const [lastLine] = (await candidate.said()).split('\n').slice(-1);
      onPhase(`still waiting: nothing listens at ${baseUrl} yet. The candidate says: ${lastLine}`);
    }
    await Promise.race([
      ending,
      new Promise((resolve) =>
        setTimeout(resolve, Math.min(pause, Math.max(1, until - performance.now()))),
      ),
    ]);
  }
}

/** "localhost" may be ::1 alone for a server, and never is for a client that asks at 127.0.0.1. */
async function whereInstead(baseUrl: string): Promise<string> {
  const inIpv6 = new URL(baseUrl);
  if (inIpv6.hostname === '127.0.0.1') {
    inIpv6.hostname = '[::1]';
    if (await somebodyListens(inIpv6.href))
      return ` The candidate listens at ${inIpv6.host} alone: let it listen at 127.0.0.1 too, or specify 'http://[::1]:$PORT${inIpv6.pathname}' as TARGET.`;
  }
  return ' The candidate is still running: it must listen on the port in PORT; if its port is fixed, specify its address as TARGET.';
}

/** A process in another group looks like a stranger, and would outlive the run. */
const staysInFront = ' Keep it in the foreground: docker run without -d, for example.';
