// What all presentations of a comparison share: its parts (what clients will notice, what matters only to a certifier,
// what is the same), and the words for them.
import { leastResponses } from '../latency.js';
import { groupsOf } from '../../../report/groups.js';
import { jsonText } from '../../../report/text/inert.js';
import { count, duration, type Mark, verdicts } from '../../../report/words.js';
import type {
  Aspect,
  Comparison,
  LatencyComparison,
  OnlyInOne,
  RuleDifference,
  RuleSide,
  Side,
  Spread,
} from '../comparison.js';

/** comparison.json, which contains the whole Comparison unchanged. */
export const comparisonJson = (comparison: Comparison): string => `${jsonText(comparison, 1)}\n`;

export const titles = {
  clients: 'What clients will notice',
  certifier: 'What could not be compared',
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
    { number: onlyInOne.length, what: 'could not be compared' },
    {
      number: neither.length,
      what: `${neither.length === 1 ? 'was' : 'were'} untested or undecided in both`,
    },
  ]
    .filter(({ number }) => number > 0)
    .map(({ number, what }) => `${number} ${what}`);
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

/**
 * What could be compared only partly, grouped by the two outcomes ("staging: passed; production: untested") and the
 * reason. An observation that stands alone shows its answer.
 */
export function oneSided({ a, b, onlyInOne }: Comparison) {
  const both = (one: OnlyInOne, inWords: (side: RuleSide | null) => string): string =>
    `${a.label}: ${inWords(one.a)}; ${b.label}: ${inWords(one.b)}`;
  return groupsOf(onlyInOne, (one) => `${both(one, outcomeOf)}\n${reasonOf(one)}`).map((group) => ({
    sentence: both(group[0], group.length === 1 ? answerOf : outcomeOf),
    why: reasonOf(group[0]),
    ids: group.map(({ id }) => id),
    kinds: new Set(group.map(({ kind }) => kind)),
  }));
}

function outcomeOf(side: RuleSide | null): string {
  if (side === null) return 'not in the report';
  return side.outcome === 'cantTell' ? 'undecided' : side.outcome;
}

const answerOf = (side: RuleSide | null): string =>
  (side?.outcome === 'observed' ? side.why : null) ?? outcomeOf(side);

/** The reason why one side could not be decided, or was not asked everything. */
function reasonOf({ a, b }: OnlyInOne): string | null {
  const open = [a, b].find(
    (side) => side !== null && !/^(?:passed|failed|observed)$/.test(side.outcome),
  );
  const partial = [a, b].find((side) => side?.outcome === 'passed' && side.why !== undefined);
  return (open ?? partial)?.why ?? null;
}

/** A run in words: "conformant; all rules, standard effort, seed 1, 3,150 requests, 2026-11-22 16:40 UTC". */
export function runInWords(side: Side): string {
  const { verdict, scope, effort, seed, requests } = side;
  return `${verdicts[verdict].word}; ${scope}, ${effort} effort, seed ${seed}, ${count(requests, 'request')}, ${momentOf(side)}`;
}

export const momentOf = ({ startedAt }: Side): string =>
  startedAt.replace('T', ' ').replace(/:\d\d(?:\.\d+)?Z$/, ' UTC');

/** The mark that a failure of the rule has in a report. */
export const markOfRule = ({ kind }: Pick<RuleDifference, 'kind'>): Mark =>
  kind === 'stated' ? 'failed' : 'warning';

/** What clients will notice. */
export const noticedIn = ({ outcomes, observations }: Comparison) => [
  ...outcomes.map((one) => ({ ...one, mark: markOfRule(one), question: one.statement })),
  ...observations.map((one) => ({ ...one, mark: 'observed' as const })),
];

export const spreadInWords = (spread: Spread | null): string =>
  spread === null
    ? 'not called'
    : `half within ${duration(spread.p50)}, 90% within ${duration(spread.p90)}, 99% within ${duration(spread.p99)}; ${duration(spread.min)} to ${duration(spread.max)}, ${count(spread.count, 'response')}`;

export function unchangedInWords({ compared, a, b }: LatencyComparison): string {
  if (compared) return 'no change beyond noise';
  const isRare = [a, b].some((spread) => (spread?.count ?? 0) < leastResponses);
  return `not compared: ${isRare ? 'too few responses' : 'different loads'}`;
}

/** The overall result: the same or different, and how serious that is. */
export function sealOf(comparison: Comparison): {
  readonly glyph: string;
  readonly word: string;
  readonly mark: Mark;
} {
  if (Object.values(comparison.different).every((number) => number === 0))
    return { glyph: '=', word: 'No difference', mark: 'passed' };
  const isStated = comparison.outcomes.some(({ kind }) => kind === 'stated');
  return { glyph: '≠', word: 'Different', mark: isStated ? 'failed' : 'warning' };
}
