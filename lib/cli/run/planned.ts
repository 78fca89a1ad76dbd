// What a run would send, found out by a run in memory. Sends nothing to any target.
import { dryRun, type Plan } from '../../in-memory/dry-run.js';
import type { Configuration } from '../../api/configuration/configuration.js';
import { chosenRules } from '../../api/execute/execute.js';

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
  });
}
