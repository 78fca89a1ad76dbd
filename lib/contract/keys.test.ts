import { describe, expect, test } from 'vitest';
import { otherForms, otherPlaces, wrongKeys } from './values/values.js';

const part = (text: string): string => Buffer.from(text).toString('base64url');
const signed = (bytes: number): string =>
  `${part('{"alg":"none"}')}.${part('{"sub":"fake"}')}.${Buffer.alloc(bytes, 0xa7).toString('base64url')}`;
const keys = [
  'fake-key-for-tests',
  'sk_test_FAKE0000000000000000',
  'a',
  'ab',
  '1234',
  '-',
  'AAAA==',
  `${'Z'.repeat(43)}=`,
  'fake.key~with+odd/characters',
  signed(32),
  signed(48),
  signed(64),
  signed(256),
];

describe('wrongKeys', () => {
  test.each(keys)('differ from %s and one another, and fit into a header', (key) => {
    const wrong = wrongKeys(key);
    const tokens = wrong.map(({ token }) => token);
    expect(tokens).not.toContain(key);
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(new Set(wrong.map(({ label }) => label)).size).toBe(wrong.length);
    for (const token of tokens) expect(token).toMatch(/^[\x21-\x7e]+$/);
    expect(wrongKeys(key)).toEqual(wrong);
  });

  test('are not made so long that a server refuses the header', () => {
    const long = signed(4_500);
    expect(long.length).toBeGreaterThan(6_000);
    for (const { token, label } of wrongKeys(long))
      expect(token.length, label).toBeLessThan(long.length + 4);
    expect(wrongKeys('Fake-Key').map(({ label }) => label)).toContain('the key twice');
  });

  test('come near to the key from every side', () => {
    const tokens = Object.fromEntries(
      wrongKeys('Fake-Key').map(({ label, token }) => [label, token]),
    );
    expect(tokens).toMatchObject({
      'the key with its first character changed': 'lake-Key',
      'the key with a character in the middle changed': 'FakeeKey',
      'the key with its last character changed': 'Fake-KeS',
      'the key with every second character changed': 'F6k--qeS',
      'the key with all but its first, middle and last characters changed': 'Fcnc-Qay',
      'the key without its first character': 'ake-Key',
      'the key without its last character': 'Fake-Ke',
      'the first half of the key': 'Fake',
      'the key with an extra character in front': 'xFake-Key',
      'the key and more at the end': 'Fake-Keyxx',
      'the key with upper and lower case swapped': 'fAKE-kEY',
      'the key with one letter in the other case': 'fake-Key',
      'the key twice': 'Fake-KeyFake-Key',
      'the key backwards': 'yeK-ekaF',
    });
    expect(tokens['a random key of the same length']).toHaveLength(8);
    expect(
      wrongKeys('1234')
        .map(({ label }) => label)
        .filter((label) => label.includes('case')),
    ).toEqual([]);
  });

  test.each([
    ['fake-key-012345678901', /^fake-key-\d{12}$/],
    [`fake_${'0123456789abcdef'.repeat(2)}`, /^fake_[\da-f]{32}$/],
    ['fake_0f1e2d3c-aaaa-4bbb-8ccc-0123456789ab', /^fake_0f1e2d3c-aaaa-4bbb-8ccc-[\da-f]{12}$/],
    ['FAKEKEY0123456789', /^[A-Z]{7}\d{10}$/],
  ])('have the form of %s too, as a server may check nothing else', (key, form) => {
    const inForm = wrongKeys(key).filter(({ token }) => form.test(token));
    expect(inForm.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['a random key of the same length']),
    );
  });

  // A lenient parser decodes the signature, ignores bits and characters that make no whole byte, and compares bytes.
  test.each([20, 31, 32, 33, 48, 64, 256])(
    'are no valid token to a lax base64 reader of a signature of %i bytes',
    (bytes) => {
      for (const key of [signed(bytes), Buffer.alloc(bytes, 0xa7).toString('base64')]) {
        const decoded = (token: string): string =>
          token
            .split('.')
            .map((text) => Buffer.from(text, 'base64').toString('hex'))
            .join('.');
        for (const { token, label } of wrongKeys(key))
          expect(decoded(token), label).not.toBe(decoded(key));
      }
    },
  );
});

describe('otherForms', () => {
  test.each(keys)('carry %s anywhere but in the Bearer form', (key) => {
    const forms = [...otherForms(key), ...otherPlaces(key)];
    expect(new Set(forms.map(({ label }) => label)).size).toBe(forms.length);
    for (const { credential, label } of forms) {
      const text = JSON.stringify(credential);
      if ('authorization' in credential)
        expect(credential.authorization.toLowerCase(), label).not.toBe(
          `bearer ${key}`.toLowerCase(),
        );
      if ('header' in credential)
        expect(credential.header[0].toLowerCase()).not.toBe('authorization');
      expect(text, label).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  test('use headers, cookies and the query', () => {
    const forms = Object.fromEntries(
      [...otherForms('fake'), ...otherPlaces('fake')].map(({ label, credential }) => [
        label,
        credential,
      ]),
    );
    expect(forms).toMatchObject({
      'the key without a scheme': { authorization: 'fake' },
      'the scheme Bearer without a key': { authorization: 'Bearer' },
      'Bearer and the key without a space': { authorization: 'Bearerfake' },
      'Basic with the key as user': {
        authorization: `Basic ${Buffer.from('fake:').toString('base64')}`,
      },
      'the key in the header X-API-Key': { header: ['X-API-Key', 'fake'] },
      'the key in a cookie': { header: ['Cookie', 'api_key=fake'] },
      'the key in the query as access_token': { query: ['access_token', 'fake'] },
    });
  });
});
