// Reports the outcome of each failure that was sent again, in words or as JSON.
import type { Report } from '../../../judge/result/report.js';
import { renderFailure } from '../../../report/terminal/failure.js';
import { type Group, groupsOf } from '../../../report/groups.js';
import { jsonText } from '../../../report/text/inert.js';
import { line, markSpan, textOf } from '../../../report/terminal/pieces.js';
import { count, type Mark, markOrder, countInWords } from '../../../report/words.js';
import { isNumber, rangesOf } from '../../../report/ranges.js';
import { type Io } from '../../io.js';
import { oneLine } from '../../../api/errors.js';
import { program } from '../../../api/package.js';
import type { FailureOfReport } from '../../runs/earlier-reports.js';
import type { ReplayOutcome } from './retry.js';
import { appearanceOf } from '../../output/appearance.js';
import { clausesFrom } from '../../../api/reports/clauses.js';

interface Shown {
  readonly json: boolean;
  readonly quiet: boolean;
  /** The target goes on after the replay, with what was added to it. */
  readonly remains: boolean;
}

/** A failure and the outcome of its replay. */
export interface Reported {
  readonly found: FailureOfReport;
  readonly outcome: ReplayOutcome;
  /** The words that replay it once more. */
  readonly again: string;
}

const markWidth = 15;

/** The newest report may be another one than its reader thinks. */
export function whatIsReplayed(found: readonly [FailureOfReport, ...FailureOfReport[]]): string {
  const [{ path, report }] = found;
  const { effort, startedAt } = report.run;
  const rules = new Set(found.map(({ result }) => result.id)).size;
  return oneLine(
    `Replaying the failures and warnings of ${count(rules, 'rule')} in ${path} (${effort} effort, ${startedAt.slice(0, 10)}): a case that passes alone is retried with its whole rule, then in a full run.`,
  );
}

/** Reports the outcome of all of them: as JSON, or how many rules still fail, as what, and which animals remain. */
export function printReplays(
  reported: readonly Reported[],
  of: number,
  { json, quiet, remains }: Shown,
  io: Io,
): void {
  if (json) {
    const all = reported.map(({ found, outcome }) => asJson(found, outcome));
    io.stdout.data(`${jsonText(all, 2)}\n`);
    return;
  }
  const groups = byRule(reported).map(worst);
  const counts = markOrder.flatMap((mark) => {
    const total = groups.filter(({ outcome }) => outcome.mark === mark).length;
    return total === 0 ? [] : [countInWords(mark, total)];
  });
  const still = groups.filter(({ outcome }) => outcome.stillFails === true);
  const [first] = markOrder.flatMap((mark) => still.filter(({ outcome }) => outcome.mark === mark));
  const parts = [
    groups.length === 0
      ? 'Interrupted before the first rule was retried.'
      : `Retried ${count(groups.length, 'rule')}: ${counts.join(', ')}${reported.length < of ? ', then interrupted' : ''}.`,
    ...(first === undefined
      ? []
      : [
          `\`npx ${program} ${first.again}\` shows ${still.length === 1 ? 'it' : first.found.result.id} in full.`,
        ]),
    ...(first?.outcome.mark === 'warning' ? ['Warnings do not fail a run without --strict.'] : []),
  ];
  const reports = new Set(reported.flatMap(({ outcome }) => outcome.reports));
  if (remains && !quiet) printLeftBehind([...reports], io);
  io.stdout.write(`${parts.join(' ')}\n`);
}

/** One rule of many, once its failures have been sent again. */
export function printReplayedRule(reported: Group<Reported>, io: Io): void {
  const { found, outcome } = worst(reported);
  io.stdout.write(
    markedLine(
      outcome.mark,
      reported.length === 1
        ? besideAMark(found, outcome)
        : severalInWords(found.result.id, outcome, reported),
      io,
    ),
  );
}

function severalInWords(
  rule: string,
  { mark, stillFails, reason }: ReplayOutcome,
  reported: readonly Reported[],
): string {
  const alike = reported.filter(({ outcome }) => outcome.mark === mark);
  const some = `${rule} (${alike.length} of ${count(reported.length, 'case')})`;
  if (reason !== undefined) return `${some}: ${reason}.`;
  if (stillFails === true) return `${some} still ${mark === 'warning' ? 'warns' : 'fails'}.`;
  const passed = new Set(alike.map(({ outcome }) => outcome.passed));
  const [how] = passed;
  return `${some} no longer fails.${passed.size === 1 && how !== undefined ? ` ${how}.` : ''}`;
}

/** The mark says already that it is undecided. */
const besideAMark = (
  { result, failure }: FailureOfReport,
  { reason, sentence }: ReplayOutcome,
): string => (reason === undefined ? sentence : `${result.id} (${failure.id}): ${reason}.`);

export const byRule = (all: readonly Reported[]): readonly Group<Reported>[] =>
  groupsOf(all, ({ found }) => found.result.id);

const worst = (reported: Group<Reported>): Reported =>
  reported.reduce((one, other) =>
    markOrder.indexOf(other.outcome.mark) < markOrder.indexOf(one.outcome.mark) ? other : one,
  );

const markedLine = (mark: Mark, text: string, io: Io): string =>
  textOf(line(markSpan(mark, markWidth), oneLine(text)), appearanceOf(io));

function asJson(
  { failure, result }: FailureOfReport,
  { stillFails, mark, sentence, shown, reports }: ReplayOutcome,
): object {
  return {
    failure: failure.id,
    rule: result.id,
    kind: result.kind,
    mark,
    target: reports[0]?.target,
    stillFails: stillFails ?? null,
    sentence,
    shown: shown?.failure ?? null,
    created: reports.flatMap(({ run }) => run.created),
  };
}

export function printReplay(
  found: FailureOfReport,
  outcome: ReplayOutcome,
  { json, quiet, remains }: Shown,
  io: Io,
): void {
  const { shown, reports } = outcome;
  if (json) {
    io.stdout.data(`${jsonText(asJson(found, outcome), 2)}\n`);
    return;
  }
  const options = appearanceOf(io);
  if (shown !== undefined && !quiet) {
    const entry = { rule: shown.rule, failure: shown.failure, mark: outcome.mark };
    const context = { clauses: clausesFrom(io.folder) };
    io.stdout.write(textOf([renderFailure(entry, 'retried', context, options), ''], options));
  }
  io.stdout.write(markedLine(outcome.mark, besideAMark(found, outcome), io));
  if (remains && !quiet) printLeftBehind(reports, io);
}

function printLeftBehind(reports: readonly Report[], io: Io): void {
  const created = reports.flatMap(({ run }) => run.created.map(({ id }) => id));
  if (created.length > 0) io.stdout.write(`${leftBehind(created)}.\n`);
}

/** "2 animals were created and remain: 7-8"; an identifier that is not a number is what the target made of it, and only counts. */
function leftBehind(ids: readonly string[]): string {
  const begin =
    ids.length === 1
      ? '1 animal was created and remains'
      : `${ids.length} animals were created and remain`;
  const listed = rangesOf(ids).join(', ');
  const others = ids.filter((id) => !isNumber(id)).length;
  if (listed === '') return begin;
  return `${begin}: ${listed}${others === 0 ? '' : ` and ${others} more`}`;
}
