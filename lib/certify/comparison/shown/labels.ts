// The words that all presentations of a comparison share.
import { count, duration, type Mark, verdicts } from '../../../report/words.js';
import type { Comparison, LatencyComparison, RuleDifference, Side, Spread } from '../comparison.js';
import { areDifferent } from '../parts.js';

/** A run in words: "conformant; all rules, standard effort, seed 1, 3,150 requests, 2026-11-22 16:40 UTC". */
export function runInWords(side: Side): string {
  const { verdict, scope, effort, seed, requests } = side;
  return `${verdicts[verdict].word}; ${scope}, ${effort} effort, seed ${seed}, ${count(requests, 'request')}, ${momentOf(side)}`;
}

export const momentOf = ({ startedAt }: Side): string =>
  startedAt.replace('T', ' ').replace(/:\d\d(?:\.\d+)?Z$/, ' UTC');

/** The mark that a failure of the rule has in a report. */
export const markOfRule = ({ kind }: Pick<RuleDifference, 'kind'>): Mark =>
  kind === 'stated' ? 'failed' : 'warning';

export const spreadInWords = (spread: Spread | null): string =>
  spread === null
    ? 'not called'
    : `half within ${duration(spread.p50)}, 90% within ${duration(spread.p90)}, 99% within ${duration(spread.p99)}; ${duration(spread.min)} to ${duration(spread.max)}, ${count(spread.count, 'response')}`;

export const unchangedInWords = ({ compared }: LatencyComparison): string =>
  compared ? 'no change beyond noise' : 'not compared';

/** The overall result: the same or different, and how serious that is. */
export function sealOf(comparison: Comparison): {
  readonly glyph: string;
  readonly word: string;
  readonly mark: Mark;
} {
  if (!areDifferent(comparison)) return { glyph: '=', word: 'No difference', mark: 'passed' };
  const isStated = comparison.outcomes.some(({ kind }) => kind === 'stated');
  return { glyph: '≠', word: 'Different', mark: isStated ? 'failed' : 'warning' };
}
