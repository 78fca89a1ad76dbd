// What the reports need to know of earlier runs to show how the last ones went. It is passed beside the Report, which knows
// of none but its own.
import type { Effort, Verdict } from '../judge/result/report.js';

/** The runs that can be compared with that of the report. */
export interface Trend {
  /** The runs from the oldest to that of the report; at least two. */
  readonly runs: readonly PastRun[];
  /** What has changed since the run before, in a sentence; empty where nothing has. */
  readonly since: string;
}

/** A line of history.jsonl. Other programs read it too: fields are only ever added. */
export interface PastRun {
  /** The version of this format. */
  readonly format: 1;
  readonly startedAt: string; // ISO 8601, in UTC
  readonly target: {
    readonly name: string;
    readonly baseUrl: string;
    /** Set if the kit had started the target, whose port then differs from run to run. */
    readonly started: boolean;
    /** The digest of the command that started it: another command starts another server. */
    readonly command?: string;
    readonly quickstart: boolean;
  };
  /** The version of the kit. */
  readonly kit: string;
  readonly seed: number;
  readonly effort: Effort;
  readonly readOnly: boolean;
  /** Few wrong keys were tried. */
  readonly fewKeys: boolean;
  readonly strict: boolean;
  /** Set if nothing was left out and nobody ended the run, because only such runs are compared. */
  readonly complete: boolean;
  readonly verdict: Verdict;
  /** Each rule counts once, as the page shows it; observations do not count. */
  readonly counts: Readonly<Record<CountedMark, number>>;
  /** The ids of the rules, those of known failures among them. */
  readonly failed: readonly string[];
  readonly warned: readonly string[];
  readonly undecided: readonly string[];
  readonly requests: number;
  /** Milliseconds, over all operations; null where nothing was measured. */
  readonly latency: { readonly p50: number; readonly p95: number } | null;
}

/** The worst first. */
export const countedMarks = ['failed', 'warning', 'known', 'cantTell', 'passed'] as const;
type CountedMark = (typeof countedMarks)[number];

export const dayOf = ({ startedAt }: PastRun): string => startedAt.slice(0, 10);

/** "2026-11-10 14:05 UTC" */
export const minuteOf = ({ startedAt }: PastRun): string =>
  `${startedAt.slice(0, 16).replace('T', ' ')} UTC`;

const steps = '▁▂▃▄▅▆▇█';

/** "Failed rules per run, last 6 runs, since 2026-11-10: ▁▁▁█▅▁ (at most 4, now 0)" */
export function trendInText({ runs, since }: Trend): readonly string[] {
  const failed = runs.map((run) => run.failed.length);
  const most = Math.max(...failed);
  const when = `last ${runs.length} runs, since ${startOf(runs)}`;
  const line =
    most === 0
      ? `No rule failed in the ${when}`
      : `Failed rules per run, ${when}: ${failed.map((one) => step(one, most)).join('')} (at most ${most}, now ${failed.at(-1)})`;
  return since === '' ? [line] : [since, line];
}

/** The day of the first run, to the minute if all are of one day. */
function startOf(runs: readonly PastRun[]): string {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return '';
  return dayOf(first) === dayOf(last) ? minuteOf(first) : dayOf(first);
}

/** The lowest step stands for zero failures. */
const step = (value: number, most: number): string =>
  steps[Math.ceil((value / most) * (steps.length - 1))] ?? '';
