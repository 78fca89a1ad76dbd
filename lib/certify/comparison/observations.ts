// Compares what two targets do where the contract is silent, and puts it into words. answers.ts decides whether
// answers differ.
import type { Observation, Report, RuleResult } from '../../judge/result/report.js';
import { isUndecided, saySame, saySameOfBoth } from './answers.js';
import type { ObservationDifference, OnlyInOne, RuleSide } from './comparison.js';
import type { Labels } from './labels.js';
import { answersInWords } from './sentences.js';
import { askedAlike } from './scopes.js';
import { byId, unionOf } from './union.js';

interface ComparedObservations {
  readonly different: readonly ObservationDifference[];
  readonly onlyInOne: readonly OnlyInOne[];
  readonly same: readonly string[];
  readonly neither: readonly string[];
}

export function compareObservations(a: Report, b: Report, labels: Labels): ComparedObservations {
  const different: ObservationDifference[] = [];
  const onlyInOne: OnlyInOne[] = [];
  const same: string[] = [];
  const neither: string[] = [];
  const [inA, inB] = [readingOf(a), readingOf(b)];
  const agree = askedAlike(a, b) ? saySame : saySameOfBoth;
  for (const id of unionOf(openIn(a), openIn(b))) {
    const [one, other] = [inA.made(id), inB.made(id)];
    if (one === undefined && other === undefined) neither.push(id);
    else if (one === undefined || other === undefined)
      onlyInOne.push({
        id,
        kind: 'open',
        statement: ((one ?? other) as Observation).question,
        a: inA.side(id),
        b: inB.side(id),
      });
    else if (agree(one.answer, other.answer)) same.push(id);
    else different.push(differenceOf(one, other, labels));
  }
  return { different, onlyInOne, same, neither };
}

/** Also those that have no answer. */
const openIn = ({ rules, observations }: Report): readonly (Observation | RuleResult)[] => [
  ...rules.filter(({ kind }) => kind === 'open'),
  ...observations,
];

function readingOf({ observations, rules }: Report) {
  const [answers, open] = [byId(observations), byId(rules)];
  return {
    /** An observation that has an answer. */
    made(id: string): Observation | undefined {
      const one = answers.get(id);
      return one === undefined || isUndecided(one.answer) ? undefined : one;
    },
    side(id: string): RuleSide | null {
      const rule = open.get(id);
      return rule === undefined
        ? null
        : { outcome: rule.outcome, why: answers.get(id)?.answer ?? rule.reason };
    },
  };
}

function differenceOf(one: Observation, other: Observation, labels: Labels): ObservationDifference {
  const [a, b] = [one.answer, other.answer];
  return {
    id: one.id,
    question: one.question,
    a,
    b,
    sentences: answersInWords(one.id, [a, b], labels),
  };
}
