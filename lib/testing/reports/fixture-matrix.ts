// For tests: implementations for the matrix, verified, warned, unknown and forged, and a thousand of them.
import type { Entry } from '../../certify/matrix/entry.js';
import { loadLedger } from '../../contract/ledger.js';

export const ledger = loadLedger();
const passed = ledger.rules.map(({ kind }) => (kind === 'open' ? 'o' : 'p')).join('');
const judged = ledger.rules.findIndex(({ kind }) => kind === 'implied');
/** A rule of which one implementation is warned. */
export const id = ledger.rules[judged]?.id ?? '';
const withLetter = (letter: string): string =>
  passed.slice(0, judged) + letter + passed.slice(judged + 1);

export const entry = (name: string, more: Partial<Entry> = {}): Entry => ({
  folder: `vendors/${name.toLowerCase()}`,
  name: `${name} 1.0`,
  organisation: `${name} Systems`,
  standing: 'verified',
  signedWith: `${name.toLowerCase()}.pem`,
  why: null,
  outcomes: passed,
  incomplete: 0,
  practice: false,
  repeatedBy: null,
  target: `https://${name.toLowerCase()}.example/v1`,
  until: '2027-11-22',
  ...more,
});

export const entries: readonly Entry[] = [
  entry('Forged', {
    standing: 'refused',
    why: 'badge.svg is the badge of another certificate.',
    outcomes: '-'.repeat(passed.length),
  }),
  entry('Warned', { outcomes: withLetter('w') }),
  entry('Unknown', { standing: 'unverified', why: 'none of the public keys signed it' }),
  entry('Beta'),
  entry('Alpha'),
];

export const thousand: readonly Entry[] = Array.from({ length: 1000 }, (_, at) =>
  entry(`Vendor ${String(at).padStart(4, '0')} with quite a long name`, {
    folder: `certificates/vendor-with-quite-a-long-name-${at}`,
  }),
);
