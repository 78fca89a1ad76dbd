// Describes how a rule was broken, independently of the values that showed it.
import type { Finding } from '../judge/result/finding.js';

/** Facts that chance decides: in which values it showed. */
const byChance: Readonly<Record<Finding['kind'], readonly string[]>> = {
  status: [],
  'not refused': [],
  'kind of status': [],
  schema: ['problem'],
  field: ['expected', 'actual'],
  'no answer': ['problem'],
  other: [],
};

/** Two findings of one way have the same text here. */
export function wayOf(finding: Finding): string {
  const { values: _, circumstance: __, ...facts } = finding;
  const revealing = Object.entries(facts)
    .filter(([name]) => !byChance[finding.kind].includes(name))
    .map(([name, fact]) => [name, name === 'pointer' ? placeIn(String(fact)) : fact]);
  return JSON.stringify(revealing.sort());
}

/** The index of a list's item is random, so it is replaced. */
export const placeIn = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, '/*');
