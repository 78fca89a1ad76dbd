// The adds of valid animals that rules of several suites judge: ordinary ones, and such with unusual names. Experiments only.
import fc from 'fast-check';
import { firstStatus, secondStatus, statuses } from '../../lib/contract/facts.js';
import {
  int64Arbitrary,
  int64s,
  jsonText,
  namesWithSigns,
  oddNames,
  paddedNames,
  unicodeTwins,
  validAnimals,
  type NewAnimal,
} from '../../lib/contract/values/values.js';
import { experiment, quoted, type Session, type Setup } from '../../lib/judge/rules/index.js';
import { addAndFetch, type Added } from '../animals.js';

export interface Add {
  readonly animal: NewAnimal;
  /** Is GET /pets/{petId} there to fetch it? */
  readonly fetch: boolean;
  /** Of a category that the target need not know. */
  readonly anyCategory?: true;
  /** Any name will do: it says whose the animal is. */
  readonly marked?: boolean;
}

export const inWords = ({ animal }: Add): string => jsonText(animal);
const send = ({ animal, fetch }: Add, session: Session): Promise<Added> =>
  addAndFetch(animal, session, fetch);
/** The name tells people who left the animal behind. */
export const sendMarked = ({ animal, fetch }: Add, session: Session): Promise<Added> =>
  addAndFetch({ ...animal, name: `${session.run} ${animal.name}` }, session, fetch);

/** At least this many animals of each status are added, even to a full store, as cases of the rules. */
const fewest = 25;

/** The adds of valid animals of one status: the cases of most rules of adds, and the population of the lists. */
export const adds = statuses.map((status) =>
  experiment({
    name: `valid animals, ${status}`,
    stage: 'populated',
    needs: ['writes'],
    populates: true,
    cases: async (setup) => {
      const categoryIds = await setup.categories();
      const animals = validAnimals({ categoryIds, int64: await setup.acceptsAnyCategory() });
      const runs = Math.max(setup.runs(fewest), await setup.missing(status));
      // About as many names as `fewest` are what is tested; the other animals fill the lists, and may have any.
      const others = Math.round(runs / setup.runs(fewest)) - 1;
      return {
        arbitrary: fc.tuple(animals, fc.nat(others)).map(([animal, marked]): Add => ({
          animal: { ...animal, status },
          fetch: setup.servesGetPet,
          marked: marked > 0,
        })),
        runs,
      };
    },
    send: (add, session) => (add.marked ? sendMarked : send)(add, session),
    describe: inWords,
  }),
);

export const addsWithoutStatus = experiment({
  name: 'animals without a status',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const categoryId = await setup.category();
    return Array.from({ length: setup.runs(5) }, (_, index): Add => ({
      animal: { name: `No status ${index + 1}`, categoryId },
      fetch: setup.servesGetPet,
    }));
  },
  send: sendMarked,
  describe: inWords,
});

export const largeCategories = experiment({
  name: 'categories all over int64',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const others =
      setup.runs(1) > 1 ? fc.sample(int64Arbitrary, { seed: 1, numRuns: setup.runs(10) }) : [];
    return [...(await setup.categories()), ...int64s, ...others].map((categoryId): Add => ({
      animal: { name: `Category ${categoryId}`, categoryId, status: secondStatus },
      fetch: setup.servesGetPet,
      anyCategory: true,
    }));
  },
  send: sendMarked,
  describe: inWords,
});

/** With the categories that the target may refuse. */
export const addsOfAnyCategory = [...adds, addsWithoutStatus, largeCategories];

export const namesInUnicode = experiment({
  name: 'names that differ in their Unicode form only',
  stage: 'populated',
  needs: ['writes'],
  cases: (setup) => named(setup, unicodeTwins),
  send,
  describe: ({ animal }) => quoted(animal.name),
});

export const signedNames = experiment({
  name: 'names with signs in them',
  stage: 'populated',
  needs: ['writes'],
  cases: (setup) =>
    named(
      setup,
      namesWithSigns.map((name) => ({ name })),
    ),
  send,
  describe: ({ animal }) => quoted(animal.name),
});

export const namesWithSpaces = experiment({
  name: 'names with spaces around them',
  stage: 'populated',
  needs: ['writes'],
  cases: (setup) => named(setup, paddedNames),
  send,
  describe: ({ animal }) => quoted(animal.name),
});

export const strangeNames = experiment({
  name: 'odd names',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) =>
    (await named(setup, oddNames)).map((add, index) => ({
      ...add,
      label: oddNames[index]?.label ?? '',
    })),
  send: async ({ animal, fetch }, session) =>
    addAndFetch(animal, session, fetch, { validity: 'open' }),
  describe: ({ label }) => label,
});

async function named(
  setup: Setup,
  names: readonly { readonly name: string }[],
): Promise<readonly Add[]> {
  const categoryId = await setup.category();
  return names.map(({ name }) => ({
    animal: { name, categoryId, status: firstStatus },
    fetch: setup.servesGetPet,
  }));
}

export const namedOddly = [namesInUnicode, signedNames, namesWithSpaces, strangeNames];
