// `merge`: the reports of all shards of a run as one report. The exit code is the verdict's, as after a whole run. Sends
// nothing.
import { command } from '../arguments/command.js';
import { shownFlags } from '../arguments/run-flags.js';
import { folderName } from '../configuration/address.js';
import { UsageError } from '../io.js';

export const merge = command({
  name: 'merge',
  summary:
    'Combine the shards of a run (see --shard) into one report; refuse parts that do not belong together.',
  operand: {
    name: 'REPORT',
    required: true,
    several: true,
    help: 'the report.json of each shard, or the folder that contains it',
  },
  flags: { Output: shownFlags },
  notes: [
    'The parts must be all shards of one split, from the same kit, against the same target, with the same seed, effort and scope. Nothing is sent.',
  ],
  examples: [
    'animal-store-conformance merge reports/staging-shard-*',
    'animal-store-conformance merge part-1/report.json part-2/report.json --report-dir reports/whole',
  ],
  async run({ values, operands }, io) {
    const [
      { ofReports, readReport, reportIn },
      { openReportFolder },
      { openTestFile },
      { tellResult },
      { mergeReports, CannotMerge },
      { explained },
    ] = await Promise.all([
      import('../run/report-file.js'),
      import('../run/report-folder.js'),
      import('../run/test-file.js'),
      import('../telling/result.js'),
      import('../../judge/result/merge.js'),
      import('../run/conduct.js'),
    ]);
    const parts = operands.map((path) => readReport(reportIn(path, io.folder), io.folder));
    return ofReports(async () => {
      try {
        const report = await explained(mergeReports(parts));
        const name = folderName(report.target.name);
        const tests = await openTestFile(values['vitest-test'], io);
        const folder = openReportFolder(values['report-dir'], name, io);
        const { json = false, quiet = false, verbose = false, open = false } = values;
        try {
          return await tellResult(report, { folder, tests, json, quiet, verbose, open }, io);
        } finally {
          folder.giveBack();
        }
      } catch (thrown) {
        if (thrown instanceof CannotMerge) throw new UsageError(thrown.message);
        throw thrown;
      }
    });
  },
});
