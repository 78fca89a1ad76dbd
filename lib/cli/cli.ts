// The command: arguments in, exit code out. It chooses a command and turns what goes wrong into one line and a code.
// Knows no process: streams, environment and signals come with `io`.
import { CannotTest } from '../judge/health/cannot-test.js';
import { commands, groups, usual } from './commands/index.js';
import { CannotWrite, inLines, oneLine, UsageError } from '../api/errors.js';
import { exitCodes } from '../api/exit-codes.js';
import { type Io, type ProcessIo } from './io.js';
import { kitVersion } from '../api/package.js';
import { commandHelp, generalHelp } from './arguments/help.js';
import { program } from '../api/package.js';
import { widthOf } from './output/appearance.js';
import { guarded } from './way-out.js';
import { parse } from './arguments/parse.js';

export async function main(argv: readonly string[], processIo: ProcessIo): Promise<number> {
  const io = await guarded(processIo);
  try {
    const parsed = parse(argv, commands, usual);
    if (parsed.want === 'version') {
      io.stdout.write(`${kitVersion()}\n`);
      return exitCodes.fine;
    }
    if (parsed.want === 'help') {
      const width = widthOf(io.stdout, io.environment, 80);
      io.stdout.write(
        parsed.command === undefined
          ? generalHelp(groups, usual, width)
          : commandHelp(parsed.command, width),
      );
      return exitCodes.fine;
    }
    for (const line of parsed.advice) io.stderr.write(`${program}: ${line}\n`);
    return await parsed.command.run(
      {
        values: parsed.values,
        operand: parsed.operand,
        operands: parsed.operands,
        commands,
      },
      io,
    );
  } catch (thrown) {
    return printFailure(thrown, io);
  }
}

/** An error in one line, with its exit code. */
export function printFailure(thrown: unknown, io: Io): number {
  const expected = [
    [UsageError, exitCodes.usage],
    [CannotTest, exitCodes.cannotTest],
    [CannotWrite, exitCodes.cannotWrite],
  ] as const;
  for (const [kind, code] of expected) {
    if (!(thrown instanceof kind)) continue;
    const reported = thrown instanceof CannotTest ? inLines(thrown) : oneLine(thrown.message);
    io.stderr.write(`${program}: ${reported}\n`);
    return code;
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  // As in main.ts: which part of the kit could not be loaded is chance, and no defect.
  const hasFiles = !['EMFILE', 'ENFILE'].includes(String((error as NodeJS.ErrnoException).code));
  const why = hasFiles
    ? oneLine(error.message) || error.name
    : 'too many files are open: raise the limit, for example with ulimit -n 1024';
  io.stderr.write(
    `${program}: The kit itself failed (${why}). This says nothing about the target: please report it with this line, version ${kitVersion()} and Node ${process.version}; DEBUG=1 shows more.\n`,
  );
  if (isOn(io.environment['DEBUG'])) io.stderr.write(`${error.stack ?? error.message}\n`);
  return exitCodes.ours;
}

const isOn = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0';
