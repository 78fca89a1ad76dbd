// A certificate is there for a key of any form: in a run with it, the cases are those that the form gives.
import { describe, expect, test } from 'vitest';
import { suites } from '../../../suites/index.js';
import { wronglyListed, withoutRecordedCase } from '../../certify/certificate/provable.js';
import { wrongKeys } from '../../contract/values/values.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { oneIn } from '../../proof/sample.js';
import { reEvaluated } from './re-evaluate.js';
import { credentialsOfEachForm, isOfKnownForm } from './forms-of-keys.js';

/** No other rules send wrong keys. */
const rules = [...(suites['authentication'] ?? []), ...(suites['messages'] ?? [])];

const fakeKeys = [
  'fake-key-123/+x=Q9',
  'fakekey0123456789abcd',
  'FakeKey0123456789',
  'FAKE-KEY-1',
  'fa4ec0ffee1b2c3d4e5f6a7b8c9d0e1f',
  '00000000-fa4e-4000-8000-00000000fa4e',
  'ZmFrZS1rZXktMDEyMzQ1Njc4OQ==',
  'sk_live_Fake.Key.99',
  '12345678901234',
  'k-123456789',
  'K-123456789',
  'k12345678901',
  'K1234567890123456',
  'Fakekey0123456789',
  'Fakekey-0123456789',
  'fAKEKEY0123456789',
  'FakeKey0123456789-',
  'fakefakefake.fakefakefake.fakefakefake',
  'FakeFakeFake1.FakeFakeFake1.FakeFakeFake1',
];

describe('a key', () => {
  test('of one character alone is of no known form', () => {
    expect([isOfKnownForm('fake-key-1'), isOfKnownForm('7'.repeat(20))]).toEqual([true, false]);
  });

  const labels = credentialsOfEachForm().map((one) => one.wrongKeys.map(({ label }) => label));

  test.each(fakeKeys)('of the form of %s has the wrong keys of a form', (key) => {
    expect(labels).toContainEqual(wrongKeys(key).map(({ label }) => label));
  });

  const certified = [
    'FakeKey0123456789',
    'fa4ec0ffee1b2c3d4e5f6a7b8c9d0e1f',
    'fake-key-123/+x=Q9',
    // Every name, address or animal holds most of these.
    'fake-conformance-key',
    'fake-in.memory',
    'pending-1',
    'secret-api-key-123',
  ];
  test.each(oneIn(3, certified))('such as %s gets its certificate', async (key) => {
    const report = await runInMemory({ keepCases: true, seed: 5, serverKey: key, rules });
    const again = await reEvaluated(report, rules);
    expect(wronglyListed(report, again)).toEqual([]);
    expect(withoutRecordedCase(report, again)).toEqual([]);
    expect(again.contradictions).toEqual([]);
  });
});
