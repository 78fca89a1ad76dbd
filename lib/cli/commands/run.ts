// `run`: aims the rules at a target, shows what they find, writes the reports. The exit code is the verdict's.
import { command } from '../command.js';
import type { Configuration } from '../configuration.js';
import { type Io, oneLine, UsageError } from '../io.js';
import { connection, effort, type RunValues, shownFlags, tested } from '../run-flags.js';

export const run = command({
  name: 'run',
  summary: 'Test a target against the contract, rule by rule. The command when none is named.',
  operand: { name: 'TARGET', required: false, help: 'reference (the embedded server, the default), production, staging, or a base address such as https://animals.example/v1' },
  flags: { 'What is tested': tested, 'How hard': effort, 'Key and connection': connection, 'What is shown': shownFlags },
  notes: [
    'production is only read unless --allow-writes is given; every other target is written to. What is added stays, as the contract has no delete: the report and created.json list it.',
    'A key is never an argument. It comes from ANIMAL_STORE_API_KEY, from .env, or from --key-from.',
  ],
  examples: [
    'animal-store-conformance',
    'animal-store-conformance https://staging.animals.example/v1 --quickstart https://quickstart.animals.example',
    'animal-store-conformance production --only 4.1,authentication.*',
    "animal-store-conformance --start 'node server.js' --report-dir reports/candidate",
  ],
  run: ({ values, operand }, io) => runTarget(values, operand, io),
});

async function runTarget(values: RunValues, operand: string | undefined, io: Io): Promise<number> {
  const [{ configure }, { commands }, { openReportFolder }] = await Promise.all([import('../configuration.js'), import('./index.js'), import('../report-folder.js')]);
  const configuration = await configure(values, operand, { environment: io.environment, folder: io.folder, stdin: io.stdin, commandNames: commands.map((one) => one.name) });
  const folder = openReportFolder(values['report-dir'], folderOf(configuration), io.folder);
  if (configuration.writesToProduction) await confirmed(configuration.target.addresses?.baseUrl ?? '', io);
  const { runAndTell } = await import('../run-and-tell.js');
  return runAndTell(configuration, { folder, json: values.json === true, quiet: values.quiet === true }, io);
}

/** Shards on one machine keep out of each other's way. */
const folderOf = ({ target, scope: { shard } }: Configuration): string => (shard === null ? target.folder : `${target.folder}-shard-${shard.index}-of-${shard.of}`);

/** In a pipeline the flag alone says it; on a terminal a person says it once more. */
async function confirmed(baseUrl: string, io: Io): Promise<void> {
  if (!io.stdin.isTTY || !io.stderr.isTTY) return;
  io.stderr.write(`This adds several hundred animals to production, ${oneLine(baseUrl)}, and they stay there. Type yes to go on: `);
  const answer = await io.stdin.line();
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageError('Nothing was sent: leave out --allow-writes to test production by reading alone.');
}
