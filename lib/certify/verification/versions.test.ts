// A certificate of another version of the kit can be verified only by that version.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { allRules } from '../../../suites/index.js';
import { loadContract } from '../../contract/contract.js';
import { notAReport } from '../../api/reports/report-file.js';
import { cleanReport } from '../../testing/reports/fixture.js';
import { context } from '../../testing/reports/fixture-parts.js';
import { certificateFiles } from '../certificate/certificate.js';
import { newKeys } from '../certificate/signature.js';
import { verified } from './verify.js';

const kit = { name: 'animal-store-conformance', version: '9.9.9', digest: 'a'.repeat(64) };
const implementation = {
  organisation: 'Acme',
  product: 'Acme Animal Store',
  version: '2.1',
  url: 'https://acme.example',
  contact: ['support@acme.example'],
};

test.each([
  ['8.0.0', 'other-kit', 'kit (animal-store-conformance 8.0.0, aaaaaaaaaaaa…)'],
  ['9.9.9', 'other-contract', 'is about another contract'],
])('by %s, with the ledger of that version: %s', async (version, kind, said) => {
  const vendor = newKeys();
  const { contract } = cleanReport();
  const report = {
    ...cleanReport(),
    kit: { ...kit, version },
    contract: { ...contract, digest: 'b'.repeat(64) },
  };
  const key = createPrivateKey(vendor.privateKey);
  const files = certificateFiles(report, implementation, key, context);
  const { problems } = await verified({
    files: new Map(files.map(({ name, text }) => [name, Buffer.from(text)])),
    publicKey: createPublicKey(vendor.publicKey),
    now: Date.parse(report.run.startedAt),
    kit,
    contract: loadContract(),
    rules: allRules,
    context,
    notAReport,
  });
  const found = problems.filter((one) => one.kind === 'other-kit' || one.kind === 'other-contract');
  expect(found).toEqual([{ kind, message: expect.stringContaining(said) as string }]);
});
