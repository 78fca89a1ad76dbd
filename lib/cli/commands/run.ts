// `run`: aims the rules at a target, shows what they find, writes the reports. The exit code is the verdict's.
import { command } from '../arguments/command.js';
import type { Configuration } from '../configuration/configuration.js';
import type { Io } from '../io.js';
import { confirmedWrites } from '../configuration/production.js';
import { connection, effort, type RunValues, shownFlags, tested } from '../arguments/run-flags.js';

export const run = command({
  name: 'run',
  summary: 'Test a target against the contract, rule by rule. The command when none is named.',
  operand: {
    name: 'TARGET',
    required: false,
    help: 'reference (the embedded server, the default), production, staging, or a base address such as https://animals.example/v1',
  },
  flags: {
    'What is tested': tested,
    'How hard': effort,
    'Key and connection': connection,
    'What is shown': shownFlags,
  },
  notes: [
    'production is only read unless --allow-writes is given; every other target is written to. What is added stays, as the contract has no delete: the report and created.json list it.',
    'A key is never an argument. It comes from ANIMAL_STORE_API_KEY, from .env, or from --key-from.',
  ],
  examples: [
    'animal-store-conformance',
    'animal-store-conformance https://staging.animals.example/v1 --quickstart https://quickstart.animals.example',
    'animal-store-conformance production --only 4.1,authentication.*',
    "animal-store-conformance --start 'node server.js' --report-dir reports/candidate",
    'animal-store-conformance staging --rerun-failed reports/staging',
  ],
  run: ({ values, operand }, io) => runTarget(values, operand, io),
});

async function runTarget(values: RunValues, operand: string | undefined, io: Io): Promise<number> {
  const [{ configure }, { commands }, { openReportFolder }, { replayWith }] = await Promise.all([
    import('../configuration/configuration.js'),
    import('./index.js'),
    import('../run/report-folder.js'),
    import('../arguments/replay-flags.js'),
  ]);
  const wanted =
    values['rerun-failed'] === undefined
      ? values
      : (await import('../run/earlier-reports.js')).withFailed(values, io.folder);
  const configuration = await configure(wanted, operand, {
    environment: io.environment,
    folder: io.folder,
    stdin: io.stdin,
    commandNames: commands.map((one) => one.name),
  });
  const folder = openReportFolder(values['report-dir'], folderOf(configuration), io.folder);
  if (configuration.writesToProduction)
    await confirmedWrites(configuration.target.addresses?.baseUrl ?? '', io);
  const { runAndTell } = await import('../run/run-and-tell.js');
  return runAndTell(
    configuration,
    {
      folder,
      json: values.json === true,
      quiet: values.quiet === true,
      replayWith: replayWith(values, operand, folder.shown),
    },
    io,
  );
}

/** Shards on one machine keep out of each other's way. */
const folderOf = ({ target, scope: { shard } }: Configuration): string =>
  shard === null ? target.folder : `${target.folder}-shard-${shard.index}-of-${shard.of}`;
