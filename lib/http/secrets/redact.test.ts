import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../testing/any-text.js';
import { dumpsAt, forms, longestPiece, readings } from '../../testing/secrets.js';
import { redactor } from './redact.js';

const key = 'fake_Key-of.a~test/42+aZ=';
const mask = '$ANIMAL_STORE_API_KEY';
/** Another key of the same length, which has no character where this one has it. */
const otherThan = (secret: string): string =>
  [...secret].map((sign) => (sign === 'x' ? 'y' : 'x')).join('');

describe('the key is masked', () => {
  const redact = redactor([key]);
  test.each(Object.keys(forms))('%s', (name) => {
    const spelled = forms[name]!(key);
    const text = `{"before":"x","echo":"${spelled}","after":"y"}`;
    const masked = redact(text);
    expect(masked).toContain(mask);
    expect(masked.startsWith('{"before":"x","echo":')).toBe(true);
    expect(masked.endsWith('"after":"y"}')).toBe(true);
    for (const reading of readings(masked.replaceAll(mask, '\u0000')))
      expect(longestPiece(reading, key)).toBeLessThan(8);
    expect(redact(masked)).toBe(masked);
  });

  test.each([5, 10, 19])('in base64, in lines of %d characters', (length) => {
    const lines = new RegExp(`.{1,${length}}`, 'g');
    for (const before of ['', 'A=', 'KEY=']) {
      const whole = Buffer.from(`${before}${key}\n`).toString('base64');
      const masked = redact(`printed:\n${whole.match(lines)?.join('\n')}\nend`);
      expect(masked).toContain(mask);
      expect(masked).toMatch(/^printed:\n.*\nend$/s);
      const left = masked.replaceAll(mask, ' ').split(/\s+/);
      expect(left.join('').length).toBeLessThan('printed:end'.length + before.length + 8);
    }
  });

  describe.each(Object.keys(dumpsAt(0)))('as bytes that a tool prints: %s', (tool) => {
    // The last one looks like numbers of a dump in the column beside them.
    const secrets = [
      '9fK2aZqQ7RtXyPQ8',
      '9fK2aZqQ7RtXyPQ83vBn',
      'sk_fake_9fK2-aZqQ7RtXy_PQ83vBnM4',
      'cafe.7d93.f00d.51ab.0e1c.ba27',
    ];
    const isBeside = /-C|xxd|x1z|tcpdump|packet|OpenSSL|curl/.test(tool);
    test.each(secrets)('%s', (secret) => {
      const redactIt = redactor([secret]);
      for (let place = 0; place < 16; place += 1) {
        const dump = dumpsAt(place)[tool]!;
        const [shown, another] = [secret, otherThan(secret)].map(
          (each) => `{"dump": "${dump(each)}", "after": 1}`,
        );
        const [before = '', ...others] = redactIt(shown!).split(mask);
        const after = others.at(-1) ?? '';
        // Where the two differ, there is the key: of it only a few characters may stand beside the numbers of a line.
        const differs = [...shown!].map((sign, at) => sign !== another![at]);
        expect(differs.slice(0, before.length)).not.toContain(true);
        expect(differs.slice(-after.length).filter(Boolean).length).toBeLessThan(isBeside ? 8 : 1);
        expect(longestPiece(others.slice(0, -1).join(''), secret)).toBeLessThan(5);
        expect(redactIt(another!)).toBe(another);
      }
    });
  });

  const keys = fc
    .string({ unit: fc.constantFrom(...'abcXYZ0189-._~+/=$%&"\\'), minLength: 8, maxLength: 60 })
    .filter((text) => new Set(text).size > 4);
  const around = fc.string({ unit: fc.constantFrom(...'qwrt{}":,% \\&;'), maxLength: 20 });
  test('any key, any form, anywhere', () => {
    fc.assert(
      fc.property(
        keys,
        fc.constantFrom(...Object.values(forms)),
        around,
        around,
        (secret, form, before, after) => {
          const redactIt = redactor([secret]);
          // An escape before the key would swallow the beginning of the key and change the text.
          const left = before.replace(/[\\&%]+$/, '');
          const masked = redactIt(`${left}${form(secret)}${after}`);
          for (const reading of readings(masked.replaceAll(mask, '\u0000')))
            expect(longestPiece(reading, secret)).toBeLessThan(
              Math.max(8, Math.ceil(secret.length * 0.6)),
            );
          expect(redactIt(masked)).toBe(masked);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each(['in hex with colons', 'in hex with blanks', 'as octal escapes'])(
    'a key with few letters, %s',
    (name) => {
      const secret = 'aB3+/=.-_%zZ9q';
      expect(redactor([secret])(`echo ${forms[name]?.(secret)}!`)).toBe(`echo ${mask}!`);
    },
  );

  test('in other letters, and nothing around it', () => {
    const [wide, bold] = [forms['in full-width letters'], forms['in bold letters']];
    for (const [before, after] of [
      ['', ''],
      ['\u{1f600} \u4e2d\u2026 \u{1d41a} ', ' \ufb01\u{1d7ce}\uff01'],
      ['\u001b[1m', '\u001b[0m\u001b]8;;x'],
      ['abc\b\b\b\b', '\b'],
    ]) {
      expect(redact(`${before}${wide?.(key)}${after}`)).toBe(`${before}${mask}${after}`);
      expect(redact(`${before}${bold?.(key)}${after}`)).toBe(`${before}${mask}${after}`);
    }
    expect(redactor(['pets'])('\uff50\uff45\uff54\uff53, car\uff50\uff45\uff54\uff53')).toBe(
      `${mask}, car\uff50\uff45\uff54\uff53`,
    );
  });

  test('a key that could be read as escapes', () => {
    const secret = 'a\\%aaa\\a"a0';
    expect(redactor([secret])(JSON.stringify(secret))).not.toContain('aaa');
  });

  test('any long piece of it', () => {
    fc.assert(
      fc.property(keys, fc.nat(60), fc.nat(60), (secret, from, size) => {
        const piece = secret.slice(from % secret.length).slice(0, 8 + size);
        fc.pre(piece.length >= 8);
        expect(redactor([secret])(`cut: ${piece} `)).not.toContain(piece);
      }),
    );
  });

  test('text without it stays as it is', () => {
    fc.assert(fc.property(anyText(200), (text) => void expect(redact(text)).toBe(text)));
    for (const ending of ['', '_key', '-of.', 'aZ=', '42+'])
      expect(redact(`the end ${ending}`)).toBe(`the end ${ending}`);
    const odd =
      '\uff26\uff41\uff4b\uff45 \u24ba\u2026 \u001b[1mfake\u001b[0m \u001b]0; fa\bke \\n- k\\n- e\u001b';
    expect(redact(odd)).toBe(odd);
    const list = JSON.stringify(
      Array.from({ length: 50 }, (_, id) => ({
        id,
        name: `50 % of "Ada" & \\u0041 &amp; co`,
        categoryId: 1,
      })),
    );
    expect(redact(list)).toBe(list);
  });
});

describe('a key that shares a piece with public text', () => {
  const sharing = 'conformance-zebra-key-0123456789';
  const redact = redactor([sharing], { open: ['https://zebra-key.example/v1'] });
  test.each([
    'Animal conformance-z91b62f5wq00016hfbwvh',
    '!"#$%&()*+,-./0123456789:;<=>?',
    'https://zebra-key.example/v1/pets',
  ])('leaves %s as it is', (text) => {
    redact.learn(sharing.slice(0, 11), sharing);
    expect(redact(text)).toBe(text);
  });

  test.each([sharing, sharing.slice(0, 20), sharing.slice(-20), sharing.slice(5, 20)])(
    'is masked in %s',
    (text) => expect(redact(`you sent ${text}`)).toBe(`you sent ${mask}`),
  );

  test('is masked in what is not public, however it is divided', () => {
    const secret = 'conformance-kxqwzpv8mtr4';
    const masked = redactor([secret])('conformance- then kxqwz then pv8mtr4');
    expect(masked).toBe(`conformance- then ${mask} then ${mask}`);
  });

  test('is not public where it is part of the name of the host', () => {
    const secret = 'kxqwzpv8mtr4';
    const redacted = redactor([secret], { open: [`${secret}.animals.example`] });
    expect(redacted(`${secret.slice(0, 10)} at ${secret}.animals.example`)).toBe(
      `${mask} at ${mask}.animals.example`,
    );
  });

  test('is masked where all of it is public', () => {
    expect(redactor(['conformance'])('conformance-1')).toBe(`${mask}-1`);
  });
});

describe('wrong keys made from the key', () => {
  test('are masked once they have gone out', () => {
    const redact = redactor([key]);
    const wrong = [
      'X' + key.slice(1),
      key.slice(0, 12) + 'X' + key.slice(13),
      key.slice(0, 6) + 'X' + key.slice(7, 13) + 'X' + key.slice(14),
    ];
    for (const each of wrong) redact.learn(each, key);
    for (const each of wrong) expect(longestPiece(redact(`you sent ${each}`), key)).toBeLessThan(5);
    expect(redact(`you sent ${key}`)).toBe(`you sent ${mask}`);
    expect(redact(`you sent ${wrong[0]}`)).toBe('you sent [a key made from $ANIMAL_STORE_API_KEY]');
  });

  test('do not change how the key itself is masked, in whatever spelling it goes out', () => {
    const redact = redactor([key]);
    for (const spelled of [encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]) {
      const text = `GET /pets?access_token=${spelled}`;
      const before = redact(text);
      redact.learn(`auth_token=${spelled};`, key);
      expect(redact(text)).toBe(before);
    }
  });

  test('also in a text that was shown before they were learned or hidden', () => {
    const redact = redactor([key]);
    const wrong = [...key].filter((_, index) => index % 2 === 0).join('');
    const gateway = 'fake-gateway-token';
    const text = `you sent ${wrong} and ${gateway}`;
    expect(redact(text)).toBe(text);
    redact.learn(wrong, key);
    expect(redact(text)).not.toContain(wrong);
    redact.hide(gateway, '[masked]');
    expect(redact(text)).toBe('you sent [a key made from $ANIMAL_STORE_API_KEY] and [masked]');
  });

  test('also backwards', () => {
    const redact = redactor([key]);
    const turned = [...key].reverse().join('');
    redact.learn(turned, key);
    expect(redact(`you sent ${turned}`)).toBe('you sent [a key made from $ANIMAL_STORE_API_KEY]');
  });
});

describe('short keys', () => {
  test('four to seven characters are masked as words', () => {
    const redact = redactor(['pets']);
    expect(redact('key pets, carpets and /pets')).toBe(`key ${mask}, carpets and /${mask}`);
    expect(redact('p\\u0065ts')).toBe(mask);
  });
  test('one to three characters only where they stand as a credential', () => {
    const redact = redactor(['1']);
    expect(redact('limit=1, Bearer 1, id 1, Bearer 12')).toBe(
      `limit=1, Bearer ${mask}, id 1, Bearer 12`,
    );
  });
  test('an empty key masks nothing', () => {
    expect(redactor([''])('anything')).toBe('anything');
  });
});

test('several secrets, each with its variable', () => {
  const redact = redactor([
    key,
    { secret: 'another-fake-key', variable: 'ANIMAL_STORE_QUICKSTART_API_KEY' },
  ]);
  redact.hide('fake-gateway-token', '[masked]');
  expect(redact(`${key} another-fake-key fake-gateway-token`)).toBe(
    '$ANIMAL_STORE_API_KEY $ANIMAL_STORE_QUICKSTART_API_KEY [masked]',
  );
});

test('a key that repeats itself is found in a long text that does so too', () => {
  for (const secret of ['a'.repeat(1500), 'ab'.repeat(750), '0123456789'.repeat(150)]) {
    const text = secret.slice(0, 20).repeat(20_000);
    expect(redactor([secret])(text)).toBe(mask);
    expect(redactor([secret])(`${secret} or ${secret.slice(0, 700)}.`)).toBe(`${mask} or ${mask}.`);
  }
});

test('of a long text that is full of keys nothing is kept, and of one with a few all else is', () => {
  const redact = redactor([key]);
  expect(redact(`{"message":"${`${key} `.repeat(20_000)}"}`)).toBe(mask);
  expect(redact(`{"message":"${`${key.slice(0, -1)} `.repeat(20_000)}"}`)).toBe(mask);
  const rest = 'and more '.repeat(20_000);
  expect(redact(`${`${key} `.repeat(100)}${rest}`)).toBe(`${`${mask} `.repeat(100)}${rest}`);
});

test('a key that ends in padding shows nothing of itself where it is sent twice', () => {
  const key = 'ZmFrZS1rZXktaW4tYmFzZTY0Lg==';
  const twice = redactor([key]).describe(`Bearer ${key.slice(0, -2)}${key}`);
  expect(twice).toMatchObject({
    label: 'Bearer [a key made from $ANIMAL_STORE_API_KEY]$ANIMAL_STORE_API_KEY',
    exact: true,
  });
  expect(twice.shell).toContainEqual({ expand: '${ANIMAL_STORE_API_KEY%??}' });
  expect(JSON.stringify(twice.shell)).not.toContain(key.slice(0, 8));
});

test('a wrong key that was made of the key is told by how it was made', () => {
  const key = 'Fake-key-of-28-characters-Zz';
  const { describe: described } = redactor([key]);
  const middle = (token: string): string => `${key.slice(0, 9)}${token}`;
  const told = {
    [`${key.slice(0, -1)}`]: 'last character missing',
    [`${key.slice(0, -3)}`]: 'last 3 characters missing',
    [`${key.slice(1)}`]: 'first character missing',
    [key.slice(4)]: 'first 4 characters missing',
    [key.toUpperCase()]: 'in upper case',
    [key.toLowerCase()]: 'in lower case',
    [[...key].reverse().join('')]: 'reversed',
    [`f${key.slice(1)}`]: 'case of the first character changed',
    [`${key.slice(0, -1)}Z`]: 'case of the last character changed',
    [middle(`O${key.slice(10)}`)]: 'case of the character 10 changed',
    [`x${key.slice(1)}`]: 'first character changed',
    [`${key.slice(0, -1)}x`]: 'last character changed',
    [middle(`x${key.slice(10)}`)]: 'character 10 changed',
    [middle(key.slice(10))]: 'character 10 missing',
    [middle(`fo${key.slice(11)}`)]: 'characters 10 and 11 swapped',
    [middle(`x${key.slice(9)}`)]: 'one more character after the 9th',
    [`Fx${key.slice(1)}`]: 'one more character after the 1st',
    [`Fax${key.slice(2)}`]: 'one more character after the 2nd',
    [`Fakx${key.slice(3)}`]: 'one more character after the 3rd',
  };
  const labels = Object.keys(told).map((token) => described(`Bearer ${token}`).label);
  expect(labels).toEqual(Object.values(told).map((how) => `Bearer $ANIMAL_STORE_API_KEY (${how})`));
});

test('base64 full of signs is masked in both alphabets, wherever the key begins', () => {
  const key = 'Zk' + '?>'.repeat(10);
  const redact = redactor([key]);
  for (const alphabet of ['base64', 'base64url'] as const)
    for (const before of ['', 'a', 'ab']) {
      const spelled = Buffer.from(`${before}${key}cd`).toString(alphabet);
      const masked = redact(`{"echo":"${spelled}"}`);
      expect(masked).toContain(mask);
      for (const reading of readings(masked.replaceAll(mask, '\u0000')))
        expect(longestPiece(reading, key)).toBeLessThan(8);
    }
});
