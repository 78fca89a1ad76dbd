// Finds out what a headline says already, so that a report with little room repeats nothing. Compares words and
// values, and knows no format.
import type { Failure } from '../../judge/result/report.js';

/** Do all words of the text stand in the sentence, numbers and quoted values to the letter? */
export function says(sentence: string, text: string): boolean {
  const there = new Set(wordsOf(sentence));
  return wordsOf(text).every((word) => there.has(word));
}

const wordsOf = (text: string): readonly string[] =>
  (text.match(/"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d+|\p{L}+/gsu) ?? []).map((word) =>
    word.startsWith('"') ? word : word.toLowerCase(),
  );

/**
 * Whether the headline contains the actual result and the expected values. Only values are compared, because an
 * expectation can be worded in many ways.
 */
export function saysBoth({ cause, expected, actual, finding }: Failure): boolean {
  // The reason for a missing response stands in place of the response.
  if (finding?.kind === 'no answer') return true;
  const withoutName = (text: string): string => text.replace(/^status (?=\d)/, '');
  return says(cause, withoutName(actual)) && says(cause, valuesOf(expected));
}

/** If the response was a 500, the report need not add that no 5xx was expected. */
const valuesOf = (text: string): string =>
  (text.match(/"(?:[^"\\]|\\.)*(?:"|\\?$)|-?(?<!\d)\d+(?![\dx])/gs) ?? []).join(' ');
