// What became of a failure that was sent again, in words or as JSON.
import { loadLedger } from '../../contract/ledger.js';
import { renderFailure } from '../../report/terminal/failure.js';
import { jsonText } from '../../report/inert.js';
import { markOf } from '../../report/words.js';
import { type Io, oneLine } from '../io.js';
import type { FailureOfReport } from '../run/earlier-reports.js';
import type { ReplayOutcome } from '../run/replay.js';
import { appearanceOf } from './appearance.js';

interface Shown {
  readonly json: boolean;
  readonly quiet: boolean;
}

export function tellReplay(
  { failure, result }: FailureOfReport,
  { stillFails, sentence, shown, reports }: ReplayOutcome,
  { json, quiet }: Shown,
  io: Io,
): void {
  const target = reports[0]?.target;
  const created = reports.flatMap(({ run }) => run.created);
  if (json) {
    const told = {
      failure: failure.id,
      rule: result.id,
      target,
      stillFails: stillFails ?? null,
      sentence,
      shown: shown?.failure ?? null,
      created,
    };
    io.stdout.data(`${jsonText(told, 2)}\n`);
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
      `${renderFailure(entry, 'retried', { clauses: loadLedger().clauses }, options).join('\n')}\n\n`,
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
