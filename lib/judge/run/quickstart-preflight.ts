// Whether there is a quickstart at its address that takes the key, before it is judged. Sends a valid message, as nothing of a
// quickstart can be read.
import type { Exchange } from '../../http/types.js';
import type { How, Session } from '../rules/session.js';
import { CannotTest } from '../health/cannot-test.js';
import { ended, isSignal } from '../result/signals.js';

export const checkTheQuickstart =
  'Check its address (--quickstart), or test without it: --quickstart none.';

/** Throws CannotTest where the rules could only accuse a service of what its user got wrong. */
export async function quickstartPreflight(session: Session, baseUrl: string): Promise<void> {
  const exchange = await sent(session);
  if (exchange === undefined) return;
  if (isRefusal(exchange)) {
    const keyless = await sent(session, { key: 'none' });
    // A key check that is the wrong way round is for the rules to find.
    if (keyless !== undefined && !isRefusal(keyless)) return;
    throw new CannotTest(
      `The quickstart at ${baseUrl} refuses the key. Check ANIMAL_STORE_QUICKSTART_API_KEY, which is ANIMAL_STORE_API_KEY where it is not set. Sent: POST /messages: status ${statusOf(exchange)}.`,
    );
  }
  if (isNotThere(exchange))
    throw new CannotTest(
      `There is no quickstart at ${baseUrl}. ${checkTheQuickstart} Sent: POST /messages: status ${statusOf(exchange)}${isPage(exchange) ? ', text/html' : ''}.`,
    );
}

/** Undefined without a response, which the rules report. */
async function sent(session: Session, how: How = {}): Promise<Exchange | undefined> {
  try {
    const exchange = await ended(session.message({ message: 'Hello' }, how));
    return exchange.answer === undefined ? undefined : exchange;
  } catch (thrown) {
    if (isSignal(thrown)) return undefined;
    throw thrown;
  }
}

const statusOf = ({ answer }: Exchange): number => answer?.status ?? 0;
const isRefusal = (exchange: Exchange): boolean => [401, 403].includes(statusOf(exchange));
const isPage = (exchange: Exchange): boolean =>
  statusOf(exchange) < 300 && /^text\/html\b/i.test(exchange.answer?.header('content-type') ?? '');

function isNotThere(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status === 404 || status === 405 || (status >= 300 && status < 400) || isPage(exchange);
}
