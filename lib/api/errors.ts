// What can go wrong beside the target, each with one line that says what is wrong and what to do.
import type { Report } from '../judge/result/report.js';

export { CannotTest } from '../judge/run/cannot-test.js';

/** The user can put it right. Nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The target that was most likely meant, where the mistake is in its name or address. */
  readonly meant: string | undefined;

  constructor(message: string, meant?: string) {
    super(message);
    this.meant = meant;
  }
}

/** What was found is told, and not kept: the disk is full, for example. */
export class CannotWrite extends Error {
  override readonly name = 'CannotWrite';
  report?: Report;
}

/** A line is the same for every reader when it holds no control characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ').trim();
}
