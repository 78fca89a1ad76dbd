// Sends a reported failure again and tells what became of it: the case alone, then, when that holds, the whole rule.
import { loadLedger } from '../../contract/ledger.js';
import { aim, type Aim } from '../../judge/run/aim.js';
import type { Failure, Report, RuleResult } from '../../judge/result/report.js';
import { replayed, type Replayed } from '../../judge/failures/replay.js';
import { markOf } from '../../report/words.js';
import { renderFailure } from '../../report/terminal/failure.js';
import { allRules } from '../../../suites/index.js';
import { wantsColour, widthOf } from '../telling/appearance.js';
import { prepare } from './conduct.js';
import { type Configuration, configure } from '../configuration/configuration.js';
import { findFailure, type FoundIn } from './earlier-reports.js';
import { program } from '../arguments/help.js';
import { exitCodes, type Io, oneLine, UsageError } from '../io.js';
import { describeKit } from '../package.js';
import { confirmedWrites } from '../configuration/production.js';
import { targetOfReport } from '../configuration/replay-target.js';
import type { RunValues } from '../arguments/run-flags.js';

type Wanted = RunValues & { readonly report?: string };

interface Outcome {
  /** Undefined: it cannot be told. */
  readonly stillFails: boolean | undefined;
  readonly sentence: string;
  /** What shows it. */
  readonly shown?: {
    readonly rule: RuleResult;
    readonly failure: Failure;
    readonly report: Report;
  };
  readonly reports: readonly Report[];
}

export async function replayAndTell(
  operands: readonly string[],
  wanted: Wanted,
  io: Io,
): Promise<number> {
  const [id = '', operand, surplus] = operands;
  if (surplus !== undefined)
    throw new UsageError('replay takes a failure and a target: leave out the rest.');
  const found = findFailure(id.toLowerCase(), wanted.report, io.folder);
  const again = replayed(found, allRules);
  if (again === undefined)
    throw new UsageError(
      `The failure ${id} is of ${found.result.id}, in a form that this version of the kit does not have: run that rule again with --only ${found.result.id}.`,
    );
  const configuration = await configurationFor(found, operand, wanted, io);
  for (const warning of warningsOf(found, configuration))
    io.stderr.write(`${program}: warning: ${oneLine(warning)}\n`);
  if (configuration.writesToProduction)
    await confirmedWrites(configuration.target.addresses?.baseUrl ?? '', io);
  const outcome = await replay(found, again, configuration, io);
  tell(found, outcome, wanted, io);
  return outcome.stillFails === undefined
    ? exitCodes.inconclusive
    : outcome.stillFails
      ? exitCodes.notConformant
      : exitCodes.fine;
}

async function configurationFor(
  { report, result }: FoundIn,
  operand: string | undefined,
  wanted: Wanted,
  io: Io,
): Promise<Configuration> {
  const { report: named, ...values } = wanted;
  const around = { environment: io.environment, folder: io.folder, stdin: io.stdin };
  const place =
    operand === undefined && values.start === undefined
      ? await targetOfReport(report, named !== undefined, values, around)
      : { operand, values };
  return configure(
    {
      ...place.values,
      only: [result.id],
      seed: report.run.seed,
      effort: report.run.effort,
      'as-of': values['as-of'] ?? report.run.asOf,
    },
    place.operand,
    around,
  );
}

function warningsOf({ report }: FoundIn, configuration: Configuration): readonly string[] {
  const kit = describeKit();
  const other =
    report.kit.digest === kit.digest
      ? []
      : [
          `The report was made by another version of the kit (${report.kit.version}): the case may be another than it was.`,
        ];
  return [...configuration.warnings, ...other];
}

async function replay(
  found: FoundIn,
  again: Replayed,
  configuration: Configuration,
  io: Io,
): Promise<Outcome> {
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() =>
    interruption.abort(new Error('the replay was interrupted')),
  );
  try {
    const prepared = await prepare(configuration, {
      environment: io.environment,
      signal: interruption.signal,
    });
    try {
      return await caseThenRule(found, again, { ...prepared.aim, rules: [again.rule] });
    } finally {
      await prepared.close();
    }
  } finally {
    stopListening();
  }
}

