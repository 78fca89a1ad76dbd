// Compares every word and every measure of a certificate, a matrix and a comparison with a golden file. `npx vitest run
// --project kit lib/certify/golden.test.ts -u` accepts a change, which people then review.
import { describe, expect, test } from 'vitest';
import type { Ledger } from '../contract/ledger.js';
import { loadLedger } from '../contract/ledger.js';
import type { Report } from '../judge/result/report.js';
import { entry as entryOf } from '../testing/reports/fixture-matrix.js';
import { cleanReport } from '../testing/reports/fixture.js';
import { differing, production, staging, withRule } from '../testing/reports/fixture-comparison.js';
import { pageInLines } from '../testing/reports/golden.js';
import { derivedFiles } from './certificate/certificate.js';
import type { Certified } from './certificate/facts.js';
import { statementOf } from './certificate/statement.js';
import { compareReports } from './comparison/compare.js';
import { comparisonJson } from './comparison/shown/parts.js';
import { comparisonMarkdown } from './comparison/shown/markdown.js';
import { comparisonHtml } from './comparison/shown/page.js';
import { renderComparison } from './comparison/shown/terminal.js';
import type { Entry } from './matrix/entry.js';
import { matrixMarkdown } from './matrix/markdown.js';
import { matrixPage } from './matrix/page.js';

const golden = async (text: string, file: string): Promise<void> => {
  const legible = file.endsWith('.html') ? pageInLines(text) : text;
  await expect(legible).toMatchFileSnapshot(`golden/${file}.txt`);
};

/** Servers in `.example` are for practice. */
const catalogue = 'https://animals.example.com/v1';
const quickstart = 'https://quickstart.example.com';
const tested = (more: Partial<Report> = {}): Report => ({
  ...cleanReport(),
  kit: { ...cleanReport().kit, digest: '1'.repeat(64) },
  contract: { ...cleanReport().contract, digest: '2'.repeat(64) },
  target: { ...cleanReport().target, baseUrl: catalogue, quickstartBaseUrl: quickstart },
  profiles: { catalogue: 'conformant', quickstart: 'conformant' },
  ...more,
});

/** The store kept a rule from being tested. */
const incomplete = (): Report => {
  const hidden = { outcome: 'inapplicable', because: 'full lists' } as const;
  return withRule(tested(), 'list-animals.nothing-matches', hidden);
};

const implementation = {
  organisation: 'Shelter & Sons',
  product: 'Shelter',
  version: '2.1.0',
  url: 'https://shelter.example',
  contact: ['conformance@shelter.example', 'https://shelter.example/help'],
};

describe.each([
  ['certificate', tested(), implementation],
  [
    'incomplete-certificate',
    incomplete(),
    { ...implementation, image: `sha256:${'a'.repeat(64)}`, commit: 'b'.repeat(40) },
  ],
] as const)('%s, to the letter', (folder, report, about) => {
  const certified: Certified = {
    report,
    implementation: about,
    digest: '0123456789abcdef'.repeat(4),
    keyId: 'c'.repeat(64),
    reportDigest: 'd'.repeat(64),
  };
  const digests = { report: certified.reportDigest, page: 'e'.repeat(64) };
  const files = derivedFiles(statementOf(report, about, digests), certified);
  test.each(files.map(({ name, text }) => [name, text] as const))('%s', async (name, text) =>
    golden(text, `${folder}/${name}`),
  );
});

describe('a matrix, to the letter', () => {
  const whole = loadLedger();
  const ids = ['list-animals.filter', 'add-animal.missing-name', 'authentication.wrong-key'];
  /** A ledger with an additional stated, implied and open rule, in other clauses. */
  const ledger: Ledger = {
    ...whole,
    rules: whole.rules
      .filter(({ id }) => [...ids, 'add-animal.odd-names', 'list-animals.order'].includes(id))
      .map((rule) => ({ ...rule, statement: `What ${rule.id} says.` })),
  };
  const passed = ledger.rules.map(({ kind }) => (kind === 'open' ? 'o' : 'p')).join('');
  const entry = (name: string, more: Partial<Entry> = {}): Entry =>
    entryOf(name, { outcomes: passed, ...more });
  const entries = [
    entry('Forged', {
      standing: 'refused',
      signedWith: null,
      why: 'badge.svg is the badge of another certificate.',
      outcomes: '-'.repeat(passed.length),
    }),
    entry('Warned', { outcomes: `w${passed.slice(1)}` }),
    entry('Partial', { incomplete: 2, outcomes: `u${passed.slice(1)}` }),
    entry('Unknown', {
      standing: 'unverified',
      signedWith: null,
      why: 'none of the public keys signed it',
    }),
    entry('Alpha'),
  ];
  test('MATRIX.md', async () => golden(matrixMarkdown(entries, ledger), 'matrix/matrix.md'));
  test('index.html', async () => golden(matrixPage(entries, ledger), 'matrix/index.html'));
});

describe('a comparison, to the letter', () => {
  const comparisons = {
    different: compareReports(...differing(), { operands: ['a', 'b'] }),
    same: compareReports(staging(), production(), { operands: ['a', 'b'] }),
  };
  test.each(Object.entries(comparisons))('%s', async (name, comparison) => {
    const plain = { colour: false, width: 100 };
    await golden(renderComparison(comparison, plain), `comparison/${name}-terminal`);
    await golden(comparisonMarkdown(comparison), `comparison/${name}.md`);
    await golden(comparisonHtml(comparison), `comparison/${name}.html`);
    await golden(comparisonJson(comparison), `comparison/${name}.json`);
  });
});
