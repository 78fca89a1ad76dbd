// ctrf.json of a report with very many rules and failures: what is in it is held in files.test.ts.
import { expect, test } from 'vitest';
import { context, manyFailures } from '../../testing/reports/fixture.js';
import { ctrfJson } from './ctrf.js';

test('the failures are sorted once, however many rules there are', () => {
  let reads = 0;
  const { rules, ...rest } = manyFailures();
  const counted = {
    ...rest,
    get rules() {
      reads += 1;
      return rules;
    },
  };
  ctrfJson(counted, context);
  expect(reads).toBeLessThan(5);
});
