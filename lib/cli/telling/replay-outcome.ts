// What became of a failure that was sent again, in words or as JSON.
import { renderFailure } from '../../report/terminal/failure.js';
import { jsonText } from '../../report/inert.js';
import { markOf } from '../../report/words.js';
import { type Io } from '../io.js';
import { oneLine } from '../../api/errors.js';
import type { FailureOfReport } from '../run/earlier-reports.js';
import type { ReplayOutcome } from '../run/replay.js';
import { appearanceOf } from './appearance.js';
import { clausesFrom } from '../../api/reports/clauses.js';

interface Shown {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** A failure, and what became of it. */
export interface Told {
  readonly found: FailureOfReport;
  readonly outcome: ReplayOutcome;
}

/** Several failures: all of them as JSON, or how many still fail. */
export function tellReplays(told: readonly Told[], of: number, { json }: Shown, io: Io): void {
  if (json) {
    const all = told.map(({ found, outcome }) => asJson(found, outcome));
    io.stdout.data(`${jsonText(all, 2)}\n`);
    return;
  }
  const still = told.filter(({ outcome }) => outcome.stillFails === true);
  const unknown = told.filter(({ outcome }) => outcome.stillFails === undefined);
  const [first] = still;
  io.stdout.write(
    `${still.length} of ${of} still ${still.length === 1 ? 'fails' : 'fail'}${unknown.length === 0 ? '' : `, ${unknown.length} cannot be told`}.${first === undefined ? '' : ` \`replay ${first.found.failure.id}\` shows the first in full.`}\n`,
  );
}

function asJson(
  { failure, result }: FailureOfReport,
  { stillFails, sentence, shown, reports }: ReplayOutcome,
): object {
  return {
    failure: failure.id,
    rule: result.id,
    target: reports[0]?.target,
    stillFails: stillFails ?? null,
    sentence,
    shown: shown?.failure ?? null,
    created: reports.flatMap(({ run }) => run.created),
  };
}

export function tellReplay(
  found: FailureOfReport,
  outcome: ReplayOutcome,
  { json, quiet }: Shown,
  io: Io,
): void {
  const { sentence, shown, reports } = outcome;
  const target = reports[0]?.target;
  const created = reports.flatMap(({ run }) => run.created);
  if (json) {
    io.stdout.data(`${jsonText(asJson(found, outcome), 2)}\n`);
    return;
  }
  const options = appearanceOf(io);
  if (shown !== undefined && !quiet) {
    const entry = {
      rule: shown.rule,
      failure: shown.failure,
      mark: markOf(shown.rule, shown.report),
    };
    io.stdout.write(
      `${renderFailure(entry, 'retried', { clauses: clausesFrom(io.folder) }, options).join('\n')}\n\n`,
    );
  }
  io.stdout.write(`${oneLine(sentence)}\n`);
  // What was added to the embedded server is gone with it.
  if (created.length === 0 || target?.name === 'reference' || quiet) return;
  io.stdout.write(
    `${created.length === 1 ? '1 animal was created and remains' : `${created.length} animals were created and remain`}: ${ranges(created.map((animal) => animal.id))}.\n`,
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
