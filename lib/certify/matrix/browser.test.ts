// The page of the matrix in a browser: few implementations and a thousand, with and without its script.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foundByAxe, isBrowserThere, launched, troubleOf } from '../../testing/pages/browser.js';
import { entries, id, ledger, thousand } from '../../testing/reports/fixture-matrix.js';
import { matrixPage } from './page.js';

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
      const links = page.locator('thead th').locator('a');
      expect(await links.evaluateAll((all) => all.map((one) => one.textContent))).not.toContain(
        'Forged 1.0 (refused)',
      );
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
