// The page in a real browser: it filters, links, copies and saves, asks nobody for anything, runs nothing that a target
// sent, and is accessible in both themes; so are the pages of the proof and of a comparison, made of the same parts. Runs where there
// is a Chromium: CHROMIUM names it, or /usr/bin/chromium.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foundByAxe, isBrowserThere, launched, troubleOf } from '../../testing/pages/browser.js';
import { badge, pages, reports, unproven } from '../../testing/pages/shown-pages.js';
import { reportJson } from '../index.js';

/** The window of a test that changes nothing about it. */
const usual = { width: 1280, height: 900 };
const tablet = { width: 768, height: 1024 };
const phone = { width: 390, height: 844 };

interface Watched {
  readonly page: Page;
  readonly trouble: readonly string[];
}
type Name = keyof typeof pages;

describe.runIf(isBrowserThere)(
  `report.html in a browser${isBrowserThere ? '' : ' (skipped: no Chromium; set CHROMIUM)'}`,
  () => {
    let browser: Browser;
    let used: Page;
    let folder = '';
    const unfolded = new Map<Name, Promise<Watched>>();

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'report-page-'));
      for (const [name, page] of Object.entries(pages))
        writeFileSync(join(folder, `${name}.html`), page);
      writeFileSync(join(folder, 'badge.svg'), badge);
      browser = await launched();
      used = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    });

    afterAll(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Every page is watched: a console message, an error or a request to anywhere fails its test. */
    async function loaded(page: Page, name: Name, hash = ''): Promise<Watched> {
      const trouble = troubleOf(page);
      await page.goto(`${pathToFileURL(join(folder, `${name}.html`)).href}${hash}`);
      return { page, trouble };
    }

    /** In the window that the tests use one after the other: a page stores nothing, so it starts anew. */
    async function open(name: Name, hash = ''): Promise<Watched> {
      await used.goto('about:blank');
      await used.emulateMedia({ media: 'screen', colorScheme: 'light' });
      await used.setViewportSize(usual);
      return await loaded(used, name, hash);
    }

    /** With everything unfolded, in a window that is kept for the tests that only look. */
    function lookedAt(name: Name): Promise<Watched> {
      const known = unfolded.get(name) ?? openUnfolded(name);
      unfolded.set(name, known);
      return known;
    }

    async function openUnfolded(name: Name): Promise<Watched> {
      const watched = await loaded(
        await browser.newPage({ viewport: usual, colorScheme: 'light' }),
        name,
      );
      await watched.page
        .locator('details')
        .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
      return watched;
    }

    const shown = (page: Page): Promise<(string | null)[]> =>
      page
        .locator('.rule.item:visible')
        .evaluateAll((rules) => rules.map((rule) => rule.getAttribute('id')));

    test.each(Object.keys(pages) as Name[])(
      '%s: loads in silence, asks nobody, runs nothing of the target',
      async (name) => {
        const { page, trouble } = await lookedAt(name);
        expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
        expect(
          await page
            .locator(
              'main img:not([src="badge.svg"]), main iframe, main object, main form, main script',
            )
            .count(),
        ).toBe(0);
        expect(trouble).toEqual([]);
      },
    );

    test('filters by outcome, kind and text, together, and clears', async () => {
      const { page, trouble } = await open('failing');
      const all = (await shown(page)).length;
      await page.getByRole('button', { name: 'failed' }).click();
      const failed = reports.failing.rules
        .filter((rule) => rule.outcome === 'failed' && rule.kind === 'stated')
        .map((rule) => rule.id);
      expect((await shown(page)).sort()).toEqual([...failed].sort());
      expect(await page.getByRole('button', { name: 'failed' }).getAttribute('aria-pressed')).toBe(
        'true',
      );
      await page.getByRole('button', { name: 'warning' }).click();
      expect(await shown(page)).toHaveLength(failed.length + 1);
      await page.getByRole('button', { name: 'implied', exact: true }).click();
      expect(await shown(page)).toEqual(['add-animal.odd-names']);
      expect(await page.locator('#shown').textContent()).toBe(`1 of ${all} shown`);
      await page.getByRole('button', { name: 'Clear' }).click();
      expect(await shown(page)).toHaveLength(all);
      await page.getByRole('searchbox').fill('DIGIT int64');
      expect(await shown(page)).toEqual(['add-animal.keeps-category']);
      expect(await page.locator('#failures .card:visible').count()).toBe(1);
      await page.getByRole('searchbox').fill('zebra');
      expect(await page.locator('#no-match').isVisible()).toBe(true);
      expect(trouble).toEqual([]);
    });

    test('filters the proof too', async () => {
      const { page, trouble } = await open('proof');
      await page.getByRole('button', { name: 'unexpected' }).click();
      expect(await page.locator('#faults .item:visible').count()).toBe(2);
      expect(await page.locator('#legal .item:visible').count()).toBe(1);
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('searchbox').fill(unproven.proof.faults[2]?.name ?? '');
      expect(await page.locator('#faults .item:visible').count()).toBe(1);
      expect(trouble).toEqual([]);
    });

    test('links to any rule, also to one that the filter hides', async () => {
      const { page } = await open('failing', '#get-animal.sunset');
      const rule = `document.getElementById('get-animal.sunset')`;
      expect(
        await page.evaluate(
          `document.activeElement === ${rule} && ${rule}.getBoundingClientRect().top < innerHeight`,
        ),
      ).toBe(true);
      await page.getByRole('button', { name: 'failed' }).click();
      expect(await page.locator('[id="get-animal.sunset"]').isVisible()).toBe(false);
      await page.evaluate(`location.hash = '#version.base-path'`);
      await page.locator('[id="version.base-path"]').waitFor({ state: 'visible' });
      const ids = await page.locator('[id]').evaluateAll((all) => all.map((one) => one.id));
      expect(new Set(ids).size).toBe(ids.length);
      const targets = await page
        .locator('a[href^="#"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1) ?? ''));
      expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
    });

    test('copies exactly the command that it shows', async () => {
      const { page, trouble } = await open('failing');
      const curl = reports.failing.rules.find((rule) => rule.id === 'add-animal.missing-name')
        ?.failures[0]?.curl;
      await page.locator('#failure-f-0003').getByRole('button', { name: 'Copy: Run it' }).click();
      await page
        .getByRole('button', { name: 'Copy: Run it' })
        .filter({ hasText: 'Copied' })
        .waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(curl);
      expect(trouble).toEqual([]);
    });

    test.each(['failing', 'many'] as const)('%s: saves the whole report.json', async (name) => {
      const { page } = await open(name);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save report.json' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('report.json');
      expect(readFileSync(await download.path(), 'utf8')).toBe(reportJson(reports[name]));
    });

    test('is used with the keyboard alone', async () => {
      const { page } = await open('failing');
      const focus = (): Promise<unknown> => page.evaluate('document.activeElement.id');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the results');
      await page.keyboard.press('Control+k');
      expect(await focus()).toBe('search');
      await page.keyboard.type('limit');
      const rules = await shown(page);
      await page.keyboard.press('ArrowDown');
      expect(await focus()).toBe(rules[0]);
      await page.keyboard.press('ArrowDown');
      expect(await focus()).toBe(rules[1]);
      await page.keyboard.press('ArrowUp');
      expect(await focus()).toBe(rules[0]);
      await page.keyboard.press('Control+k');
      await page.keyboard.press('Escape');
      expect(await shown(page)).toHaveLength(reports.failing.rules.length);
    });

    test('changes its theme, and is wholly readable without its script', async () => {
      const { page } = await open('failing');
      const ground = (): Promise<unknown> =>
        page.evaluate('getComputedStyle(document.body).backgroundColor');
      const light = await ground();
      await page.getByRole('button', { name: 'Theme' }).click();
      expect(await ground()).toBe(light);
      await page.getByRole('button', { name: 'Theme' }).click();
      expect(await ground()).not.toBe(light);
      const without = await browser.newContext({ javaScriptEnabled: false });
      const still = await without.newPage();
      await still.goto(pathToFileURL(join(folder, 'failing.html')).href);
      expect(await still.locator('.rule.item:visible').count()).toBe(reports.failing.rules.length);
      expect(await still.locator('button:enabled:visible').count()).toBe(0);
      expect(await still.locator('.toolbar button:visible').first().textContent()).toMatch(
        /failed\s+\d/,
      );
      await without.close();
    });

    test('shows the first cause, its request and its answer without scrolling', async () => {
      const { page } = await open('failing');
      await page.setViewportSize({ width: 1280, height: 800 });
      const answer = await page
        .locator('.card')
        .first()
        .locator('.exchange[open] .panes')
        .boundingBox();
      expect((answer?.y ?? Infinity) + 120).toBeLessThan(800);
      await page.setViewportSize(phone);
      await page.reload();
      const compared = await page.locator('.card .compare').first().boundingBox();
      expect((compared?.y ?? Infinity) + (compared?.height ?? 0)).toBeLessThan(phone.height);
      expect((await page.locator('.card').nth(2).boundingBox())?.y).toBeLessThan(3 * phone.height);
    });

    test('lists what failed beside it, and marks what is read', async () => {
      const { page } = await open('many');
      const list = page.getByRole('navigation', { name: 'Failures' });
      const cards = await page
        .locator('#failures .card')
        .evaluateAll((all) => all.map(({ id }) => id));
      expect(
        await list
          .getByRole('link')
          .evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
      ).toEqual(cards.map((id) => `#${id}`));
      const current = (): Promise<string | null> =>
        list.locator('[aria-current]').getAttribute('href');
      await expect.poll(current).toBe(`#${cards[0]}`);
      await list.getByRole('link').nth(12).click();
      await expect.poll(current).toBe(`#${cards[12]}`);
      const panes = page.locator('#failures .card').nth(12).locator('.exchange[open] .panes');
      await expect.poll(() => panes.first().isVisible()).toBe(true);
      await expect.poll(() => list.boundingBox().then((box) => box?.y)).toBeLessThan(120);
      await page.evaluate('scrollTo(0, 0)');
      await expect.poll(current).toBe(`#${cards[0]}`);
      await page.getByRole('searchbox').fill('m-0012');
      await expect.poll(() => list.getByRole('link').count()).toBe(1);
      await page.setViewportSize(tablet);
      await expect.poll(() => list.isVisible()).toBe(false);
    });

    test('goes to the next and the previous failure by key, and leaves the arrows alone', async () => {
      const { page, trouble } = await open('many');
      expect(await page.locator('.keys').textContent()).toMatch(/j or n.*k or p/s);
      const at = (): Promise<unknown> =>
        page.evaluate(
          `[...document.querySelectorAll('#failures .card')].indexOf(document.activeElement.closest('.card'))`,
        );
      const places: unknown[] = [];
      for (const key of ['j', 'n', 'j', 'j', 'k', 'p', 'ArrowDown', 'Control+j']) {
        await page.keyboard.press(key);
        places.push(await at());
      }
      expect(places).toEqual([1, 2, 3, 4, 3, 2, 2, 2]);
      expect(
        await page.locator('#failures .card').nth(4).locator('.compare').first().isVisible(),
      ).toBe(true);
      await page.getByRole('searchbox').fill('m-0');
      await page.keyboard.press('n');
      expect(await page.getByRole('searchbox').inputValue()).toBe('m-0n');
      await page.evaluate(`document.getElementById('appendix').scrollIntoView()`);
      await page.getByRole('searchbox').fill('');
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('p');
      expect(await at()).toBe(29);
      await page.keyboard.press('j');
      expect(await at()).toBe(29);
      expect(trouble).toEqual([]);
    });

    test('folds its filters on a phone', async () => {
      const { page } = await open('failing');
      const filter = page.getByRole('button', { name: 'Filter' });
      const buttons = page.locator('.toolbar').getByRole('button');
      for (const size of [usual, tablet]) {
        await page.setViewportSize(size);
        expect(await filter.isVisible()).toBe(false);
        expect(await page.getByRole('searchbox').isVisible()).toBe(true);
      }
      await page.setViewportSize(phone);
      expect(await buttons.allTextContents()).toEqual(['Filter']);
      await filter.click();
      await page.getByRole('button', { name: 'warning' }).click();
      expect(await filter.textContent()).toBe(`Filter: 1 of ${reports.failing.rules.length} shown`);
      await filter.click();
      expect(await page.getByRole('searchbox').isVisible()).toBe(false);
      expect(await shown(page)).toHaveLength(1);
    });

    test('folds warnings where nothing failed, and unfolds them for whoever wants them', async () => {
      const card = (page: Page) => page.locator('#failures .card');
      const unfolding = [
        (page: Page) => page.getByRole('heading', { name: 'Warnings (1)' }).click(),
        (page: Page) => page.getByRole('link', { name: 'Warnings' }).click(),
        (page: Page) => page.getByRole('button', { name: 'warning' }).click(),
        (page: Page) => page.keyboard.press('j'),
      ];
      for (const unfold of unfolding) {
        const { page, trouble } = await open('warned');
        expect(await card(page).isVisible()).toBe(false);
        await unfold(page);
        await card(page).waitFor({ state: 'visible' });
        expect(trouble).toEqual([]);
      }
    });

    test('groups what repeats', async () => {
      const { page } = await open('grouped');
      const group = page.locator('.also > details > summary');
      expect(await group.locator('> b').allTextContents()).toEqual(['4 cases']);
      expect(await page.locator('.also .alsobroken .alsobroken').count()).toBe(3);
      const rule = reports.grouped.rules.find(({ failures }) => failures.length > 1);
      const why = page.locator(`[id="${rule?.id}"] .why`);
      expect(await why.locator('b').allTextContents()).toEqual(['5 cases']);
      const last = `failure-${rule?.failures.at(-1)?.id}`;
      await page.evaluate(`location.hash = '${last}'`);
      await page.locator(`[id="${last}"] .compare`).first().waitFor({ state: 'visible' });
    });

    test('opens three causes, and closes the others', async () => {
      const { page } = await open('many');
      expect(await page.locator('.card > details[open]').count()).toBe(3);
      expect(await page.locator('.card > details').count()).toBeGreaterThan(3);
    });

    test.each(['failing', 'hostile', 'proof', 'comparison', 'certificate'] as const)(
      '%s: fits every window from a phone up',
      async (name) => {
        const { page } = await lookedAt(name);
        for (const width of [320, phone.width, tablet.width, usual.width]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
            width,
          );
        }
      },
    );

    test.each([
      'clean',
      'failing',
      'known',
      'warned',
      'proof',
      'comparison',
      'certificate',
    ] as const)('%s: axe finds nothing in either theme', async (name) => {
      const { page } = await lookedAt(name);
      expect(await foundByAxe(page)).toEqual([]);
    });

    test('shows a badge that can be read on a phone', async () => {
      const { page } = await open('certificate');
      await page.setViewportSize(phone);
      const drawn = await page.locator('img').boundingBox();
      const whole = await page.evaluate(`document.querySelector('img').naturalWidth`);
      expect(drawn?.width).toBeLessThanOrEqual(phone.width - 32);
      expect((drawn?.width ?? 0) / Number(whole)).toBeGreaterThan(0.75);
    });

    test('shows the addresses that are compared as they are', async () => {
      const { page } = await open('comparison');
      const label = page.locator('#clients .compare .label').first();
      // What people see: a style changes the case of this text, and not that of the document.
      expect(await label.innerText()).toMatch(/^staging/);
    });

    // With REPORT_PAGE=reports/.../report.html PICTURES=FOLDER the pictures are of that page, and stay.
    test('is pictured in both themes, on a phone and a failure alone, for people to look at', async () => {
      const { page } = await open('failing');
      const given = process.env['REPORT_PAGE'];
      if (given !== undefined) await page.goto(pathToFileURL(given).href);
      const pictures = process.env['PICTURES'] ?? folder;
      for (const [name, colorScheme, width, height] of [
        ['light', 'light', 1280, 1100],
        ['dark', 'dark', 1280, 1100],
        ['phone', 'light', phone.width, phone.height],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        expect(
          (await page.screenshot({ path: join(pictures, `report-${name}.png`) })).length,
        ).toBeGreaterThan(20_000);
      }
      await page.setViewportSize({ width: 1280, height: 1100 });
      const card = page.locator('.card').first();
      if (await card.count()) await card.screenshot({ path: join(pictures, 'report-failure.png') });
    });

    test('opens all evidence for printing', async () => {
      const { page } = await open('failing');
      const before = await page.locator('.card details[open]').count();
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
      expect(await page.locator('.card details:not([open])').count()).toBe(0);
      expect(await page.locator('.toolbar').isVisible()).toBe(false);
      await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
      expect(await page.locator('.card details[open]').count()).toBe(before);
    });
  },
);
