// What is found out once, before cases are chosen.
import { describe, expect, test } from 'vitest';
import type { Ask, Exchange } from '../../http/types.js';
import { answered, scriptedSession } from '../../testing/made-up.js';
import { Setup, type SetupOptions } from './setup.js';
import { Undecided } from './signals.js';

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
  const setup: Setup = new Setup({
    effort: 'standard',
    readOnly: false,
    populate: true,
    asOf: '2026-01-01',
    categoryIds: [],
    baseUrl: 'http://made.up/v1',
    credentials: {
      wrongKeys: [],
      otherForms: [],
      otherPlaces: [],
      otherQuickstartPlaces: [],
      wrongQuickstartKeys: [],
      otherQuickstartForms: [],
      schemeCases: [],
    },
    session: (name) => scriptedSession(answer, { mark: name }).session,
    ...more,
  });
  return { setup, asked, animals };
}

const animal = (id: number, status = 'sold', categoryId = 3): Shelf => ({
  id,
  name: `Animal ${id}`,
  categoryId,
  status,
});
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no signal',
    (signal: unknown) => signal,
  );
const writes = (asked: readonly Ask[]): number => asked.filter((ask) => ask.writes).length;

describe('categories', () => {
  test('are those configured, and none is tried', async () => {
    const { setup, asked } = setupOver([animal(1)], { categoryIds: [8n, 9n] });
    expect(await setup.categories()).toEqual([8n, 9n]);
    expect(await setup.acceptsAnyCategory()).toBe(false);
    expect(writes(asked)).toBe(0);
  });

  test('are else those in use, a few of them', async () => {
    const { setup, asked } = setupOver(
      [1, 2, 3, 4, 5, 6, 7, 7].map((category, index) => animal(index + 1, 'sold', category)),
    );
    expect(await setup.categories()).toEqual([1n, 2n, 3n, 4n, 5n]);
    expect(await setup.category()).toBe(1n);
    expect(writes(asked)).toBe(5);
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
      reason: expect.stringMatching(
        /^the target refused an animal in each of the categories 1, 2, 3, .*\(most recently with 400: .*\): specify one that it accepts with --category-ids$/,
      ),
    });
    expect(await caught(setup.acceptedTwin())).toBeInstanceOf(Undecided);
  });

  test('of any number are accepted where improbable ones are', async () => {
    expect(await setupOver().setup.acceptsAnyCategory()).toBe(true);
  });
});

describe('found out once', () => {
  test('also when many ask at the same time, and when nothing was found', async () => {
    const { setup, asked } = setupOver();
    await Promise.all(Array.from({ length: 5 }, () => setup.acceptedTwin()));
    await Promise.all([setup.knownAnimal(), setup.categories(), setup.before()]);
    expect([asked.length - writes(asked), writes(asked)]).toEqual([4, 2]);
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
      name: 'the accepted twin twin',
      status: 'available',
    });
    const readOnly = setupOver([animal(5)], { readOnly: true, populate: false });
    expect(await readOnly.setup.knownAnimal()).toMatchObject({ id: '5' });
    expect(await caught(setupOver([], { readOnly: true }).setup.knownAnimal())).toEqual(
      new Undecided(
        'the store has no animals, and a read-only run adds none',
        'untested',
        'few animals',
      ),
    );
    await readOnly.setup.oneOfEachStatus();
    expect(writes(readOnly.asked)).toBe(0);
  });

  test('a twin that is refused, or answered with no animal, tells nothing', async () => {
    const refused = setupOver([animal(1)], {
      reply: (ask) =>
        ask.writes && String(ask.body).includes('twin')
          ? { answer: answered(409, '{}') }
          : undefined,
    });
    expect(await caught(refused.setup.acceptedTwin())).toEqual(
      new Undecided('a valid animal was not accepted (the target returned 409)'),
    );
    const mute = setupOver([animal(1)], {
      reply: (ask) => (ask.writes ? { answer: answered(201, '{}') } : undefined),
    });
    expect(await caught(mute.setup.knownAnimal())).toEqual(
      new Undecided('no animal could be added'),
    );
  });

  test('lists that are none count as empty', async () => {
    const { setup } = setupOver([], {
      reply: (ask) => (ask.writes ? undefined : { answer: answered(500, 'oops') }),
    });
    expect([...(await setup.before()).values()]).toEqual([[], [], [], []]);
  });
});

/** The setup hands an answer on, and does not look at it. */
const added = { answer: answered(201, {}) } as Exchange;

describe('how many animals there are', () => {
  test('is what the lists showed at first and what was accepted since: nothing is counted twice', async () => {
    const { setup, animals } = setupOver([animal(1), animal(2), animal(3, 'pending')], {
      categoryIds: [3n],
    });
    await setup.oneOfEachStatus();
    for (const { id, name, status } of animals.slice(3))
      setup.noteAccepted({ id: String(id), name, categoryId: '3', status }, added);
    expect(
      await Promise.all([
        setup.matching('sold'),
        setup.matching('pending'),
        setup.matching('available'),
        setup.matching(undefined),
      ]),
    ).toEqual([3, 2, 1, 6]);
  });

  test('tells how many are missing for more than a full list', async () => {
    const { setup } = setupOver(Array.from({ length: 30 }, (_, index) => animal(index + 1)));
    expect([await setup.missing('sold'), await setup.missing('pending')]).toEqual([71, 101]);
    expect(
      await setupOver(Array.from({ length: 130 }, (_, index) => animal(index + 1))).setup.missing(
        'sold',
      ),
    ).toBe(1);
    const filled = setupOver([], {}).setup;
    for (let id = 1; id <= 200; id++)
      filled.noteAccepted({ id: String(id), name: 'Ada', categoryId: '1', status: 'sold' }, added);
    expect([await filled.missing('sold'), await filled.missing('pending')]).toEqual([1, 101]);
    expect(await setupOver([], { populate: false }).setup.missing('sold')).toBe(0);
  });

  test('remembers the first of each status', () => {
    const { setup } = setupOver();
    const [first, second, third] = [1, 2, 3].map(() => ({ ...added }) as Exchange);
    setup.noteAccepted(
      { id: '1', name: 'Ada', categoryId: '1', status: 'sold' },
      first as Exchange,
    );
    setup.noteAccepted(
      { id: '2', name: 'Bo', categoryId: '1', status: 'pending' },
      second as Exchange,
    );
    setup.noteAccepted({ id: '3', name: 'Cy', categoryId: '1', status: 'sold' }, third as Exchange);
    expect(setup.firstAdded()).toEqual([
      { status: 'sold', added: first },
      { status: 'pending', added: second },
    ]);
    expect(setup.firstAdded()[0]?.added).toBe(first);
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
