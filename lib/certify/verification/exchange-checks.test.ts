// Impossible exchanges in a report are reported, and no judgement is based on them.
import { beforeAll, expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { fewRules } from '../../testing/few-rules.js';
import { type Issued, issuedFor } from '../../testing/certificates/issued.js';
import { isAmbiguous } from './exchange-checks.js';

type Changeable<T> = { -readonly [K in keyof T]: Changeable<T[K]> };

let issued: Issued;
beforeAll(async () => {
  issued = await issuedFor(fewRules('add-animal.keeps-name'));
});

test.each<[string, (copy: Changeable<Report>) => unknown, string, boolean]>([
  [
    'an earlier run that has left no animal',
    ({ witnesses }) => (witnesses!.setup.known = true),
    'no recorded list shows an animal of one',
    false,
  ],
  [
    'a case of the same exchange again and again',
    ({ witnesses }) => {
      const one = witnesses!.experiments[0]!.cases[0]!;
      one.exchanges = Array.from({ length: 150_000 }, () => one.exchanges[0]!);
    },
    'stands for more than one case',
    true,
  ],
  [
    'one exchange for two cases',
    ({ witnesses }) => {
      const [one, other] = witnesses!.experiments.flatMap(({ cases }) => cases);
      other!.exchanges = one!.exchanges;
    },
    'more than one case',
    true,
  ],
  [
    'an experiment again and again',
    ({ witnesses }) => {
      const one = witnesses!.experiments[0]!;
      witnesses!.experiments.push(...Array.from({ length: 50 }, () => ({ ...one, cases: [] })));
    },
    'are recorded more than once',
    true,
  ],
])('%s is refused, and nothing is judged by what is ambiguous', async (_, change, why, is) => {
  const changed = structuredClone(issued.report) as Changeable<Report>;
  change(changed);
  expect(isAmbiguous(changed as Report)).toBe(is);
  const { problems, borneOut } = await issued.verify(issued.filesOf(changed as Report));
  expect(problems.map(({ message }) => message).join()).toContain(why);
  if (is) expect(borneOut).toBe(0);
});

test.each<[string, (copy: Changeable<Report>) => unknown, string]>([
  [
    'more cases than the run has sent requests',
    ({ witnesses }) => {
      for (const { cases } of witnesses!.commitment!)
        for (let at = 0; at < 1000; at += 1) cases.push(`0 ${100_000 + at} 000000000000`);
    },
    'cases, but the run sent only',
  ],
  [
    'an experiment twice',
    ({ witnesses }) => witnesses!.commitment!.push(witnesses!.commitment![0]!),
    'lists the cases of an experiment more than once',
  ],
])('a list of the cases that has %s is refused before it is judged', async (_, change, why) => {
  const changed = structuredClone(issued.report) as Changeable<Report>;
  change(changed);
  const { problems, borneOut } = await issued.verify(issued.filesOf(changed as Report));
  expect(problems.map(({ message }) => message).join()).toContain(why);
  expect(borneOut).toBe(0);
});

test('a case that is listed twice, so that it is drawn more often, is refused', async () => {
  const changed = structuredClone(issued.report) as Changeable<Report>;
  const { experiments, commitment } = changed.witnesses!;
  const { cases } = commitment!.find(({ name }) => name === experiments[0]!.name)!;
  cases.push(cases[0]!);
  const { problems } = await issued.verify(issued.filesOf(changed as Report));
  expect(problems.map(({ message }) => message).join()).toContain('1 case that no seed gives');
});

test('a whole experiment that is left out of the list, although its rule passed, is refused', async () => {
  const others = await issuedFor(fewRules('authentication.wrong-key'));
  const { witnesses, ...report } = structuredClone(others.report) as Changeable<Report>;
  const leftOut = 'wrong keys with every operation';
  const remaining = witnesses!.commitment!.filter(({ name }) => name !== leftOut);
  expect(remaining.length).toBeLessThan(witnesses!.commitment!.length);
  const changed = { ...report, witnesses: { ...witnesses!, commitment: remaining } } as Report;
  const { problems } = await others.verify(others.filesOf(changed));
  expect(problems.map(({ message }) => message).join()).toContain(
    `more cases than the report lists: "${leftOut}"`,
  );
});
