// Runs the targets of a comparison one after the other, so that each gets the load of a usual run and no more, even if
// both are one server or behind one gateway. A busy moment may slow down only one of them, which the comparison of
// response times has to allow for.
import type { Report } from '../../../judge/result/report.js';
import { program } from '../../../api/package.js';
import { replayWith } from '../../../api/options/replay-flags.js';
import { secretsOf } from '../../../api/configuration/key.js';
import { interruption, type Io } from '../../io.js';
import { confirmWrites, printBeforehand } from '../../runs/beforehand.js';
import { oneLine } from '../../../api/errors.js';
import { execute, idsOf } from '../../../api/execute/execute.js';
import { costInWords, expectedRequests, number, usualCost } from '../../runs/cost.js';
import { duration } from '../../../report/words.js';
import { progressStyle, showProgress } from '../../output/progress.js';
import type { ToRun } from './settings.js';

/** Lines to print before anything is sent, and the question of consent. */
export async function prepareRuns(
  runs: readonly ToRun[],
  wants: { readonly json: boolean; readonly quiet: boolean; readonly isKept: boolean },
  io: Io,
): Promise<void> {
  for (const { configuration } of runs) await io.hide(secretsOf(configuration.keys));
  for (const { configuration } of runs) await confirmWrites(configuration, io);
  printBeforehand(
    runs.map(({ configuration }) => configuration),
    io,
  );
  if (wants.json || wants.quiet) return;
  for (const { configuration } of runs) {
    const cost = costInWords(await usualCost(configuration), configuration);
    io.stderr.write(`${oneLine(configuration.target.name)}: ${cost}\n`);
  }
  const isSeveral = runs.length > 1;
  const said = [
    ...(isSeveral ? ['The targets are run one after the other.'] : []),
    ...(wants.isKept || runs.length === 0
      ? []
      : [`Without --output DIR, ${isSeveral ? 'their reports are' : 'its report is'} not kept.`]),
  ];
  if (said.length > 0) io.stderr.write(`${said.join(' ')}\n`);
}

/** Runs a target; undefined if the user interrupted the run. */
export async function runTarget(
  { configuration, values, operand }: ToRun,
  shown: {
    readonly json: boolean;
    readonly quiet: boolean;
    /** The folder of its report; undefined for no report. */
    readonly folder: string | undefined;
  },
  io: Io,
): Promise<Report | undefined> {
  const style = progressStyle(io.stderr, io.environment, shown);
  const progress = showProgress({
    output: io.stderr,
    environment: io.environment,
    style,
    strict: false,
    ids: await idsOf(configuration),
    expected: expectedRequests(await usualCost(configuration), configuration),
    // The comparison says what differs; in a log, both runs would say all that fails.
    showsFailures: style === 'live',
  });
  if (style === 'plain') progress.note(`${oneLine(configuration.target.name)}: the run begins.`);
  const { signal, stopListening } = interruption(io, 'the comparison was interrupted', () =>
    progress.note(`${program}: Interrupted: nothing is compared.`),
  );
  try {
    const report = await execute(configuration, {
      ...progress.listeners,
      environment: io.environment,
      signal,
      replayWith: replayWith(
        { ...values, output: shown.folder ?? values.output },
        operand.target,
        shown.folder ?? '',
      ),
    });
    if (signal.aborted) return undefined;
    if (style === 'plain')
      progress.note(`${oneLine(configuration.target.name)}: ${spent(report)}.`);
    return report;
  } catch (thrown) {
    if (signal.aborted) return undefined;
    throw thrown;
  } finally {
    progress.end();
    stopListening();
  }
}

const spent = ({ run }: Report): string =>
  `${number(run.exchanges)} requests in ${duration(run.durationMs)}`;
