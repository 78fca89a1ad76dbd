// `explain`: one rule in full: what it says, where that stands, what it sends, and which faults it is known to catch.
import { command } from '../../arguments/command.js';
import { toggle } from '../../../api/options/flags.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { UsageError } from '../../../api/errors.js';
import type { Io } from '../../io.js';

export const explain = command({
  name: 'explain',
  summary: 'Explain a rule: what it says, what it sends, and what it catches.',
  operand: {
    name: 'RULE',
    required: true,
    help: 'the id of a rule, as listed by `rules`, or of a failure in reports/, for the rule that it broke',
  },
  flags: { Output: { verbose: toggle('list every fault that the rule catches') } },
  examples: [
    'animal-store-conformance explain list-animals.limit-is-maximum',
    'animal-store-conformance explain 7c17f7c9',
  ],
  async run({ values: { verbose = false }, operand = '' }, io) {
    const { ruleOf } = await import('../../../api/configuration/only.js');
    const id = isFailure(operand) ? await ruleBrokenBy(operand.toLowerCase(), io) : operand;
    const row = ruleOf(id);
    const { explanation } = await import('./explanation.js');
    io.stdout.write(explanation(row, { verbose }, io));
    return exitCodes.fine;
  },
});

const isFailure = (id: string): boolean => /^[\da-f]{8}$/i.test(id);

/** Finds the rule of a failure in the newest report that has it, as `replay` does. */
async function ruleBrokenBy(failure: string, { folder, stderr }: Io): Promise<string> {
  const { findFailure } = await import('../../runs/earlier-reports.js');
  try {
    const { result } = findFailure(failure, undefined, folder);
    stderr.write(`${failure} is a failure of ${result.id}.\n`);
    return result.id;
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    // This command has no flag that names another report.
    throw new UsageError(
      'No report in reports/ contains this failure: specify its rule, which stands beside it in the report.',
    );
  }
}
