// One run for all the test files of a vitest run: the first file starts it, the others wait for the same. It needs one
// worker without isolation, as the project `conformance` has.
import { commands } from '../cli/commands/index.js';
import { run } from '../cli/commands/run.js';
import { replayWith, startedWith } from '../api/options/replay-flags.js';
import { conduct } from '../api/conduct/conduct.js';
import { folderOf, openReportFolder } from '../api/reports/report-folder.js';
import { writeReports } from '../api/reports/write-reports.js';
import { type Around, type Configuration, configure } from '../api/configuration/configuration.js';
import { CannotWrite, oneLine, UsageError } from '../api/errors.js';
import { masked } from '../api/configuration/mask.js';
import { parse } from '../cli/arguments/parse.js';
import type { RunValues } from '../api/options/run-flags.js';
import { loadLedger } from '../contract/ledger.js';
import type { Report } from '../judge/result/report.js';
import { steady } from '../report/steady.js';

let running: Promise<Report> | undefined;

/** `ruleIds`: the rules that this vitest run asks for; null for all. */
export function runOnce(ruleIds: readonly string[] | null): Promise<Report> {
  return (running ??= start(ruleIds));
}

async function start(ruleIds: readonly string[] | null): Promise<Report> {
  const environment = process.env;
  // What one would type behind the command: `staging --seed 7`. Vitest has no flags of ours.
  const words = wordsIn(environment['ANIMAL_STORE_RUN'] ?? '');
  const parsed = parse(words, commands, run);
  if (parsed.want !== 'run' || parsed.command.name !== 'run')
    throw new UsageError(
      'ANIMAL_STORE_RUN must be a target and flags of the run command, such as: staging --read-only',
    );
  const values = parsed.values as RunValues;
  const chosen: RunValues = ruleIds === null ? values : { ...values, only: [...ruleIds] };
  for (const flag of ['watch', 'bail', 'open'] as const)
    if (values[flag] !== undefined)
      throw new UsageError(`--${flag} is for the command: leave it out of ANIMAL_STORE_RUN.`);
  const stdin = { isTTY: false, line: () => Promise.resolve(''), text: () => Promise.resolve('') };
  const around = { environment, folder: process.cwd(), stdin };
  try {
    const configuration = await configure(chosen, parsed.operand, around);
    return await conductAndKeep(configuration, values, parsed.operand, around);
  } catch (thrown) {
    // It is told by vitest, past the command's own way out.
    throw await masked(thrown, around);
  }
}

/** The reports are kept as those of the command are: `replay` finds a failure in them. */
async function conductAndKeep(
  configuration: Configuration,
  values: RunValues,
  operand: string | undefined,
  { environment, folder: here }: Around,
): Promise<Report> {
  const { stderr } = process;
  const name = folderOf(configuration);
  const folder = openReportFolder(values['report-dir'], name, { folder: here, stderr });
  try {
    const report = await conduct(configuration, {
      environment,
      replayWith: replayWith(values, operand, folder.shown),
      startedWith: startedWith(values, operand),
    });
    await writeReports(steady(report), { clauses: loadLedger().clauses }, folder).catch(
      (thrown: unknown) => {
        // What was found is told by the tests all the same.
        if (!(thrown instanceof CannotWrite)) throw thrown;
        stderr.write(`${oneLine(thrown.message)}\n`);
      },
    );
    return report;
  } finally {
    folder.giveBack();
  }
}

/** Quotes hold words together, as in a shell. */
function wordsIn(line: string): readonly string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"/g,
      (_, single?: string, double?: string) => single ?? double ?? '',
    ),
  );
}
