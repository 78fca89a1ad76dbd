// What is found out once, before cases are chosen.
import { describe, expect, test } from 'vitest';
import type { Ask, Exchange } from '../../http/types.js';
import { statuses } from '../../contract/facts.js';
import { testifying } from '../../contract/values/testimony.js';
import { jsonText } from '../../contract/values/values.js';
import { answered, scriptedSession, caught } from '../../testing/made-up.js';
import { AddedAnimals } from './added-animals.js';
import { Setup, type SetupOptions } from './setup.js';
import { Undecided } from '../result/signals.js';

interface Shelf {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

/** A setup over a small store: what is there, which categories it takes, and all that was asked of it. */
function setupOver(
  animals: Shelf[] = [],
  {
    takes = () => true,
    reply,
    ...more
  }: Partial<SetupOptions> & {
    takes?: (category: string) => boolean;
    reply?: (ask: Ask) => Partial<Exchange> | undefined;
  } = {},
) {
  const asked: Ask[] = [];
  const answer = (ask: Ask): Partial<Exchange> => {
    asked.push(ask);
    const said = reply?.(ask);
    if (said) return said;
    if (ask.method === 'POST') {
      const body = String(ask.body);
      const category = /"categoryId":(-?\d+)/.exec(body)?.[1] ?? '';
      if (!takes(category))
        return { answer: answered(400, { code: 'x', message: 'No such category.', status: 400 }) };
      const animal = { ...(JSON.parse(body) as Omit<Shelf, 'id'>), id: animals.length + 1 };
      animals.push(animal);
      return { answer: answered(201, animal) };
    }
    const { searchParams } = new URL(ask.path, 'http://made.up');
    return {
      answer: answered(
        200,
        animals
          .filter(
            ({ status }) => !searchParams.has('status') || searchParams.get('status') === status,
          )
          .slice(0, Number(searchParams.get('limit'))),
      ),
    };
  };
  const added = new AddedAnimals();
  const setup: Setup = new Setup({
    added,
    effort: 'standard',
    readOnly: false,
    asOf: '2026-01-01',
    categoryIds: [],
    baseUrl: 'http://made.up/v1',
    credentials: {
      wrongKeys: [],
      otherForms: [],
      otherPlaces: [],
      otherQuickstartPlaces: [],
      wrongQuickstartKeys: [],
      commonKeys: [],
      keysBeyondAscii: [],
      otherQuickstartForms: [],
      schemeCases: [],
    },
    session: () => scriptedSession(answer).session,
    servesGetPet: () => true,
    ...more,
  });
  return { setup, added, asked, animals };
}

const animal = (id: number, status = 'sold', categoryId = 3): Shelf => ({
  id,
  name: `Animal ${id}`,
  categoryId,
  status,
});
const origin = { run: 'rrrrr', case: 'ccccc', number: 1 };
const writes = (asked: readonly Ask[]): number => asked.filter((ask) => ask.writes).length;

describe('categories', () => {
  test('are those configured, and none is tried', async () => {
    const { setup, asked } = setupOver([animal(1)], { categoryIds: [8n, 9n] });
    expect(await setup.categories()).toEqual([8n, 9n]);
    expect(await setup.acceptsAnyCategory()).toBe(false);
    expect(writes(asked)).toBe(0);
  });

  test('are else one in use: the first animal shows that it is taken', async () => {
    const { setup, asked } = setupOver(
      [1, 2, 3, 4, 5, 6, 7, 7].map((category, index) => animal(index + 1, 'sold', category)),
    );
    expect(await setup.categories()).toEqual([1n]);
    expect((await setup.acceptedTwin()).animal.categoryId).toBe(1n);
    expect(writes(asked)).toBe(1);
  });

  test('of those in use, the ones that take no more animals are left out', async () => {
    const shelf = [1, 2, 3].map((category) => animal(category, 'sold', category));
    expect(
      await setupOver(shelf, { takes: (category) => category === '2' }).setup.categories(),
    ).toEqual([2n]);
    expect(
      await setupOver(shelf, { takes: (category) => category === '7' }).setup.categories(),
    ).toEqual([7n]);
  });

  test('are else found by trying', async () => {
    const { setup, animals } = setupOver([], { takes: (category) => category === '10' });
    expect(await setup.categories()).toEqual([10n]);
    expect(await setup.acceptsAnyCategory()).toBe(false);
    expect(animals).toHaveLength(1);
  });

  test('where each is refused, it is said what to do', async () => {
    const { setup } = setupOver([], { takes: () => false });
    expect(await caught(setup.category())).toMatchObject({
      outcome: 'cantTell',
      reason: {
        what: 'every category refused',
        values: {
          categories: expect.stringMatching(/^1, 2, 3, /),
          answer: expect.stringMatching(/^400: /),
        },
      },
    });
    expect(await caught(setup.acceptedTwin())).toBeInstanceOf(Undecided);
  });

  test('of any number are accepted where improbable ones are, or were by an earlier run', async () => {
    const { setup, animals } = setupOver();
    expect(await setup.acceptsAnyCategory()).toBe(true);
    expect(new Set(animals.map(({ status }) => status)).size).toBe(3);
    const earlier = [7_205_759_403_792_793_601n, -4_611_686_018_427_387_905n, 0n].map(
      (categoryId, id) => ({
        ...testifying({ name: 'Any', categoryId, status: 'sold' }, origin),
        id,
      }),
    );
    const laterThan = (listed: typeof earlier) =>
      setupOver([], {
        reply: (ask) =>
          ask.writes ? undefined : { answer: answered(200, jsonText(listed as never)) },
      });
    const all = laterThan(earlier);
    expect(await all.setup.isKnown()).toBe(true);
    expect(await all.setup.acceptsAnyCategory()).toBe(true);
    expect(writes(all.asked)).toBe(1);
    // A target that accepts large ones need not accept negative ones.
    const some = laterThan(earlier.slice(0, 1));
    expect(await some.setup.acceptsAnyCategory()).toBe(true);
    expect(writes(some.asked)).toBe(4);
  });
});

describe('found out once', () => {
  test('also when many ask at the same time, and when nothing was found', async () => {
    const { setup, asked } = setupOver();
    await Promise.all(Array.from({ length: 5 }, () => setup.acceptedTwin()));
    await Promise.all([setup.knownAnimal(), setup.categories(), setup.before()]);
    expect([asked.length - writes(asked), writes(asked)]).toEqual([4, 1]);
    const refusing = setupOver([], { takes: () => false });
    await Promise.all([caught(refusing.setup.category()), caught(refusing.setup.category())]);
    const before = writes(refusing.asked);
    await caught(refusing.setup.category());
    expect(new Set(refusing.asked.filter((ask) => ask.writes).map(({ body }) => body)).size).toBe(
      before,
    );
    expect(writes(refusing.asked)).toBe(before);
  });

  test('a known animal is one that was added or, where nothing may be added, one that is listed', async () => {
    expect(await setupOver().setup.knownAnimal()).toMatchObject({
      name: expect.stringMatching(/^Animal conformance-/),
      status: 'available',
    });
    const readOnly = setupOver([animal(5)], { readOnly: true });
    expect(await readOnly.setup.knownAnimal()).toMatchObject({ id: '5' });
    expect(await caught(setupOver([], { readOnly: true }).setup.knownAnimal())).toEqual(
      new Undecided({ what: 'read-only, empty store' }, 'untested', 'few animals'),
    );
    await readOnly.setup.oneOfEachStatus();
    expect(writes(readOnly.asked)).toBe(0);
  });

  test('a twin that is refused, or answered with no animal, tells nothing', async () => {
    const refused = setupOver([animal(1)], {
      reply: (ask) =>
        ask.writes && String(ask.body).includes('Animal')
          ? { answer: answered(500, '{}') }
          : undefined,
    });
    expect(await caught(refused.setup.acceptedTwin())).toEqual(
      new Undecided({ what: 'no valid animal accepted', values: { status: '500' } }),
    );
    const mute = setupOver([animal(1)], {
      reply: (ask) => (ask.writes ? { answer: answered(201, '{}') } : undefined),
    });
    expect(await caught(mute.setup.knownAnimal())).toEqual(
      new Undecided({ what: 'no readable animal' }),
    );
  });

  test('lists that are none count as empty', async () => {
    const { setup } = setupOver([], {
      reply: (ask) => (ask.writes ? undefined : { answer: answered(500, 'oops') }),
    });
    expect([...(await setup.before()).values()]).toEqual([[], [], [], []]);
  });
});

/** An add that was accepted. */
const accepted = (id: number, status: string, name = 'Ada'): Exchange =>
  ({
    ask: { operation: 'createPet' },
    answer: answered(201, { id, name, categoryId: 3, status }),
  }) as Exchange;

describe('how many animals there are', () => {
  test('is what the lists showed at first and what was accepted since: nothing is counted twice', async () => {
    const { setup, added, animals } = setupOver([animal(1), animal(2), animal(3, 'pending')], {
      categoryIds: [3n],
    });
    await setup.oneOfEachStatus();
    for (const { id, name, status } of animals.slice(3)) added.note(accepted(id, status, name));
    expect(
      await Promise.all([
        setup.matching('sold'),
        setup.matching('pending'),
        setup.matching('available'),
        setup.matching(undefined),
      ]),
    ).toEqual([2, 1, 1, 4]);
  });

  test('tells how many are missing: for more than a full list of the status of which there are most', async () => {
    const { setup } = setupOver(Array.from({ length: 30 }, (_, index) => animal(index + 1)));
    expect([await setup.missing('sold'), await setup.missing('pending')]).toEqual([71, 40]);
    expect(
      await setupOver(Array.from({ length: 130 }, (_, index) => animal(index + 1))).setup.missing(
        'sold',
      ),
    ).toBe(1);
    const filled = setupOver([], {});
    for (let id = 1; id <= 200; id++) filled.added.note(accepted(id, 'sold'));
    expect(await Promise.all(statuses.map((status) => filled.setup.missing(status)))).toEqual([
      101, 40, 0,
    ]);
  });

  test('remembers the first of each status, in the order of the contract', () => {
    const { setup, added } = setupOver();
    const [first, second] = [accepted(1, 'sold'), accepted(2, 'pending', 'Bo')];
    for (const exchange of [first, second, accepted(3, 'sold', 'Cy')]) added.note(exchange);
    expect(setup.firstAdded()).toEqual([
      { status: 'pending', added: second },
      { status: 'sold', added: first },
    ]);
    expect(setup.firstAdded()[1]?.added).toBe(first);
  });

  test('decides what a rule is that needs more', () => {
    expect(setupOver([], { readOnly: true }).setup.shortOfAnimals).toBe('untested');
    expect(setupOver().setup.shortOfAnimals).toBe('cantTell');
  });
});

test.each([
  ['quick', [3, 25, 100]],
  ['standard', [3, 25, 100]],
  ['thorough', [15, 125, 500]],
] as const)('%s effort scales the number of cases', (effort, expected) => {
  const { setup } = setupOver([], { effort });
  expect([3, 25, 100].map((standard) => setup.runs(standard))).toEqual(expected);
});
