// Compares what two targets do where the contract is silent, and puts it into words. Answers are words for people: they
// are read as far as that helps to compare them, and any that is not understood is compared as text.
import type { Observation, Report, RuleResult } from '../../judge/result/report.js';
import type { Labels, ObservationDifference, OnlyInOne, RuleSide } from './comparison.js';
import { agreeSoFar, askedAlike, resultsIn } from './scopes.js';
import { byId, type Compared, unionOf } from './rules.js';

export function compareObservations(
  a: Report,
  b: Report,
  labels: Labels,
): Compared<ObservationDifference> {
  const different: ObservationDifference[] = [];
  const onlyInOne: OnlyInOne[] = [];
  const same: string[] = [];
  const neither: string[] = [];
  const [inA, inB] = [readingOf(a), readingOf(b)];
  const areAlike = askedAlike(a, b);
  const agree = (id: string, one: string, other: string): boolean =>
    saySame(one, other) || (!areAlike && agreeSoFar(id, one, other));
  for (const id of unionOf(openIn(a), openIn(b))) {
    const [one, other] = [inA.made(id), inB.made(id)];
    if (one === undefined && other === undefined) neither.push(id);
    else if (one === undefined || other === undefined)
      onlyInOne.push({
        id,
        kind: 'open',
        statement: ((one ?? other) as Observation).question,
        a: inA.side(id),
        b: inB.side(id),
      });
    else if (agree(id, one.answer, other.answer)) same.push(id);
    else different.push(differenceOf(one, other, labels));
  }
  return { different, onlyInOne, same, neither };
}

/** Also those that have no answer. */
const openIn = ({ rules, observations }: Report): readonly (Observation | RuleResult)[] => [
  ...rules.filter(({ kind }) => kind === 'open'),
  ...observations,
];

function readingOf({ observations, rules }: Report) {
  const [answers, open] = [byId(observations), byId(rules)];
  return {
    /** An observation that has an answer. */
    made(id: string): Observation | undefined {
      const one = answers.get(id);
      return one === undefined || isUndecided(one.answer) ? undefined : one;
    },
    side(id: string): RuleSide | null {
      const rule = open.get(id);
      return rule === undefined
        ? null
        : { outcome: rule.outcome, why: answers.get(id)?.answer ?? rule.reason };
    },
  };
}

function differenceOf(one: Observation, other: Observation, labels: Labels): ObservationDifference {
  const [a, b] = [one.answer, other.answer];
  return {
    id: one.id,
    question: one.question,
    a,
    b,
    sentences: answersInWords(one.id, [a, b], labels),
  };
}

const mostCases = 4;

/** "staging lists animals by ascending identifier, production newest first." */
function answersInWords(
  id: string,
  answers: readonly [string, string],
  labels: Labels,
): readonly string[] {
  const changed = changedIn(...answers) ?? [];
  if (changed.length > 0) return changed.map((one) => ofCases(one, labels));
  const [a, b] = apart(...answers);
  const [nameA, nameB] = labels;
  const verb = verbs[id];
  if (verb !== undefined) return [`${nameA} ${verb} ${a}${between(a, b)} ${nameB} ${b}.`];
  const behaviour = behaviours[id];
  if (behaviour !== undefined) return [`${nameA} ${behaviour(a)}; ${nameB} ${behaviour(b)}.`];
  // Answers with several parts need a line each.
  const lines = [`${nameA}: ${a}`, `${nameB}: ${b}`];
  return lines.some((one) => one.includes('; ')) ? lines : [lines.join('; ')];
}

/** A comma separates the answers, unless one of them contains a comma. */
const between = (a: string, b: string): string => (`${a}${b}`.includes(',') ? ';' : ',');

/** The words before the first answer, which are omitted before the second. */
const verbs: Readonly<Record<string, string>> = {
  'list-animals.order': 'lists animals',
  'list-animals.content-type': 'sends',
  'list-animals.cross-origin': 'allows',
  'list-animals.preflight': 'returns',
  'list-animals.head': 'returns',
  'add-animal.default-status': 'defaults to',
  'add-animal.identifiers': 'assigns identifiers that are',
  'store-orders.answer': 'returns',
  'messages.success-status': 'returns',
  'messages.error-body': 'returns',
  'messages.identifiers': 'uses',
  'messages.time-format': 'writes',
};

const properties = (answer: string): string =>
  answer === 'none' ? 'adds no properties' : `adds ${answer}`;

/** Rewords answers of yes and no, and others that do not fit into a sentence. */
const behaviours: Readonly<Record<string, (answer: string) => string>> = {
  'list-animals.links': (answer) =>
    answer === 'no' ? 'sends no such headers' : `sends ${answer.replace(/^yes: /, '')}`,
  'list-animals.delay': (answer) =>
    answer.startsWith('at once')
      ? 'lists a new animal at once'
      : `does not always list a new animal at once: ${answer}`,
  'add-animal.more-properties': properties,
  'messages.more-properties': properties,
  'errors.more-properties': properties,
  'get-animal.deprecation': (answer) =>
    answer === 'no' ? 'announces nothing' : `announces ${answer}`,
  'authentication.challenge': (answer) =>
    answer === 'no' ? 'sends no challenge' : `sends ${answer}`,
};

/** Puts cases into words: "For limit=0, limit=101: staging returns 400, production 422." */
function ofCases({ a, b, cases }: Changed, [nameA, nameB]: Labels): string {
  const verb = [a, b].every((result) => /^\d/.test(result)) ? ' returns' : ':';
  const second = verb === ':' ? `${nameB}:` : nameB;
  const text = `${nameA}${verb} ${a}${verb === ':' ? ';' : between(a, b)} ${second} ${b}`;
  const more = cases.length - mostCases;
  const shown = `${cases.slice(0, mostCases).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  return verb === ':' ? `${text} (${shown}).` : `For ${shown}: ${text}.`;
}

/** The result of each case in an answer; undefined if it has another form. */
function casesIn(answer: string): ReadonlyMap<string, string> | undefined {
  const results = resultsIn(answer);
  if (results === undefined) return undefined;
  const cases = new Map<string, string>();
  for (const [result, labels] of results) {
    for (const label of labels) {
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
const isUndecided = (answer: string): boolean =>
  /^too few\b|^(\d+) of \1 animals did not appear/.test(answer);

/** Whether both answers say the same, in whatever order. */
const saySame = (one: string, other: string): boolean =>
  one === other || changedIn(one, other)?.length === 0;

interface Changed {
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
function changedIn(one: string, other: string): readonly Changed[] | undefined {
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
function apart(one: string, other: string): readonly [string, string] {
  const [a, b] = [one.split('; '), other.split('; ')];
  if (a.length !== b.length || one === other) return [one, other];
  const isOwn = (_: string, at: number): boolean => a[at] !== b[at];
  return [a.filter(isOwn).join('; '), b.filter(isOwn).join('; ')];
}
