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

test.each(keys)('all that is made from %s is masked', (key) => {
  const redact = redactor([key]);
  const words = madeFromKey(key);
  for (const word of words) redact.learn(word, key);
  expect(words.filter((word) => redact(`you sent ${word}`).includes(word))).toEqual([]);
  const pieces = Array.from(key.slice(8), (_, at) => key.slice(at, at + 9));
  const left = words.filter((word) =>
    [word, Buffer.from(word).toString('base64')].some((text) =>
      pieces.some((piece) => redact(`you sent ${text}`).includes(piece)),
    ),
  );
  expect(left).toEqual([]);
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
