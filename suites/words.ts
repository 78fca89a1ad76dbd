// Observations in words: many cases in one line.
import { answerOf, isSuccess, statusOf, type Exchange } from '../lib/judge/rules/index.js';

/** "200: limit=1, limit=2; 400: limit=0": what came, and after which inputs. */
export function summarised<C>(
  cases: readonly C[],
  input: (one: C) => string,
  outcome: (one: C) => string,
): string {
  const byOutcome = new Map<string, string[]>();
  for (const one of cases)
    byOutcome.set(outcome(one), [...(byOutcome.get(outcome(one)) ?? []), visible(input(one))]);
  return [...byOutcome].map(([result, inputs]) => `${result}: ${inputs.join(', ')}`).join('; ');
}

/** "1 animal", "2 other animals" */
export const countOfAnimals = (count: number, which = ''): string =>
  `${count} ${which}${count === 1 ? 'animal' : 'animals'}`;

/** Words of a sentence in which code stands between backticks, as the name of a case. */
export const withoutCode = (text: string): string => text.replaceAll('`', '');

/** Which status came to which request. */
export const statusesByLabel = (
  cases: readonly { readonly value: { readonly label: string }; readonly result: Exchange }[],
): string =>
  summarised(
    cases,
    ({ value }) => value.label,
    ({ result }) => String(statusOf(result)),
  );

/** Which status tells of a success is a question of its own. */
export const whetherAccepted = (answered: Exchange): string =>
  isSuccess(answered) ? 'accepted' : `refused with ${statusOf(answered)}`;

/** Spaces at the ends are seen only between quotes. */
const visible = (text: string): string =>
  text.trim() === text && text !== '' ? text : JSON.stringify(text);

export const contentTypeOf = (exchange: Exchange): string =>
  answerOf(exchange).header('content-type') ?? 'no content type';
