// Checks before anything is judged that there is a quickstart at its address, and that it accepts the key. Sends a
// valid message, because a quickstart offers nothing to read.
import type { Exchange } from '../../http/types.js';
import type { How, Session } from '../rules/session.js';
import { CannotTest } from '../health/cannot-test.js';
import { ended, isSignal } from '../result/signals.js';

export const checkTheQuickstart =
  'Check its address (--quickstart), or test without it: --quickstart none.';

/** Throws CannotTest if the rules would only report a mistake of the user. */
export async function quickstartPreflight(session: Session, baseUrl: string): Promise<void> {
  const exchange = await sent(session);
  if (exchange === undefined) return;
  if (isRefusal(exchange)) {
    const keyless = await sent(session, { key: 'none' });
    // An inverted check of the key is left to the rules.
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
