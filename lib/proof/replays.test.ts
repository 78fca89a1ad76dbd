// Every rule's failure can be reproduced: what its report says is enough to catch a new server with the same defect.
import { describe, expect, test } from 'vitest';
import { startRun, type RunStart } from '../judge/run/start-run.js';
import { type ReportedFailure, replayed } from '../judge/failures/replay.js';
import type { Rule } from '../judge/rules/rule.js';
import { type Fault, faults } from '../reference/index.js';
import { allRules } from '../../suites/index.js';
import { prepareInMemory } from '../in-memory/in-memory.js';
import { isWhole, oneIn } from './sample.js';

/** These compare cases with one another, or need animals from other cases, so the whole rule is replayed. */
const wholeRules = [
  'list-animals.filter',
  'list-animals.as-created',
  'list-animals.unknown-status',
  'add-animal.keeps-category',
  'add-animal.unique-ids',
  'get-animal.unknown-id',
  'errors.valid-requests',
  'messages.unique-ids',
];

/** A case is found again by its experiment, so one rule of those that share theirs is enough, and each that judges whole. */
const judged = allRules.filter(
  ({ id, form, experiments }, at) =>
    form !== 'open' &&
    (isWhole ||
      wholeRules.includes(id) ||
      allRules.findIndex(
        (other) => other.form === form && other.experiments[0] === experiments[0],
      ) === at),
);

/** A run of one rule against a new server with a defect. */
const fresh = (rule: Rule, fault: Fault): RunStart =>
  prepareInMemory({
    faults: [fault],
    seed: 5,
    rules: [rule],
    populateAlways: true,
    scope: { full: false, readOnly: false, only: [rule.id], shard: null },
  });

/** Finds a defect that this rule shows by itself, because some show only in the requests of other rules. */
async function caught(rule: Rule): Promise<ReportedFailure & { readonly fault: Fault }> {
  for (const fault of faults) {
    if (fault.rule !== rule.id || fault.byChance !== undefined) continue;
    const result = (await startRun(fresh(rule, fault))).rules[0];
    const failure = result?.failures[0];
    if (result && failure) return { result, failure, fault };
  }
  return expect.fail('no fault shows by this rule alone');
}

describe('a failure, sent again', () => {
  test.each(oneIn(2, judged).map((rule) => [rule.id, rule] as const))('%s', async (_, rule) => {
    const { fault, ...found } = await caught(rule);
    const again = replayed(found, allRules) ?? expect.fail('its place is not known');
    const alone =
      again.onlyCase &&
      (await startRun({ ...fresh(rule, fault), populateAlways: false, onlyCase: again.onlyCase }))
        .rules[0];
    if (alone?.outcome === 'failed') return;
    expect(wholeRules).toContain(rule.id);
    const whole = (await startRun({ ...fresh(rule, fault), populateAlways: again.populated }))
      .rules[0];
    expect(whole?.outcome).toBe('failed');
  });
});
