// Which rule a request breaks that crashes the candidate: whatever it was, a valid one is not answered after it either.
import { profileOf } from '../../../contract/operations.js';
import type { Rule } from '../../rules/rule.js';
import { ownerOf } from '../../evidence/rule-state.js';
import type { LostRequest } from './in-flight.js';

/** Undefined where neither the rule that a valid request is answered is in scope, nor one that sends this request. */
export function failedRule(
  { exchange, occasion }: LostRequest,
  rules: readonly Rule[],
): Rule | undefined {
  const { experiment } = occasion;
  const overAll = answeredRule(rules);
  const subscribers = rules
    .filter(({ experiments }) => experiment !== undefined && experiments.includes(experiment))
    .map((rule) => ({ rule }));
  const owner = ownerOf(subscribers)?.rule;
  // That rule is of the catalogue: a message has rules of its own profile.
  return profileOf(exchange.ask.operation) === 'quickstart'
    ? (owner ?? overAll)
    : (overAll ?? owner);
}

/** The rule that a valid request is answered. */
export const answeredRule = (rules: readonly Rule[]): Rule | undefined =>
  rules.find((rule) => rule.form === 'exchanges' && rule.answered);
