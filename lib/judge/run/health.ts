// Makes the parts that learn about the target of a run, from the first request on.
import { removalDay } from '../../contract/facts.js';
import { testifying } from '../../contract/values/testimony.js';
import type { Origins } from '../evidence/origins.js';
import { AdaptiveTimeout } from '../health/adaptive-timeout.js';
import { TransientGatewayErrors } from '../health/gateway-error.js';
import { IdleTimeout } from '../health/idle-timeout.js';
import { LostResponses } from '../health/lost-responses.js';
import { RefusedKey } from '../health/refused-key.js';
import { OversizedResponses } from '../health/oversized-responses.js';
import { BrokenLists } from '../health/store/broken-lists.js';
import { ChangesByOthers } from '../health/store/changes-by-others.js';
import { EventualConsistency } from '../health/store/eventual-consistency.js';
import { MessageQuota } from '../health/store/message-quota.js';
import { Quota } from '../health/store/quota.js';
import { Quotas } from '../health/store/quotas.js';
import { StaleLists } from '../health/store/stale-lists.js';
import { controls, EndpointHealth } from '../health/health.js';
import type { Semaphore } from '../health/semaphore.js';
import type { TargetHealth } from '../health/target-health.js';
import type { AddedAnimals } from '../rules/added-animals.js';
import type { RunOptions } from './options.js';

export function healthOf(
  options: RunOptions,
  added: AddedAnimals,
  origins: Origins,
  semaphore: Semaphore,
): TargetHealth {
  const { catalogue, quickstart, clock, signal, skipped, restartable } = options;
  const { eventualConsistency = new EventualConsistency(options.settleMs) } = options;
  eventualConsistency.onLongWait = (where, mostMs) =>
    options.onEvent?.({ type: 'waiting', where, mostMs });
  const idleTimeout = new IdleTimeout(clock);
  const how = { clock, signal, idleTimeout, adaptiveTimeout: new AdaptiveTimeout(), skipped };
  const isOurs = restartable !== undefined;
  const endpoints = {
    catalogue: new EndpointHealth(catalogue, controls.catalogue, { ...how, isOurs }),
    quickstart: quickstart && new EndpointHealth(quickstart, controls.quickstart, how),
  };
  const health: TargetHealth = {
    endpoints,
    servesGetPet: options.asOf < removalDay,
    idleTimeout,
    eventualConsistency,
    changesByOthers: new ChangesByOthers({
      asks: endpoints.catalogue,
      clock,
      added,
      settleMs: () => eventualConsistency.settleMs,
      knownMs: () => eventualConsistency.knownMs,
      servesGetPet: () => health.servesGetPet,
    }),
    quotas: new Quotas(
      new Quota({
        asks: endpoints.catalogue,
        control: controls.catalogue,
        marked: (animal) => testifying(animal, origins.of('is there room for more?')()),
        onExchange: (exchange) => added.note(exchange),
      }),
      endpoints.quickstart && new MessageQuota(endpoints.quickstart),
    ),
    oversizedResponses: new OversizedResponses(semaphore, catalogue),
    gatewayErrors: new TransientGatewayErrors(),
    brokenLists: new BrokenLists(),
    lostResponses: new LostResponses(),
    refusedKey: new RefusedKey(options.scope.fewKeys !== true),
    staleLists: new StaleLists(added),
  };
  return health;
}
