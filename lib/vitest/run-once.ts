// One run for all the test files of a vitest run: the first file starts it, the others wait for the same. It needs one
// worker without isolation, as the project `conformance` has.
import { commands } from '../cli/commands/index.js';
import { run } from '../cli/commands/run/run.js';
import { parse } from '../cli/arguments/parse.js';
import { takenLine } from '../api/configuration/dotenv.js';
import { masked } from '../api/configuration/mask.js';
import { CannotWrite, oneLine, UsageError } from '../api/errors.js';
import type { RunValues } from '../api/options/run-table.js';
import type { RunOptions } from '../api/options/run-options.js';
import {
  contextOf,
  type ResolvedOptions,
  resolvedOptions,
} from '../api/configuration/resolved-options.js';
import { program } from '../api/package.js';
import { carriedOut } from '../api/carried-out.js';
import type { Report } from '../judge/result/report.js';

type Options = RunOptions | (() => RunOptions | Promise<RunOptions>);

let running: Promise<Report> | undefined;
let chosen: Options = {};

/** Sets the target of the tests of this vitest run. */
export function runWith(options: Options): void {
  chosen = options;
  // In watch mode, the previous run may have left this module loaded.
  running = undefined;
}

/** `ruleIds`: the rules that this vitest run asks for; null for all. */
export function runOnce(ruleIds: readonly string[] | null): Promise<Report> {
  return (running ??= start(ruleIds));
}

async function start(ruleIds: readonly string[] | null): Promise<Report> {
  // The variable is typed for one run of vitest, so it overrides the options in the file.
  const line = (process.env['ANIMAL_STORE_RUN'] ?? '').trim();
  const options = line === '' ? await optionsIn(chosen) : {};
  try {
    const wanted = line === '' ? resolvedOptions(options) : typed(line);
    const values = ruleIds === null ? wanted.values : { ...wanted.values, only: [...ruleIds] };
    // The reports are kept as those of the command are: `replay` finds a failure in them.
    return await carriedOut({ ...wanted, values, keep: true }, (event) => {
      if (event.type === 'dotenv')
        process.stderr.write(`${program}: ${takenLine(event.variables)}\n`);
    });
  } catch (thrown) {
    if (!(thrown instanceof CannotWrite) || thrown.report === undefined)
      throw await masked(thrown, contextOf(options));
    // The tests report the result all the same.
    process.stderr.write(`${oneLine(thrown.message)}\n`);
    return thrown.report;
  }
}

const optionsIn = (given: Options): RunOptions | Promise<RunOptions> =>
  typeof given === 'function' ? given() : given;

/** The words that would follow the command, such as `staging --seed 7`, because Vitest takes no flags of the kit. */
function typed(line: string): ResolvedOptions {
  const words = wordsIn(line);
  // `reference` is a command too.
  const parsed = parse(words[0] === 'run' ? words : ['run', ...words], commands, run);
  if (parsed.want !== 'run' || parsed.command.name !== 'run')
    throw new UsageError(
      'ANIMAL_STORE_RUN must be a target and flags of the run command, such as: staging --read-only',
    );
  const values = parsed.values as RunValues;
  for (const flag of ['watch', 'bail', 'open', 'max-warnings', 'reporter'] as const)
    if (values[flag] !== undefined)
      throw new UsageError(`--${flag} is for the command: leave it out of ANIMAL_STORE_RUN.`);
  return { ...resolvedOptions({}), values, target: parsed.operand };
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
