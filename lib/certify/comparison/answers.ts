// Reads the answers of observations, which are words for people, as far as two of them can be told apart by it. What is not
// understood is compared as text.

/** "400: limit=0, limit=101; 200: limit[]=1000": to each case what came. Undefined for any other form of answer. */
export function casesIn(answer: string): ReadonlyMap<string, string> | undefined {
  const cases = new Map<string, string>();
  for (const part of answer.split('; ')) {
    const [, result, labels] =
      /^(\d{3}\b[^:]*|no (?:answer|response)[^:]*): (.+)$/s.exec(part) ?? [];
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
  /^too few\b|\bto decide$|^(\d+) of \1 animals did not appear/.test(answer);

/** Do they say the same, but for what depends on the moment and on what the store holds? */
export const saySame = (one: string, other: string): boolean =>
  one === other || delaysAlike(one, other) || resultsAlike(one, other);

/** Without common cases, as when only some categories are accepted, the results alone are compared. */
function resultsAlike(one: string, other: string): boolean {
  const [left, right] = [casesIn(one), casesIn(other)];
  return left !== undefined && right !== undefined && changedIn(left, right).length === 0;
}

export interface Changed {
  readonly a: string;
  readonly b: string;
  /** The cases for which they differ so; none where they have no case in common. */
  readonly cases: readonly string[];
}

/** What differs between two such answers, the cases that differ alike together. */
export function changedIn(
  a: ReadonlyMap<string, string>,
  b: ReadonlyMap<string, string>,
): readonly Changed[] {
  const common = [...a.keys()].filter((label) => b.has(label));
  if (common.length === 0) {
    const [one, other] = [a, b].map((cases) => [...new Set(cases.values())].sort().join(' or '));
    return one === other ? [] : [{ a: one ?? '', b: other ?? '', cases: [] }];
  }
  const changed = new Map<string, { a: string; b: string; cases: string[] }>();
  for (const label of common) {
    const [one, other] = [a.get(label) ?? '', b.get(label) ?? ''];
    if (alike(one, other)) continue;
    const key = `${one}\n${other}`;
    const group = changed.get(key) ?? { a: one, b: other, cases: [] };
    group.cases.push(label);
    changed.set(key, group);
  }
  return [...changed.values()];
}

const alike = (one: string, other: string): boolean => one === other || lengthsAlike(one, other);

/** Lists of the default length and of the most that is allowed are told apart; any other length is the store's. */
const tellingLengths: readonly (string | undefined)[] = ['20', '100'];

function lengthsAlike(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => /^(\d{3}) with (\d+) animals?$/.exec(text));
  if (!left || !right || left[1] !== right[1]) return false;
  return !(tellingLengths.includes(left[2]) && tellingLengths.includes(right[2]));
}

/** Roughly how long a new animal takes to appear, as the kit tells it: at once, or within so many seconds. */
function delayIn(answer: string): number | undefined {
  if (answer.startsWith('at once')) return soon;
  const [, late, all, within] =
    /^(\d+) of (\d+) animals appeared after the first list, but within ([\d.]+) s\b/.exec(answer) ??
    [];
  if (within === undefined) return undefined;
  // A few may have missed a page, or met a busy moment.
  return Number(late) < Number(all) / 4 ? soon : Number(within);
}

/** Seconds: the shortest delay that is told as one. */
const soon = 0.1;

/** The kit tells delays in steps of 0.1, 0.2, 0.5 s and so on: only two steps are more than chance. */
function delaysAlike(one: string, other: string): boolean {
  const [left, right] = [delayIn(one), delayIn(other)];
  if (left === undefined || right === undefined) return false;
  return Math.max(left, right) / Math.min(left, right) < 3;
}
