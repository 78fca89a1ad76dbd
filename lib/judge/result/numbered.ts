// Numbers the exchanges of a report as it tells them: the order in which they were sent is chance, and when that was
// stands beside them.
import { profileOf } from '../../contract/operations.js';
import type { RecordedExchange, Report } from './report.js';

/** One exchange has one number wherever it stands, and no two exchanges have the same. */
export function numbered(report: Report): Report {
  const numbers = new Map<string, number>();
  const number = (exchange: RecordedExchange): RecordedExchange => {
    // Each address counts its own.
    const sent = `${profileOf(exchange.operation)} ${exchange.number}`;
    const known = numbers.get(sent) ?? numbers.size + 1;
    numbers.set(sent, known);
    return { ...exchange, number: known };
  };
  const rules = report.rules.map((rule) => ({
    ...rule,
    failures: rule.failures.map((failure) => ({
      ...failure,
      exchanges: failure.exchanges.map(number),
    })),
  }));
  return { ...report, rules, samples: report.samples.map(number) };
}
