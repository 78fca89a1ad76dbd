// Writes recorded cases into a report: their exchanges become samples, to which everything else refers by number.
import type { Exchange } from '../../http/types.js';
import type { RecordedExchange, ReportedCases } from '../result/report.js';
import type { Found } from '../rules/setup.js';
import type { Committed } from './draw.js';
import type { RecordedExperiment } from './recorded-cases.js';
import type { Recorder } from '../result/recorder.js';

export interface RunRecording {
  readonly commitment: Committed;
  readonly setup: Found;
  readonly experiments: readonly RecordedExperiment[];
}

/**
 * Reduces the samples to those that belong to a recorded case of their rule, and adds the other exchanges that such
 * cases and the setup need: every exchange of the report can be judged again.
 */
export function withRecordedCases(
  samples: readonly RecordedExchange[],
  { setup, experiments }: RunRecording,
  recorder: Recorder,
): readonly RecordedExchange[] {
  const kept = new Map(
    experiments.flatMap(({ cases }) =>
      cases.flatMap(({ exchanges, rules, excuses, drawn = [] }) =>
        exchanges.map(
          (exchange) =>
            [keyOf(exchange), { exchange, of: [...rules, ...excuses, ...drawn] }] as const,
        ),
      ),
    ),
  );
  const judged = samples.flatMap((one) => {
    const { exchange, of = [] } = kept.get(key(one)) ?? {};
    return exchange && of.includes(one.rule ?? '')
      ? [recorder.recordWhole(exchange, one.rule)]
      : [];
  });
  const there = new Set(judged.map(key));
  const more: RecordedExchange[] = [];
  const add = (exchange: Exchange, rule: string | null): void => {
    const named = keyOf(exchange);
    if (there.has(named)) return;
    there.add(named);
    more.push(recorder.recordWhole(exchange, rule));
  };
  for (const { cases } of experiments)
    for (const { exchanges, rules, excuses, drawn = [] } of cases)
      for (const exchange of exchanges) add(exchange, rules[0] ?? excuses[0] ?? drawn[0] ?? null);
  const shared = [setup.twin?.exchange, setup.messageTwin].filter((one) => one !== undefined);
  const first = experiments.flatMap(({ firstAdded }) => firstAdded.map(({ added }) => added));
  for (const exchange of [...shared, ...first]) add(exchange, null);
  return [...judged, ...more];
}

const key = ({ operation, number }: { operation: string; number: number }): string =>
  `${operation} ${number}`;
const keyOf = ({ ask: { operation }, number }: Exchange): string => key({ operation, number });

export function inReport(
  { setup, experiments, commitment }: RunRecording,
  numberOf: (exchange: { readonly operation: string; readonly number: number }) => number,
): ReportedCases {
  const number = ({ ask, number: sent }: Exchange): number =>
    numberOf({ operation: ask.operation, number: sent });
  const { categories, acceptsAnyCategory = null, twin, messageTwin, fullest, known } = setup;
  return {
    setup: {
      categories: categories.map(String),
      acceptsAnyCategory,
      twin: twin
        ? {
            name: twin.animal.name,
            categoryId: String(twin.animal.categoryId),
            status: String(twin.animal.status),
            exchange: number(twin.exchange),
          }
        : null,
      messageTwin: messageTwin ? number(messageTwin) : null,
      ...(fullest === undefined ? {} : { fullest }),
      ...(known ? { known: true as const } : {}),
    },
    experiments: experiments.map((experiment) => ({
      ...experiment,
      firstAdded: experiment.firstAdded.map(({ status, added }) => ({
        status,
        exchange: number(added),
      })),
      cases: experiment.cases.map((one) => ({ ...one, exchanges: one.exchanges.map(number) })),
    })),
    commitment,
  };
}
