// Every certificate can be verified: none of its files is larger than `verify` reads.
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { mostBytes } from '../../../api/files.js';
import { runInMemory } from '../../../in-memory/in-memory.js';
import { fewRules } from '../../../testing/few-rules.js';
import { implementation } from '../../../testing/certificates/vendor.js';
import { issued } from './issue.js';

test('a report that nobody could verify is not certified', async () => {
  const { rules, scope } = fewRules('add-animal.keeps-name', 'messages.returns-message');
  const report = await runInMemory({ keepCases: true, rules, scope });
  const { privateKey } = generateKeyPairSync('ed25519');
  const certified = (warning: string) =>
    issued({ ...report, run: { ...report.run, warnings: [warning] } }, implementation, privateKey, {
      incomplete: false,
    });
  // Of a usual size it comes to its verification, which knows no kit of tests.
  await expect(certified('A warning.')).rejects.toThrow('made by another kit');
  expect(await certified('x'.repeat(mostBytes.ofReport))).toEqual({
    missing: [expect.stringMatching(/^report\.\w+ would have 1\d MB, and `verify` reads .*16 MB$/)],
  });
});
