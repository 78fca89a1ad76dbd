// Several words as they stand in a sentence.

/** "a", "a and b", "a, b and c"; or with another word before the last. */
export function inWords(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const [last = '', ...before] = [...words].reverse();
  return before.length === 0 ? last : `${before.reverse().join(', ')} ${conjunction} ${last}`;
}
