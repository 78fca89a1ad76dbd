// Compares what the matrix shows of a few entries and rules with the exact text: names, cells, links and details.
import { describe, expect, test } from 'vitest';
import { fewRules } from '../../testing/few-rules.js';
import type { Entry } from './entry.js';
import { matrixMarkdown } from './markdown.js';
import { matrixPage } from './page.js';

const { ledger } = fewRules(
  'list-animals.filter',
  'list-animals.filter-finds',
  'list-animals.order',
  'errors.error-object',
).contract;

const acme: Entry = {
  folder: 'vendors/acme one',
  name: 'Acme 2.1',
  organisation: 'Acme Systems',
  standing: 'verified',
  signedWith: 'acme.pem',
  why: null,
  outcomes: 'pwoi',
  incomplete: 1,
  practice: false,
  repeatedBy: null,
  target: 'https://acme.example/v1',
  until: '2027-11-22',
};
const unknown: Entry = {
  ...acme,
  folder: 'unknown',
  name: 'Unknown 1.0',
  organisation: '',
  standing: 'unverified',
  signedWith: null,
  why: 'none of the public keys belongs to its signature',
  outcomes: 'ppop',
  incomplete: 0,
};
const forged: Entry = {
  ...unknown,
  folder: 'forged',
  name: 'Forged 1.0',
  standing: 'refused',
  why: 'badge.svg was changed.',
  outcomes: '----',
  target: '',
  until: '',
};
const entries = [forged, unknown, acme];
const titleOf = (id: string): string => ledger.clauses.find((one) => one.id === id)?.title ?? '';

describe('as Markdown', () => {
  test('there is a column for each, a row for each clause and rule, and no question', () =>
    expect(matrixMarkdown(entries, ledger).replaceAll('\\', ''))
      .toBe(`# Animal Store implementations

3 implementations: 1 verified, 1 unverified, 1 refused. ✓ passed, ! warning, ? undecided, – inapplicable, · untested.

|  | [Acme 2.1 (incomplete)](vendors/acme%20one/index.html) | [Unknown 1.0](unknown/index.html) (unverified) | [Forged 1.0](forged/index.html) (refused) |
| --- | --- | --- | --- |
| Signed with | acme.pem |  |  |
| **4.1 ${titleOf('4.1')}** | [!](vendors/acme%20one/report.html#clause-4.1) | [✓](unknown/report.html#clause-4.1) |   |
| list-animals.filter | [✓](vendors/acme%20one/report.html#list-animals.filter) | [✓](unknown/report.html#list-animals.filter) |   |
| list-animals.filter-finds | [!](vendors/acme%20one/report.html#list-animals.filter-finds) | [✓](unknown/report.html#list-animals.filter-finds) |   |
| **7 ${titleOf('7')}** | [–](vendors/acme%20one/report.html#clause-7) | [✓](unknown/report.html#clause-7) |   |
| errors.error-object | [–](vendors/acme%20one/report.html#errors.error-object) | [✓](unknown/report.html#errors.error-object) |   |

## Not verified

- Unknown 1.0 (\`unknown\`): unverified. none of the public keys belongs to its signature
- Forged 1.0 (\`forged\`): refused. badge.svg was changed.
`));

  test('of many, cells are not linked, names are', () => {
    const many = Array.from({ length: 26 }, (_, at) => ({ ...acme, folder: `v${at}` }));
    const table = matrixMarkdown(many, ledger);
    expect(table).not.toContain('report.html');
    expect(table).toContain('(v25/index.html)');
    expect(table.split('\n').at(-2)?.match(/–/g)).toHaveLength(26);
    expect(table).not.toContain('## Not verified');
  });
});

/** The page without its style and script, with one element per line. */
const page = matrixPage(entries, ledger);
const pieces = (pattern: RegExp): readonly string[] =>
  [...page.matchAll(pattern)].map(([, piece = '']) => piece);

