// `replay`: one reported failure, sent again by itself. The exit code says whether it still fails.
import { command } from '../arguments/command.js';
import { text, toggle, value } from '../arguments/flags.js';
import { program } from '../arguments/help.js';
import { connection, effort, tested } from '../arguments/run-flags.js';
import { confirmedWrites } from '../configuration/production.js';
import { exitCodes, oneLine, UsageError } from '../io.js';

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
    help: 'the id of a failure, as its report shows it; and where to send it: as for `run`, else the target of the report, when your settings name it too',
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
    'A report is a file that anybody may have written: the key goes to the address in it only when this address is one of yours (ANIMAL_STORE_PRODUCTION_URL, ANIMAL_STORE_STAGING_URL, ANIMAL_STORE_QUICKSTART_URL). Else name the TARGET, as the report does in the command beside each failure.',
  ],
  examples: [
    'animal-store-conformance replay 1a2b3c4d http://localhost:8080/v1',
    'animal-store-conformance replay 1a2b3c4d staging --report reports/production',
  ],
  async run({ values, operands: [id = '', operand, surplus] }, io) {
    if (surplus !== undefined)
      throw new UsageError('replay takes a failure and a target: leave out the rest.');
    const { json = false, quiet = false, report, ...wanted } = values;
    const [{ findFailure }, { replayed }, { replayFailure }, { tellReplay }, { allRules }] =
      await Promise.all([
        import('../run/earlier-reports.js'),
        import('../../judge/failures/replay.js'),
        import('../run/replay.js'),
        import('../telling/replay-outcome.js'),
        import('../../../suites/index.js'),
      ]);
    const found = findFailure(id.toLowerCase(), report, io.folder);
    const again = replayed(found, allRules);
    if (again === undefined)
      throw new UsageError(
        `The failure ${id} is of ${found.result.id}, in a form that this version of the kit does not have: run that rule again with --only ${found.result.id}.`,
      );
    const [{ replayConfiguration }, { secretsOf }] = await Promise.all([
      import('../configuration/replay-target.js'),
      import('../configuration/key.js'),
    ]);
    const configuration = await replayConfiguration(
      found,
      { operand, values: wanted, id },
      { environment: io.environment, folder: io.folder, stdin: io.stdin },
    );
    await io.hide(secretsOf(configuration.keys));
    for (const warning of configuration.warnings)
      io.stderr.write(`${program}: warning: ${oneLine(warning)}\n`);
    if (configuration.writesToProduction)
      await confirmedWrites(configuration.target.addresses?.baseUrl ?? '', io);
    const outcome = await replayFailure(found, again, configuration, io);
    tellReplay(found, outcome, { json, quiet }, io);
    return exitCodeOf(outcome.stillFails);
  },
});

const exitCodeOf = (stillFails: boolean | undefined): number =>
  stillFails === undefined
    ? exitCodes.inconclusive
    : stillFails
      ? exitCodes.notConformant
      : exitCodes.fine;
