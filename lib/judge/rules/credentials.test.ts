// Some wrong keys show the key to anybody who knows how they are made: they are masked like the key itself.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { redactor } from '../../http/secrets/redact.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { faultNamed } from '../../reference/index.js';
import { allRules } from '../../../suites/index.js';
import { madeFromKey } from './credentials.js';

const keys = [
  'fake-0123456789abcdef',
  'fake-key-1',
  'ZmFrZS1rZXktaW4tYmFzZTY0Lg==',
  'FAKE.of_a~test+1/2',
  'fakehead.fakebody.fakesign',
  'fake"key-123',
  // As long as a JSON Web Token.
  ['fake', 'a', 'b', 'c', 'd'].reduce(
    (text, part) => text + createHash('sha512').update(part).digest('base64url'),
  ),
];

const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** How a target may return what it was sent. */
const encodings: readonly ((word: string) => string)[] = [
  (word) => word,
  base64,
  (word) => base64(base64(word)),
  (word) => Buffer.from(word).toString('hex'),
  (word) => Buffer.from(word, 'utf16le').toString('hex'),
];

/** Whether a long part of a text is left where it is shown. */
const canBeRead =
  (redact: (text: string) => string) =>
  (text: string): boolean => {
    const shown = redact(`you sent ${text}`);
    return Array.from(text.slice(15), (_, at) => text.slice(at, at + 16)).some((part) =>
      shown.includes(part),
    );
  };

test.each(keys)('all that is made from %s is masked', (key) => {
  const redact = redactor([key]);
  const words = madeFromKey(key);
  for (const word of words) redact.learn(word, key);
  expect(words.filter((word) => redact(`you sent ${word}`).includes(word))).toEqual([]);
  // Of one that holds the whole key, what stands beside it is left.
  const spelled = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
  const altered = words.filter((word) => !spelled.some((whole) => word.includes(whole)));
  expect(encodings.flatMap((encode) => altered.map(encode).filter(canBeRead(redact)))).toEqual([]);
  expect(words).toContain(createHash('sha256').update(key).digest('hex'));
});

test.each(keys)('words that would be the same for any key can be read: %s', (key) => {
  const redact = redactor([key]);
  for (const word of madeFromKey(key)) redact.learn(word, key);
  const words = [
    'Bearer',
    'Basic',
    'undefined',
    'changeme',
    `'or'1'='1`,
    'username="animal",',
    'response',
  ];
  expect(words.map(redact)).toEqual(words);
});

test('a failure shows none of them', async () => {
  const key = 'fake-0123456789abcdef';
  const fault = faultNamed('key-few-letters-compared') ?? expect.fail();
  const report = await runInMemory({
    serverKey: key,
    faults: [fault],
    rules: allRules.filter(({ id }) => id === 'authentication.wrong-key'),
  });
  const text = JSON.stringify(report);
  expect(report.rules[0]?.outcome).toBe('failed');
  const shown = madeFromKey(key).filter((word) => word.length > 3 && text.includes(word));
  expect(shown).toEqual([]);
});
