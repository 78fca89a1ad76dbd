// `run`: runs the rules against a target, shows the result and writes the reports. The exit code is the verdict's.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, command } from '../../arguments/command.js';
import { readText } from '../../../api/files.js';
import { program } from '../../../api/package.js';
import type { Configuration } from '../../../api/configuration/configuration.js';
import { secretsOf } from '../../../api/configuration/key.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { type Io } from '../../io.js';
import { isForPrograms, reportersOf } from '../../output/reporters.js';
import { oneLine, UsageError } from '../../../api/errors.js';
import { groups } from '../../../api/options/run-flags.js';
import { type RunValues } from '../../../api/options/run-table.js';
import type { TargetArguments } from '../../runs/own-runs.js';

export const run = command({
  name: 'run',
  summary: 'Test a target against the contract. This is the default command.',
  operand: {
    name: 'TARGET',
    required: false,
    help: 'reference (the embedded server, the default), production, staging, or a base address such as https://animals.example/v1',
  },
  flags: groups,
  notes: [
    'production is only read unless --allow-writes is set; every other target is written to. The API has no delete, so the animals that are added remain: the report and created.json list them.',
    'A target that does not respond is rejected after 25 s, and one that stops responding ends the run after 75 s; later if --answer-timeout or --throttle-wait allows more time for a single response.',
    'A key is never an argument. It comes from ANIMAL_STORE_API_KEY, from .env, or from --key-from. Since .env may not be yours, a key from outside it is never sent to an address that only .env names (exit status 2).',
  ],
  examples: [
    'animal-store-conformance',
    "animal-store-conformance --start 'node server.js' --output reports/candidate",
    'animal-store-conformance https://staging.animals.example/v1 --quickstart https://quickstart.animals.example',
    'animal-store-conformance production --only 4.1,authentication.*',
    "animal-store-conformance --start 'node server.js' --vitest-test test/animal-store.test.ts",
    "animal-store-conformance --start 'node server.js' --watch",
    'animal-store-conformance staging --last-failed',
    'animal-store-conformance staging --baseline known-failures.yaml',
    'animal-store-conformance staging --exclude messages,get-animal.* --bail --open',
  ],
  async run({ values: typed, operand: typedOperand, commands }, io) {
    const [
      { configure, referenceAlone },
      { folderOf, openReportFolder },
      { openTestFile },
      { replayWith, startedWith, wordsToTarget },
      { confirmWrites, printBeforehand, wantedIn },
      { rememberRun },
    ] = await Promise.all([
      import('../../../api/configuration/configuration.js'),
      import('../../../api/reports/report-folder.js'),
      import('../../output/test-file.js'),
      import('../../../api/options/replay-flags.js'),
      import('../../runs/beforehand.js'),
      import('../../runs/own-runs.js'),
    ]);
    const { project, ...wanted } = await wantedIn(typed, typedOperand, io);
    const { values, operand } = await asWanted(wanted, commands, io);
    const { quiet = false, verbose = false, open = false, watch = false } = values;
    if (watch) expectWatchable(values, typed);
    // Those of the project's file are for whole runs, and nobody typed them.
    const reporters = reportersOf(watch ? {} : values, io.folder);
    const configuration = await configure(values, operand, { ...io, commands, project });
    await io.hide(secretsOf(configuration.keys));
    const tests = await openTestFile(values['vitest-test'], io);
    const folder = openReportFolder(values.output, folderOf(configuration), io);
    try {
      await confirmWrites(configuration, io);
      printBeforehand([configuration], io);
      if (configuration.notes.includes(referenceAlone)) await warnOfReference(referenceAlone, io);
      const maxWarnings = values['max-warnings'];
      const shown = { folder, tests, reporters, quiet, verbose, open, maxWarnings };
      const replayWords = {
        replayWith: replayWith(values, operand, folder.shown),
        startedWith: startedWith(values, operand),
      };
      const remember = (): void =>
        rememberRun(folder.path, wordsToTarget(values, operand), configuration.mask, io);
      if (watch) {
        const { watchAndRun } = await import('./watch.js');
        const hasReport = await watchAndRun(configuration, shown, replayWords, io);
        if (hasReport) remember();
        return exitCodes.interrupted;
      }
      const expected =
        isForPrograms(reporters.stdout) || quiet ? undefined : await printCost(configuration, io);
      const { runAndPrint } = await import('../../runs/run-and-print.js');
      const wantedOfRun = { ...replayWords, expected };
      const { code, report } = await runAndPrint(configuration, shown, wantedOfRun, io);
      if (report) remember();
      if (code === exitCodes.notConformant && configuration.baseline === null && !quiet)
        await remindOfBaseline(io);
      return code;
    } finally {
      folder.giveBack();
    }
  },
});

async function warnOfReference(note: string, { environment, stderr }: Io): Promise<void> {
  const { printWarning } = await import('../../output/github.js');
  await printWarning('No target is named', note, environment, (text) => stderr.data(text));
}

/** Failures pass only by a baseline that is named, and whoever wrote this file may have forgotten the flag. */
async function remindOfBaseline({ folder, stderr }: Io): Promise<void> {
  const { usualBaseline } = await import('../../../certify/baseline/baseline.js');
  if (existsSync(join(folder, usualBaseline)) && !isEmptyList(folder, usualBaseline))
    stderr.write(
      `${program}: ${usualBaseline} was not used: to let known failures through, add --baseline ${usualBaseline}.\n`,
    );
}

/** Whether the file is what `baseline --prune` leaves once nothing is known any more. */
function isEmptyList(folder: string, name: string): boolean {
  try {
    const { text } = readText(name, undefined, folder);
    return ['', '[]'].includes(text.replaceAll(/^#.*$/gm, '').trim());
  } catch {
    return false; // the result of the run counts, whatever stands there
  }
}

function expectWatchable({ start }: RunValues, { json, reporter = [] }: RunValues): void {
  if (start === undefined)
    throw new UsageError(
      "--watch needs --start, to start the candidate again when a file changes: add --start 'COMMAND'.",
    );
  if (json === true)
    throw new UsageError('--watch prints what has changed, for people: leave out --json.');
  if (reporter.length > 0)
    throw new UsageError('--watch prints what has changed, for people: leave out --reporter.');
}

async function asWanted(
  wanted: TargetArguments,
  commands: readonly Command[],
  io: Io,
): Promise<TargetArguments> {
  const { 'rerun-failed': named, 'last-failed': isLast } = wanted.values;
  if (named === undefined && isLast !== true) return wanted;
  return (await import('../../runs/earlier-reports.js')).withFailed(wanted, commands, io);
}

/** Returns about how many requests there will be. */
async function printCost(configuration: Configuration, io: Io): Promise<number> {
  const { costInWords, expectedRequests, usualCost } = await import('../../runs/cost.js');
  const cost = await usualCost(configuration);
  const { name } = configuration.target;
  io.stderr.write(`${oneLine(name)}: ${costInWords(cost, configuration)}\n`);
  return expectedRequests(cost, configuration);
}
