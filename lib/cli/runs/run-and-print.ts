// A run as its user sees it: the progress, then the result, or the reason why there is none.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CannotTest } from '../../judge/health/cannot-test.js';
import type { Report } from '../../judge/result/report.js';
import { program } from '../../api/package.js';
import type { Configuration } from '../../api/configuration/configuration.js';
import { secretsOf } from '../../api/configuration/key.js';
import { maskOf } from '../../api/configuration/mask.js';
import { exitCodes } from '../../api/exit-codes.js';
import { interruption, type Io } from '../io.js';
import { inLines, oneLine } from '../../api/errors.js';
import { isForPrograms } from '../output/reporters.js';
import type { Shown } from '../output/result.js';
import type { ReplayWords } from '../../api/execute/execute.js';

interface Wanted extends ReplayWords {
  /** Whole cases are kept with the report. */
  readonly keepCases?: boolean;
  /** A store without an empty list is turned away. */
  readonly needsEmptyList?: boolean;
  /** About how many requests the run will send, for its progress. */
  readonly expected?: number | undefined;
}

interface Done {
  readonly code: number;
  /** Undefined if there is none. */
  readonly report?: Report;
}

export async function runAndPrint(
  configuration: Configuration,
  shown: Shown,
  { expected, ...wanted }: Wanted,
  io: Io,
): Promise<Done> {
  const [{ execute, idsOf }, { progressStyle, showProgress }, { printResult }, { printUntested }] =
    await Promise.all([
      import('../../api/execute/execute.js'),
      import('../output/progress.js'),
      import('../output/result.js'),
      import('../output/github.js'),
    ]);
  const progress = showProgress({
    output: io.stderr,
    environment: io.environment,
    style: progressStyle(io.stderr, io.environment, {
      quiet: shown.quiet,
      json: isForPrograms(shown.reporters.stdout),
    }),
    strict: configuration.options.strict === true,
    ids: await idsOf(configuration),
    expected,
    // A certificate needs them all.
    maySendFewerKeys: configuration.scope.fewKeys !== true && wanted.keepCases !== true,
    // The dots are followed by what failed.
    showsFailures: shown.reporters.stdout !== 'dot',
  });
  const { signal, stopListening } = interruption(io, 'the run was interrupted', () =>
    progress.interrupt(`${program}: Interrupted: ending the run.`),
  );
  const isInterrupted = (): boolean => signal.aborted;
  // A pipeline may publish what an earlier run has left.
  const sayThatNoReportWasWritten = (): void => {
    const earlier = [
      ...(shown.folder.holdsReport ? [`the reports in ${shown.folder.shown}`] : []),
      ...shown.reporters.files
        .filter(({ file }) => existsSync(resolve(io.folder, file)))
        .map(({ file }) => oneLine(file)),
    ];
    if (earlier.length > 0)
      io.stderr.write(
        `${program}: No report was written. Still there, from an earlier run: ${earlier.join(', ')}.\n`,
      );
  };
  try {
    const report = await execute(configuration, {
      environment: io.environment,
      ...wanted,
      ...progress.listeners,
      signal,
    });
    progress.end();
    if (isInterrupted() && report.run.exchanges === 0) {
      io.stderr.write(`${program}: Nothing was sent.\n`);
      sayThatNoReportWasWritten();
      return { code: exitCodes.interrupted };
    }
    return { code: await printResult(report, { ...shown, isInterrupted }, io), report };
  } catch (thrown) {
    progress.end();
    if (!(thrown instanceof CannotTest)) throw thrown;
    io.stderr.write(`${program}: ${inLines(thrown)}\n`);
    if (!isInterrupted()) {
      // A user may have typed a key as a part of the address.
      const mask = await maskOf(io, secretsOf(configuration.keys));
      const print = (text: string): void => io.stderr.data(text);
      await printUntested(mask(oneLine(thrown.message)), io.environment, print);
    }
    sayThatNoReportWasWritten();
    return { code: isInterrupted() ? exitCodes.interrupted : exitCodes.cannotTest };
  } finally {
    stopListening();
  }
}
