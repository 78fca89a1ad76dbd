// Texts of arbitrary characters for property tests. fast-check's own unit "binary" takes a second to prepare in each
// worker.
import fc from 'fast-check';

const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.string({ unit: anyCharacter, ...(maxLength !== undefined && { maxLength }) });
