// Every word and every measure that a report shows, to the letter: a golden file for each. A change of what users see shows as
// a difference of files, for people to look at; `npx vitest run --project kit lib/report/golden.test.ts -u` accepts it.
import { describe, expect, test } from 'vitest';
import type { Report } from '../judge/result/report.js';
import { cleanReport, context, crashReport, failingReport } from '../testing/reports/fixture.js';
import { knownReport } from '../testing/reports/fixture-known.js';
import { pageInLines } from '../testing/reports/golden.js';
import { githubAnnotations, renderResults, reportFiles } from './index.js';

/** A few samples show how one is shown. */
const short = (report: Report): Report => ({ ...report, samples: report.samples.slice(0, 3) });

const reports: Readonly<Record<string, Report>> = {
  clean: short(cleanReport()),
  failing: short(failingReport()),
  crash: short(crashReport()),
  known: short(knownReport()),
};
const width = 100;

/** What differs little between reports is kept of the one that has most to say. */
const ofFailingAlone = new Set([
  'report.json',
  'ctrf.json',
  'exchanges.har',
  'failures.http',
  'earl.jsonld',
  'results.sarif',
]);

/** The contract clause by clause and all below it is enough once. */
const shownOf = (name: string, page: string): string =>
  name === 'failing' ? page : page.slice(0, page.indexOf('<section id="contract"'));

describe.each(Object.entries(reports))('%s, to the letter', (name, report) => {
  const files = reportFiles(report, context).filter(
    (file) => name === 'failing' || !ofFailingAlone.has(file.name),
  );
  test.each(files.map((file) => [file.name, file.text] as const))('%s', async (file, text) => {
    const legible = file === 'report.html' ? pageInLines(shownOf(name, text)) : text;
    await expect(legible).toMatchFileSnapshot(`golden/${name}/${file}.txt`);
  });

  test.each([
    ['terminal', {}],
    ['terminal-quiet', { quiet: true }],
    ['terminal-verbose', { verbose: true }],
  ])('%s', async (file, how) => {
    const text = renderResults(report, context, { colour: false, width, ...how });
    await expect(text).toMatchFileSnapshot(`golden/${name}/${file}.txt`);
  });

  test('annotations', async () => {
    const text = githubAnnotations(report, context);
    await expect(text).toMatchFileSnapshot(`golden/${name}/annotations.txt`);
  });
});

test('the terminal in colours, and in a narrow window', async () => {
  const report = reports['failing']!;
  const coloured = renderResults(report, context, { colour: true, width });
  const legible = coloured.replaceAll(String.fromCharCode(27), '␛');
  await expect(legible).toMatchFileSnapshot('golden/failing/terminal-colours.txt');
  const narrow = renderResults(report, context, { colour: false, width: 40 });
  await expect(narrow).toMatchFileSnapshot('golden/failing/terminal-narrow.txt');
});
