// Stores are live: while a run goes on, others buy animals and reservations lapse. No honest server is accused of it, and
// no other server is excused.
import { describe, expect, test } from 'vitest';
import { startRun } from '../lib/judge/run/start-run.js';
import type { Report } from '../lib/judge/result/report.js';
import { prepareInMemory, runInMemory, type InMemory } from '../lib/in-memory/in-memory.js';
import { faults, variants, type Variant } from '../lib/reference/index.js';
import { after, all, before } from '../lib/reference/changes/change.js';
import { allRules } from './index.js';
import { hiding } from '../lib/reference/changes/lists.js';
import { field, inGets } from '../lib/reference/changes/shown.js';
import type { Animal } from '../lib/reference/types.js';

const live = (name: string) => variants.filter((variant) => variant.name === name);
const faulty = (name: string) => faults.filter((fault) => fault.name === name);
const accusations = ({ rules }: Report): readonly unknown[] =>
  rules
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
    .map(({ id, reason, failures }) => [id, reason, failures[0]?.cause]);
const says = ({ run }: Report, what: string): boolean =>
  run.warnings.some((warning) => warning.startsWith(what));
const saysSo = (report: Report): boolean => says(report, 'The status of animals changes');

describe('a store in which the status of animals changes', () => {
  test.each([
    ['status-lapses', [true, true]],
    ['status-lapses-soon', [true, true]],
    ['sold-by-others', [true, false]],
    ['reserved-and-freed', [true, true]],
  ])('%s: is conformant on the first run and later, and is told', async (name, told) => {
    const one = prepareInMemory({ variants: live(name), seed: 4 });
    const reports = [
      await startRun({ ...one, salt: 'first' }),
      await startRun({ ...one, salt: 'second' }),
    ];
    for (const report of reports)
      expect([accusations(report), report.verdict]).toEqual([[], 'conformant']);
    // A difference that nobody would have been accused of is not looked for.
    expect(reports.map(saysSo)).toEqual(told);
  });

  test.each<[string, InMemory]>([
    ['that was never shown as it was added', { faults: faulty('status-not-stored') }],
    ['that only lists show', { faults: faulty('listed-always-available') }],
    ['that only gets show', { faults: faulty('fetched-sold-as-pending') }],
  ])('fails for a status %s', async (_, { faults: one = [] }) => {
    for (const name of ['status-lapses-soon', 'sold-by-others']) {
      const report = await runInMemory({ variants: live(name), faults: one });
      expect(report.verdict).toBe('not-conformant');
      const failed = report.rules.filter(({ outcome }) => outcome === 'failed');
      expect(failed.map(({ id }) => id)).toContain(one[0]?.rule);
    }
  });

  test.each([2, 3])(
    'is conformant if only animals of others keep their status: seed %i',
    async (seed) => {
      const names = ['lists-vary-in-length', 'residents-of-odd-ids', 'status-lapses'];
      const report = await runInMemory({ variants: names.flatMap(live), seed });
      expect([accusations(report).slice(1), report.verdict]).toEqual([[], 'conformant']);
    },
  );

  test('fails for a list that shows only animals of others once many are there', async () => {
    const change = hiding(
      (animal, { query }, { store }) =>
        query.includes('status=sold') && animal.id > BigInt(store.initial) && store.count() > 100,
    );
    const sentence = 'Hides new animals that are sold.';
    const rule = 'list-animals.shows-added';
    const report = await runInMemory({
      animals: 9,
      variants: live('status-lapses'),
      faults: [{ name: 'hides', sentence, rule, change }],
    });
    expect(accusations(report)).toContainEqual([
      rule,
      null,
      expect.stringContaining('status=sold'),
    ]);
  });

  test.each(['listed-name-cut-at-50', 'listed-category-in-32-bits'])(
    'fails for what else is altered: %s',
    async (name) => {
      const report = await runInMemory({
        variants: live('reserved-and-freed'),
        faults: faulty(name),
      });
      expect(accusations(report)).toEqual([
        ['list-animals.as-created', null, expect.stringMatching(/another `(name|categoryId)`/)],
      ]);
    },
  );
});

describe('a store that changes what is read', () => {
  test.each([
    [
      'an animal that is fetched',
      () => reservedOnceFetched,
      ['', 'residents-12', 'residents-5000'],
    ],
    ['what a filter asks for', () => assignedByTheFilter, ['', 'residents-12']],
  ])('fails: %s', async (_, variant, residents) => {
    for (const others of residents) {
      const report = await runInMemory({ variants: [...live(others), variant()] });
      expect([others, report.verdict]).toEqual([others, 'not-conformant']);
    }
  });
});

