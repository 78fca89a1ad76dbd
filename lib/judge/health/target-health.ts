// Holds what a run learns about its target: whether it is there, how late animals appear, whether the store is full.
import type { Reason } from '../result/reasons.js';
import type { EndpointHealth } from './health.js';
import type { LostResponses } from './lost-responses.js';
import type { RefusedKey } from './refused-key.js';
import type { BrokenLists } from './store/broken-lists.js';
import type { OversizedResponses } from './oversized-responses.js';
import type { TransientGatewayErrors } from './gateway-error.js';
import type { EventualConsistency } from './store/eventual-consistency.js';
import type { Quotas } from './store/quotas.js';
import type { StaleLists } from './store/stale-lists.js';
import type { ChangesByOthers } from './store/changes-by-others.js';
import type { IdleTimeout } from './idle-timeout.js';

/** The health of each address. */
interface Endpoints {
  readonly catalogue: EndpointHealth;
  readonly quickstart: EndpointHealth | undefined;
}

export interface TargetHealth {
  readonly endpoints: Endpoints;
  /** Whether GET /pets/{petId} is served, as far as is known. From the day of its removal on it may be gone. */
  servesGetPet: boolean;
  readonly idleTimeout: IdleTimeout;
  readonly oversizedResponses: OversizedResponses;
  readonly eventualConsistency: EventualConsistency;
  readonly gatewayErrors: TransientGatewayErrors;
  readonly brokenLists: BrokenLists;
  readonly lostResponses: LostResponses;
  readonly refusedKey: RefusedKey;
  readonly staleLists: StaleLists;
  readonly quotas: Quotas;
  readonly changesByOthers: ChangesByOthers;
}

/** The reason why nothing is sent any more to a target that was there and is gone. */
export function goneBecause({ endpoints }: TargetHealth): Reason | undefined {
  return [endpoints.catalogue, endpoints.quickstart].find((one) => one?.isGone)?.endedBecause;
}

/** The remarks about the target that a reader of the report should know. */
export function remarksOf({
  endpoints,
  quotas,
  eventualConsistency,
  gatewayErrors,
  brokenLists,
  lostResponses,
  refusedKey,
  staleLists,
  changesByOthers,
}: TargetHealth): readonly string[] {
  const { catalogue, quickstart } = endpoints;
  // Both addresses mostly end for the same reason, in different words.
  const withEnd = catalogue.endedBecause === undefined;
  const ofBoth = [
    ...catalogue.remarks({ withEnd: true }),
    ...(quickstart?.remarks({ withEnd }) ?? []),
  ];
  return [
    ...brokenLists.remarks,
    ...lostResponses.remarks,
    ...refusedKey.remarks,
    ...new Set(ofBoth),
    ...quotas.remarks,
    ...eventualConsistency.remarks,
    ...gatewayErrors.remarks,
    ...staleLists.remarks,
    ...changesByOthers.remarks,
  ];
}
