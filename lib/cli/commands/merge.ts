// `merge`: the reports of all shards of a run as one report. The exit code is the verdict's, as after a whole run. Sends
// nothing.
import { command } from '../arguments/command.js';
import { quoted } from '../../api/options/flags.js';
import { gate, shownFlags, warned } from '../../api/options/run-flags.js';
import { folderName } from '../../api/configuration/address.js';
import { maskOf } from '../../api/configuration/mask.js';
import type { KnownToday } from '../../certify/baseline/baseline.js';
import type { Report } from '../../judge/result/report.js';
import { program } from '../../api/package.js';
import { type Io } from '../io.js';
import { reportersOf } from '../output/reporters.js';
import { oneLine, UsageError } from '../../api/errors.js';

export const merge = command({
  name: 'merge',
  summary: 'Combine the shards of a run (see --shard) into one report.',
  operand: {
    name: 'REPORT',
    required: true,
    several: true,
    help: 'the report.json of each shard, or the folder that contains it',
  },
  flags: { 'Known failures and warnings': { ...gate, ...warned }, Output: shownFlags },
  notes: [
    'The parts must be all shards of one split, from the same kit, against the same target, with the same seed, effort and scope; others are refused. Nothing is sent.',
  ],
  examples: [
    'animal-store-conformance merge reports/staging-shard-*',
    'animal-store-conformance merge part-1/report.json part-2/report.json --output reports/whole',
  ],
  async run({ values, operands }, io) {
    const [
      { ofReports, readReport, reportIn },
      { openReportFolder },
      { openTestFile },
      { printResult },
      { mergeReports, CannotMerge },
      { explained },
      baseline,
    ] = await Promise.all([
      import('../../api/reports/report-file.js'),
      import('../../api/reports/report-folder.js'),
      import('../output/test-file.js'),
      import('../output/result.js'),
      import('../../judge/result/merge.js'),
      import('../../api/execute/execute.js'),
      baselineFor(values.baseline, io),
    ]);
    const reporters = reportersOf(values, io.folder);
    const parts = operands.map((path) => readReport(reportIn(path, io.folder), io.folder));
    return ofReports(async () => {
      try {
        const merged = mergeReports(parts);
        for (const [at, part] of parts.entries()) await expectSound(part, operands[at] ?? '');
        const report = await explained(merged, baseline);
        if (baseline === null) remindOfBaseline(parts, io);
        const name = folderName(report.target.name);
        const tests = await openTestFile(values['vitest-test'], io);
        const folder = openReportFolder(values.output, name, io);
        const { quiet = false, verbose = false, open = false } = values;
        try {
          const maxWarnings = values['max-warnings'];
          const shown = { folder, tests, reporters, quiet, verbose, open, maxWarnings };
          return await printResult(report, shown, io);
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

/** A merged report is as good as its parts, so a part that contradicts the contract or itself is refused. */
async function expectSound(part: Report, path: string): Promise<void> {
  const [{ soundnessProblems }, { loadLedger }, { brief }] = await Promise.all([
    import('../../certify/verification/report-checks.js'),
    import('../../contract/ledger.js'),
    import('../../report/text/inert.js'),
  ]);
  const [first] = soundnessProblems(part, loadLedger());
  if (first !== undefined)
    throw new UsageError(
      `${quoted(path)} cannot be merged: ${brief(oneLine(first.message), 300)} Run this shard again, with the kit that merges.`,
    );
}

async function baselineFor(path: string | undefined, io: Io): Promise<KnownToday | null> {
  if (path === undefined) return null;
  const { readBaseline } = await import('../../api/configuration/baseline.js');
  return readBaseline(path, { folder: io.folder, mask: await maskOf(io) });
}

/** The baseline of the shards does not apply to the merged report: a report is not trusted to loosen a gate. */
function remindOfBaseline(parts: readonly Report[], io: Io): void {
  const file = parts.find(({ run }) => run.baseline !== undefined)?.run.baseline?.file;
  if (file !== undefined)
    io.stderr.write(
      `${program}: The shards used known failures (${oneLine(file)}), this report does not: add --baseline FILE.\n`,
    );
}
