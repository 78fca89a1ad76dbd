import { describe, expect, test } from 'vitest';
import { reasonInWords, saying } from '../result/reasons.js';
import { Breach, NotApplicable, OutsideBudget, Undecided } from '../result/signals.js';
import { Evidence, type Broken } from './evidence.js';

const broken = (path: string, kind = 'one'): Broken => ({
  place: [Number(path)],
  kind,
  experiment: undefined,
  value: path,
  stream: 0,
  path,
  breach: new Breach({ cause: 'c', expected: 'e', actual: 'a' }),
  exchanges: [],
});

describe('a count in words', () => {
  test('of nothing is no pass', () =>
    expect(inWords(new Evidence())).toEqual({
      outcome: 'cantTell',
      reason: 'no response could be judged by this rule',
    }));

  test('of held cases passes', () => {
    const evidence = new Evidence();
    evidence.passed(2);
    evidence.passed(1);
    expect([evidence.outcome(), evidence.cases, evidence.exchanges]).toEqual([
      { outcome: 'passed', reason: null },
      2,
      3,
    ]);
  });

  test('with one breach fails, and keeps only so many of each kind whole: the first by place, whatever came first', () => {
    const evidence = new Evidence();
    evidence.passed(1);
    evidence.undecided(new Undecided(saying('lost')));
    for (let index = 49; index >= 0; index--) evidence.breached(broken(String(index)));
    evidence.breached(broken('99', 'another'));
    expect([evidence.outcome(), evidence.broken, evidence.cases]).toEqual([
      { outcome: 'failed', reason: null },
      51,
      52,
    ]);
    expect(evidence.kept.map(({ path }) => path)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '99',
    ]);
  });

  test('takes back those that are not kept with the last of their kind that is', () => {
    const evidence = new Evidence();
    evidence.passed(1);
    for (let index = 0; index < 20; index++) evidence.breached(broken(String(index)));
    const [first, ...others] = evidence.kept;
    // Violations of the kind count even if they are not kept, and those of other kinds do not.
    expect([evidence.brokenOf(first!.kind), evidence.brokenOf('another')]).toEqual([20, 0]);
    for (const one of others) evidence.retract(one, new Undecided(saying('answers vary')));
    expect([evidence.outcome().outcome, evidence.broken, evidence.cases]).toEqual([
      'failed',
      13,
      14,
    ]);
    evidence.retract(first!, new Undecided(saying('answers vary')));
    expect([inWords(evidence), evidence.broken, evidence.cases, evidence.kept]).toEqual([
      {
        outcome: 'cantTell',
        reason: '20 of 21 cases could not be judged: answers vary',
      },
      0,
      1,
      [],
    ]);
  });

  test('of two equally frequent reasons gives the same, whichever came first', () => {
    const reasons = [
      ['lost', 'throttled'],
      ['throttled', 'lost'],
    ].map((order) => {
      const evidence = new Evidence();
      for (const reason of order) evidence.undecided(new Undecided(saying(reason)));
      return inWords(evidence).reason;
    });
    expect(new Set(reasons).size).toBe(1);
  });

  test('with one case undecided cannot tell, and gives the most frequent reason', () => {
    const evidence = new Evidence();
    for (let index = 0; index < 9; index++) evidence.passed(1);
    evidence.undecided(new Undecided(saying('throttled')));
    evidence.undecided(new Undecided(saying('lost')));
    evidence.undecided(new Undecided(saying('lost')));
    expect(inWords(evidence)).toEqual({
      outcome: 'cantTell',
      reason: '3 of 12 cases could not be judged, 2 of them for this reason: lost',
    });
  });

  test('is untested only where nothing but the scope is in the way', () => {
    const evidence = new Evidence();
    evidence.passed(1);
    evidence.undecided(new Undecided(saying('too few animals'), 'untested', 'few animals'));
    expect(inWords(evidence)).toEqual({
      outcome: 'untested',
      reason: '1 of 2 cases could not be judged: too few animals',
      because: 'few animals',
    });
    evidence.undecided(new Undecided(saying('lost')));
    expect(evidence.outcome().outcome).toBe('cantTell');
  });

  test('of inapplicable cases alone is what they say; beside others it only notes them', () => {
    const evidence = new Evidence();
    evidence.inapplicable(new NotApplicable(saying('full lists')));
    evidence.inapplicable(new NotApplicable(saying('full lists')));
    evidence.inapplicable(new NotApplicable(saying('refused'), 'untested'));
    expect(inWords(evidence)).toEqual({ outcome: 'inapplicable', reason: 'full lists' });
    evidence.passed(1);
    expect(inWords(evidence)).toEqual({
      outcome: 'passed',
      reason: '2 cases were skipped: full lists',
    });
    evidence.undecided(new Undecided(saying('lost')));
    expect(evidence.outcome().outcome).toBe('cantTell');
  });

  test('says what of the store is in the way, where that is the reason', () => {
    const evidence = new Evidence();
    evidence.inapplicable(new NotApplicable(saying('full'), 'inapplicable', 'full lists'));
    expect(inWords(evidence)).toEqual({
      outcome: 'inapplicable',
      reason: 'full',
      because: 'full lists',
    });
    for (let times = 0; times < 2; times++)
      evidence.inapplicable(new NotApplicable(saying('refused')));
    expect(inWords(evidence)).toEqual({ outcome: 'inapplicable', reason: 'refused' });
    evidence.undecided(new OutsideBudget(saying('too dear')));
    expect(inWords(evidence)).toEqual({
      outcome: 'untested',
      reason: '1 of 1 case could not be judged: too dear',
    });
  });
});

function inWords(evidence: Evidence) {
  const { reason, ...more } = evidence.outcome();
  return { ...more, reason: reason && reasonInWords(reason) };
}
