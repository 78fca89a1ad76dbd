// Finds the earlier runs that a run can be compared with, and says in a sentence what has changed since the last of
// them.
import type { Report } from '../../judge/result/report.js';
import { type PastRun, type Trend, dayOf } from '../../report/trend.js';
import { count } from '../../report/words.js';
import { pastRunOf } from './past-run.js';

/** How many nights are shown. */
export const mostRunsShown = 30;

/** The runs that asked the same of the same target, with this one; undefined of a partial run, and of a first one. */
export function trendOf(report: Report, past: readonly PastRun[]): Trend | undefined {
  const own = pastRunOf(report);
  if (!own.complete) return undefined;
  const key = keyOf(own);
  const earlier = past
    .filter((run) => run.complete && run.startedAt < own.startedAt && keyOf(run) === key)
    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
  const last = earlier.at(-1);
  if (last === undefined) return undefined;
  const runs = [...earlier, own].slice(-mostRunsShown);
  return { runs, since: sinceThen(last, own, report) };
}

/** Runs of the same key differ only where the target, the kit or chance does. */
const keyOf = ({ target, effort, readOnly, fewKeys, strict }: PastRun): string =>
  JSON.stringify([placeOf(target), target.quickstart, effort, readOnly, fewKeys, strict]);

/**
 * Identifies a target from run to run by its name, if the command knows it, or for a candidate by the command that starts it
 * and by its address without the port.
 */
function placeOf({ name, baseUrl, started, command = '' }: PastRun['target']): string {
  if (started)
    return `candidate ${command} ${baseUrl.replace(/^([a-z]+:\/\/[^/]*):\d+(?=\/|$)/, '$1')}`;
  return name === baseUrl ? baseUrl : name;
}

const isGreen = ({ verdict }: PastRun): boolean =>
  verdict === 'conformant' || verdict === 'no-violation-found';

/** "Since the last green run (2026-11-20): 2 rules began to fail."; empty where nothing has changed. */
function sinceThen(last: PastRun, now: PastRun, report: Report): string {
  const changes = changesBetween(last, now, report);
  if (changes.length === 0) return '';
  const details = [
    dayOf(last),
    ...(last.kit === now.kit ? [] : [`with version ${last.kit} of the kit`]),
  ];
  return `Since the last ${isGreen(last) ? 'green' : 'complete'} run (${details.join(', ')}): ${changes.join(', ')}.`;
}

/** A rule that was or is undecided has not changed: nobody knows. */
function changesBetween(last: PastRun, now: PastRun, { rules }: Report): readonly string[] {
  const passed = rules.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
  const begun = (which: 'failed' | 'warned'): number =>
    now[which].filter((id) => !last[which].includes(id) && !last.undecided.includes(id)).length;
  const ended = (which: 'failed' | 'warned'): number =>
    passed.filter((id) => last[which].includes(id)).length;
  const [failing, fixed] = [begun('failed'), ended('failed')];
  const changes = [
    [failing, `${count(failing, 'rule')} began to fail`],
    [fixed, `${count(fixed, 'rule')} no longer ${fixed === 1 ? 'fails' : 'fail'}`],
    [begun('warned'), count(begun('warned'), 'new warning')],
    [ended('warned'), `${count(ended('warned'), 'warning')} gone`],
  ] as const;
  return changes.filter(([total]) => total > 0).map(([, text]) => text);
}
