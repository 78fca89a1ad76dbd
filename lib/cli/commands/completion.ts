// `completion`: prints the script that makes a shell complete commands and flags. It changes no file of the user.
import { command } from '../arguments/command.js';
import { oneOf } from '../../api/options/flags.js';
import { exitCodes } from '../../api/exit-codes.js';

const shell = oneOf('bash', 'zsh', 'fish');

export const completion = command({
  name: 'completion',
  summary: 'Print a script that lets your shell complete commands and flags.',
  operand: { name: 'SHELL', required: true, help: 'bash, zsh or fish' },
  flags: {},
  notes: [
    'To have it in every shell, put the line into ~/.bashrc or ~/.zshrc; for fish, write the script to ~/.config/fish/completions/animal-store-conformance.fish.',
  ],
  examples: [
    'source <(animal-store-conformance completion bash)',
    'source <(animal-store-conformance completion zsh)',
    'animal-store-conformance completion fish | source',
  ],
  async run({ operand = '', commands }, io) {
    const wanted = shell(operand, 'The shell');
    const [{ completionScript }, { targetNames }, { loadLedger }] = await Promise.all([
      import('../arguments/completion.js'),
      import('../../api/configuration/target-choice.js'),
      import('../../contract/ledger.js'),
    ]);
    const rules = loadLedger().rules.map(({ id }) => id);
    io.stdout.data(completionScript(wanted, commands, { targets: targetNames, rules }));
    return exitCodes.fine;
  },
});
