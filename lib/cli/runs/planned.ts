// What a run would send, found out by a run in memory. Sends nothing to any target.
import { animalsRehearsedWith, dryRun, type Plan } from '../../in-memory/dry-run.js';
import type { Configuration } from '../../api/configuration/configuration.js';
import { chosenRules } from '../../api/execute/execute.js';

/** The embedded server is known to start with none. */
export const animalsRehearsedOf = ({ target, scope }: Configuration): number =>
  target.addresses === null && target.name === 'reference'
    ? 0
    : animalsRehearsedWith(scope.readOnly);

export async function planOf(configuration: Configuration): Promise<Plan> {
  const { options, scope, asOf, categoryIds, limits, target } = configuration;
  const quickstart = target.addresses === null || target.addresses.quickstartBaseUrl !== null;
  return dryRun({
    rules: await chosenRules(configuration),
    effort: options.effort,
    scope,
    // The seed is fixed, because another one sends a few requests more or fewer, and two plans of one command should
    // be equal.
    seed: 1,
    asOf,
    categoryIds,
    strict: options.strict === true,
    limits,
    quickstart,
    animals: animalsRehearsedOf(configuration),
  });
}
