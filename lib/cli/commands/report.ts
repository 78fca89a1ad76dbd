// `report`: renders a report.json again, on the terminal or in any of the formats that a run writes.
import { command } from '../arguments/command.js';
import { text, toggle, value } from '../arguments/flags.js';
import { exitCodes } from '../io.js';

/** The flag of each format, and the file that a run writes it to. */
export const formats = {
  html: 'report.html',
  junit: 'junit.xml',
  ctrf: 'ctrf.json',
  markdown: 'summary.md',
  badge: 'badge.json',
  'badge-svg': 'badge.svg',
  har: 'exchanges.har',
  earl: 'earl.jsonld',
} as const;

const out = (what: string) =>
  value('OUT', text, `write ${what} to this file, or to the standard output with -`);

export const report = command({
  name: 'report',
  summary: 'Show a report.json again, or render it in other formats.',
  operand: { name: 'FILE', required: true, help: 'a report.json that a run has written' },
  flags: {
    Formats: {
      html: out('the page'),
      junit: out('JUnit XML'),
      ctrf: out('CTRF JSON'),
      markdown: out('the summary in Markdown'),
      badge: out('the badge for shields.io'),
      'badge-svg': out('the badge as a picture'),
      har: out('the exchanges as HAR'),
      earl: out('the results as EARL'),
      'report-dir': value('DIR', text, 'write all of them into this folder'),
      quiet: toggle('print only failures and the verdict'),
    },
  },
  examples: ['animal-store-conformance report reports/staging/report.json --html page.html'],
  async run({ values, operand = '' }, io) {
    const { renderAgain } = await import('../run/render-again.js');
    await renderAgain(operand, values, io);
    return exitCodes.fine;
  },
});
