// Does the Animal Store lie at another path of the same origin than the one that was given? For people who mistyped the
// base address. Reads only, and never asks another origin: the key is for this one.
import { operations } from '../../contract/operations.js';
import type { Ask, Exchange } from '../../http/types.js';

interface Sends {
  send(ask: Ask): Promise<Exchange>;
}

const version = '/v1';

/** The base addresses that may have been meant, the most likely first. */
export function likelyBases(baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const given = pathname.replace(/(?<!\/)\/+$/, '');
  const above = given.slice(0, Math.max(0, given.lastIndexOf('/')));
  const paths = [given + version, above, above + version, version];
  return [...new Set(paths)].filter((path) => path !== given).map((path) => origin + path);
}

export async function storeElsewhere(asks: Sends, baseUrl: string): Promise<string | undefined> {
  const found = await Promise.all(
    likelyBases(baseUrl).map(async (base) => {
      const exchange = await asks.send(listAt(base));
      return { base, looks: looksOf(exchange) };
    }),
  );
  const store = found.find(({ looks }) => looks === 'a list') ?? found.find(({ looks }) => looks);
  return store?.base;
}

const listAt = (base: string): Ask => ({
  operation: operations.listPets.id,
  method: operations.listPets.method,
  path: `${operations.listPets.path}?limit=1`,
  base: new URL(base).pathname.replace(/(?<!\/)\/+$/, ''),
  validity: 'open',
  writes: false,
});

/** An array of what may be animals, or a key that is refused as an Animal Store refuses it. */
export function looksOf({ answer }: Exchange): 'a list' | 'a refusal' | undefined {
  if (!answer?.json.ok) return undefined;
  const { value } = answer.json;
  if (
    answer.status === 200 &&
    Array.isArray(value) &&
    value.every((item) => has(item, 'id', 'name'))
  )
    return 'a list';
  return answer.status === 401 && has(value, 'code', 'message', 'status') ? 'a refusal' : undefined;
}

function has(value: unknown, ...members: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && members.every((member) => member in value);
}
