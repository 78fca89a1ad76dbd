// `compare`: two reports, or two targets that are run with the same seed, side by side: what clients will notice.
import { join } from 'node:path';
import { command, out } from '../../arguments/command.js';
import { commaSeparated, list, oneOf, text, toggle, value } from '../../../api/options/flags.js';
import { connection, effort, tested } from '../../../api/options/run-flags.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { UsageError } from '../../../api/errors.js';

const {
  'rerun-failed': _failed,
  'last-failed': _last,
  shard: _shard,
  strict: _strict,
  quickstart,
  ...scope
} = tested;
const { start: _start, 'candidate-env': _names, 'key-from': keyFrom, ...reached } = connection;

export const compare = command({
  name: 'compare',
  summary: 'Compare two reports or targets: what clients will notice.',
  operand: {
    name: 'REPORT|TARGET',
    written: 'A B',
    required: true,
    several: true,
    help: 'each a report.json, the folder that contains one, or a target as for `run`; a target is run with the seed, effort and scope of the other',
    missing: 'two reports or targets, such as: compare staging production',
  },
  flags: {
    'Scope, where a target is run': scope,
    'Effort and limits': effort,
    'Quickstart, key and connection': {
      quickstart,
      'quickstart-a': value('URL', text, 'the same for A alone'),
      'quickstart-b': value('URL', text, 'the same for B alone'),
      'key-from': keyFrom,
      'key-from-a': value('FILE', text, 'the same for A alone'),
      'key-from-b': value('FILE', text, 'the same for B alone'),
      ...reached,
      'start-timeout': {
        ...reached['start-timeout'],
        help: 'wait this long for each target to become ready',
      },
    },
    Output: {
      'fail-on': list(
        'LIST',
        commaSeparated(oneOf('outcomes', 'observations', 'latency')),
        'exit with 1 if any of these differ: outcomes, observations, latency; default outcomes,observations. Latency depends on the moment as well',
      ),
      output: value(
        'DIR',
        text,
        'write comparison.html, comparison.md and comparison.json to this folder, and the reports of targets that were run to a/ and b/ in it',
        { formerly: 'report-dir' },
      ),
      html: out('the page'),
      markdown: out('the comparison in Markdown, for a pull request,'),
      json: toggle('print only the comparison, as JSON, to standard output'),
      verbose: toggle('print what is the same as well'),
      quiet: toggle('print only the conclusion'),
    },
  },
  notes: [
    'Exit status: 0 the same, 1 different (--fail-on), 4 a target cannot be tested. A rule that one target breaks and the other leaves undecided counts as different. What one of them could not show, because its run was partial or ended early, is listed, but does not count as a difference.',
    'Targets are run one after the other. If one of them is production, both are only read, at the same gentle rate, unless --allow-writes is set. To compare a candidate that the kit starts, run it with --start first, and compare its report.',
    'A response time counts as changed only if all responses of an operation are slower by at least half, by 20 ms and by more than their spread, or if many are far slower while other operations are not. Smaller changes may be chance.',
  ],
  examples: [
    'animal-store-conformance compare staging production',
    'animal-store-conformance compare reports/before reports/after --output reports/comparison',
    'animal-store-conformance compare reports/production staging --fail-on outcomes',
    'animal-store-conformance compare staging https://new.animals.example/v1 --key-from-b new.key',
  ],
  async run({ values, operands, commands }, io) {
    const [{ isLive, readOperands, settingsFor }, print] = await Promise.all([
      import('./settings.js'),
      import('./print.js'),
    ]);
    const {
      json = false,
      html,
      markdown,
      quiet = false,
      verbose = false,
      'fail-on': failOn = ['outcomes', 'observations'] as const,
      output: reportDir,
      ...wanted
    } = values;
    if ([json ? '-' : '', html, markdown].filter((place) => place === '-').length > 1)
      throw new UsageError(
        'Only one of --json, --html - and --markdown - can be written to standard output: omit the others.',
      );
    const [a, b] = readOperands(operands, io.folder);
    const settings = await settingsFor([a, b], wanted, { ...io, commands });
    const shown = { json, html, markdown, quiet, verbose, failOn };
    const folder = reportDir === undefined ? undefined : print.openComparisonFolder(reportDir, io);
    try {
      const runs = [settings.a, settings.b].filter((one) => one !== undefined);
      const { prepareRuns, runTarget } = await import('./runs.js');
      await prepareRuns(runs, { ...shown, isKept: folder !== undefined }, io);
      const reportOf = async (side: 'a' | 'b', one: typeof a) => {
        if (!isLive(one)) return one.report;
        const run = settings[side];
        const place = folder && join(folder.shown, side);
        return run && runTarget(run, { ...shown, folder: place }, io);
      };
      const ofA = await reportOf('a', a);
      const ofB = ofA && (await reportOf('b', b));
      if (ofA === undefined || ofB === undefined) return exitCodes.interrupted;
      const named = { operands: [a.typed, b.typed], notes: settings.notes } as const;
      const reports = {
        ...(isLive(a) ? { a: ofA } : {}),
        ...(isLive(b) ? { b: ofB } : {}),
      };
      return await print.compareAndPrint([ofA, ofB], named, { ...shown, folder, reports }, io);
    } finally {
      folder?.giveBack();
    }
  },
});
