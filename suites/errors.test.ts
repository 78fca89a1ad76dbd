// A failure on an invalid request names what was sent: the headline is all that a terminal shows of it.
import { describe, expect, test } from 'vitest';
import { answered, asking, caught } from '../lib/testing/made-up.js';
import type { ExchangeRule } from '../lib/judge/rules/rule.js';
import { rules } from './errors.js';

const rule = rules.find(({ id }) => id === 'errors.invalid-requests') as ExchangeRule;

describe('a server error on an invalid request', () => {
  test.each([
    ['{"name":"Ada"}', '`POST /pets` with the body `{"name":"Ada"}` returned 500.'],
    ['['.repeat(1000), `\`POST /pets\` with the body \`${'['.repeat(79)}…\` returned 500.`],
    ['{"name":"A `b`"}', '`POST /pets` with the body `{"name":"A \'b\'"}` returned 500.'],
    ['', '`POST /pets` with an empty body returned 500.'],
    [new Uint8Array([0xff]), '`POST /pets` with a body that is not UTF-8 returned 500.'],
  ])('names the body %o', async (body, cause) => {
    const ask = { ...asking('createPet', '/pets'), method: 'POST', body };
    const judged = Promise.resolve().then(() =>
      rule.judge({ ask, answer: answered(500, {}) } as never),
    );
    expect(await caught(judged)).toMatchObject({ words: { cause } });
  });
});
