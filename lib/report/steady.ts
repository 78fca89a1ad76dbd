// Masks what differs from run to run although nothing changed, so that two reports can be set side by side.
import type { RecordedExchange, Report } from '../judge/result/report.js';

/** Headers that name a moment, a request or a machine. Content, caching rules and everything that a rule judges stay. */
const volatile =
  /^(?:date|age|expires|last-modified|set-cookie|server-timing|traceparent|tracestate|x-runtime|x-response-time|x-served-by|x-timer|x-cache(?:-hits)?|cf-ray|via|(?:x-)?rate-?limit-.*|x-amzn?-.*|x-b3-.*|(?:x-)?(?:request|correlation|trace|transaction|amz-cf)-id)$/i;

export const maskedValue = '(differs from run to run)';

/** Masking what is masked already changes nothing. */
export function steady(report: Report): Report {
  return {
    ...report,
    rules: report.rules.map((rule) => ({
      ...rule,
      failures: rule.failures.map((failure) => ({
        ...failure,
        exchanges: failure.exchanges.map(mask),
      })),
    })),
    samples: report.samples.map(mask),
  };
}

function mask(exchange: RecordedExchange): RecordedExchange {
  if (exchange.response === null) return exchange;
  const headers = exchange.response.headers.map(([name, value]): readonly [string, string] => [
    name,
    volatile.test(name) ? maskedValue : value,
  ]);
  return { ...exchange, response: { ...exchange.response, headers } };
}
