// `report`: renders a report.json again, on the terminal or in any of the formats that a run writes. Sends nothing.
import { dirname, resolve } from 'node:path';
import { command, out } from '../arguments/command.js';
import { text, toggle, value } from '../../api/options/flags.js';
import { save } from '../../api/files.js';
import { exitCodes } from '../../api/exit-codes.js';
import { oneLine, UsageError } from '../../api/errors.js';
import { appearanceOf } from '../output/appearance.js';

/** The flag of each format, and the file that a run writes it to. */
const formats = {
  html: 'report.html',
  junit: 'junit.xml',
  ctrf: 'ctrf.json',
  markdown: 'summary.md',
  badge: 'badge.json',
  'badge-svg': 'badge.svg',
  har: 'exchanges.har',
  http: 'failures.http',
  earl: 'earl.jsonld',
  sarif: 'results.sarif',
} as const;

export const report = command({
  name: 'report',
  summary: 'Show a report.json again, or render it in other formats.',
  operand: {
    name: 'FILE',
    required: true,
    help: 'a report.json written by a run, or the folder that holds it',
  },
  flags: {
    Formats: {
      html: out('the page'),
      junit: out('JUnit XML'),
      ctrf: out('CTRF JSON'),
      markdown: out('the summary in Markdown'),
      badge: out('the badge for shields.io'),
      'badge-svg': out('the badge as a picture'),
      har: out('the exchanges as HAR'),
      http: out('the requests of failures for editors'),
      earl: out('the results as EARL'),
      sarif: out('the failures as SARIF'),
      output: value('DIR', text, 'write all of these to this folder', { formerly: 'report-dir' }),
      'vitest-test': value('FILE', text, 'write a vitest test for each failure to this file'),
      verbose: toggle('print every rule, every observation, and all details of failures'),
      quiet: toggle('print only the causes of failures and the verdict'),
    },
  },
  examples: [
    'animal-store-conformance report reports/staging',
    'animal-store-conformance report reports/staging/report.json --html page.html',
  ],
  async run({ values, operand = '' }, io) {
    const [
      { ofReports, readReport, reportIn },
      { openTestFile },
      { clausesBeside, contextFrom },
      { trendBeside },
      { wordsOfOwn },
      { withoutWays },
    ] = await Promise.all([
      import('../../api/reports/report-file.js'),
      import('../output/test-file.js'),
      import('../../api/reports/clauses.js'),
      import('../../api/reports/history.js'),
      import('../runs/own-runs.js'),
      import('../../judge/failures/lines-to-run.js'),
    ]);
    const outs = Object.entries(formats).flatMap(([format, name]) => {
      const out = values[format as keyof typeof formats];
      return out === undefined ? [] : [{ flag: `--${format}`, out, name }];
    });
    const printed = outs.filter(({ out }) => out === '-').map(({ flag }) => `${flag} -`);
    if (printed.length > 1)
      throw new UsageError(
        `Only one of ${printed.slice(0, -1).join(', ')} and ${printed.at(-1)} can be written to standard output: omit the others, or name files for them.`,
      );
    const file = reportIn(operand, io.folder);
    const read = readReport(file, io.folder);
    // A stranger may have written the report, and with it the command of a candidate or the file of a key.
    const isOwn = wordsOfOwn(resolve(io.folder, file), io) !== undefined;
    const report = isOwn ? read : withoutWays(read);
    const tests = await openTestFile(values['vitest-test'], io);
    const trend = trendBeside(report, dirname(resolve(io.folder, file)));
    const context = { ...contextFrom(io.folder), ...trend };
    await ofReports(async () => {
      if (values.output !== undefined) {
        const [{ openReportFolder }, { writeReports }] = await Promise.all([
          import('../../api/reports/report-folder.js'),
          import('../../api/reports/write-reports.js'),
        ]);
        const folder = openReportFolder(values.output, '', io);
        try {
          await writeReports(report, context, folder);
        } finally {
          folder.giveBack();
        }
      }
      if (outs.length > 0) {
        const { reportFiles } = await import('../../report/index.js');
        for (const { out, name } of outs) {
          const folder = out === '-' ? io.folder : dirname(resolve(io.folder, out));
          const files = reportFiles(report, { clauses: clausesBeside(folder), ...trend });
          const { text = '' } = files.find((file) => file.name === name) ?? {};
          if (out === '-') io.stdout.data(text);
          else save(io.folder, out, text);
        }
      }
      const aboutTests = await tests?.write(report);
      if (aboutTests !== undefined) io.stderr.write(`${oneLine(aboutTests)}\n`);
      if (outs.length === 0 && values.output === undefined && tests === undefined) {
        const { renderResults } = await import('../../report/terminal/terminal.js');
        const { quiet = false, verbose = false } = values;
        const appearance = { ...appearanceOf(io), quiet, verbose };
        io.stdout.write(renderResults(report, context, appearance));
      }
    });
    return exitCodes.fine;
  },
});
