// Programs without types hand over what they have: a promise that nobody awaited, for example.
import type { Report } from '../judge/result/report.js';
import { UsageError } from './errors.js';

export function expectReport(given: Report, whose: string): void {
  const { verdict, rules } = (given ?? {}) as Partial<Report>;
  if (typeof verdict !== 'string' || !Array.isArray(rules))
    throw new UsageError(`${whose} takes a report: await run(...) gives one.`);
}
