// Makes many random changes to the files of a certificate, all of which must be noticed.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { notAReport } from '../../api/reports/report-file.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { fewRules } from '../../testing/few-rules.js';
import { implementation } from '../../testing/certificates/vendor.js';
import { certificateFiles } from '../certificate/certificate.js';
import { newKeys } from '../certificate/signature.js';
import { verified } from './verify.js';

test('random single changes are all noticed', async () => {
  const { contract, rules, scope } = fewRules('list-animals.filter', 'add-animal.keeps-name');
  const kit = { name: 'animal-store-conformance', version: '9.9.9', digest: 'a'.repeat(64) };
  const report = await runInMemory({ keepCases: true, kit, rules, scope });
  const keys = newKeys();
  const context = { clauses: contract.ledger.clauses.map((clause) => ({ ...clause, link: '' })) };
  const key = createPrivateKey(keys.privateKey);
  const files = new Map(
    certificateFiles(report, implementation, key, context).map(({ name, text }) => [
      name,
      Buffer.from(text),
    ]),
  );
  const problemsOf = async (changed: ReadonlyMap<string, Buffer>): Promise<number> => {
    const { problems } = await verified({
      files: changed,
      publicKey: createPublicKey(keys.publicKey),
      now: Date.parse(report.run.startedAt),
      kit,
      contract,
      rules,
      context,
      notAReport,
      signedOnly: true,
    });
    return problems.length;
  };
  expect(await problemsOf(files)).toBe(0);
  const names = [...files.keys()];
  const change = fc.record({
    name: fc.constantFrom(...names),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    how: fc.constantFrom('flip', 'insert', 'drop', 'double', 'cut', 'swap'),
    byte: fc.integer({ min: 1, max: 255 }),
    length: fc.integer({ min: 1, max: 40 }),
  });
  let unnoticed: readonly unknown[] = [];
  await fc.assert(
    fc.asyncProperty(change, async (one) => {
      const bytes = files.get(one.name) as Buffer;
      const changed = changedBy(bytes, one);
      if (changed.equals(bytes)) return;
      if ((await problemsOf(new Map([...files, [one.name, changed]]))) === 0)
        unnoticed = [...unnoticed, one];
    }),
    { numRuns: Number(process.env['FUZZ'] ?? 60), seed: 16 },
  );
  expect(unnoticed).toEqual([]);
});

interface Change {
  readonly at: number;
  readonly how: string;
  readonly byte: number;
  readonly length: number;
}

function changedBy(bytes: Buffer, { at, how, byte, length }: Change): Buffer {
  const place = Math.floor(at * bytes.length);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  switch (how) {
    case 'flip':
      return Buffer.concat([before, Buffer.from([after[0]! ^ byte]), after.subarray(1)]);
    case 'insert':
      return Buffer.concat([before, Buffer.from([byte]), after]);
    case 'drop':
      return Buffer.concat([before, after.subarray(length)]);
    case 'double':
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 'cut':
      return Buffer.from(before);
    default:
      return Buffer.concat([before, after.subarray(1, 2), after.subarray(0, 1), after.subarray(2)]);
  }
}
