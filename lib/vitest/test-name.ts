// The name of the test of a rule.
import { ruleNamed } from '../contract/ledger.js';

export const testName = (id: string): string => `${id}: ${ruleNamed(id).statement}`;
