// Puts two answers to one question into a sentence: "staging lists animals by ascending identifier, production newest
// first."
import { apart, changedIn, type Changed } from './answers.js';
import type { Labels } from './labels.js';

const mostCases = 4;

export function answersInWords(
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
  'list-animals.cross-origin': 'returns',
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

/** Puts cases into words: "staging returns 400, production 422: limit=0, limit=101." */
function ofCases({ a, b, cases }: Changed, [nameA, nameB]: Labels): string {
  const verb = [a, b].every((result) => /^\d/.test(result)) ? ' returns' : ':';
  const second = verb === ':' ? `${nameB}:` : nameB;
  const text = `${nameA}${verb} ${a}${verb === ':' ? ';' : between(a, b)} ${second} ${b}`;
  const more = cases.length - mostCases;
  const shown = `${cases.slice(0, mostCases).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
  return verb === ':' ? `${text} (${shown}).` : `${text}: ${shown}.`;
}
