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
  summary: 'Retry the minimal case of a reported failure, and report whether it still fails.',
  operand: {
    name: 'FAILURE [TARGET]',
    required: true,
    several: true,
    help: 'the id of a failure, as shown in its report, and where to send it: as for `run`; by default the target of the report, if your settings name it too',
  },
  flags: {
    Scope: {
      report: value(
        'FILE',
        text,
        'the report.json that contains the failure, or its folder; by default the newest one in reports/ that does',
      ),
      quickstart,
      'read-only': readOnly,
      'allow-writes': allowWrites,
      'category-ids': categoryIds,
      'as-of': asOf,
    },
    'How far': bounds,
    'Key and connection': connection,
    Output: {
      json: toggle('print the outcome as JSON'),
      quiet: toggle('print the outcome in one line'),
    },
  },
  notes: [
    'The case is sent alone, with the state that it needs. If it passes, its whole rule runs, because a failure may be intermittent or need many animals. Exit status: 0 no longer failing, 1 still failing, 3 undecided.',
    'Anybody can write a report file: the key is sent to its address only if that address is one of yours (ANIMAL_STORE_PRODUCTION_URL, ANIMAL_STORE_STAGING_URL, ANIMAL_STORE_QUICKSTART_URL). Otherwise specify the TARGET, as in the command that the report shows for each failure.',
  ],
  examples: [
    'animal-store-conformance replay 1a2b3c4d http://localhost:8080/v1',
    'animal-store-conformance replay 1a2b3c4d staging --report reports/production',
  ],
  async run({ values, operands: [id = '', operand, surplus] }, io) {
    if (surplus !== undefined)
      throw new UsageError('replay takes a failure and a target: omit the rest.');
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
        `The failure ${id} is a case of ${found.result.id} that this version of the kit does not have: run that rule again with --only ${found.result.id}.`,
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
