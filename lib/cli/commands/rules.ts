// `rules`: the ledger, clause by clause: what is checked, and what is not, with the reason.
import { command } from '../arguments/command.js';
import { toggle } from '../../api/options/flags.js';
import { exitCodes } from '../../api/exit-codes.js';

export const rules = command({
  name: 'rules',
  summary: 'List every rule by clause, and what is not checked.',
  flags: { Flags: { json: toggle('print the ledger as JSON') } },
  examples: ['animal-store-conformance rules', 'animal-store-conformance rules --json'],
  async run({ values }, io) {
    const [{ loadLedger }, { ledgerLines }] = await Promise.all([
      import('../../contract/ledger.js'),
      import('../telling/ledger-lines.js'),
    ]);
    const ledger = loadLedger();
    if (values.json) io.stdout.data(`${JSON.stringify(ledger, null, 2)}\n`);
    else io.stdout.write(ledgerLines(ledger, io));
    return exitCodes.fine;
  },
});
