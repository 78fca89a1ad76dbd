// Reads the answers of observations, which are words for people, as far as two of them can be told apart by it. What is not
// understood is compared as text.

/** "400: limit=0, limit=101; 200: limit[]=1000": to each case what came. Undefined for any other form of answer. */
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

/** Sometimes the one and sometimes the other, in whichever order they came. */
const both = (one: string, other: string): string =>
  [...new Set([...one.split(' or '), other])].sort().join(' or ');

/** It says that nothing could be observed: the store held too few animals, or too many. */
export const isUndecided = (answer: string): boolean =>
  /^too few\b|^(\d+) of \1 animals did not appear/.test(answer);

/** Do they say the same, in whichever order? */
export const saySame = (one: string, other: string): boolean =>
  one === other || changedIn(one, other)?.length === 0;

export interface Changed {
  readonly a: string;
  readonly b: string;
  /** The cases for which they differ so. */
  readonly cases: readonly string[];
}

/**
 * What differs between two answers about the same cases, the cases that differ alike together. Undefined where they are
 * about anything else: the codes of errors by status look alike, and what is no case there is the answer.
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

/** "a; b; c" and "a; d; c" differ in b and d: what stands in the same place of both is left out. */
export function apart(one: string, other: string): readonly [string, string] {
  const [a, b] = [one.split('; '), other.split('; ')];
  if (a.length !== b.length || one === other) return [one, other];
  const isOwn = (_: string, at: number): boolean => a[at] !== b[at];
  return [a.filter(isOwn).join('; '), b.filter(isOwn).join('; ')];
}
