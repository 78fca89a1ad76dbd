// `replay`: one reported failure, sent again by itself. The exit code says whether it still fails.
import { command } from '../arguments/command.js';
import { text, toggle, value } from '../arguments/flags.js';
import { connection, effort, tested } from '../arguments/run-flags.js';

const {
  quickstart,
  'read-only': readOnly,
  'allow-writes': allowWrites,
  'category-ids': categoryIds,
  'as-of': asOf,
} = tested;
const { effort: _effort, seed: _seed, ...bounds } = effort;

export const replay = command({
  name: 'replay',
  summary: 'Send the minimal case of a reported failure again, and say whether it still fails.',
  operand: {
    name: 'FAILURE [TARGET]',
    required: true,
    several: true,
    help: 'the id of a failure, as its report shows it; and where to send it: as for `run`, else the target of the report',
  },
  flags: {
    'What is replayed': {
      report: value(
        'FILE',
        text,
        'the report.json that holds the failure, or its folder; else the newest in reports/ that does',
      ),
      quickstart,
      'read-only': readOnly,
      'allow-writes': allowWrites,
      'category-ids': categoryIds,
      'as-of': asOf,
    },
    'How far': bounds,
    'Key and connection': connection,
    'What is shown': {
      json: toggle('print the outcome as JSON'),
      quiet: toggle('print the outcome in one line'),
    },
  },
  notes: [
    'The case is sent alone, with the state that it needs. When it does not fail, its whole rule is asked, as a failure may come now and then, or only among many animals. Exit status: 0 it does not fail any more, 1 it still fails, 3 it cannot be told.',
    'With --report, the key goes to the address in that file only when this address is one of yours (ANIMAL_STORE_PRODUCTION_URL, ANIMAL_STORE_STAGING_URL) or on this machine: else name the TARGET.',
  ],
  examples: [
    'animal-store-conformance replay 1a2b3c4d',
    'animal-store-conformance replay 1a2b3c4d staging --report reports/production',
  ],
  async run({ values, operands }, io) {
    const { replayAndTell } = await import('../run/replay-and-tell.js');
    return replayAndTell(operands, values, io);
  },
});
