// Cases that an unusual client sent, where that is incidental: an ordinary one may see the same, and then the failure says
// nothing of it. If not, the headline names the client. Knows no rule.
import type { Broken } from '../evidence/evidence.js';
import { onlyFrom } from '../result/finding-in-words.js';
import type { Failure } from '../result/report.js';

/** What is unusual about the client that sent the request which shows it; undefined if nothing is. */
export const clientOf = ({ breach, exchanges }: Broken): string | undefined =>
  (breach.finding.exchange ?? exchanges.at(-1))?.ask.client;

/** What is unusual about a client only distracts where an ordinary one sees the same. */
export const ordinaryFirst = (all: readonly Broken[]): readonly Broken[] => [
  ...all.filter((one) => clientOf(one) === undefined),
  ...all.filter((one) => clientOf(one) !== undefined),
];

/** The failure of a case that breaks the rule each time, and not in its ordinary form. */
export const ofItsClient = (failure: Failure, client: string | undefined): Failure => {
  const { held, of } = failure.confirmed;
  return client !== undefined && held === of && of > 0 ? onlyFrom(client, failure) : failure;
};
