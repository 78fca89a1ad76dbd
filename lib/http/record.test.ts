import { expect, test } from 'vitest';
import { ReceivedAnswer } from './answer.js';
import { recordExchange } from './record.js';
import { redactor } from './secrets/redact.js';
import type { Ask, Exchange, Headers, HttpRequest } from './types.js';

const key = 'fake-key-of-a-record';
const redact = redactor([key]);
const ask: Ask = {
  operation: 'createPet',
  method: 'POST',
  path: '/pets',
  validity: 'valid',
  writes: true,
};

function exchange(
  request: Partial<HttpRequest>,
  answer?: { headers?: Headers; body?: string | Uint8Array; truncated?: boolean },
): Exchange {
  const base = {
    number: 7,
    ask,
    request: { method: 'POST', path: '/v1/pets', headers: [], ...request },
    startedAt: 1000.26,
    durationMs: 12.34,
    resent: 1,
  };
  if (answer === undefined)
    return { ...base, noAnswer: { kind: 'reset', message: `closed after ${key}` } };
  return {
    ...base,
    answer: new ReceivedAnswer({
      status: 201,
      headers: [],
      body: '',
      truncated: false,
      firstByteMs: 3.14159,
      ...answer,
    }),
  };
}
const options = {
  redact,
  baseUrl: 'https://animals.test:8443/v1',
  startedAt: 900,
  rule: 'add-animal.answers-201',
};

test('keeps what a finding rests on', () => {
  expect(
    recordExchange(
      exchange(
        { body: '{}' },
        {
          headers: [
            ['X-A', '1'],
            ['X-A', '2'],
          ],
          body: '{"id":1}',
        },
      ),
      options,
    ),
  ).toEqual({
    number: 7,
    operation: 'createPet',
    rule: 'add-animal.answers-201',
    startedMs: 100.3,
    durationMs: 12.3,
    firstByteMs: 3.1,
    resent: 1,
    request: {
      method: 'POST',
      url: 'https://animals.test:8443/v1/pets',
      headers: [],
      body: { text: '{}', encoding: 'utf-8', size: 2, truncated: false },
    },
    response: {
      status: 201,
      headers: [
        ['X-A', '1'],
        ['X-A', '2'],
      ],
      body: { text: '{"id":1}', encoding: 'utf-8', size: 8, truncated: false },
    },
    noAnswer: null,
  });
});

test('of headers without measure only the beginning is kept', () => {
  const many: Headers = Array.from({ length: 900 }, (_, index) => [`X-${index}`, 'x']);
  const { response } = recordExchange(
    exchange({}, { headers: [['X-Long', `${key}${'x'.repeat(60_000)}`], ...many] }),
    options,
  );
  expect(response?.headers[0]?.[1]).toMatch(
    /^\$ANIMAL_STORE_API_KEYx{1900,}… \(600\d\d characters\)$/,
  );
  expect(response?.headers).toHaveLength(101);
  expect(response?.headers.at(-1)).toEqual(['…', '801 more headers']);
});

test('headers come to no more than a body does', () => {
  const many: Headers = Array.from({ length: 90 }, (_, index) => [`X-${index}`, 'x'.repeat(1_000)]);
  const { response } = recordExchange(exchange({}, { headers: many }), options);
  expect(response?.headers).toHaveLength(17);
  expect(response?.headers.at(-1)).toEqual(['…', '74 more headers']);
});

test.each([
  ['plain text', 'x', 16_384],
  ['signs of markup', '<', 2_729],
  ['control characters', '\u0001', 2_729],
  ['hidden characters', '\u202e', 2_729],
])('a body of %s comes to no more in a report', (_, character, kept) => {
  const { response } = recordExchange(exchange({}, { body: character.repeat(50_000) }), options);
  expect(response?.body.truncated).toBe(true);
  expect(response?.body.text).toHaveLength(kept);
});

test('an exchange without an answer', () => {
  const recorded = recordExchange(exchange({}), options);
  expect(recorded.response).toBeNull();
  expect(recorded.request.body).toBeNull();
  expect(recorded.noAnswer).toEqual({
    kind: 'reset',
    message: 'closed after $ANIMAL_STORE_API_KEY',
  });
});

