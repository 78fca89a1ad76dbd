// Test support: a real browser for the pages, if there is one. CHROMIUM names it; the default is /usr/bin/chromium.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
export const isBrowserThere = existsSync(executablePath);

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const launched = (): Promise<Browser> => chromium.launch({ executablePath, args: flags });

/** Finds what no page of ours may do: write to the console, throw an error, or request something. */
export function troubleOf(page: Page): readonly string[] {
  const trouble: string[] = [];
  page.on('console', (message) => trouble.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => trouble.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    if (!/^(?:file|data|blob):/.test(request.url())) trouble.push(`request: ${request.url()}`);
  });
  return trouble;
}

/** What axe finds in both themes. In the dark theme only colours are checked, because nothing else differs. */
export async function foundByAxe(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  const { resolve } = createRequire(import.meta.url);
  await page.evaluate(readFileSync(resolve('axe-core/axe.min.js'), 'utf8'));
  for (const [colorScheme, runOnly] of [
    ['light', ''],
    ['dark', `, runOnly: ['color-contrast', 'link-in-text-block']`],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // Only problems are transferred from the browser, because transferring everything takes as long as finding it.
    const violations = (await page.evaluate(
      `axe.run({ resultTypes: ['violations']${runOnly} }).then(({ violations }) => violations)`,
    )) as {
      id: string;
      impact: string;
      nodes: { html: string; failureSummary: string }[];
    }[];
    for (const { id, impact, nodes } of violations)
      found.push(
        `${colorScheme}: ${impact} ${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
      );
  }
  return found;
}
