// Whether two runs asked their targets for the same, and what their answers say together if they did not: only what both
// asked for is compared.
import type { Report } from '../../judge/result/report.js';
import { scopeOf } from '../../report/words.js';

/** Quick effort sends a selection, which depends on the seed and on what the store holds. */
export const askedAlike = (a: Report, b: Report): boolean =>
  scopeOf(a) === scopeOf(b) && a.run.effort === b.run.effort && a.run.effort !== 'quick';

type Results = ReadonlyMap<string, readonly string[]>;

/** What follows the status in these answers is what was returned. */
const withoutCases = ['errors.codes', 'errors.messages'];
/** "400: limit=0" names a case; "cache-control: no-store" has the answer itself behind its colon. */
const nameCases = (id: string, results: Results): boolean =>
  results.size > 0 &&
  !withoutCases.includes(id) &&
  [...results.keys()].every((result) => /^\d{3}\b/.test(result));

/**
 * Whether both answers say the same as far as both runs asked, where one of them asked more, or for something else: no
 * case has two results. Unless both name cases, one must also have all that the other has of each result.
 */
export function agreeSoFar(id: string, one: string, other: string): boolean {
  const a: Results = new Map(resultsIn(one));
  const b: Results = new Map(resultsIn(other));
  const isConsistent = [...a].every(([result, cases]) =>
    [...b].every(
      ([another, others]) => result === another || cases.every((each) => !others.includes(each)),
    ),
  );
  if (nameCases(id, a) && nameCases(id, b)) return isConsistent;
  const shared = [...a.keys()].filter((result) => b.has(result));
  return (
    isConsistent &&
    shared.length > 0 &&
    shared.every((result) => isWithin(a.get(result), b.get(result)))
  );
}

const isWithin = (some: readonly string[] = [], others: readonly string[] = []): boolean =>
  some.every((each) => others.includes(each)) || others.every((each) => some.includes(each));

/**
 * The results in an answer such as "400: limit=0, limit=101; 200: limit[]=1000", each with its cases. "a number: 201, a
 * string: 400" says the same in turn. Undefined for any other form.
 */
export function resultsIn(
  answer: string,
): readonly (readonly [result: string, cases: readonly string[]])[] | undefined {
  const turned = labelsByStatus(answer);
  if (turned !== undefined) return turned;
  const parts = splitOutsideQuotes(answer, '; ').map((part) => /^([^:"]{1,60}): (.+)$/s.exec(part));
  if (parts.includes(null)) return undefined;
  return parts.map((part) => [part?.[1] ?? '', splitOutsideQuotes(part?.[2] ?? '', ', ')]);
}

function labelsByStatus(answer: string): readonly (readonly [string, string[]])[] | undefined {
  const each = splitOutsideQuotes(answer, ', ').map((one) => /^([^:"]{1,60}): (\d{3})$/.exec(one));
  const byStatus = new Map<string, string[]>();
  for (const one of each) {
    const [, label, status] = one ?? [];
    if (label === undefined || status === undefined) return undefined;
    byStatus.set(status, [...(byStatus.get(status) ?? []), label]);
  }
  return [...byStatus];
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
