// Pairs of reports for the tests of comparisons: the clean one, and copies changed in one place. Test support only.
import type { OperationLatency, Report, RuleResult } from '../../judge/result/report.js';
import { cleanReport } from './fixture.js';
import { failure } from './fixture-parts.js';

/** A report about production, unless `more` changes that. */
export const production = (more: Partial<Report> = {}): Report => ({
  ...cleanReport(),
  target: {
    name: 'production',
    baseUrl: 'https://api.animals.example/v1',
    quickstartBaseUrl: null,
  },
  ...more,
});

export const staging = (): Report => cleanReport();

export const withRule = (report: Report, id: string, more: Partial<RuleResult>): Report => ({
  ...report,
  rules: report.rules.map((rule) => (rule.id === id ? { ...rule, ...more } : rule)),
});

export const withRun = (report: Report, more: Partial<Report['run']>): Report => ({
  ...report,
  run: { ...report.run, ...more },
});

/** The report with this rule broken, for this cause. */
export const broken = (report: Report, id: string, cause: string): Report =>
  withRule(report, id, {
    outcome: 'failed',
    failures: [failure({ cause, curl: `curl -sS '${report.target.baseUrl}/pets?limit=37'` })],
  });

export const answering = (report: Report, id: string, answer: string): Report => ({
  ...report,
  observations: report.observations.map((one) => (one.id === id ? { ...one, answer } : one)),
});

const shown = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];

/** The latency that a run would have measured for these durations. */
export function measured(operation: string, durations: readonly number[]): OperationLatency {
  const sorted = [...durations].sort((one, other) => one - other);
  const at = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
  return {
    operation,
    count: sorted.length,
    min: sorted[0] ?? 0,
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    max: sorted.at(-1) ?? 0,
    histogram: shown.map((upToMs, place) => ({
      upToMs,
      count: sorted.filter((ms) => ms <= upToMs && ms > (shown[place - 1] ?? 0)).length,
    })),
  };
}

export const timed = (report: Report, durations: readonly number[]): Report => ({
  ...report,
  latency: [measured('listPets', durations)],
});

/** This many durations, evenly spread between the two. */
export const between = (from: number, to: number, number = 500): readonly number[] =>
  Array.from({ length: number }, (_, at) => from + ((to - from) * at) / number);

/** Two reports with one of each: a broken rule, a different answer, an untested rule and a slower operation. */
export function differing(): readonly [Report, Report] {
  const [order, limit] = ['list-animals.order', 'list-animals.limit-is-maximum'];
  const one = answering(staging(), order, 'by ascending identifier');
  const untested = { outcome: 'untested', reason: 'only read' } as const;
  const other = withRule(
    broken(production(), limit, 'The list is too long.'),
    'add-animal.keeps-name',
    untested,
  );
  const quick = measured('getPet', between(1, 2));
  return [
    { ...one, latency: [measured('listPets', between(40, 60)), quick] },
    {
      ...answering(other, order, 'newest first'),
      latency: [measured('listPets', between(100, 120)), quick],
    },
  ];
}
