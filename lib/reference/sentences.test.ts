// Faults and variants are described in one style, because reports print their sentences side by side.
import { expect, test } from 'vitest';
import { faults, variants } from './index.js';

const sentences = [...faults, ...variants].map(({ sentence }) => sentence);

test('sentences begin with a verb in the third person', () => {
  expect(
    sentences.filter((sentence) => !/^(?:Also |Never )?[A-Za-z][a-z]*s /.test(sentence)),
  ).toEqual([]);
});

test('a response is returned, a value accepted, a key checked, and what is not JSON is called so', () => {
  const unlikeTheOthers =
    /^Answers|^Fails with|^Takes (?!\d)|^Looks at|\bthat (?:is|are) no\b|\bno (?:JSON|integer|UTF)|\ban add\b|\bletters? (?:beyond|of)\b/;
  expect(sentences.filter((sentence) => unlikeTheOthers.test(sentence))).toEqual([]);
});
