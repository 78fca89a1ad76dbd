// One run for all the test files of a vitest run: the first file starts it, the others wait for the same. It needs one
// worker without isolation, as the project `conformance` has.
import { commands } from '../cli/commands/index.js';
import { run } from '../cli/commands/run.js';
import { conduct } from '../cli/run/conduct.js';
import { configure } from '../cli/configuration/configuration.js';
import { UsageError } from '../cli/io.js';
import { maskOf } from '../cli/way-out.js';
import { parse } from '../cli/arguments/parse.js';
import type { RunValues } from '../cli/arguments/run-flags.js';
import type { Report } from '../judge/result/report.js';

let running: Promise<Report> | undefined;

/** `ruleIds`: the rules that this vitest run asks for; null for all. */
export function runOnce(ruleIds: readonly string[] | null): Promise<Report> {
  return (running ??= start(ruleIds));
}

async function start(ruleIds: readonly string[] | null): Promise<Report> {
  const environment = process.env;
  // What one would type behind the command: `staging --seed 7`. Vitest has no flags of ours.
  const words = (environment['ANIMAL_STORE_RUN'] ?? '').split(/\s+/).filter((word) => word !== '');
  const parsed = parse(words, commands, run);
  if (parsed.want !== 'run' || parsed.command.name !== 'run')
    throw new UsageError(
      'ANIMAL_STORE_RUN must be a target and flags of the run command, such as: staging --read-only',
    );
  const values = parsed.values as RunValues;
  const chosen: RunValues = ruleIds === null ? values : { ...values, only: [...ruleIds] };
  const stdin = { isTTY: false, line: () => Promise.resolve(''), text: () => Promise.resolve('') };
  const around = { environment, folder: process.cwd(), stdin };
  try {
    return await conduct(await configure(chosen, parsed.operand, around), { environment });
  } catch (thrown) {
    // It is told by vitest, past the command's own way out.
    if (thrown instanceof Error) {
      const mask = await maskOf(around);
      const { message, stack } = thrown;
      Object.assign(thrown, { message: mask(message), stack: mask(stack ?? message) });
    }
    throw thrown;
  }
}
