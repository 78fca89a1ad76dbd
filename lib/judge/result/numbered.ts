// Numbers the exchanges in the order of the report, because the order in which they were sent is random. Their times
// stand beside them.
import { profileOf } from '../../contract/operations.js';
import type { RecordedExchange, Report } from './report.js';

interface Numbered {
  readonly report: Report;
  /** The number of an exchange that the report holds. */
  readonly numberOf: (exchange: Sent) => number;
}

interface Sent {
  readonly operation: string;
  readonly number: number;
}

/** One exchange has one number wherever it stands, and no two exchanges have the same. */
export function numbered(report: Report): Numbered {
  const numbers = new Map<string, number>();
  const numberOf = ({ operation, number }: Sent): number => {
    // Each address counts its own.
    const sent = `${profileOf(operation)} ${number}`;
    const known = numbers.get(sent) ?? numbers.size + 1;
    numbers.set(sent, known);
    return known;
  };
  const withNumber = (exchange: RecordedExchange): RecordedExchange => ({
    ...exchange,
    number: numberOf(exchange),
  });
  const rules = report.rules.map((rule) => ({
    ...rule,
    failures: rule.failures.map((failure) => ({
      ...failure,
      exchanges: failure.exchanges.map(withNumber),
    })),
  }));
  return { report: { ...report, rules, samples: report.samples.map(withNumber) }, numberOf };
}
