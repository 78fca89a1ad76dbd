// The adds of valid animals that rules of several suites judge, with ordinary and with unusual names.
import fc from 'fast-check';
import { statuses } from '../../lib/contract/facts.js';
import {
  int64Arbitrary,
  int64s,
  jsonText,
  namesWithSigns,
  oddNames,
  paddedNames,
  unicodeTwins,
  validAnimals,
  type NamedText,
  type NewAnimal,
  shortestName,
} from '../../lib/contract/values/values.js';
import {
  experiment,
  isRefusal,
  isSuccess,
  notApplicable,
  orElse,
  quoted,
  statusOf,
  type How,
  type Session,
  type Setup,
} from '../../lib/judge/rules/index.js';
import { addAndFetch, seenOf, type Added } from '../animals.js';
import { askingInTurn } from '../accepting.js';
import { isInOtherForm } from '../known.js';

export interface Add {
  readonly animal: NewAnimal;
  /** Whether the target still serves GET /pets/{petId}, so that the animal can be fetched. */
  readonly fetch: boolean;
  /** The field for which a target is allowed to refuse this animal. */
  readonly refusable?: 'name' | 'category' | 'property';
  /** What tells the animal from others, in a sentence about it. */
  readonly like?: string;
}

/** An animal whose name combines several names. If the target refuses it, each name is tried by itself. */
interface Together extends Add {
  readonly label: string;
  readonly parts: readonly NamedText[];
}

/** One of several names, or all of them together. */
interface Labelled extends Added {
  readonly label: string;
}

/** The most revealing of several names, with all that were tried. */
export interface AddedTogether extends Labelled {
  readonly each: readonly Labelled[];
}

export const inWords = ({ animal }: Add): string => jsonText(animal);
/** Marks the name, so that the animal it leaves behind shows which run added it and what was sent. */
export const sendMarked = async ({ animal, fetch }: Add, session: Session): Promise<Added> => {
  const marked = session.marked(animal);
  const how = askingInTurn(animal.name.length - shortestName);
  return unlessTooLong(await addAndFetch(marked, session, fetch, how), session);
};

/** The statuses that refuse a value, and so perhaps the length of a name. */
const ofValues = new Set([400, 409, 413, 422]);

/**
 * How long a name may be is open. A refused name is too long if a plain name of as many bytes is refused too, and a
 * shorter one is taken.
 */
async function unlessTooLong(result: Added, session: Session): Promise<Added> {
  if (await isTooLong(result, session)) notApplicable('long names refused');
  return result;
}

async function isTooLong({ sent, added }: Added, session: Session): Promise<boolean> {
  if (!ofValues.has(statusOf(added))) return false;
  const short = session.marked({ ...sent, name: 'A' });
  const missing = Buffer.byteLength(sent.name) - Buffer.byteLength(short.name);
  if (missing <= 0) return false;
  const asLong = session.marked({ ...sent, name: `A${'n'.repeat(missing)}` });
  const areTaken = [isSuccess(await session.add(asLong)), isSuccess(await session.add(short))];
  return !areTaken[0] && areTaken[1] === true;
}

/** If the name is too long, its parts are sent one by one, up to one that is refused or altered. */
async function sendWholeOrParts(
  { animal, fetch, parts }: Together,
  session: Session,
): Promise<Added> {
  let result = await addAndFetch(animal, session, fetch);
  if (!(await isTooLong(result, session))) return result;
  for (const { name } of parts) {
    result = await addAndFetch({ ...animal, name }, session, fetch);
    if (result.known?.shown.name !== name) break;
  }
  return unlessTooLong(result, session);
}

/** Returns the most revealing add: one whose name was altered, else one that was accepted. */
async function sendTogether(
  { animal, fetch, parts, label }: Together,
  session: Session,
  how?: How,
): Promise<AddedTogether> {
  const together = { label, ...(await addAndFetch(animal, session, fetch, how)) };
  const isInteresting = isRefusal(together.added) || isAltered(together);
  if (parts.length === 0 || !isInteresting) return { ...together, each: [together] };
  const each: Labelled[] = [];
  for (const part of parts) {
    const alone = await addAndFetch({ ...animal, name: part.name }, session, fetch, how);
    each.push({ label: part.label, ...alone });
  }
  const accepted = each.find(({ added }) => !isRefusal(added));
  const revealing = each.find(isAltered) ?? (isAltered(together) ? together : accepted);
  return { ...(revealing ?? together), each };
}

/** Names in another Unicode form are left out, because several rules judge them differently. */
function isAltered({ sent, known }: Added): boolean {
  const { name = sent.name } = known?.shown ?? {};
  return name !== sent.name && !isInOtherForm(sent.name, name);
}

/** At least this many animals of each status are added, however full the store is. */
const fewest = 4;
const fewestInAKnownStore = 2;

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
      const few = setup.runs((await setup.isKnown()) ? fewestInAKnownStore : fewest);
      return {
        arbitrary: animals.map((animal): Add => ({
          animal: { ...animal, status },
          fetch: setup.servesGetPet,
        })),
        runs: Math.max(few, await setup.missing(status)),
      };
    },
    send: sendMarked,
    describe: inWords,
  }),
);

