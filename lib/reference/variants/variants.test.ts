// Every legal variant is a correct server, alone and combined: it lists and fetches what was added, and obeys the limit
// and the key.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { conflict, createReference, fakeKey, variantNamed, variants } from '../index.js';
import { readJson } from '../json.js';
import type { JsonObject } from '../json.js';
import type { ReferenceClock, ReferenceResponse, Variant } from '../index.js';

const virtualClock = (): ReferenceClock => {
  let time = 1_800_000_000_000;
  return {
    now: () => time,
    sleep: (ms) => {
      time += ms;
      return Promise.resolve();
    },
  };
};

const randomFrom = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};

/** A client that retries after 429 and 503. */
const clientOf = (using: readonly Variant[], seed = 1) => {
  const clock = virtualClock();
  const reference = createReference({ clock, random: randomFrom(seed), variants: using });
  const send = async (
    method: string,
    path: string,
    body?: string,
    key = fakeKey,
  ): Promise<{ status: number; text: string; type: string }> => {
    const headers = [
      ['authorization', `Bearer ${key}`],
      ['content-type', 'application/json'],
    ] as const;
    let response: ReferenceResponse;
    do {
      response = await reference.handle({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      if (response.status === 429 || response.status === 503) await clock.sleep(1_000);
    } while (response.status === 429 || response.status === 503);
    const type =
      response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    return { status: response.status, text: String(response.body), type };
  };
  return { send, clock };
};

interface Shown {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

/** The identifier to the last digit, unless the response is nested deeper than the server's own parser goes. */
const identifierIn = (text: string): string =>
  text.includes('"tree"')
    ? ([...text.matchAll(/"id"\s*:\s*(-?\d+)/g)]
        .map(([, digits = '']) => digits)
        // Nested objects may have an id as well.
        .find((digits) => Number(digits) === (JSON.parse(text) as Shown).id) ?? '')
    : String((readJson(text) as JsonObject).get('id'));

const behavesWell = async (using: readonly Variant[], seed?: number): Promise<void> => {
  const { send, clock } = clientOf(using, seed);
  const categoryId = using.some(
    ({ name }) => name === 'categories-of-residents' || name === 'categories-closed',
  )
    ? 42
    : 2;
  const isBehindAFirewall = using.some(({ name }) => name === 'behind-a-firewall');
  const animal = { name: isBehindAFirewall ? 'Zoë 🐕' : 'Zoë /"\\ 🐕', categoryId, status: 'sold' };
  const added = await send('POST', '/v1/pets', JSON.stringify(animal));
  expect(added).toMatchObject({ status: 201, type: expect.stringMatching(/^application\/json/i) });
  expect(JSON.parse(added.text)).toMatchObject(animal);
  const id = identifierIn(added.text);
  await clock.sleep(40_000);
  const fetched = await send('GET', `/v1/pets/${id}`);
  expect([fetched.status, JSON.parse(fetched.text)]).toEqual([200, JSON.parse(added.text)]);
  const listed = JSON.parse((await send('GET', '/v1/pets?status=sold&limit=100')).text) as Shown[];
  expect(listed.every(({ status }) => status === 'sold')).toBe(true);
  const leavesSomeOut = using.some(({ name }) => name === 'lists-vary-in-length');
  expect(
    leavesSomeOut || listed.length >= 100 || listed.some((each) => each.name === animal.name),
  ).toBe(true);
  expect(JSON.parse((await send('GET', '/v1/pets?limit=1')).text)).toHaveLength(1);
  expect((await send('GET', '/v1/pets', undefined, 'wrong')).status).toBe(401);
  const invalid = await send('POST', '/v1/pets', '{"name":7,"categoryId":1}');
  expect([invalid.status, JSON.parse(invalid.text)]).toEqual([
    400,
    expect.objectContaining({ code: expect.any(String), message: expect.any(String), status: 400 }),
  ]);
  expect((await send('GET', '/v1/pets/5123456789012345678')).status).toBe(404);
  const message = await send('POST', '/quickstart/messages', '{"message":"é"}');
  expect([200, 201, 202]).toContain(message.status);
  expect(JSON.parse(message.text)).toMatchObject({
    id: expect.any(String),
    message: 'é',
    status: 'queued',
    createdAt: expect.any(String),
  });
  expect((await send('POST', '/quickstart/messages', '{')).status).toBe(400);
};

describe('each variant alone', () => {
  test.each(variants.map((variant) => [variant.name, variant] as const))('%s', (_, variant) =>
    behavesWell([variant]),
  );
});

test('variants in any company', async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = randomFrom(seed);
    const company: Variant[] = [];
    for (const variant of variants)
      if (random() < 0.3 && !company.some((other) => conflict(variant, other)))
        company.push(variant);
    await behavesWell(company, seed).catch((thrown: unknown) => {
      throw new Error(`with ${company.map(({ name }) => name).join(', ')}`, { cause: thrown });
    });
  }
});

test('names are unique words with hyphens, sentences end with a full stop, conflicts exist', () => {
  const names = variants.map(({ name }) => name);
  expect(
    names.filter(
      (name, at) => names.indexOf(name) !== at || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name),
    ),
  ).toEqual([]);
  expect(
    variants.filter(({ sentence }) => !/^[A-Z].*\.$/.test(sentence)).map(({ name }) => name),
  ).toEqual([]);
  expect(
    variants
      .flatMap(({ conflictsWith = [] }) => conflictsWith)
      .filter((name) => variantNamed(name) === undefined),
  ).toEqual([]);
});

test('what a variant may break is implied, never stated', () => {
  const ledger = parse(
    readFileSync(new URL('../../../spec/rules.yaml', import.meta.url), 'utf8'),
  ) as { rules: { id: string; kind: string }[] };
  const implied = new Set(
    ledger.rules.filter(({ kind }) => kind === 'implied').map(({ id }) => id),
  );
  expect(variants.flatMap(({ mayFail = [] }) => mayFail).filter((id) => !implied.has(id))).toEqual(
    [],
  );
});
