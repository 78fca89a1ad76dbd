// What the rules say of kept cases: of a correct server's the same again, of changed ones that they do not bear it out.
import { beforeAll, describe, expect, test } from 'vitest';
import { allRules } from '../../../suites/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { reportJson } from '../../report/files/json.js';
import type { RecordedExchange, Report } from '../result/report.js';
import { reEvaluated, type ReEvaluation } from './re-evaluate.js';

let report: Report;
beforeAll(async () => {
  report = await runInMemory({ keepCases: true, seed: 4 });
});

type Changeable<T> = { -readonly [K in keyof T]: Changeable<T[K]> };

async function againWith(change: (report: Changeable<Report>) => void): Promise<ReEvaluation> {
  const copy = JSON.parse(reportJson(report)) as Changeable<Report>;
  change(copy);
  return reEvaluated(copy, allRules);
}

const contradicted = ({ contradictions }: ReEvaluation): readonly string[] => [
  ...new Set(contradictions.map(({ rule }) => rule)),
];

function answerTo(
  { samples, witnesses }: Changeable<Report>,
  rule: string,
): Changeable<RecordedExchange> {
  const recordedCase = witnesses?.experiments
    .flatMap(({ cases }) => cases)
    .find(({ rules }) => rules.includes(rule));
  const number = recordedCase?.exchanges.at(-1);
  return samples.find((one) => one.number === number) as Changeable<RecordedExchange>;
}

describe('judged again', () => {
  test('every rule that passed is borne out by a case of its own', async () => {
    const again = await againWith(() => {});
    expect(again.contradictions).toEqual([]);
    const passed = report.rules.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
    expect(passed.length).toBeGreaterThan(80);
    expect(passed.filter((id) => !again.borneOut.has(id))).toEqual([]);
  });

  test('most questions are answered again from their cases', async () => {
    const { borneOut } = await againWith(() => {});
    const answered = report.observations.filter(({ id }) => borneOut.has(id));
    expect(answered.length).toBeGreaterThan(report.observations.length / 2);
  });

  test('a run that was not asked to keeps none', async () => {
    expect(await runInMemory({ rules: allRules.slice(0, 3) })).not.toHaveProperty('witnesses');
  });

  test('an answer with another status breaks the rule', async () => {
    const again = await againWith((copy) => {
      const { response } = answerTo(copy, 'authentication.missing-key');
      if (response) response.status = 200;
    });
    expect(contradicted(again)).toContain('authentication.missing-key');
  });

  test('an add on which other cases rest, and which belongs to none, is judged over as well', async () => {
    let changed = 0;
    const again = await againWith(({ samples, witnesses }) => {
      const ofCases = new Set(
        witnesses?.experiments.flatMap(({ cases }) => cases.flatMap(({ exchanges }) => exchanges)),
      );
      for (const { number, response } of samples) {
        if (ofCases.has(number) || number === witnesses?.setup.messageTwin || !response) continue;
        response.headers = [['Content-Type', 'text/html']];
        changed += 1;
      }
    });
    expect(changed).toBeGreaterThan(0);
    expect(contradicted(again)).toContain('bodies.json');
  });

  test('an answer with another body breaks the rule', async () => {
    const again = await againWith((copy) => {
      const { response } = answerTo(copy, 'get-animal.exact-animal');
      if (response) response.body.text = response.body.text.replace('"id":', '"id":1');
    });
    expect(contradicted(again)).toContain('get-animal.exact-animal');
  });

  test('a case that is kept for a question breaks the rules that passed on its experiment', async () => {
    let changed = 0;
    const change = (copy: Changeable<Report>): void => {
      const { cases = [] } =
        copy.witnesses?.experiments.find(({ name }) => name === 'no key with every operation') ??
        {};
      const others = cases.filter(({ rules }) => !rules.includes('authentication.missing-key'));
      for (const number of others.flatMap(({ exchanges }) => exchanges)) {
        const { response } = copy.samples.find((one) => one.number === number) ?? {};
        if (response) response.status = 200;
        changed += 1;
      }
    };
    const again = await againWith(change);
    expect(changed).toBeGreaterThan(0);
    expect(contradicted(again)).toContain('authentication.missing-key');
  });

  test('a case that is not the one that was listed is found, whatever is changed in it', async () => {
    const { experiments = [] } = report.witnesses ?? {};
    const undrawn = experiments
      .flatMap(({ cases }) => cases)
      .filter((one) => (one.drawn ?? []).length === 0 && one.rules.length > 0);
    expect(undrawn.length).toBeGreaterThan(50);
    const changed = undrawn.filter((_, at) => at % 10 === 0);
    const again = await againWith(({ samples }) => {
      for (const { exchanges } of changed)
        samples
          .find(({ number }) => number === exchanges[0])
          ?.response?.headers.push(['X-Made-Up', 'later']);
    });
    for (const { rules } of changed)
      expect(again.contradictions).toContainEqual(
        expect.objectContaining({ rule: rules[0], why: 'it is not the case that was listed' }),
      );
  });

  test('a question with another answer is contradicted', async () => {
    const again = await againWith(({ observations }) => {
      const observation = observations.find(({ id }) => id === 'add-animal.default-status');
      if (observation) observation.answer = 'sold';
    });
    expect(again.contradictions).toMatchObject([
      { rule: 'add-animal.default-status', why: 'its exchanges give "available"' },
    ]);
  });

  test('another seed gives other requests', async () => {
    const again = await againWith(({ run }) => (run.seed += 1));
    expect(contradicted(again).length).toBeGreaterThan(10);
    expect(again.contradictions[0]?.why).toMatch(/^the seed gives/);
  });

  test('another address gives other requests', async () => {
    const again = await againWith(({ target }) => (target.baseUrl = 'http://another.example/v1'));
    expect(contradicted(again).length).toBeGreaterThan(10);
  });

  test('a case that claims a rule of another is found', async () => {
    const again = await againWith(({ witnesses }) =>
      witnesses?.experiments[0]?.cases[0]?.rules.push('list-animals.at-most-a-hundred'),
    );
    expect(contradicted(again).length).toBeGreaterThan(0);
  });

  test('a missing exchange is found', async () => {
    const again = await againWith((copy) => {
      const { number } = answerTo(copy, 'get-animal.exact-animal');
      copy.samples = copy.samples.filter((one) => one.number !== number);
    });
    expect(again.contradictions.map(({ why }) => why)).toContain(
      'an exchange of this case is missing',
    );
  });
});
