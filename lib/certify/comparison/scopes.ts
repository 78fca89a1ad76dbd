// Whether two runs asked their targets for the same, and what their answers say together if they did not: only what both
// asked for is compared.
import type { Report } from '../../judge/result/report.js';
import { scopeOf } from '../../report/words.js';

export const askedAlike = (a: Report, b: Report): boolean =>
  scopeOf(a) === scopeOf(b) && a.run.effort === b.run.effort;

/**
 * Whether both answers say the same as far as both runs asked, where one of them asked more: of each result one has all
 * the cases of the other, and no case has two results.
 */
export function agreeSoFar(one: string, other: string): boolean {
  const [a, b] = [new Map(resultsIn(one)), new Map(resultsIn(other))];
  const shared = [...a.keys()].filter((result) => b.has(result));
  return (
    shared.length > 0 &&
    shared.every((result) => isWithin(a.get(result), b.get(result))) &&
    [...a].every(([result, cases]) =>
      [...b].every(
        ([another, others]) => result === another || cases.every((each) => !others.includes(each)),
      ),
    )
  );
}

const isWithin = (some: readonly string[] = [], others: readonly string[] = []): boolean =>
  some.every((each) => others.includes(each)) || others.every((each) => some.includes(each));

/**
 * The results in an answer such as "400: limit=0, limit=101; 200: limit[]=1000", each with its cases. Undefined for any
 * other form.
 */
export function resultsIn(
  answer: string,
): readonly (readonly [result: string, cases: readonly string[]])[] | undefined {
  const parts = splitOutsideQuotes(answer, '; ').map((part) => /^([^:"]{1,60}): (.+)$/s.exec(part));
  if (parts.includes(null)) return undefined;
  return parts.map((part) => [part?.[1] ?? '', splitOutsideQuotes(part?.[2] ?? '', ', ')]);
}

function splitOutsideQuotes(text: string, separator: string): readonly string[] {
  const pieces = text.split(separator);
  const joined: string[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isInside = last !== undefined && (last.match(/"/g) ?? []).length % 2 === 1;
    if (isInside) joined[joined.length - 1] = `${last}${separator}${piece}`;
    else joined.push(piece);
  }
  return joined;
}