async function caseThenRule(
  { report: before, failure }: FoundIn,
  { onlyCase, populated }: Replayed,
  aimed: Aim,
): Promise<Outcome> {
  const reports: Report[] = [];
  const attempt = async (more: Partial<Aim>): Promise<RuleResult> => {
    const report = await aim({ ...aimed, ...more });
    reports.push(report);
    return report.rules[0] as RuleResult;
  };
  const failed = (rule: RuleResult, sentence: string): Outcome => {
    const shown = rule.failures.find((one) => one.id === failure.id) ?? rule.failures[0];
    // This failure has no report of its own to be found in: the command stays that of the first one.
    return {
      stillFails: true,
      sentence,
      reports,
      ...(shown === undefined
        ? {}
        : {
            shown: {
              rule,
              failure: { ...shown, replay: failure.replay },
              report: reports.at(-1) as Report,
            },
          }),
    };
  };
  const untold = (rule: RuleResult): Outcome => ({
    stillFails: undefined,
    sentence: `It cannot be told whether it still fails: ${rule.reason ?? 'no reason was recorded'}.`,
    reports,
  });

  const alone = onlyCase === undefined ? undefined : await attempt({ onlyCase });
  if (alone?.outcome === 'failed') return failed(alone, 'It still fails.');
  if (alone?.outcome === 'untested' || aimed.signal?.aborted === true)
    return untold(alone as RuleResult);
  const populate = populated && before.run.effort !== 'quick' && !before.run.scope.readOnly;
  const whole = await attempt(populate ? { populateAlways: true } : {});
  if (whole.outcome === 'failed')
    return failed(
      whole,
      alone === undefined
        ? 'It still fails.'
        : 'Its case alone does not fail, but its rule still does.',
    );
  if (whole.outcome !== 'passed' || (alone !== undefined && alone.outcome !== 'passed'))
    return untold(alone !== undefined && alone.outcome !== 'passed' ? alone : whole);
  return {
    stillFails: false,
    sentence: `It does not fail any more: ${alone === undefined ? '' : 'neither its case alone nor '}its rule${alone === undefined ? ' holds' : ''} (${whole.evidence.cases} cases).`,
    reports,
  };
}

function tell(
  { failure, result }: FoundIn,
  { stillFails, sentence, shown, reports }: Outcome,
  { json, quiet }: Wanted,
  io: Io,
): void {
  const target = reports[0]?.target;
  const created = reports.flatMap(({ run }) => run.created);
  if (json === true) {
    const told = {
      failure: failure.id,
      rule: result.id,
      target,
      stillFails: stillFails ?? null,
      sentence,
      shown: shown?.failure ?? null,
      created,
    };
    io.stdout.write(`${JSON.stringify(told, null, 2)}\n`);
    return;
  }
  const options = { colour: wantsColour(io.stdout, io.environment), width: widthOf(io.stdout) };
  if (shown !== undefined && quiet !== true) {
    const entry = {
      rule: shown.rule,
      failure: shown.failure,
      mark: markOf(shown.rule, shown.report),
    };
    io.stdout.write(
      `${renderFailure(entry, 'again', { clauses: loadLedger().clauses }, options).join('\n')}\n\n`,
    );
  }
  io.stdout.write(
    `${failure.id}, ${result.id}, at ${oneLine(target?.baseUrl ?? '')}: ${oneLine(sentence)}\n`,
  );
  // What was added to the embedded server is gone with it.
  if (created.length === 0 || target?.name === 'reference' || quiet === true) return;
  io.stdout.write(
    `Added for it, and left there: ${created.length === 1 ? 'the animal' : `${created.length} animals,`} ${ranges(created.map((animal) => animal.id))}.\n`,
  );
}

/** "3, 7-12": identifiers mostly follow one another. */
export function ranges(ids: readonly string[]): string {
  const sorted = ids
    .filter((id) => /^-?\d+$/.test(id))
    .map(BigInt)
    .sort((one, other) => (one < other ? -1 : 1));
  const runs: { first: bigint; last: bigint }[] = [];
  for (const id of sorted) {
    const run = runs.at(-1);
    if (run !== undefined && id <= run.last + 1n) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs
    .map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`))
    .join(', ');
}
