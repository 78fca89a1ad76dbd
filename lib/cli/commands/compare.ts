// `compare`: two reports, or two targets that are run with the same seed, side by side: what clients will notice.
import { aspects } from '../../certify/comparison/comparison.js';
import { command } from '../arguments/command.js';
import { commaSeparated, list, oneOf, toggle } from '../arguments/flags.js';
import { UsageError } from '../io.js';
import { ofReports } from '../run/report-file.js';

export const compare = command({
  name: 'compare',
  summary: 'Compare two reports or targets: rules, observations and response times that differ.',
  operand: {
    name: 'REPORT|TARGET',
    written: 'A B',
    required: true,
    several: true,
    help: 'each a report.json, the folder that contains it, or a target as for `run`',
  },
  flags: {
    Output: {
      'fail-on': list(
        'WHAT',
        commaSeparated(oneOf(...aspects)),
        'exit with 1 if these differ: outcomes, observations, latency; default outcomes,observations',
      ),
      json: toggle('print only the comparison, as JSON, to standard output'),
      verbose: toggle('print what is the same as well'),
      quiet: toggle('print only the conclusion'),
    },
  },
  examples: ['animal-store-conformance compare reports/before reports/after'],
  async run({ values, operands }, io) {
    const [{ readOperands, isLive }, { compareReports }, { tellComparison }] = await Promise.all([
      import('../comparing/operand.js'),
      import('../../certify/comparison/compare.js'),
      import('../comparing/tell.js'),
    ]);
    const [a, b] = readOperands(operands, io.folder);
    if (isLive(a) || isLive(b)) throw new UsageError('compare takes two reports so far.');
    return ofReports(() => {
      const named = { operands: [a.typed, b.typed] } as const;
      const { json = false, quiet = false, verbose = false } = values;
      const failOn = values['fail-on'] ?? (['outcomes', 'observations'] as const);
      const comparison = compareReports(a.report, b.report, named);
      return tellComparison(comparison, { json, quiet, verbose, failOn }, io);
    });
  },
});
