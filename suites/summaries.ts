// Puts observations into words: many cases in one line.
import { answerOf, isSuccess, statusOf, type Exchange } from '../lib/judge/rules/index.js';

/** Groups inputs by the response to them: "200: limit=1, limit=2; 400: limit=0". */
export function summarised<C>(
  cases: readonly C[],
  input: (one: C) => string,
  outcome: (one: C) => string,
): string {
  const byOutcome = new Map<string, Set<string>>();
  for (const one of cases) {
    const inputs = byOutcome.get(outcome(one)) ?? new Set();
    byOutcome.set(outcome(one), inputs.add(visible(input(one))));
  }
  return [...byOutcome]
    .map(([result, inputs]) => `${result}: ${[...inputs].join(', ')}`)
    .join('; ');
}

/** A count with its noun: "1 animal", "2 other animals". */
export const countOfAnimals = (count: number): string =>
  `${count} ${count === 1 ? 'animal' : 'animals'}`;

/** The words of a sentence without the backticks around code, as the name of a case. */
export const withoutCode = (text: string): string => text.replaceAll('`', '');

/** Groups the statuses by the label of their request. */
export const statusesByLabel = (
  cases: readonly { readonly value: { readonly label: string }; readonly result: Exchange }[],
): string =>
  summarised(
    cases,
    ({ value }) => value.label,
    ({ result }) => String(statusOf(result)),
  );

/** Omits the status of a success, which another observation records. */
export const whetherAccepted = (answered: Exchange): string =>
  isSuccess(answered) ? 'accepted' : `refused with ${statusOf(answered)}`;

/** Quotes a text whose spaces at the ends would be invisible otherwise. */
const visible = (text: string): string =>
  text.trim() === text && text !== '' ? text : JSON.stringify(text);

export const contentTypeOf = (exchange: Exchange): string =>
  answerOf(exchange).header('content-type') ?? 'no content type';
