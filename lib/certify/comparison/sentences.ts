// Two answers to one question as a sentence: "staging lists animals by ascending identifier, production newest first."
import { casesIn, changedIn, type Changed } from './answers.js';
import type { Labels } from './labels.js';

const mostCases = 4;

export function answersInWords(
  id: string,
  [a, b]: readonly [string, string],
  labels: Labels,
): readonly string[] {
  const [left, right] = [casesIn(a), casesIn(b)];
  const changed = left === undefined || right === undefined ? [] : changedIn(left, right);
  if (changed.length > 0) return changed.map((one) => ofCases(one, labels));
  const [nameA, nameB] = labels;
  const verb = verbs[id];
  if (verb !== undefined)
    return [`${nameA} ${verb} ${a}${`${a}${b}`.includes(',') ? ';' : ','} ${nameB} ${b}.`];
  const conduct = conducts[id] ?? ((answer: string) => `: ${answer}`);
  return [`${nameA}${conduct(a)}; ${nameB}${conduct(b)}${conducts[id] === undefined ? '' : '.'}`];
}

/** What stands before the answer, and is left out when the second answer follows. */
const verbs: Readonly<Record<string, string>> = {
  'list-animals.order': 'lists animals',
  'add-animal.default-status': 'defaults to',
  'store-orders.answer': 'returns',
  'messages.success-status': 'returns',
  'messages.error-body': 'returns',
};

/** Answers of yes and no, and such as are no part of a sentence. */
const conducts: Readonly<Record<string, (answer: string) => string>> = {
  'list-animals.links': (answer) =>
    answer === 'no' ? ' sends no such headers' : ` sends ${answer.replace(/^yes: /, '')}`,
  'list-animals.delay': (answer) =>
    answer.startsWith('at once') ? ' lists a new animal at once' : `: ${answer}`,
  'get-animal.deprecation': (answer) =>
    answer === 'no' ? ' announces nothing' : ` announces ${answer}`,
  'authentication.challenge': (answer) =>
    answer === 'no' ? ' sends no challenge' : ` sends ${answer}`,
};

/** "staging returns 400, production 422: limit=0, limit=101." */
function ofCases({ a, b, cases }: Changed, [nameA, nameB]: Labels): string {
  const told = `${nameA} returns ${a}${`${a}${b}`.includes(',') ? ';' : ','} ${nameB} ${b}`;
  if (cases.length === 0) return `${told}.`;
  const more = cases.length - mostCases;
  return `${told}: ${cases.slice(0, mostCases).join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}
