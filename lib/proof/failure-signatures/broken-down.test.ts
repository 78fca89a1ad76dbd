// One defect of a service is one cause, whichever rules it breaks.
import { expect, test } from 'vitest';
import { faults } from '../../reference/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { withCauses } from './index.js';

test('a valid key that is refused now and then is one cause, and told as that', async () => {
  const refusing = faults.filter(({ name }) => name === 'valid-key-refused-once-in-10');
  const report = withCauses(await runInMemory({ faults: refusing, seed: 3 }));
  const failed = report.rules.filter(({ outcome }) => outcome === 'failed');
  expect(failed.length).toBeGreaterThan(2);
  expect(report.causes?.map(({ rules: [first] }) => first)).toEqual(['authentication.valid-key']);
});
