// Finds the rule that a crashing request breaks: a valid request must be answered even after an invalid one.
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
  // The rule belongs to the profile of the request: messages have rules of their own.
  return profileOf(exchange.ask.operation) === 'quickstart'
    ? (owner ?? overAll)
    : (overAll ?? owner);
}

/** The rule that a valid request is answered. */
export const answeredRule = (rules: readonly Rule[]): Rule | undefined =>
  rules.find((rule) => rule.form === 'exchanges' && rule.answered);
