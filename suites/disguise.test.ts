// A disguised run: an honest server passes it as any other, and one that knows the kit by its marks does not.
import { expect, test } from 'vitest';
import type { HttpRequest } from '../lib/http/types.js';
import { startRun } from '../lib/judge/run/start-run.js';
import { prepareInMemory, runInMemory } from '../lib/in-memory/in-memory.js';
import { variantNamed } from '../lib/reference/index.js';
import { allRules } from './index.js';

const notPassed = async (unusual: Parameters<typeof runInMemory>[0]) => {
  const { verdict, rules } = await runInMemory({ disguised: true, ...unusual });
  const left = rules
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
    .map(({ id, reason, failures }) => `${id}: ${reason ?? failures[0]?.cause}`);
  return { verdict, left };
};

// Variants that are legal alone must be legal together.
test.each([[['categories-closed', 'names-up-to-255']], [['residents-5000']]])(
  'accuses no honest server: %j',
  async (names) => {
    const variants = names.flatMap((name) => variantNamed(name) ?? []);
    expect(variants).toHaveLength(names.length);
    expect(await notPassed({ variants })).toEqual({ verdict: 'conformant', left: [] });
  },
);

test('accuses no plain server either, and nothing that is sent names the kit', async () => {
  const sent: HttpRequest[] = [];
  const plain = await notPassed({
    between: (server) => ({
      ...server,
      send: (request, signal) => {
        sent.push(request);
        return server.send(request, signal);
      },
    }),
  });
  expect(plain).toEqual({ verdict: 'conformant', left: [] });
  const shown = sent.filter(({ body = '', path }) =>
    /conformance/i.test(`${path} ${String(body)}`),
  );
  expect(sent.length).toBeGreaterThan(1_000);
  expect(shown.map(({ path, body }) => [path, body])).toEqual([]);
});

test('a store of an earlier run is judged as well, and the other way round', async () => {
  const store = prepareInMemory({});
  for (const [disguised, seed] of [
    [false, 1],
    [true, 2],
    [false, 3],
  ] as const) {
    const { verdict } = await startRun({ ...store, disguised, seed });
    expect({ disguised, verdict }).toEqual({ disguised, verdict: 'conformant' });
  }
});

test('a server that is right for the kit alone is found', async () => {
  const isOfOthers = (request: HttpRequest): boolean =>
    /"name":"[^"]* [0-9b-z]{21}"/.test(String(request.body)) && request.path.endsWith('/pets');
  // It looks at the names of what is added, so what judges adds finds it.
  const unusual: Parameters<typeof runInMemory>[0] = {
    rules: allRules.filter(({ id }) => id.startsWith('add-animal.')),
    between: (server) => ({
      ...server,
      send: (request, signal) =>
        server.send(
          isOfOthers(request)
            ? { ...request, body: String(request.body).replace('"name":"', '"name":"~') }
            : request,
          signal,
        ),
    }),
  };
  expect((await notPassed({ ...unusual, disguised: false })).left).toEqual([]);
  expect((await notPassed(unusual)).verdict).toBe('not-conformant');
});