describe('a store whose lists are all full of older animals', () => {
  const full = [...live('residents-5000')];

  test.each(['sold-by-others', 'reserved-and-freed', 'removed-by-others'])(
    '%s: is conformant on the first run and later',
    async (name) => {
      for (const seed of [1, 2, 3]) {
        const one = prepareInMemory({ variants: [...full, ...live(name)], seed });
        for (const salt of ['first', 'second']) {
          const report = await startRun({ ...one, salt });
          expect([accusations(report), report.verdict]).toEqual([[], 'conformant']);
        }
      }
    },
  );

  test.each([
    ['fetched-sold-as-pending', 'sold-by-others'],
    ['fetched-always-available', 'reserved-and-freed'],
    ['fetched-category-lost-from-second-read', 'sold-by-others'],
    ['gone-after-3-reads', 'sold-by-others'],
    ['get-404-once-in-10', 'removed-by-others'],
    ['get-404-once-in-10', 'sold-by-others'],
  ])('fails for what only gets show: %s + %s', async (name, others) => {
    const reports = await Promise.all(
      [1, 2, 3].map((seed) =>
        runInMemory({ variants: [...full, ...live(others)], faults: faulty(name), seed }),
      ),
    );
    for (const { verdict } of reports) expect(verdict).toBe('not-conformant');
  });

  test('fails for a status that one get in ten alters', async () => {
    const report = await runInMemory({ variants: [...full, alteredNowAndThen] });
    expect(report.verdict).toBe('not-conformant');
  });
});