export const addsWithoutStatus = experiment({
  name: 'animals without a status',
  stage: 'populated',
  needs: ['writes'],
  fewer: 1,
  cases: async (setup) => {
    const categoryId = await setup.category();
    return Array.from({ length: setup.runs(2) }, (_, index): Add => ({
      animal: { name: `None ${index + 1}`, categoryId },
      fetch: setup.servesGetPet,
    }));
  },
  send: sendMarked,
  describe: inWords,
});

/**
 * The mark makes every other plain name one of several words and of more than thirty characters. A database that takes no
 * notice of case may hold one of the two for the other.
 */
export const plainName = experiment({
  name: 'a plain name of one word',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup): Promise<readonly Add[]> => {
    const [categoryId, status] = [await setup.category(), await setup.fullest()];
    const first = (await setup.isKnown()) ? [] : ['Bella'];
    return [...first, 'bella'].map((name) => ({
      animal: { name, categoryId, status },
      fetch: setup.servesGetPet,
      like: 'with a plain name of one word',
    }));
  },
  send: ({ animal, fetch }, session) => addAndFetch(animal, session, fetch),
  describe: inWords,
});

/**
 * Sends everything in turn on one connection, with nothing else under way, so that whatever state a refusal leaves
 * behind meets the next request.
 */
export const rightAfterARefusal = experiment({
  name: 'a valid animal right after an invalid one, on one connection',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    const texts = [jsonText({ ...animal, name: 7 }), '{"name":', '{}'];
    return [{ animal, texts }];
  },
  send: async ({ animal, texts }, session) => {
    const inTurn: Added[] = [];
    for (const text of texts) {
      const refused = session.add({ raw: text }, { validity: 'invalid', connection: 'refusals' });
      // Other rules judge the response to an invalid animal, even a missing one.
      await orElse(refused, undefined);
      const valid = session.marked({ ...animal, name: 'Next' });
      inTurn.push(seenOf(valid, await session.add(valid, { connection: 'refusals' })));
    }
    return { inTurn };
  },
  describe: ({ texts }) => `valid animals after ${texts.join(' and ')}`,
});

/**
 * Spreads categories over the whole of int64. If the target accepts any category, odd names are sent with these too.
 */
export const largeCategories = experiment({
  name: 'categories all over int64',
  stage: 'populated',
  needs: ['writes'],
  picked: true,
  cases: async (setup) => {
    const few = setup.runs((await setup.isKnown()) ? 1 : 2);
    const categories = (await setup.acceptsAnyCategory())
      ? fc.sample(int64Arbitrary, { seed: 1, numRuns: few })
      : [...(await setup.categories()), ...int64s];
    const status = await setup.fullest();
    return categories.map((categoryId): Add => ({
      animal: { name: 'Category', categoryId, status },
      fetch: setup.servesGetPet,
      refusable: 'category',
    }));
  },
  send: sendMarked,
  describe: inWords,
});

export const namesInUnicode = experiment({
  name: 'names that differ in their Unicode form only',
  stage: 'populated',
  needs: ['writes'],
  cases: (setup) => named(setup, unicodeTwins),
  send: sendWholeOrParts,
  describe: ({ animal }) => quoted(animal.name),
});

export const signedNames = experiment({
  name: 'names with special characters',
  stage: 'populated',
  needs: ['writes'],
  cases: (setup) => named(setup, namesWithSigns),
  send: sendTogether,
  describe: ({ label }) => label,
});

export const namesWithSpaces = experiment({
  name: 'names with spaces around them',
  stage: 'populated',
  needs: ['writes'],
  fewer: 1,
  cases: (setup) => named(setup, paddedNames),
  send: sendTogether,
  describe: ({ animal }) => quoted(animal.name),
});

export const strangeNames = experiment({
  name: 'odd names',
  stage: 'populated',
  needs: ['writes'],
  // The first ones are many in one: a later run sends them, and only one of the others, most of which are whole names.
  fewer: 3,
  always: 2,
  cases: async (setup) => {
    const adds = await named(setup, oddNames);
    if (!(await setup.acceptsAnyCategory())) return adds;
    // Each add answers two questions at once: every odd name has a category of its own.
    return adds.map((add, index) => {
      const categoryId = int64s[index % int64s.length] ?? 1n;
      return { ...add, animal: { ...add.animal, categoryId } };
    });
  },
  send: (add: Together, session) => sendTogether(add, session, { validity: 'open' }),
  describe: ({ label }) => label,
});

async function named(setup: Setup, names: readonly NamedText[]): Promise<readonly Together[]> {
  const categoryId = await setup.category();
  const status = await setup.fullest();
  return names.map(({ name, label, parts = [] }) => ({
    animal: { name, categoryId, status },
    fetch: setup.servesGetPet,
    refusable: 'name',
    label,
    parts,
  }));
}

export const namedOddly = [namesInUnicode, signedNames, namesWithSpaces, strangeNames];

/** All adds, including those whose category the target may refuse. */
export const addsOfAnyCategory = [
  ...adds,
  addsWithoutStatus,
  plainName,
  largeCategories,
  strangeNames,
];