describe('as a page', () => {
  test('names each at the head of its column', () =>
    expect(pieces(/(<th scope="col".*?<\/th>)/g)).toEqual([
      '<th scope="col" class="verified"><a href="vendors/acme%20one/index.html" title="Acme Systems">Acme 2.1 (incomplete)</a></th>',
      '<th scope="col" class="unverified"><a href="unknown/index.html" title="">Unknown 1.0 (unverified)</a></th>',
      '<th scope="col" class="refused"><a href="forged/index.html" title="">Forged 1.0 (refused)</a></th>',
    ]));

  test('has a cell for each clause and rule, linked to its evidence', () =>
    expect(pieces(/<tr[^>]*><th scope="row(?:group)?".*?<\/th>(.*?)<\/tr>/g)).toEqual([
      '<td class="warning verified"><a href="vendors/acme%20one/report.html#clause-4.1" title="warning">!</a></td><td class="passed unverified"><a href="unknown/report.html#clause-4.1" title="passed">✓</a></td><td class="refused"></td>',
      '<td class="passed verified"><a href="vendors/acme%20one/report.html#list-animals.filter" title="passed">✓</a></td><td class="passed unverified"><a href="unknown/report.html#list-animals.filter" title="passed">✓</a></td><td class="refused"></td>',
      '<td class="warning verified"><a href="vendors/acme%20one/report.html#list-animals.filter-finds" title="warning">!</a></td><td class="passed unverified"><a href="unknown/report.html#list-animals.filter-finds" title="passed">✓</a></td><td class="refused"></td>',
      '<td class="inapplicable verified"><a href="vendors/acme%20one/report.html#clause-7" title="inapplicable">–</a></td><td class="passed unverified"><a href="unknown/report.html#clause-7" title="passed">✓</a></td><td class="refused"></td>',
      '<td class="inapplicable verified"><a href="vendors/acme%20one/report.html#errors.error-object" title="inapplicable">–</a></td><td class="passed unverified"><a href="unknown/report.html#errors.error-object" title="passed">✓</a></td><td class="refused"></td>',
    ]));

  test('names each row, and says what is asked', () => {
    expect(pieces(/<th scope="rowgroup">(.*?)<\/th>/g)).toEqual([
      `4.1 ${titleOf('4.1')}`,
      `7 ${titleOf('7')}`,
    ]);
    const judged = ledger.rules.filter(({ kind }) => kind !== 'open');
    expect(pieces(/<th scope="row" title="[^"]+">(.*?)<\/th>/g)).toEqual(
      judged.map(({ id }) => id),
    );
  });

  test('says of each what is known of it, and by whose key it is verified', () =>
    expect(pieces(/<li>(.*?)<\/li>/g)).toEqual([
      '<a href="vendors/acme%20one/index.html">Acme 2.1 (incomplete)</a> <span class="muted small">Acme Systems, https://acme.example/v1; verified, signed with acme.pem, valid until 2027-11-22</span>',
      '<a href="unknown/index.html">Unknown 1.0</a> <span class="muted small">https://acme.example/v1; unverified: none of the public keys belongs to its signature</span>',
      '<a href="forged/index.html">Forged 1.0</a> <span class="muted small">; refused: badge.svg was changed.</span>',
    ]));

  test('gives its script the same, in the same order', () => {
    const [data = ''] = pieces(/<script type="application\/json" id="data">(.*?)<\/script>/g);
    const { rows, entries: drawn, glyphs } = JSON.parse(data) as Record<string, unknown>;
    expect(rows).toEqual([
      'clause-4.1',
      'list-animals.filter',
      'list-animals.filter-finds',
      'clause-7',
      'errors.error-object',
    ]);
    expect(drawn).toEqual([
      ['vendors/acme one', 'Acme 2.1 (incomplete)', 'Acme Systems', 'verified', 'wpwii', 1],
      ['unknown', 'Unknown 1.0', '', 'unverified', 'ppppp', 0],
      ['forged', 'Forged 1.0', '', 'refused', '-----', 0],
    ]);
    expect(glyphs).toMatchObject({ p: ['✓', 'passed', 'passed'], w: ['!', 'warning', 'warning'] });
  });

  test('looks well only where all are verified', () => {
    expect(page).toContain('<header class="hero warning">');
    expect(page).toContain('3 implementations: 1 verified, 1 unverified, 1 refused.');
    expect(matrixPage([acme], ledger)).toContain('<header class="hero passed">');
  });
});
