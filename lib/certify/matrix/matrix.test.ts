// Tests the order and the links of the matrix, what it hides of invalid certificates, and its page in a browser.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLedger } from '../../contract/ledger.js';
import { foundByAxe, isBrowserThere, launched, troubleOf } from '../../testing/pages/browser.js';
import { type Entry, fewestProblemsFirst } from './entry.js';
import { matrixMarkdown } from './markdown.js';
import { matrixPage } from './page.js';

const ledger = loadLedger();
const passed = ledger.rules.map(({ kind }) => (kind === 'open' ? 'o' : 'p')).join('');
const judged = ledger.rules.findIndex(({ kind }) => kind === 'implied');
const id = ledger.rules[judged]?.id ?? '';
const withLetter = (letter: string): string =>
  passed.slice(0, judged) + letter + passed.slice(judged + 1);

const entry = (name: string, more: Partial<Entry> = {}): Entry => ({
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

const entries: readonly Entry[] = [
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

const thousand = Array.from({ length: 1000 }, (_, at) =>
  entry(`Vendor ${String(at).padStart(4, '0')} with quite a long name`, {
    folder: `certificates/vendor-with-quite-a-long-name-${at}`,
  }),
);

describe('the matrix', () => {
  test('has the verified first, and of these those with the fewest problems', () =>
    expect(fewestProblemsFirst(entries).map(({ name }) => name)).toEqual([
      'Alpha 1.0',
      'Beta 1.0',
      'Warned 1.0',
      'Unknown 1.0',
      'Forged 1.0',
    ]));

  test('as a table links each cell, says who is not verified and why', () => {
    const table = matrixMarkdown(entries, ledger);
    expect(table).toContain('5 implementations: 3 verified, 1 unverified, 1 refused.');
    const row = table.split('\n').find((line) => line.includes(`warned/report.html#${id}`));
    expect(row).toContain(`[✓](vendors/alpha/report.html#${id})`);
    expect(row).toContain(`[!](vendors/warned/report.html#${id})`);
    expect(table).not.toContain('forged/report.html');
    expect(table).toMatch(/^- Forged 1\.0: refused\. badge\.svg is the badge/m);
    const columns = table
      .split('\n')
      .flatMap((line) => (line.startsWith('|') ? [line.split(' | ').length] : []));
    expect(new Set(columns)).toEqual(new Set([entries.length + 1]));
  });

  test('escapes what vendors call themselves', () => {
    const hostile = [entry('Evil', { name: '</script><b>|[x](y)\u202e', organisation: '"><i>' })];
    const page = matrixPage(hostile, ledger);
    expect(page).not.toMatch(/<b>|<i>|<\/script><b/);
    expect(page).not.toContain('\u202e');
    const [head = ''] = matrixMarkdown(hostile, ledger).split('\n').slice(4);
    expect(head.split(' | ')).toHaveLength(2);
    expect(head).not.toContain('\u202e');
  });

  test('of a thousand vendors stays below two megabytes', () => {
    expect(Buffer.byteLength(matrixPage(thousand, ledger))).toBeLessThan(2_000_000);
    expect(Buffer.byteLength(matrixMarkdown(thousand, ledger))).toBeLessThan(2_000_000);
  });
});

describe.runIf(isBrowserThere)('its page in a browser', () => {
  let browser: Browser;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'matrix-page-'));
    writeFileSync(join(folder, 'few.html'), matrixPage(entries, ledger));
    writeFileSync(join(folder, 'thousand.html'), matrixPage(thousand, ledger));
    browser = await launched();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function opened(name: string, javaScriptEnabled = true) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const trouble = troubleOf(page);
    await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
    return { page, trouble };
  }

  test('shows each implementation with links, without its script too', async () => {
    for (const isScripted of [true, false]) {
      const { page, trouble } = await opened('few', isScripted);
      expect(await page.locator('thead th').allTextContents()).toEqual([
        'Alpha 1.0',
        'Beta 1.0',
        'Warned 1.0',
        'Unknown 1.0 (unverified)',
        'Forged 1.0 (refused)',
      ]);
      const cells = page.locator('tr', { has: page.locator(`th:text-is("${id}")`) }).locator('td');
      expect(await cells.allTextContents()).toEqual(['✓', '✓', '!', '✓', '']);
      expect(await cells.nth(2).locator('a').getAttribute('href')).toBe(
        `vendors/warned/report.html#${id}`,
      );
      expect(trouble).toEqual([]);
    }
  });

  test('reads with a few: names stand upright, and there is nothing to turn', async () => {
    const { page, trouble } = await opened('few');
    const writing = (): Promise<unknown> =>
      page.evaluate(`getComputedStyle(document.querySelector('thead th a')).writingMode`);
    expect(await writing()).toBe('horizontal-tb');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('#where').isVisible()).toBe(false);
    await page.getByRole('searchbox').fill('beta');
    expect(await page.locator('#where').textContent()).toBe('1–1 of 1');
    expect(await page.locator('#where').isVisible()).toBe(true);
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        width,
      );
    }
    await page.goto(pathToFileURL(join(folder, 'thousand.html')).href);
    expect(await writing()).toBe('vertical-rl');
    expect(await page.getByRole('button').count()).toBe(2);
    await page.getByRole('searchbox').fill('vendor 0777');
    expect(await writing()).toBe('horizontal-tb');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  test('turns to the next columns of a thousand, and finds one', async () => {
    const { page, trouble } = await opened('thousand');
    expect(await page.locator('#where').textContent()).toBe('1–25 of 1000');
    await page.getByRole('button', { name: 'Later' }).click();
    expect(await page.locator('#where').textContent()).toBe('26–50 of 1000');
    await page.getByRole('searchbox').fill('vendor 0777');
    expect(await page.locator('thead th').allTextContents()).toEqual([
      'Vendor 0777 with quite a long name 1.0',
    ]);
    await page.getByRole('checkbox').check();
    expect(await page.locator('#where').textContent()).toBe('none found');
    expect(trouble).toEqual([]);
  });

  test('is accessible in both themes', async () => {
    const { page } = await opened('few');
    expect(await foundByAxe(page)).toEqual([]);
  });
});
