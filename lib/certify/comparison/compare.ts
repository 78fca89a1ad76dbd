// Compares two reports: which rules had another outcome, which observations differ, and which operations became slower
// or faster. It takes reports and returns a Comparison.
import type { Report } from '../../judge/result/report.js';
import { scopeOf } from '../../report/words.js';
import type { Comparison, Side } from './comparison.js';
import { labelsOf } from './labels.js';
import { compareLatency } from './latency.js';
import { notesOn } from './notes.js';
import { compareObservations } from './observations.js';
import { compareRules } from './rules.js';

/** What a comparison needs to know besides the reports. */
export interface Named {
  /** What a person typed for each report. */
  readonly operands: readonly [string, string];
  /** What must be said before anything else, for example that both runs were read-only. */
  readonly notes?: readonly string[];
}

export function compareReports(a: Report, b: Report, named: Named): Comparison {
  const labels = labelsOf(a, b, named.operands);
  const rules = compareRules(a, b, labels);
  const observations = compareObservations(a, b, labels);
  const latency = compareLatency(a, b, labels);
  return {
    format: 1,
    a: sideOf(a, labels[0]),
    b: sideOf(b, labels[1]),
    notes: [...(named.notes ?? []), ...notesOn(a, b, labels)],
    different: {
      outcomes: rules.different.length,
      observations: observations.different.length,
      latency: latency.filter(({ change }) => change !== null).length,
    },
    outcomes: rules.different,
    observations: observations.different,
    onlyInOne: [...rules.onlyInOne, ...observations.onlyInOne],
    latency,
    same: { rules: rules.same, observations: observations.same },
    neither: [...rules.neither, ...observations.neither],
  };
}

function sideOf(report: Report, label: string): Side {
  const { target, verdict, summary, run, kit, contract } = report;
  return {
    label,
    target,
    verdict,
    summary,
    startedAt: run.startedAt,
    seed: run.seed,
    effort: run.effort,
    scope: scopeOf(report),
    requests: run.exchanges,
    kit,
    contract,
  };
}
