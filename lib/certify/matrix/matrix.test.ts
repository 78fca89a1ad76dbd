// What the matrix takes from a verification, what stands first in it, and what is hidden of invalid certificates. Its
// looks are in golden files.
import { describe, expect, test } from 'vitest';
import { markOrder } from '../../report/words.js';
import { fewRules } from '../../testing/few-rules.js';
import { verificationOf } from '../../testing/certificates/verification.js';
import { cleanReport } from '../../testing/reports/fixture.js';
import { entries, entry, ledger as whole, thousand } from '../../testing/reports/fixture-matrix.js';
import { problem } from '../verification/problems.js';
import type { Verification } from '../verification/outcome.js';
import {
  countOf,
  type Entry,
  entryOf,
  fewestProblemsFirst,
  letters,
  markOfLetter,
  toldApart,
} from './entry.js';
import { matrixMarkdown } from './markdown.js';
import { matrixPage } from './page.js';

const { ledger } = fewRules(
  'list-animals.filter',
  'list-animals.filter-finds',
  'add-animal.default-status',
  'errors.error-object',
).contract;
const report = cleanReport();
const of = (more: Partial<Verification> = {}): Entry =>
  entryOf('vendors/acme', verificationOf(more), { ledger, signedWith: 'acme.pem' });

describe('an entry of the matrix', () => {
  const { baseUrl } = report.target;
  const named = { name: 'Acme Animal Store 2.1', organisation: 'Acme', target: baseUrl };
  const problems = [problem('bad-signature', 'It was changed.'), problem('expired', 'Old.')];
  const said = 'The signature was not checked.';

  test.each<[string, Partial<Verification>, Partial<Entry>]>([
    [
      'is verified where the certificate holds and a known key has signed it',
      {},
      { ...named, standing: 'verified', signedWith: 'acme.pem', why: null },
    ],
    [
      'is unverified where no known key has signed it, and names none',
      { keyId: undefined, notes: [said] },
      { ...named, standing: 'unverified', signedWith: null, why: said },
    ],
    [
      'is refused where something is wrong, says what first, and repeats nothing of it',
      { problems, notes: ['A note.'] },
      {
        ...named,
        standing: 'refused',
        signedWith: null,
        why: 'It was changed.',
        outcomes: '----',
        incomplete: 0,
        until: '',
      },
    ],
    [
      'has the name of its folder where nobody knows what it is about',
      { implementation: undefined, keyId: undefined },
      { name: 'vendors/acme', organisation: '', standing: 'refused' },
    ],
  ])('%s', (_, verification, expected) =>
    expect(of(verification)).toMatchObject({ folder: 'vendors/acme', ...expected }),
  );

  test('has a letter for each rule of the ledger, in its order', () => {
    const ids = ['list-animals.filter', 'list-animals.filter-finds', 'add-animal.default-status'];
    expect(ledger.rules.map(({ id }) => id)).toEqual([...ids, 'errors.error-object']);
    const [any] = report.rules;
    const outcomes = ['passed', 'inapplicable', 'observed'] as const;
    const rules = ids.map((id, at) => ({ ...any!, id, outcome: outcomes[at]! }));
    expect(of({ report: { ...report, rules } }).outcomes).toBe('pio-');
  });

  test('has one letter for each mark, and of none is the mark unknown', () => {
    for (const mark of markOrder) expect(markOfLetter(letters[mark])).toBe(mark);
    expect(markOfLetter('-')).toBeUndefined();
    expect(countOf({ ...of(), outcomes: 'pfpf-w' }, 'failed')).toBe(2);
  });

  test('comes before others by its standing, its problems, its name and its folder', () => {
    const inOrder = [
      { folder: 'a', outcomes: 'p' },
      { folder: 'b', outcomes: 'p' },
      { folder: 'c', outcomes: 'p', name: 'B' },
      { folder: 'd', outcomes: 'c' },
      { folder: 'e', outcomes: 'w' },
      { folder: 'f', outcomes: 'f' },
      { folder: 'g', outcomes: 'p', standing: 'unverified' as const },
      { folder: 'h', outcomes: '-', standing: 'refused' as const },
    ].map((more) => ({ ...of(), name: 'A', ...more }));
    const shuffled = [5, 2, 7, 0, 4, 6, 1, 3].map((at) => inOrder[at]!);
    expect(fewestProblemsFirst(shuffled)).toEqual(inOrder);
  });

  test('names its folder where another is of the same product', () => {
    const entries = [
      { ...of(), name: 'A', folder: 'x' },
      { ...of(), name: 'A', folder: 'y' },
      { ...of(), name: 'A', organisation: 'Other' },
      { ...of(), name: 'B' },
    ];
    expect(toldApart(entries).map(({ name }) => name)).toEqual(['A, x', 'A, y', 'A', 'B']);
  });
});

