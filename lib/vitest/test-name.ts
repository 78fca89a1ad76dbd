// What the test of a rule is called.
import { ruleNamed } from '../contract/ledger.js';

export const testName = (id: string): string => `${id}: ${ruleNamed(id).statement}`;
