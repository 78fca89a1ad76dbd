// The order in which cases are sent, as `npm run order` has written it. Most ranks follow one another, so the file has them
// in ranges, which makes the package smaller.
import type { Order } from '../lib/judge/rules/index.js';
import measured from './order.json' with { type: 'json' };

/** How revealing each case is: its cost in requests, and its rank among all. */
export const order: Order = Object.fromEntries(
  Object.entries(measured).map(([experiment, { ranks, ...cases }]) => [
    experiment,
    { ...cases, ranks: numbersIn(ranks) },
  ]),
);

/** Reads "3-5 9" as 3, 4, 5 and 9. */
export function numbersIn(ranges: string): readonly number[] {
  return ranges.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** Writes 3, 4, 5 and 9 as "3-5 9". */
export function inRanges(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(' ');
}
