// Several names are sent as one. Where it comes back altered, the failure shows the part that is.
import { expect, test } from 'vitest';
import { runInMemory } from '../lib/in-memory/in-memory.js';
import { faultNamed } from '../lib/reference/index.js';
import { allRules } from './index.js';

test.each([
  ['name-escaped-for-html', 'add-animal.keeps-name', /`name` "Tom & Jerry" came back as/],
  ['name-tab-to-space', 'add-animal.odd-names', /An odd name \(a tab\) was altered/],
  // No part is as long as what is cut, so that only the whole shows it.
  ['name-cut-at-255', 'add-animal.odd-names', /came back as its first \d+ characters/],
])('%s', async (name, id, says) => {
  const fault = faultNamed(name) ?? expect.fail(name);
  const { rules } = await runInMemory({
    faults: [fault],
    rules: allRules.filter((rule) => rule.id.startsWith('add-animal.')),
  });
  const failed = rules.find((rule) => rule.id === id);
  expect(failed?.failures.map(({ cause }) => cause)).toContainEqual(expect.stringMatching(says));
});
