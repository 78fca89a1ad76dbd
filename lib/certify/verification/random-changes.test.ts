// Makes many random changes to the files of a certificate, all of which must be noticed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewRules } from '../../testing/few-rules.js';
import { type Files, issuedFor } from '../../testing/certificates/issued.js';

test('random single changes are all noticed', async () => {
  const issued = await issuedFor(fewRules('list-animals.filter', 'add-animal.keeps-name'));
  const { files } = issued;
  const problemsOf = async (changed: Files): Promise<number> =>
    (await issued.verify(changed, { signedOnly: true })).problems.length;
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
