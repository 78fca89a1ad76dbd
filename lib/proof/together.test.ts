import { expect, test } from 'vitest';
import { faultNamed, faults, type Fault } from '../reference/index.js';
import { expectedOf } from './also-fails/index.js';
import { groupsOf, proveTogether } from './together.js';

const named = (name: string): Fault => faultNamed(name) ?? expect.fail(`there is no fault ${name}`);

test('each fault is in one group, and no rule may fail with two faults of a group', () => {
  const groups = groupsOf(faults);
  const names = (of: readonly Fault[]): readonly string[] => of.map(({ name }) => name).sort();
  expect(names(groups.flat())).toEqual(names(faults));
  expect(groups.length).toBeLessThan(0.4 * faults.length);
  for (const group of groups) {
    const rules = group.flatMap((fault) => {
      const { fails, mayFail } = expectedOf(fault);
      return [...new Set([...fails, ...mayFail])];
    });
    expect(new Set(rules).size, group.map(({ name }) => name).join(' + ')).toBe(rules.length);
  }
});

const apart = ['default-limit-19', 'message-trimmed', 'html-404'].map(named);

test('each fault of a group has the rules that fail with it', async () => {
  const alone = await Promise.all(apart.map((fault) => proveTogether([fault], 1)));
  expect(await proveTogether(apart, 1)).toEqual(alone.flat());
});

test('in a group, a fault that is not caught is found, and so is a rule that fails unexpectedly', async () => {
  const harmless: Fault = {
    ...named('default-limit-19'),
    name: 'harmless',
    change: () => undefined,
  };
  const other: Fault = { ...named('missing-name-taken'), name: 'of another rule' };
  const problemsOf = async (group: readonly Fault[]): Promise<readonly string[]> =>
    (await proveTogether(group, 1)).flatMap(({ problems }) => problems);
  const { rule } = harmless;
  expect(await problemsOf([...apart.slice(1, 2), harmless])).toEqual([
    expect.stringContaining(`${rule} was expected to fail for the fault harmless`),
  ]);
  const found = await problemsOf([
    ...apart.slice(0, 1),
    { ...other, rule: 'add-animal.invalid-name' },
  ]);
  expect(found.join('\n')).toContain('failed unexpectedly for the fault of another rule');
});
