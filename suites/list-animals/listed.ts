// Clause 4.1: where a new animal shows in the lists, how, and when. Rules only.
import { statuses, maximumLimit } from '../../lib/contract/facts.js';
import {
  isOtherForm,
  isTrimmed,
  namesOfTheHerd,
  type NewAnimal,
} from '../../lib/contract/values/values.js';
import {
  addedAnimal,
  animalOf,
  animalsOf,
  aside,
  breach,
  excuse,
  experiment,
  isRefusal,
  observe,
  quotedPair,
  rule,
  undecided,
} from '../../lib/judge/rules/index.js';
import { lookedFor } from '../animals.js';
import { orderOf } from './shape.js';
import { mostFrequent } from '../words.js';

interface HerdMember {
  readonly animal: NewAnimal;
}

/** An animal that was added, and every list in which it should show. */
export const herd = experiment({
  name: 'a small herd, added and looked for in the lists',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup): Promise<readonly HerdMember[]> => {
    const categories = (await setup.acceptsAnyCategory())
      ? [9_007_199_254_740_993n, 9_223_372_036_854_775_807n, 0n, -9_223_372_036_854_775_808n]
      : await setup.categories();
    const members = namesOfTheHerd
      .slice(0, setup.runs(namesOfTheHerd.length))
      .map((name, index) => ({
        animal: {
          name,
          categoryId: categories[index % categories.length] ?? 1n,
          status: statuses[index % statuses.length] as string,
        },
      }));
    return [
      ...members,
      { animal: { name: 'No status was sent', categoryId: categories[0] ?? 1n } },
    ];
  },
  send: async ({ animal }: HerdMember, bench) => {
    const added = await bench.add(animal);
    // Without a status of its own it is found by the one that the service gave it, if it gave it one.
    const found = await lookedFor(added, animal.status ?? animalOf(added)?.status, bench);
    if (found.looks.some(({ shown }) => shown)) bench.listed(found.waitedMs);
    return { sent: animal, ...found };
  },
  describe: ({ animal }) => `${animal.name}, ${animal.status ?? 'no status'}`,
});

/** A list that begins one animal too late shows all but these. */
const firstOfEachStatus = experiment({
  name: 'the first animals that were added, looked for in the lists',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    await setup.oneOfEachStatus();
    return setup.firstAdded();
  },
  send: ({ status, added }, bench) => lookedFor(added, status, bench),
  describe: ({ status }) => `the first ${status} animal`,
});

export const rules = [
  rule('list-animals.name-form', herd, ({ added, looks }, { animal }) => {
    const id = animalOf(added)?.id;
    const shown = looks.flatMap(({ exchange }) =>
      exchange
        ? animalsOf(exchange)
            .filter((one) => one.id === id)
            .map(({ name }) => ({ name, exchange }))
        : [],
    );
    if (shown.length === 0) excuse('new animals do not show in the lists of this target');
    const other = shown.find(
      ({ name }) => isTrimmed(animal.name, name) || isOtherForm(animal.name, name),
    );
    if (other)
      breach({
        cause: 'A list shows a name in another form than it was sent in.',
        ...quotedPair(animal.name, other.name),
        exchange: other.exchange,
      });
  }),

  rule('list-animals.finds-created', [herd, firstOfEachStatus], ({ added, looks, settleMs }) => {
    if (isRefusal(added)) excuse('the target refuses some of the animals', 'cantTell');
    const { id } = addedAnimal(added);
    const list = looks[0]?.exchange ?? undecided('the list was not asked for');
    const animals = animalsOf(list);
    if (animals.some((animal) => animal.id === id)) return;
    if (animals.length >= maximumLimit)
      excuse('the lists of this target are full, and new animals do not show in them');
    breach({
      cause: `The animal ${id} was added but is not in the list, though that is not full; the kit waited ${seconds(settleMs)} (--settle).`,
      expected: `an entry with the id ${id}`,
      actual: `${animals.length} other animals`,
      exchange: list,
    });
  }),

  rule('list-animals.filter-finds', [herd, firstOfEachStatus], ({ added, looks, settleMs }) => {
    if (isRefusal(added)) excuse('the target refuses some of the animals', 'cantTell');
    const { id } = addedAnimal(added);
    const filtered = looks[1]?.exchange ?? aside();
    const animals = animalsOf(filtered);
    if (animals.some((animal) => animal.id === id)) return;
    if (animals.length >= maximumLimit)
      excuse('the filtered lists of this target are full, and new animals do not show in them');
    breach({
      cause: `The filter status=${looks[1]?.status} does not find the animal ${id}, which was created with that status; the kit waited ${seconds(settleMs)} (--settle).`,
      expected: `an entry with the id ${id}`,
      actual: `${animals.length} other animals`,
      exchange: filtered,
    });
  }),

  observe('list-animals.order', herd, (cases) => {
    const added = cases.flatMap(({ result }) => animalOf(result.added)?.id ?? []);
    return mostFrequent(cases.map(({ result }) => orderOf(added, result.looks[0]?.exchange)));
  }),

  observe('list-animals.delay', herd, (cases) => {
    const shown = cases.filter(
      ({ result }) =>
        result.looks[0]?.exchange !== undefined &&
        animalsOf(result.looks[0].exchange).some(({ id }) => id === animalOf(result.added)?.id),
    );
    const late = shown.filter(({ result }) => (result.looks[0]?.times ?? 1) > 1);
    const within =
      shown.length === 0
        ? ''
        : late.length === 0
          ? 'at once: in the first list after the add'
          : `${late.length} of ${shown.length} animals were not in the first list after the add, but within ${roundly(Math.max(...late.map(({ result }) => result.waitedMs)))}`;
    const never =
      cases.length > shown.length
        ? `${cases.length - shown.length} of ${cases.length} animals did not show in the time that the kit waits`
        : '';
    return [within, never].filter((part) => part !== '').join('; ');
  }),
];

/** Told roughly, as it differs a little each time; the longest time is in `run.visibleAfterMs`. */
const roundly = (milliseconds: number): string =>
  seconds(
    [100, 200, 500, 1_000, 2_000, 5_000, 10_000].find((most) => milliseconds <= most) ??
      Math.ceil(milliseconds / 10_000) * 10_000,
  );

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} s`;
