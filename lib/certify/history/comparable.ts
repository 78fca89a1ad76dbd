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

/** "Since the last green run (2026-11-20): 1 rule began to fail (list-animals.filter)."; empty where nothing has changed. */
function sinceThen(last: PastRun, now: PastRun, report: Report): string {
  const changes = changesBetween(last, now, report);
  if (changes.length === 0) return '';
  const details = [
    dayOf(last),
    ...(last.kit === now.kit ? [] : [`with version ${last.kit} of the kit`]),
  ];
  return `Since the last ${isGreen(last) ? 'green' : 'complete'} run (${details.join(', ')}): ${changes.join(', ')}.`;
}

/** More rules than these are counted. */
const mostNamed = 3;

/** " (list-animals.filter, add-animal.keeps-name)" */
function named(ids: readonly string[]): string {
  const more = ids.length - mostNamed;
  return ` (${ids.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

/** A rule that was or is undecided has not changed: nobody knows. */
function changesBetween(last: PastRun, now: PastRun, { rules }: Report): readonly string[] {
  const passed = rules.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
  const begun = (which: 'failed' | 'warned'): readonly string[] =>
    now[which].filter((id) => !last[which].includes(id) && !last.undecided.includes(id));
  const ended = (which: 'failed' | 'warned'): readonly string[] =>
    passed.filter((id) => last[which].includes(id));
  const [failing, fixed] = [begun('failed'), ended('failed')];
  const [warned, gone] = [begun('warned'), ended('warned')];
  const changes = [
    [failing, `${count(failing.length, 'rule')} began to fail`],
    [fixed, `${count(fixed.length, 'rule')} no longer ${fixed.length === 1 ? 'fails' : 'fail'}`],
    [warned, count(warned.length, 'new warning')],
    [gone, `${count(gone.length, 'warning')} gone`],
  ] as const;
  return changes.filter(([ids]) => ids.length > 0).map(([ids, text]) => text + named(ids));
}