test('the key is nowhere, and what was sent instead of it is told', () => {
  const shown = (authorization: string): string =>
    recordExchange(exchange({ headers: [['Authorization', authorization]] }), options).request
      .headers[0]![1];
  expect(shown(`Bearer ${key}`)).toBe('Bearer $ANIMAL_STORE_API_KEY');
  expect(shown(`Bearer ${key.slice(0, -1)}x`)).toBe(
    'Bearer $ANIMAL_STORE_API_KEY (last character changed)',
  );
  expect(shown(`Bearer ${key.slice(0, -1)}`)).toBe(
    'Bearer $ANIMAL_STORE_API_KEY (last character missing)',
  );
  expect(shown(`Bearer ${key}x`)).toBe('Bearer ${ANIMAL_STORE_API_KEY}x');
  expect(shown(`Bearer ${key.toUpperCase()}`)).toBe('Bearer $ANIMAL_STORE_API_KEY (in upper case)');
  expect(shown(`Basic ${Buffer.from(`:${key}`).toString('base64')}`)).toBe(
    'Basic base64(:$ANIMAL_STORE_API_KEY)',
  );
  expect(shown('Bearer none-at-all')).toBe('Bearer none-at-all');
  expect(shown('')).toBe('');
  const everywhere = exchange(
    {
      path: `/v1/pets?key=${key}`,
      headers: [
        ['X-Api-Key', key],
        ['X-Echo', `a ${key} b`],
      ],
      body: JSON.stringify({ key }),
    },
    {
      headers: [
        ['WWW-Authenticate', `Bearer realm="${key}"`],
        ['Set-Cookie', `session=${key}; Path=/`],
      ],
      body: `<p>&#102;ake-key-of-a-record</p>`,
    },
  );
  expect(JSON.stringify(recordExchange(everywhere, options))).not.toMatch(/key-of|a-record/);
});

test('cookies and other secrets keep their names only', () => {
  const { request, response } = recordExchange(
    exchange(
      {
        headers: [
          ['Cookie', `a=1; b=2; theme=dark; key=${key}`],
          ['X-Gateway-Token', 'hush'],
          ['X-Api-Key', key],
        ],
      },
      { headers: [['Set-Cookie', 'id=abc=; Path=/; HttpOnly']] },
    ),
    options,
  );
  expect(request.headers).toEqual([
    ['Cookie', 'a=[masked]; b=[masked]; theme=dark; key=$ANIMAL_STORE_API_KEY'],
    ['X-Gateway-Token', '[masked]'],
    ['X-Api-Key', '$ANIMAL_STORE_API_KEY'],
  ]);
  expect(response!.headers).toEqual([['Set-Cookie', 'id=[masked]; Path=/; HttpOnly']]);
});

test('bytes that are no text are kept as base64, without the key', () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(key), Buffer.from([0xfe])]);
  const { body } = recordExchange(exchange({}, { body: bytes }), options).response!;
  expect([body.encoding, body.size]).toEqual(['base64', bytes.length]);
  expect(Buffer.from(body.text, 'base64').toString('latin1')).toBe(
    '\xff\x00$ANIMAL_STORE_API_KEY\xfe',
  );
});

test('a long body is cut, never in the middle of a character or of the key', () => {
  const limited = { ...options, bodyLimit: 10 };
  const recorded = (body: string | Uint8Array, truncated = false) =>
    recordExchange(exchange({}, { body, truncated }), limited).response!.body;
  expect(recorded('123456789🐈')).toEqual({
    text: '123456789',
    encoding: 'utf-8',
    size: 13,
    truncated: true,
  });
  expect(recorded(Buffer.from('12345678🐈'))).toEqual({
    text: '12345678🐈',
    encoding: 'utf-8',
    size: 12,
    truncated: false,
  });
  expect(recorded(Buffer.from('12345678🐈9'))).toEqual({
    text: '12345678🐈',
    encoding: 'utf-8',
    size: 13,
    truncated: true,
  });
  expect(recorded('short', true).truncated).toBe(true);
  for (const character of ['ä', '猫', '🐈']) {
    const long = Buffer.from(character.repeat(20_000));
    for (let skip = 0; skip < 4; skip += 1) {
      const body = recorded(Buffer.concat([Buffer.alloc(skip, 'x'), long]));
      expect([body.encoding, body.truncated, body.size]).toEqual([
        'utf-8',
        true,
        long.length + skip,
      ]);
      expect(body.text).not.toContain('\ufffd');
    }
  }
  const atTheCut = recordExchange(exchange({}, { body: `${'x'.repeat(30)}${key}` }), {
    ...options,
    bodyLimit: 40,
  }).response!.body;
  expect(atTheCut.text).toBe(`${'x'.repeat(30)}$ANIMAL_ST`);
});
