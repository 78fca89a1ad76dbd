import { describe, expect, test } from 'vitest';
import type { Answer, Ask, Exchange } from '../../http/types.js';
import { answered } from '../../testing/made-up.js';
import { likelyBases, storeElsewhere } from './other-bases.js';

const host = 'https://animals.example:8443';

describe('likely base addresses', () => {
  test.each([
    ['', ['/v1']],
    ['/v1', ['/v1/v1', '']],
    ['/v2', ['/v2/v1', '', '/v1']],
    ['/v1/pets', ['/v1/pets/v1', '/v1', '/v1/v1']],
    ['/shop/v2', ['/shop/v2/v1', '/shop', '/shop/v1', '/v1']],
  ])('of "%s"', (path, likely) => {
    expect(likelyBases(host + path)).toEqual(likely.map((one) => host + one));
    expect(likelyBases(`${host}${path}/`)).toEqual(likely.map((one) => host + one));
  });
});

async function found(
  baseUrl: string,
  at: Readonly<Record<string, Answer>>,
): Promise<{ readonly store: string | undefined; readonly asked: readonly Ask[] }> {
  const asked: Ask[] = [];
  const send = (ask: Ask): Promise<Exchange> => {
    asked.push(ask);
    const answer = at[ask.base ?? 'none'] ?? answered(404, 'Not found');
    return Promise.resolve({ ask, answer } as Exchange);
  };
  return { store: await storeElsewhere({ send }, baseUrl), asked };
}

describe('a store elsewhere', () => {
  const refusal = answered(401, { code: 'x', message: 'No.', status: 401 });

  test.each<[string, Readonly<Record<string, Answer>>]>([
    ['lists nothing yet', { '/v1': answered(200, []) }],
    ['lists animals', { '/v1': answered(200, [{ id: 1, name: 'Rex' }]) }],
    ['refuses the key', { '/v1': refusal }],
    ['is found before what only refuses the key', { '': refusal, '/v1': answered(200, []) }],
  ])('that %s', async (_, at) => {
    expect((await found(`${host}/v2`, at)).store).toBe(`${host}/v1`);
  });

  test.each<[string, Answer]>([
    ['a list of other things', answered(200, ['a', 'b'])],
    ['an object', answered(200, {})],
    ['a page', answered(200, '<p>Welcome')],
    ['another refusal', answered(401, { error: 'unauthorized' })],
    ['a failure', answered(500, [])],
  ])('is not %s', async (_, answer) => {
    expect((await found(`${host}/v2`, { '/v1': answer })).store).toBeUndefined();
  });

  test('is looked for with one read at each place', async () => {
    const { asked } = await found(`${host}/v2`, {});
    expect(asked.map(({ method, path, base }) => `${method} ${base}${path}`)).toEqual([
      'GET /v2/v1/pets?limit=1',
      'GET /pets?limit=1',
      'GET /v1/pets?limit=1',
    ]);
  });
});
