// Which rule a request breaks that crashes the candidate: that of a 5xx, as a crash is no better.
import { profileOf } from '../../../contract/operations.js';
import type { Rule } from '../../rules/rule.js';
import { isStated, ownerOf } from '../standing/standing.js';
import type { Suspect } from './suspects.js';

/** A valid request must be answered, whatever it is for; what else is to come of it is said by the rule that sends it. */
export function accused({ exchange, occasion }: Suspect, rules: readonly Rule[]): Rule | undefined {
  const { experiment } = occasion;
  const { operation, validity } = exchange.ask;
  const overAll = rules.find(
    (rule) =>
      rule.form === 'exchanges' &&
      rule.answered &&
      profileOf(operation) === 'catalogue' &&
      rule.applies(exchange),
  );
  const owner = ownerOf(
    rules
      .filter(({ experiments }) => experiment !== undefined && experiments.includes(experiment))
      .map((rule) => ({ rule })),
  );
  return validity !== 'valid' && owner && isStated(owner) ? owner.rule : (overAll ?? owner?.rule);
}