describe('a store from which animals are removed', () => {
  test('is conformant on the first run and later', async () => {
    const one = prepareInMemory({ variants: live('removed-by-others'), seed: 4 });
    const reports = [
      await startRun({ ...one, salt: 'first' }),
      await startRun({ ...one, salt: 'second' }),
    ];
    for (const report of reports)
      expect([accusations(report), report.verdict]).toEqual([[], 'conformant']);
  });

  test('accuses nobody if one of a sequence leaves it', async () => {
    for (const seed of [23, 24, 31]) {
      const report = await runInMemory({
        rules: allRules.filter(({ id }) => id === 'sequences.model'),
        variants: [...live('removed-by-others'), ...live('slow')],
        seed,
      });
      expect([seed, report.rules.filter(({ outcome }) => outcome === 'failed')]).toEqual([
        seed,
        [],
      ]);
    }
  });

  test.each([
    [50, 200],
    [20, 500],
    [100, 30],
  ])(
    'accuses nobody if those that are sold leave it: reserved ones are sold after %i ms, sold ones leave after %i',
    async (soldMs, leavesMs) => {
      for (const seed of [1, 2]) {
        const one = prepareInMemory({ variants: [soldAndGone(soldMs, leavesMs)], seed });
        for (const salt of ['first', 'second']) {
          const report = await startRun({ ...one, salt });
          expect(report.rules.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
        }
      }
    },
  );

  test.each(['gone-after-3-reads', 'only-last-100-kept', 'get-404-once-in-10'])(
    'fails for what only gets miss: %s',
    async (name) => {
      // Of a get that misses now and then, a run may see too little: animals do disappear from this store.
      const reports = await Promise.all(
        [1, 2, 3].map((seed) =>
          runInMemory({ variants: live('removed-by-others'), faults: faulty(name), seed }),
        ),
      );
      expect(reports.flatMap(accusations)).toContainEqual([
        expect.stringMatching(/until-removal|can-be-fetched/),
        null,
        expect.stringMatching(/404/),
      ]);
    },
  );

  test.each([20, 60, 100, 150, 180])(
    'accuses nobody if somebody empties it after %i adds',
    async (adds) => {
      const report = await runInMemory({ variants: [emptiedAfter(adds)] });
      expect(report.rules.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    },
  );

  test.each([150, 180])(
    'accuses nobody if somebody removes all but the newest %i',
    async (most) => {
      const oldestFirst = variants.filter(({ name }) => name === 'oldest-first');
      const report = await runInMemory({ variants: [...oldestFirst, cutTo(most)] });
      expect(report.rules.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    },
  );
});

test.each([
  [700, 20, 100],
  [700, 20, 50],
  [300, 20, 100],
  [300, 33, 33],
  [1_500, 10, 20],
])(
  'a store of %i animals to which others add one every %i ms, and from which they remove one every %i, is not accused',
  async (animals, addMs, removeMs) => {
    const oldestFirst = variants.filter(({ name }) => name === 'oldest-first');
    for (const seed of [1, 2, 3]) {
      const one = prepareInMemory({
        animals,
        variants: [...oldestFirst, churned(addMs, removeMs)],
        seed,
      });
      for (const salt of ['first', 'second']) {
        const report = await startRun({ ...one, salt });
        const failed = report.rules.filter(({ outcome }) => outcome === 'failed');
        expect(failed.map(({ id, failures }) => [seed, salt, id, failures[0]?.cause])).toEqual([]);
      }
    }
  },
);

test.each<[string, readonly [addMs: number, removeMs: number], readonly number[]]>([
  ['residents-of-odd-ids', [100, 500], [1, 4]],
  ['newest-first', [50, 100], [1, 2]],
])(
  'a store whose lists show nearly all is not accused, though others remove animals: %s',
  async (name, [addMs, removeMs], seeds) => {
    for (const seed of seeds) {
      const { rules } = await runInMemory({
        animals: 60,
        variants: [...live(name), churned(addMs, removeMs)],
        seed,
      });
      const failed = rules.filter(({ outcome }) => outcome === 'failed');
      expect(failed.map(({ id, failures }) => [seed, id, failures[0]?.cause])).toEqual([]);
    }
  },
);

/** Others add animals and remove any, all the time. */
const churned = (addMs: number, removeMs: number): Variant => ({
  name: 'churned',
  sentence: 'Has other clients, who add animals and remove others.',
  change: (server) => {
    const { store, clock } = server;
    const gone = new Set<bigint>();
    const startedAt = clock.now();
    let added = 0;
    let removed = 0;
    let chance = 1;
    const live = (): void => {
      const passedMs = clock.now() - startedAt;
      for (; added < passedMs / addMs; added += 1)
        store.add({
          id: 10_000_000n + BigInt(added),
          name: `Other ${added}`,
          categoryId: 1n,
          status: store.statuses[added % store.statuses.length] ?? 'sold',
          addedAt: clock.now(),
        });
      for (; removed < passedMs / removeMs; removed += 1) {
        chance = (chance * 48_271) % 2_147_483_647;
        const animal = store.at(chance % store.count());
        if (animal) gone.add(animal.id);
      }
    };
    all(
      before('find', live),
      before('listPets', live),
      after('find', (found) => (found && gone.has(found.id) ? undefined : found)),
      hiding(({ id }) => gone.has(id)),
    )(server);
  },
});

let gets = 0;
const alteredNowAndThen: Variant = {
  name: 'altered',
  sentence: 'Shows another status in one get in ten.',
  change: inGets(field('status', (status) => ((gets += 1) % 10 === 0 ? '"pending"' : status))),
};

const reservedOnceFetched: Variant = {
  name: 'reserved',
  sentence: 'Reserves each animal that is fetched.',
  change: (server) =>
    after('getPet', (reply, { petId }) => {
      const found = /^\d+$/.test(petId) ? server.store.get(BigInt(petId)) : undefined;
      if (found) server.store.change(found, 'pending');
      return reply;
    })(server),
};

/** `if (pet.status = status)` */
const assignedByTheFilter: Variant = {
  name: 'assigned',
  sentence: 'Gives each animal the status that a filter asks for.',
  change: before('listPets', ({ query }, { store }) => {
    const status = store.statuses.find((one) => query.includes(`status=${one}`));
    for (const animal of store.slice(undefined, 10_000))
      if (status !== undefined) store.change(animal, status);
  }),
};

/** Not legal where it leaves too little evidence, so it is no variant of the proof. */
const cutTo = (most: number): Variant => ({
  name: 'cut',
  sentence: 'Keeps only the newest animals.',
  change: (server) => {
    const isGone = (id: bigint): boolean => BigInt(server.store.count() - most) >= id;
    all(
      after('find', (found, id) => (isGone(id) ? undefined : found)),
      hiding(({ id }) => isGone(id)),
    )(server);
  },
});

/** Reserved animals are sold some time later, and those that were added as sold leave the store. */
const soldAndGone = (soldMs: number, leavesMs: number): Variant => ({
  name: 'sold-and-gone',
  sentence: 'Sells what is reserved, and removes what was sold.',
  change: (server) => {
    const reserved: Animal[] = [];
    const sold = new Set<bigint>();
    const isGone = ({ id, addedAt }: Animal): boolean =>
      sold.has(id) && addedAt + leavesMs <= server.clock.now();
    const sell = (): void => {
      while (reserved[0] !== undefined && reserved[0].addedAt + soldMs <= server.clock.now())
        server.store.change(reserved.shift() as Animal, 'sold');
    };
    all(
      after('save', (done, animal) => {
        if (animal.status === 'pending') reserved.push(animal);
        if (animal.status === 'sold') sold.add(animal.id);
        return done;
      }),
      before('find', sell),
      before('listPets', sell),
      after('find', (found) => (found && isGone(found) ? undefined : found)),
      hiding(isGone),
    )(server);
  },
});

const emptiedAfter = (adds: number): Variant => ({
  name: 'emptied',
  sentence: 'Loses all animals at once.',
  change: (server) => {
    const gone = new Set<bigint>();
    const saved: bigint[] = [];
    all(
      after('save', (done, { id }) => {
        saved.push(id);
        if (saved.length === adds) for (const one of saved) gone.add(one);
        return done;
      }),
      after('find', (found, id) => (gone.has(id) ? undefined : found)),
      hiding(({ id }) => gone.has(id)),
    )(server);
  },
});
