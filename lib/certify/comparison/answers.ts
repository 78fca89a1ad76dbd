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
