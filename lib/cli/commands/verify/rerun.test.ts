// Who repeats a certified run and asks for a signature learns why there is none.
import { expect, test } from 'vitest';
import { world } from '../../../testing/io.js';
import { countersigned, type Repeated } from './rerun.js';

const fine: Repeated = { differences: [], undecided: [], notes: [], lapsed: [], rules: 9, same: 9 };

test.each<[Partial<Repeated>, string]>([
  [{ differences: ['a.b fails now.'] }, '1 rule of the certificate fails now.'],
  [{ undecided: ['a.b is undecided.', 'c.d is undecided.'] }, '2 rules could not be decided.'],
  [
    { lapsed: ['a.b'] },
    '1 rule could not be repeated, because the store is not as empty as it was (a.b). Empty it, and repeat the run.',
  ],
])('a run that did not come out the same is not signed: %j', async (found, why) => {
  const { io, written } = world({});
  const certified = { report: {}, implementation: {}, statement: {}, digest: 'x', keyId: 'y' };
  const asked = {
    files: new Map(),
    verification: certified as never,
    again: { ...fine, ...found },
    key: {} as never,
    operand: 'certificate',
  };
  expect(await countersigned(asked, io as never)).toBe(false);
  expect(written.err).toBe(`animal-store-conformance: Not signed: ${why}\n`);
});
