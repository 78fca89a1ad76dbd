// What the matrix takes from a verification: whether it is valid, whose key signed it, and a letter for each rule.
import { describe, expect, test } from 'vitest';
import { markOrder } from '../../report/words.js';
import { fewRules } from '../../testing/few-rules.js';
import { cleanReport } from '../../testing/reports/fixture.js';
import { verificationOf } from '../../testing/certificates/verification.js';
import { problem } from '../verification/problems.js';
import type { Verification } from '../verification/verification.js';
import {
  countOf,
  type Entry,
  entryOf,
  fewestProblemsFirst,
  letters,
  markOfLetter,
} from './entry.js';

const { ledger } = fewRules(
  'list-animals.filter',
  'list-animals.limit-is-maximum',
  'add-animal.default-status',
  'errors.error-object',
).contract;

const report = cleanReport();
const of = (more: Partial<Verification> = {}, signedWith: string | null = 'acme.pem'): Entry =>
  entryOf('vendors/acme', verificationOf(more), { ledger, signedWith });

describe('an entry of the matrix', () => {
  test('is verified where the certificate holds and a known key has signed it', () =>
    expect(of()).toMatchObject({
      folder: 'vendors/acme',
      name: 'Acme Animal Store 2.1',
      organisation: 'Acme',
      standing: 'verified',
      signedWith: 'acme.pem',
      why: null,
      target: report.target.baseUrl,
    }));

  test('is unverified where no known key has signed it, and names none', () =>
    expect(of({ keyId: undefined, notes: ['The signature was not checked.'] })).toMatchObject({
      name: 'Acme Animal Store 2.1',
      standing: 'unverified',
      signedWith: null,
      why: 'The signature was not checked.',
    }));

  test('is refused where something is wrong, says what first, and repeats nothing of it', () => {
    const problems = [problem('bad-signature', 'It was changed.'), problem('expired', 'Old.')];
    expect(of({ problems, notes: ['A note.'] })).toMatchObject({
      name: 'Acme Animal Store 2.1',
      standing: 'refused',
      signedWith: null,
      why: 'It was changed.',
      outcomes: '----',
      incomplete: 0,
      until: '',
    });
  });

  test('has the name of its folder where nobody knows what it is about', () =>
    expect(of({ implementation: undefined, keyId: undefined })).toMatchObject({
      name: 'vendors/acme',
      organisation: '',
      standing: 'refused',
    }));

  test('has a letter for each rule of the ledger, in its order', () => {
    const rules = report.rules
      .filter(({ id }) => id !== 'errors.error-object')
      .map((rule) =>
        rule.id === 'list-animals.limit-is-maximum'
          ? { ...rule, outcome: 'inapplicable' as const }
          : rule,
      );
    expect(ledger.rules.map(({ id }) => id)).toEqual([
      'list-animals.limit-is-maximum',
      'list-animals.filter',
      'add-animal.default-status',
      'errors.error-object',
    ]);
    expect(of({ report: { ...report, rules } }).outcomes).toBe('ipo-');
  });

  test('has one letter for each mark, and of none is the mark unknown', () => {
    for (const mark of markOrder) expect(markOfLetter(letters[mark])).toBe(mark);
    expect(markOfLetter('-')).toBeUndefined();
    expect(countOf({ ...of(), outcomes: 'pfpf-w' }, 'failed')).toBe(2);
  });

  test('comes before others by its standing, its problems, its name and its folder', () => {
    const one = (folder: string, more: Partial<Entry> = {}): Entry => ({
      ...of(),
      folder,
      ...more,
    });
    const inOrder = [
      one('a', { name: 'A', outcomes: 'p' }),
      one('b', { name: 'A', outcomes: 'p' }),
      one('c', { name: 'B', outcomes: 'p' }),
      one('d', { name: 'A', outcomes: 'c' }),
      one('e', { name: 'A', outcomes: 'w' }),
      one('f', { name: 'A', outcomes: 'f' }),
      one('g', { name: 'A', standing: 'unverified', outcomes: 'p' }),
      one('h', { name: 'A', standing: 'refused', outcomes: '-' }),
    ];
    const shuffled = [5, 2, 7, 0, 4, 6, 1, 3].map((at) => inOrder[at] ?? of());
    expect(
      fewestProblemsFirst(shuffled)
        .map(({ folder }) => folder)
        .join(''),
    ).toBe('abcdefgh');
  });
});
