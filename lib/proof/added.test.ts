// Adding a case or a rule requires no new measurement. A case in the midst of others moves none of them, neither in the
// order nor in what is known about the faults; a new rule is not compared with any fault, and hides none.
import { beforeAll, describe, expect, test } from 'vitest';
import type { CaseRule, AnyExperiment, Rule } from '../judge/rules/rule.js';
import type { Report } from '../judge/result/report.js';
import { faults } from '../reference/index.js';
import { runInMemory, type InMemory } from '../in-memory/in-memory.js';
import { allRules, order } from '../../suites/index.js';
import { expectedOf } from './also-fails/index.js';
import { alsoFailsProblems } from './prove.js';
import { withCauses } from './failure-signatures/index.js';
import { signaturesOf } from './failure-signatures/signatures.js';
import { seed } from './sample.js';

interface Added {
  readonly isAdded: true;
  readonly like: unknown;
}

const isAdded = (value: unknown): value is Added =>
  typeof value === 'object' && value !== null && 'isAdded' in value;
const likeOf = (value: unknown): unknown => (isAdded(value) ? value.like : value);

/** Adds a case after the first that sends the same but has another name. */
function withOneMore(experiment: AnyExperiment): AnyExperiment {
  const { describe: words = () => '', smaller, reveals } = experiment;
  return {
    ...experiment,
    cases: async (setup) => {
      const cases = await experiment.cases(setup);
      if ('arbitrary' in cases || cases.length === 0) return cases;
      const [first, ...others] = cases;
      return [first, { isAdded: true, like: first } satisfies Added, ...others];
    },
    send: (value, session) => experiment.send(likeOf(value), session),
    describe: (value) => (isAdded(value) ? `added: ${words(value.like)}` : words(value)),
    ...(smaller && { smaller: (value: unknown) => (isAdded(value) ? [] : smaller(value)) }),
    ...(reveals && { reveals: (value: unknown) => reveals(likeOf(value)) }),
  };
}

const oneMore = new Map(
  [...new Set(allRules.flatMap(({ experiments }) => experiments))].map((one) => [
    one,
    // The run knows what fills the store. While there are few animals, each case sees what others left, so neither gets
    // one.
    one.populates || one.stage === 'sparse' ? one : withOneMore(one),
  ]),
);

const changed: readonly Rule[] = allRules.map((rule) => {
  const experiments = rule.experiments.map((one) => oneMore.get(one) ?? one);
  if (rule.form === 'exchanges') return { ...rule, experiments };
  if (rule.form === 'open') {
    const { keep, answer } = rule;
    return {
      ...rule,
      experiments,
      ...(keep && { keep: (result: unknown, value: unknown) => keep(result, likeOf(value)) }),
      answer: (cases, mask) =>
        answer(
          cases.map(({ value, result }) => ({ value: likeOf(value), result })),
          mask,
        ),
    };
  }
  const judge: CaseRule['judge'] = () => {
    const own = rule.judge();
    return (result, value) => own(result, likeOf(value));
  };
  return { ...rule, experiments, judge };
});

interface Observed {
  /** The names of the cases by experiment, in the order in which they were sent. Drawn cases have none. */
  readonly sent: readonly string[];
  /** All names of each experiment. */
  readonly names: readonly (readonly [experiment: string, names: readonly string[]])[];
}

async function observed(options: InMemory): Promise<Observed> {
  // Each address has a queue of its own: which of two is answered first says nothing of the order.
  const [sent, sentToQuickstart]: [string[], string[]] = [[], []];
  const names = new Map<string, readonly string[]>();
  await runInMemory({
    seed,
    concurrency: 1,
    ...options,
    onCase: ({ experiment: { name, needs }, at, names: all }) => {
      if (!order[name]?.cases) return;
      const queue = needs?.includes('quickstart') ? sentToQuickstart : sent;
      queue.push(`${name}#${at.name ?? ''}`);
      names.set(name, all);
    },
  });
  return { sent: [...sent, ...sentToQuickstart], names: [...names].sort() };
}

let plain: Observed;
beforeAll(async () => {
  plain = await observed({});
});

test('every case that was there has its name, and its place in the order of sending', async () => {
  const before = plain.sent;
  const { sent: after } = await observed({ rules: changed });
  const known = new Set(before);
  expect(after.filter((one) => known.has(one))).toEqual(before);
  expect(after.length - before.length).toBeGreaterThan(60);
  // An added case has no rank, so it is sent after all ranked ones of its stage.
  const ranked = new Set(
    Object.entries(order).flatMap(([name, { cases = [] }]) => cases.map((one) => `${name}#${one}`)),
  );
  expect(after.filter((one) => !known.has(one) && ranked.has(one))).toEqual([]);
});

test('every case has a name of its own, and the same in every run, whatever the run calls its animals', async () => {
  const { names } = plain;
  expect(names.length).toBeGreaterThan(80);
  for (const [experiment, own] of names) expect(new Set(own).size, experiment).toBe(own.length);
  expect((await observed({ seed: 9, salt: 'another' })).names).toEqual(names);
});

describe('a server that fails', () => {
  const facts = (report: Report) => ({
    signs: signaturesOf(report).map(({ rule, experiment, at, shown }) => ({
      rule,
      experiment,
      at,
      shown,
    })),
    like: withCauses(report).causes?.map(({ rules: [rule], like }) => ({
      rule,
      like: like.map(({ fault }) => fault),
    })),
    failed: report.rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id),
  });
  // One shows in a few requests, the other in most lists.
  const some = ['missing-name-taken', 'list-answers-206'];

  test.each(
    faults.filter(({ name }) => some.includes(name)).map((one) => [one.name, one] as const),
  )('is known by the same signs, and looks like the same: %s', async (_, fault) => {
    const before = await runInMemory({ faults: [fault], seed });
    const after = await runInMemory({ faults: [fault], seed, rules: changed });
    expect(facts(after)).toEqual(facts(before));
    expect(facts(before).signs.length).toBeGreaterThan(0);
  });
});

describe('a rule that was never measured', () => {
  const [fault = expect.fail('no such fault')] = faults.filter(
    ({ name }) => name === 'default-limit-19',
  );
  const later = 'list-animals.added-later';

  test('may fail with any fault; a measured one fails as it is known to', () => {
    const { fails } = expectedOf(fault);
    expect(alsoFailsProblems(fault, [...fails, later])).toEqual([]);
    expect(alsoFailsProblems(fault, [...fails, 'get-animal.unknown-id'])).toEqual([
      expect.stringContaining('get-animal.unknown-id failed unexpectedly'),
    ]);
  });

  test('does not hide what the others look like', async () => {
    const report = await runInMemory({ faults: [fault], seed });
    const [result = expect.fail('nothing failed')] = report.rules.filter(
      ({ outcome }) => outcome === 'failed',
    );
    const failures = result.failures.map((one) => ({ ...one, id: `later-${one.id}` }));
    const rules = [...report.rules, { ...result, id: later, failures }];
    const [cause, ...others] = withCauses({ ...report, rules }).causes ?? [];
    expect(others).toEqual([]);
    expect(cause?.rules).toContain(later);
    expect(cause?.like.map(({ fault: name }) => name)).toEqual([fault.name]);
  });
});
