// The page on reading a report: its commands work in the order in which they stand, and what it shows is what the kit prints.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { atServer } from '../../../testing/at-server.js';
import { mainFile } from '../../../testing/built.js';
import type { Ran } from '../../../testing/io.js';
import { blocksOf, commandsIn, page, wordsOf } from '../../../testing/documents.js';
import { exitCodes } from '../../../api/exit-codes.js';

const guide = page('spec/guide/reading-a-report.md');

/** Text that differs from run to run, from machine to machine or from version to version. */
const masked = (text: string): string =>
  text
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/\S*(?=spec\/(?:animal-store|guide\/reading-a-report)\.md)/g, 'PACKAGE/')
    .replace(/after [\d.]+ (?:µs|ms|s)/g, 'after TIME')
    .replace(/conformance\/[\d.]+\S*/g, 'conformance/VERSION')
    .replace(/(content-length: |"id": )\d+/g, '$1NUMBER');

test('its commands work, and its samples are what they print', async () => {
  const ran = await commandsOfThePage();
  const [run] = ran.filter(({ line }) => line.includes('--output'));
  const out = masked(run?.out ?? '');
  const samples = blocksOf(guide).filter(({ language }) => language === '');
  expect(samples).toHaveLength(2);
  for (const { text } of samples) expect(out).toContain(masked(text));
  // The defects of the server are found, and the commands themselves work.
  const { fine, notConformant } = exitCodes;
  for (const { line, code, err } of ran)
    expect([fine, notConformant], `${line}\n${err}`).toContain(code);
});

interface Typed extends Ran {
  readonly line: string;
}

const fault = 'missing-name-taken';

/** At a server with the fault of the page; a candidate that is started is such a server too. */
const commandsOfThePage = (): Promise<readonly Typed[]> =>
  atServer([fault], async ({ url, folder, run }) => {
    writeFileSync(
      join(folder, 'server.js'),
      `process.argv.push('reference', '--port', process.env.PORT, '--fault', '${fault}');\nimport(${JSON.stringify(pathToFileURL(mainFile).href)});\n`,
    );
    const ran: Typed[] = [];
    for (const line of commandsIn(guide).filter((one) => !one.startsWith('reference '))) {
      const typed = line
        .replaceAll('127.0.0.1:8080', new URL(url).host)
        .replace('node server.js', `node ${join(folder, 'server.js')}`);
      // With another seed, other values might break the rule.
      const seed = line.includes('--output') ? ['--seed', '1'] : [];
      ran.push({ line, ...(await run(...wordsOf(typed), ...seed)) });
    }
    return ran;
  });
