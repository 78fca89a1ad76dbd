// Clause 4.2: an added animal is stored, and stored once.
import { statuses, type Status } from '../../lib/contract/facts.js';
import type { NewAnimal } from '../../lib/contract/values/values.js';
import {
  addedAnimal,
  animalOf,
  accuse,
  notApplicable,
  experiment,
  isRefusal,
  isSuccess,
  orElse,
  quoted,
  rule,
  statusOf,
  undecided,
  wrongStatus,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import { seenOf, type Added } from '../animals.js';
import { expectNothingHidden, newEntries, type Entry } from '../new-entries.js';
import { addsOfAnyCategory, inWords, namedOddly, sendMarked, type Add } from './adds.js';

/** The response for the identifier that the next animal then got, and that no animal had until then. */
export interface AskedTooEarly extends Added {
  readonly early: { readonly id: string; readonly fetched: Exchange };
}

/**
 * Some servers remember that an animal was not found, and then never find it. Others return an animal for an identifier
 * that they have yet to assign.
 */
export const askedForTooEarly = experiment({
  name: 'an animal that was asked for before it was there',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup): Promise<readonly Add[]> => [
    { animal: (await setup.acceptedTwin()).animal, fetch: setup.servesGetPet },
  ],
  send: async ({ animal, fetch }, session): Promise<AskedTooEarly> => {
    const first = session.marked({ ...animal, name: 'Early' });
    const id = animalOf(await session.add(first))?.id;
    const next = id === undefined ? undefined : BigInt.asIntN(64, BigInt(id) + 1n).toString();
    const fetched =
      next === undefined || !fetch ? undefined : await orElse(session.get(next), undefined);
    const second = await sendMarked({ animal, fetch }, session);
    return next !== undefined && fetched && animalOf(second.added)?.id === next
      ? { ...second, early: { id: next, fetched } }
      : notApplicable('no next id');
  },
  describe: inWords,
});

/** Adds several animals at a time, so that a server that only sometimes adds one twice is noticed. */
const addsCounted = 10;
const addsCountedInAKnownStore = 3;

/** By the number of the add: the second is sent in every run. A server may treat such names otherwise, or refuse them. */
const foreignNames: Readonly<Record<number, string>> = { 2: 'Zoë', 5: '猫', 8: '🐈' };
const isForeign = ({ sent }: Added): boolean => /[^\0-\x7f]/.test(sent.name);

const oneAtATime = experiment({
  name: 'a few adds, and then the lists',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    const adds = (await setup.isKnown()) ? addsCountedInAKnownStore : addsCounted;
    // A quick run has fewer.
    return [{ animal, adds: Math.min(adds, setup.runs(adds)) }];
  },
  send: async ({ animal: twin, adds }, session) => {
    const addOne = async (number: number): Promise<Added> => {
      const status = statuses[number % statuses.length] as Status;
      const name = `${foreignNames[number] ?? 'Add'} ${number}`;
      const animal: NewAnimal = { ...twin, name, status };
      const { sent, added } = await session.addOnce(() => session.marked(animal));
      return seenOf(sent, added);
    };
    const { done, entries, hidden } = await newEntries(session, {
      canary: (name) => ({ ...twin, name }),
      act: () => Promise.all(Array.from({ length: adds }, (_, index) => addOne(index + 1))),
      byIdentifier: false,
    });
    return { counted: done, entries, hidden };
  },
  describe: ({ adds }) => `${adds} adds`,
});

const neverFound = 'Animal {id} was added, but fetching it';
const foundAtTimes = 'Animal {id} was added, and is found at times, but fetching it';

export const rules = [
  rule(
    'add-animal.can-be-fetched',
    [...addsOfAnyCategory, ...namedOddly, askedForTooEarly],
    (result, { refusable }) => {
      const { early, sent, added, fetched, isFoundAtTimes } = result as Added &
        Partial<AskedTooEarly>;
      if (early && statusOf(early.fetched) !== 404) notApplicable('next id known');
      if (refusable === 'category' && isRefusal(added)) notApplicable('categories refused');
      if (isRefusal(added))
        notApplicable({ what: 'name refused', values: { name: quoted(sent.name) } }, 'cantTell');
      const { id } = addedAnimal(added);
      const got = fetched ?? notApplicable('get gone');
      if (statusOf(got) !== 200)
        wrongStatus(got, { text: isFoundAtTimes ? foundAtTimes : neverFound, values: { id } }, 200);
    },
  ),

  rule('add-animal.adds-one', oneAtATime, ({ counted, entries, hidden }) => {
    const counts = counted.map((one) => expectAtMostOne(one, entries));
    if (counted.some((one) => !isSuccess(one.added) && !isForeign(one)))
      undecided('valid animal refused');
    expectNothingHidden(hidden, 'not countable');
    if (counts.every((count) => count === 0)) notApplicable('not countable');
  }),
];

/** Expects at most one animal with this name. */
function expectAtMostOne({ sent, added }: Added, entries: readonly Entry[]): number {
  const named = entries.filter((entry) => entry.name === sent.name);
  // An earlier run with the same seed used the same names, so only new animals count.
  const { length } = named.filter(({ isNew }) => isNew);
  if (length > 1)
    accuse('several animals by one request', added, {
      values: { length, name: JSON.stringify(sent.name) },
    });
  return named.length;
}
