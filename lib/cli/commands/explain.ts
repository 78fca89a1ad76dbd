// `explain`: one rule in full: what it says, where that stands, what it sends, and which faults it is known to catch.
import { command } from '../arguments/command.js';
import { exitCodes } from '../../api/exit-codes.js';

export const explain = command({
  name: 'explain',
  summary: 'Explain a rule: what it says, what it sends, and what it catches.',
  operand: { name: 'RULE', required: true, help: 'the id of a rule, as listed by `rules`' },
  flags: {},
  examples: ['animal-store-conformance explain list-animals.limit-is-maximum'],
  async run({ operand = '' }, io) {
    const { ruleOf } = await import('../../api/configuration/only.js');
    const row = ruleOf(operand);
    const { explanation } = await import('../telling/explanation.js');
    io.stdout.write(explanation(row, io));
    return exitCodes.fine;
  },
});
