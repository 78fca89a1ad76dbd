// The parts into which every presentation divides a comparison: what clients will notice, what matters only to a
// certifier, and what is the same. Also has the conclusion in a sentence.
import { count } from '../../report/words.js';
import type { Aspect, Comparison, OnlyInOne, RuleSide } from './comparison.js';

export const titles = {
  clients: 'What clients will notice',
  certifier: 'Decided for only one of them',
  latency: 'Response times',
  same: 'What is the same',
} as const;

/** The conclusion: "production and staging differ in 1 outcome and 2 observations." */
export function conclusion(comparison: Comparison): string {
  const { a, b, different, same, onlyInOne, neither } = comparison;
  const parts = (Object.keys(nouns) as Aspect[])
    .filter((aspect) => different[aspect] > 0)
    .map((aspect) => count(different[aspect], nouns[aspect]));
  const [last = '', ...before] = [...parts].reverse();
  const all = before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`;
  const alike = `${count(same.rules.length, 'rule')} and ${count(same.observations.length, 'observation')} are the same`;
  const partly = [
    { number: onlyInOne.length, whom: 'only one of them' },
    { number: neither.length, whom: 'neither' },
  ]
    .filter(({ number }) => number > 0)
    .map(({ number, whom }, at) => `${number}${at === 0 ? ' could be decided' : ''} for ${whom}`);
  const rest = partly.length === 0 ? '' : `; ${partly.join(' and ')}`;
  return parts.length === 0
    ? `No difference between ${a.label} and ${b.label}: ${alike}${rest}.`
    : `${a.label} and ${b.label} differ in ${all}; ${alike}${rest}.`;
}

const nouns: Readonly<Record<Aspect, string>> = {
  outcomes: 'outcome',
  observations: 'observation',
  latency: 'response time',
};

/** Whether the sides differ in any aspect at all. */
export const areDifferent = ({ different }: Comparison): boolean =>
  Object.values(different).some((number) => number > 0);

export interface OneSided {
  /** The two results in words: "staging: passed; production: untested". */
  readonly sentence: string;
  readonly ids: readonly string[];
  readonly why: string | null;
}

/** What could be compared only partly, grouped by the reason. */
export function oneSided({ a, b, onlyInOne }: Comparison): readonly OneSided[] {
  const groups = new Map<string, { sentence: string; ids: string[]; why: string | null }>();
  for (const one of onlyInOne) {
    const sentence = `${a.label}: ${inWords(one, one.a)}; ${b.label}: ${inWords(one, one.b)}`;
    const why = reasonOf(one);
    const key = `${sentence}\n${why}`;
    const group = groups.get(key) ?? { sentence, ids: [], why };
    group.ids.push(one.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function inWords({ kind }: OnlyInOne, side: RuleSide | null): string {
  if (side === null) return 'not in the report';
  if (kind === 'open' && side.outcome === 'observed') return side.why ?? 'observed';
  return side.outcome === 'cantTell' ? 'undecided' : side.outcome;
}

/** The reason why one side could not be decided. */
function reasonOf({ a, b }: OnlyInOne): string | null {
  const open = [a, b].find(
    (side) => side !== null && !/^(?:passed|failed|observed)$/.test(side.outcome),
  );
  return open?.why ?? null;
}
