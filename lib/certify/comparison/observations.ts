// What two targets do where the contract is silent. Whether an answer differs is decided in answers.ts; here it is told.
import type { Observation, Report, RuleResult } from '../../judge/result/report.js';
import { isUndecided, saySame } from './answers.js';
import type { ObservationDifference, OnlyInOne, RuleSide } from './comparison.js';
import type { Labels } from './labels.js';
import { answersInWords } from './sentences.js';
import { unionOf } from './union.js';

export interface ComparedObservations {
  readonly different: readonly ObservationDifference[];
  readonly onlyInOne: readonly OnlyInOne[];
  readonly same: readonly string[];
}

export function compareObservations(a: Report, b: Report, labels: Labels): ComparedObservations {
  const different: ObservationDifference[] = [];
  const onlyInOne: OnlyInOne[] = [];
  const same: string[] = [];
  for (const id of unionOf(a.observations, b.observations)) {
    const [one, other] = [made(a, id), made(b, id)];
    if (one === undefined && other === undefined) continue;
    if (one === undefined || other === undefined)
      onlyInOne.push({
        id,
        kind: 'open',
        statement: ((one ?? other) as Observation).question,
        a: sideOf(a, id),
        b: sideOf(b, id),
      });
    else if (saySame(one.answer, other.answer)) same.push(id);
    else different.push(differenceOf(one, other, labels));
  }
  return { different, onlyInOne, same };
}

/** An observation that says something. */
const made = ({ observations }: Report, id: string): Observation | undefined =>
  observations.find((one) => one.id === id && !isUndecided(one.answer));

function sideOf(report: Report, id: string): RuleSide | null {
  const rule: RuleResult | undefined = report.rules.find((one) => one.id === id);
  const answer = report.observations.find((one) => one.id === id)?.answer;
  if (rule === undefined) return null;
  return { outcome: rule.outcome, why: answer ?? rule.reason };
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