describe('the matrix', () => {
  const incomplete = entry('Acme', {
    folder: 'vendors/acme one',
    organisation: '',
    outcomes: 'pwoi',
    incomplete: 1,
  });
  const forged = entry('Forged', { standing: 'refused', why: 'No.', outcomes: '----', target: '' });
  const page = matrixPage([forged, incomplete], ledger);

  test('as a table has a cell for each, and no link to what is refused', () => {
    const table = matrixMarkdown(entries, whole);
    expect(table).not.toMatch(/\]\([^)]*forged/);
    expect(table).toContain('| Forged 1.0 (refused) |');
    expect(page).not.toMatch(/href="[^"]*forged/);
    const rows = table.split('\n').filter((line) => line.startsWith('|'));
    expect(new Set(rows.map((line) => line.split(' | ').length))).toEqual(
      new Set([entries.length + 1]),
    );
    expect(matrixMarkdown([incomplete], ledger)).toContain(
      '[Acme 1.0 (incomplete)](vendors/acme%20one/index.html)',
    );
  });

  test('of many links no cells, but names', () => {
    const many = Array.from({ length: 26 }, (_, at) => ({ ...incomplete, folder: `v${at}` }));
    const table = matrixMarkdown(many, ledger);
    expect(table).not.toContain('report.html');
    expect(table).toContain('(v25/index.html)');
    expect(table.split('\n').at(-2)?.match(/–/g)).toHaveLength(26);
    expect(table).not.toContain('## Not verified');
  });

  test('gives its script what the page shows, a clause with the worst of its rules', () => {
    const [, data = ''] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(page)!;
    expect(JSON.parse(data)).toMatchObject({
      rows: [
        'clause-4.1',
        'list-animals.filter',
        'list-animals.filter-finds',
        'clause-7',
        'errors.error-object',
      ],
      entries: [
        ['vendors/acme one', 'Acme 1.0 (incomplete)', '', 'verified', 'wpwii', 1],
        ['vendors/forged', 'Forged 1.0', 'Forged Systems', 'refused', '-----', 0],
      ],
      glyphs: { p: ['✓', 'passed', 'passed'], w: ['!', 'warning', 'warning'] },
    });
    expect(page).toContain('<a href="vendors/acme%20one/report.html#clause-4.1" title="warning">!');
  });

  test('as a page says of each only what is known, and looks well only where all are verified', () => {
    expect([...page.matchAll(/<li>(.*?)<\/li>/g)].map(([, item]) => item)).toEqual([
      '<a href="vendors/acme%20one/index.html">Acme 1.0 (incomplete)</a> <span class="muted small">https://acme.example/v1; verified, signed with acme.pem, valid until 2027-11-22</span>',
      '<span>Forged 1.0</span> <span class="muted small">Forged Systems, ; refused: No.</span>',
    ]);
    expect(page).toContain('<header class="hero warning">');
    expect(matrixPage([incomplete], ledger)).toContain('<header class="hero passed">');
  });

  test('escapes what vendors call themselves', () => {
    const hostile = [entry('Evil', { name: '</script><b>|[x](y)\u202e', organisation: '"><i>' })];
    const shown = matrixPage(hostile, ledger);
    expect(shown).not.toMatch(/<b>|<i>|<\/script><b/);
    expect(shown).not.toContain('\u202e');
    const [head = ''] = matrixMarkdown(hostile, ledger).split('\n').slice(4);
    expect(head.split(' | ')).toHaveLength(2);
    expect(head).not.toContain('\u202e');
  });

  test('of a thousand vendors stays below two megabytes', () => {
    expect(Buffer.byteLength(matrixPage(thousand, whole))).toBeLessThan(2_000_000);
    expect(Buffer.byteLength(matrixMarkdown(thousand, whole))).toBeLessThan(2_000_000);
  });
});
