// `replay`: reported failures, each sent again by itself. The exit code is that of a run
// that finds what they show now.
import { resolve } from 'node:path';
import { command } from '../../arguments/command.js';
import { text, toggle, value } from '../../../api/options/flags.js';
import { program } from '../../../api/package.js';
import { connection, effort, tested } from '../../../api/options/run-flags.js';
import type { Failure } from '../../../judge/result/report.js';
import type { FailureOfReport } from '../../runs/earlier-reports.js';
import type { ToReplay } from './retry.js';
import type { Reported } from './lines.js';
import { secretsOf } from '../../../api/configuration/key.js';
import { isAddress } from '../../../api/configuration/target-choice.js';
import { exitCodes } from '../../../api/exit-codes.js';
import { UsageError } from '../../../api/errors.js';

const {
  quickstart,
  'read-only': readOnly,
  'allow-writes': allowWrites,
  'category-ids': categoryIds,
  'as-of': asOf,
  disguise,
} = tested;
const { effort: _effort, seed: _seed, ...bounds } = effort;

export const replay = command({
  name: 'replay',
  summary: 'Retry reported failures, and say whether they still fail.',
  operand: {
    name: 'FAILURE|RULE [TARGET]',
    written: '[FAILURE|RULE] [TARGET]',
    required: false,
    several: true,
    help: 'the id of a failure, as shown in its report, or of a rule; omitted, everything that failed. TARGET is as for `run`; by default, the target of the report, if the run was yours or your settings name that address',
  },
  flags: {
    Scope: {
      report: value(
        'FILE',
        text,
        'the report.json that contains the failure, or its folder; by default the newest one in reports/ that does',
      ),
      quickstart,
      'read-only': readOnly,
      'allow-writes': allowWrites,
      'category-ids': categoryIds,
      'as-of': asOf,
      disguise,
    },
    Limits: bounds,
    'Key and connection': connection,
    Output: {
      json: toggle('print the outcome as JSON'),
      quiet: toggle('print the outcome in one line'),
    },
  },
  notes: [
    'The case is sent alone, with the state that it needs. If it passes, its whole rule runs, because a failure may be intermittent or need many animals. If the failure appeared in a list of a candidate, a full run comes first, because other rules add animals to it; then the candidate is started again. Exit status, as for `run`: 1 if a failure still fails, 3 if one is undecided, else 0. Warnings and known failures do not count, as in the run of the report (with --strict, warnings do).',
    'Your own runs are remembered (outside of the working directory, without keys), so that their failures are sent where the run went; a candidate is started again. But anybody can write a report file: for one that is not of your own runs, the key is sent to its address only if that address is one of yours (ANIMAL_STORE_PRODUCTION_URL, ANIMAL_STORE_STAGING_URL, ANIMAL_STORE_QUICKSTART_URL). Otherwise specify the TARGET, as in the command that the report shows for each failure.',
  ],
  examples: [
    'animal-store-conformance replay',
    "animal-store-conformance replay list-animals.filter --start 'node server.js'",
    'animal-store-conformance replay 1a2b3c4d http://localhost:8080/v1',
    'animal-store-conformance replay 1a2b3c4d staging --report reports/production',
  ],
  async run({ values, operands, commands }, io) {
    const { json = false, quiet = false, report, ...typed } = values;
    const [first = ''] = operands;
    const [what, target, surplus] = isAddress(first) ? ['', ...operands] : operands;
    if (surplus !== undefined)
      throw new UsageError('replay takes a failure or a rule, and a target: omit the rest.');
    const [{ findFailure, findFailures }, { replayed }, { allRules }] = await Promise.all([
      import('../../runs/earlier-reports.js'),
      import('../../../judge/failures/replay.js'),
      import('../../../../suites/index.js'),
    ]);
    const id = what ?? '';
    const isOne = id !== '' && !id.includes('.');
    const found = isOne
      ? ([findFailure(id.toLowerCase(), report, io.folder)] as const)
      : findFailures(await ruleIn(id), report, io.folder);
    const [one] = found;
    // In JSON, what is printed depends on what was asked for, and not on how much failed.
    const isInFull = isOne || (id !== '' && found.length === 1 && !json);
    const { result: ofFirst, report: before } = one;
    if (isOne && replayed(one, allRules) === undefined)
      throw new UsageError(
        `The failure ${id} is a case of ${ofFirst.id} that this version of the kit does not have: run that rule again with --only ${ofFirst.id}.`,
      );
    const [
      { quickstartBeside, replayConfiguration },
      { replayFailures },
      { byRule, printReplay, printReplayedRule, printReplays, whatIsReplayed },
      { replayAt },
      { confirmWrites, printBeforehand },
      { withOwnTarget },
      { argument },
    ] = await Promise.all([
      import('./target.js'),
      import('./retry.js'),
      import('./lines.js'),
      import('../../../api/options/replay-flags.js'),
      import('../../runs/beforehand.js'),
      import('../../runs/own-runs.js'),
      import('../../../http/shell.js'),
    ]);
    const { operand, values: wanted } =
      target === undefined && typed.start === undefined
        ? withOwnTarget(resolve(io.folder, one.path), typed, commands, io)
        : { operand: target, values: { ...quickstartBeside(before, target, typed), ...typed } };
    if (!isOne && !quiet) io.stderr.write(`${whatIsReplayed(found)}\n`);
    const configuration = await replayConfiguration(
      before,
      found.map(({ result }) => result),
      { operand, values: wanted, id },
      io,
    );
    await io.hide(secretsOf(configuration.keys));
    printBeforehand([configuration], io);
    await confirmWrites(configuration, io);
    const isTyped = target !== undefined || typed.start !== undefined;
    const wordsFor = ({ id: failure }: Failure): string =>
      isTyped
        ? replayAt(failure, wanted, operand, report)
        : `replay ${failure}${report === undefined ? '' : ` --report ${argument(report)}`}`;
    const all = found.map((each): ToReplay => ({
      found: each,
      again: replayed(each, allRules),
      ofRun: allRules.filter((rule) => each.report.rules.some(({ id }) => id === rule.id)),
      replay: isTyped ? `npx ${program} ${wordsFor(each.failure)}` : each.failure.replay,
    }));
    const reported: Reported[] = [];
    // The embedded server and a candidate take their animals with them.
    const remains = configuration.start === null && configuration.target.addresses !== null;
    const isWhole = await replayFailures(all, configuration, io, (failure, outcome) => {
      reported.push({ found: failure, outcome, again: wordsFor(failure.failure) });
      if (isInFull) printReplay(failure, outcome, { json, quiet, remains }, io);
      else if (!json && !quiet && isLastOfRule(failure, found, reported)) {
        const rule = byRule(reported).find(([first]) => first.found.result === failure.result);
        if (rule !== undefined) printReplayedRule(rule, io);
      }
    });
    reported.sort((one, other) => found.indexOf(one.found) - found.indexOf(other.found));
    if (!isInFull) printReplays(reported, found.length, { json, quiet, remains }, io);
    return isWhole ? exitCodeOf(reported) : exitCodes.interrupted;
  },
});

/** The failures of a rule are printed together, once each has been sent again. */
const isLastOfRule = (
  { result }: FailureOfReport,
  found: readonly FailureOfReport[],
  reported: readonly Reported[],
): boolean =>
  found.every(
    (one) => one.result !== result || reported.some((replayed) => replayed.found === one),
  );

/** The exit code of the worst outcome, as a run would have it: neither a warning nor a known failure fails it. */
function exitCodeOf(reported: readonly Reported[]): number {
  const counted = reported.map(({ outcome }) => outcome).filter(({ isCounted }) => isCounted);
  if (counted.some(({ stillFails }) => stillFails === true)) return exitCodes.notConformant;
  return counted.some(({ stillFails }) => stillFails === undefined)
    ? exitCodes.inconclusive
    : exitCodes.fine;
}

/** Undefined for none; a rule that does not exist is refused. */
async function ruleIn(id: string): Promise<string | undefined> {
  if (id === '') return undefined;
  return (await import('../../../api/configuration/only.js')).ruleOf(id).id;
}
