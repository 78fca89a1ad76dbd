// Reads the answers of observations as far as that helps to compare them. They are words for people, and any answer
// that is not understood is compared as text.

/**
 * The result of each case in an answer such as "400: limit=0, limit=101; 200: limit[]=1000". Undefined for any other
 * form.
 */
function casesIn(answer: string): ReadonlyMap<string, string> | undefined {
  const cases = new Map<string, string>();
  for (const part of answer.split('; ')) {
    const [, result, labels] = /^([^:"]{1,60}): (.+)$/s.exec(part) ?? [];
    if (result === undefined || labels === undefined) return undefined;
    for (const label of labels.split(', ')) {
      const before = cases.get(label);
      cases.set(label, before === undefined ? result : both(before, result));
    }
  }
  return cases;
}

/** Joins two results of one case, in whichever order they occurred. */
const both = (one: string, other: string): string =>
  [...new Set([...one.split(' or '), other])].sort().join(' or ');

/** Whether the answer says that nothing could be observed, because the store had too few animals or too many. */
export const isUndecided = (answer: string): boolean =>
  /^too few\b|^(\d+) of \1 animals did not appear/.test(answer);

/** Whether both answers say the same, in whatever order. */
export const saySame = (one: string, other: string): boolean =>
  one === other || changedIn(one, other)?.length === 0;

/**
 * Whether both answers say the same as far as both runs asked, where one of them asked more: of each result one has all
 * the cases of the other, and no case has two results.
 */
export function saySameOfBoth(one: string, other: string): boolean {
  if (saySame(one, other)) return true;
  const [a, b] = [resultsIn(one), resultsIn(other)];
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

/** The cases of each result; none if the answer has another form. */
function resultsIn(answer: string): ReadonlyMap<string, readonly string[]> {
  const parts = splitOutsideQuotes(answer, '; ').map((part) => /^([^:"]{1,60}): (.+)$/s.exec(part));
  if (parts.includes(null)) return new Map();
  return new Map(parts.map((part) => [part?.[1] ?? '', splitOutsideQuotes(part?.[2] ?? '', ', ')]));
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

export interface Changed {
  readonly a: string;
  readonly b: string;
  /** The cases that differ in this way. */
  readonly cases: readonly string[];
}

/**
 * The differences between two answers about the same cases, with cases that differ in the same way grouped. Undefined
 * if the cases are not the same: an answer such as the error codes by status looks similar, but what follows its colon
 * is the answer itself.
 */
export function changedIn(one: string, other: string): readonly Changed[] | undefined {
  const [a, b] = [casesIn(one), casesIn(other)];
  if (a === undefined || b === undefined || a.size !== b.size) return undefined;
  const changed = new Map<string, { a: string; b: string; cases: string[] }>();
  for (const [label, ofA] of a) {
    const ofB = b.get(label);
    if (ofB === undefined) return undefined;
    if (ofA === ofB) continue;
    const key = `${ofA}\n${ofB}`;
    const group = changed.get(key) ?? { a: ofA, b: ofB, cases: [] };
    group.cases.push(label);
    changed.set(key, group);
  }
  return [...changed.values()];
}

/** Leaves out the parts that are equal in the same place: "a; b; c" and "a; d; c" differ in b and d. */
export function apart(one: string, other: string): readonly [string, string] {
  const [a, b] = [one.split('; '), other.split('; ')];
  if (a.length !== b.length || one === other) return [one, other];
  const isOwn = (_: string, at: number): boolean => a[at] !== b[at];
  return [a.filter(isOwn).join('; '), b.filter(isOwn).join('; ')];
}
