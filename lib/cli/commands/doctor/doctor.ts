// `doctor`: what is configured, what of it answers, and what is missing. Reads only.
import { command } from '../../arguments/command.js';
import { toggle } from '../../../api/options/flags.js';
import { connection, project, shownFlags, tested } from '../../../api/options/run-flags.js';
import { interruption } from '../../io.js';
import { exitCodes } from '../../../api/exit-codes.js';

const { quickstart, 'allow-writes': allowWrites, 'read-only': readOnly } = tested;

export const doctor = command({
  name: 'doctor',
  summary: 'Show what is configured, what responds, and what is missing.',
  operand: {
    name: 'TARGET',
    required: false,
    help: 'as for `run`; by default staging and production, if they have an address',
  },
  flags: {
    Scope: { quickstart, 'read-only': readOnly, 'allow-writes': allowWrites },
    'Key and connection': connection,
    Output: {
      output: shownFlags.output,
      ...project,
      json: toggle('print what was found as JSON'),
    },
  },
  notes: [
    'A target gets a few GET requests. A quickstart has nothing to read: it gets two POST /messages whose body is broken JSON, one without a key and one with it, and has to refuse both. The quickstart of a target that is only read, such as production, is not contacted.',
    'Exit status: 0 all is well, 2 something is not configured, 4 a target cannot be tested.',
  ],
  examples: [
    'animal-store-conformance doctor',
    'animal-store-conformance doctor https://animals.example/v1',
    "animal-store-conformance doctor --start 'node server.js'",
  ],
  async run({ values, operand: typedOperand, commands }, io) {
    const [{ examine }, { examinationJson, examinationLines, exitOf }, { wantedIn }] =
      await Promise.all([
        import('./examine.js'),
        import('./lines.js'),
        import('../../runs/beforehand.js'),
      ]);
    const { json = false, ...typed } = values;
    const { values: wanted, operand, project: from } = await wantedIn(typed, typedOperand, io);
    const { signal, stopListening } = interruption(io, 'the examination was interrupted');
    try {
      const { found, mask } = await examine(
        {
          values: wanted,
          operand,
          commands,
          signal,
          project: from,
          typed: { values: typed, operand: typedOperand },
        },
        io,
      );
      if (signal.aborted) return exitCodes.interrupted;
      if (json) io.stdout.data(mask(examinationJson(found)));
      else io.stdout.write(examinationLines(found, io));
      return exitOf(found);
    } finally {
      stopListening();
    }
  },
});
