// Clause 4.3, and what clause 9 says about its removal.
import { askingInTurn } from './accepting.js';
import { maximumLimit, removalDay } from '../lib/contract/facts.js';
import type { Animal } from '../lib/contract/values/animals.js';
import {
  addedAnimal,
  animalOf,
  animalsOf,
  answerOf,
  noEvidence,
  accuse,
  differingField,
  notApplicable,
  expectSame,
  expectSchema,
  expectStatus,
  experiment,
  isRefusal,
  isSuccess,
  observe,
  operationName,
  rule,
  statusOf,
  undecided,
  type Session,
  type Exchange,
  type Fields,
  type How,
  type Setup,
} from '../lib/judge/rules/index.js';
import { adds, addsWithoutStatus, namedOddly, plainName } from './add-animal/adds.js';
import { askedForTooEarly, type AskedTooEarly } from './add-animal/stored.js';
import { fetchAgain, fetchKnown, untilFoundInRow, type Fetched, type Seen } from './animals.js';
import { asShown, differsFromKnown, type Known } from './known.js';
import { statusesByLabel } from './summaries.js';

const hour = 3_600_000;
/**
 * The contract names a day but no time zone: it begins first where clocks are 14 hours ahead, and ends last where they
 * are 12 hours behind.
 */
const dayBegins = Date.parse(removalDay) - 14 * hour;
const dayEnds = Date.parse(removalDay) + 36 * hour;

const listedAnimals = experiment({
  name: 'listed animals, fetched',
  stage: 'populated',
  needs: ['getPet'],
  cases: async (setup) =>
    [...(await setup.before()).values()]
      .flat()
      .slice(0, setup.runs(20))
      .map((animal) => ({ ...animal, isListed: true })),
  send: fetchAsListed,
  describe: ({ id, name }) => `${name}, id ${id}`,
});

interface MayBeChanged {
  /** Nothing says that nobody has changed the animal. */
  readonly mayBeChanged?: boolean;
}

const knownAnimal = experiment({
  name: 'an animal that is known',
  stage: 'populated',
  needs: ['getPet'],
  cases: async (setup) => {
    const animals = await knownAnimals(setup);
    return Array.from({ length: setup.runs(15) }, (_, turn) => {
      const animal = animals[turn % animals.length] as Animal;
      // Other clients may change an animal that they added, between the list and the get.
      const known = setup.readOnly ? undefined : { id: animal.id, shown: asShown(animal) };
      return { id: animal.id, animal, known, turn };
    });
  },
  send: async ({ id, animal, known, turn }, session): Promise<Fetched & MayBeChanged> => {
    const how = askingInTurn(turn);
    const { fetched, seen } = await fetchKnown(id, session, how);
    const missing = statusOf(fetched) === 404 ? await missingFrom(animal, session) : undefined;
    const { status } = animalOf(fetched) ?? animal;
    // Where no list shows it with its status either, nothing says that nobody has changed it.
    const mayBeChanged =
      known !== undefined &&
      status !== animal.status &&
      (await missingFrom(animal, session)) !== undefined;
    if (missing === undefined) return { known, fetched, mayBeChanged };
    const mayAdd = known !== undefined && turn < mostInPlace;
    const inPlace = mayAdd ? await fetchAnother(animal, session, how) : undefined;
    const isThere = inPlace && (missing === 'every list' || isSuccess(inPlace.fetched));
    if (isThere) return inPlace;
    // A read-only run takes an animal from a list, so it was there.
    const wasThere = seen || known === undefined;
    return wasThere && missing === 'every list' ? disappeared() : { known, fetched };
  },
  describe: ({ animal: { status } }) =>
    status === undefined ? 'an animal' : `an animal that is ${status}`,
});

/** One of each status, because a service may keep those of one status elsewhere, or not for long. */
async function knownAnimals(setup: Setup): Promise<readonly Animal[]> {
  const first = await setup.knownAnimal();
  if (setup.readOnly) return [first];
  await setup.oneOfEachStatus();
  const others = setup.firstAdded().flatMap(({ added }) => {
    const animal = animalOf(added);
    return animal && animal.status !== first.status && isInCategorySent(animal, added)
      ? [animal]
      : [];
  });
  return [first, ...others];
}

/** If not, the response to the add may be what is wrong. */
const isInCategorySent = ({ categoryId }: Animal, { ask }: Exchange): boolean =>
  typeof ask.body === 'string' && ask.body.includes(`"categoryId":${categoryId}`);

/** So many cases add another animal where somebody has removed the known one. */
const mostInPlace = 2;

/** Adds an animal like this one, and fetches it; undefined if that one is refused, or gone as well. */
async function fetchAnother(
  { categoryId, status }: Animal,
  session: Session,
  how: How,
): Promise<Fetched | undefined> {
  const another = { name: 'Another', categoryId: BigInt(categoryId), ...(status && { status }) };
  const added = animalOf(await session.add(session.marked(another)));
  if (added === undefined) return undefined;
  const { fetched } = await fetchKnown(added.id, session, how);
  const isMissing = statusOf(fetched) === 404;
  if (isMissing && (await missingFrom(added, session)) === 'every list') return undefined;
  return { known: { id: added.id, shown: asShown(added) }, fetched };
}

/**
 * Somebody may remove an animal at any time. Then no list shows it either, not even one that has room for it. Lists that are
 * full do not say so.
 */
async function missingFrom(
  { id, status }: Animal,
  session: Session,
): Promise<'every list' | 'full lists' | undefined> {
  const lists = [await session.list({ limit: maximumLimit })];
  if (status !== undefined) lists.push(await session.list({ limit: maximumLimit, status }));
  const listed = lists.map(animalsOf);
  const isListed = listed.some((animals) => animals.some((one) => one.id === id));
  if (isListed || !lists.every(isSuccess)) return undefined;
  return listed.some(({ length }) => length < maximumLimit) ? 'every list' : 'full lists';
}

const disappeared = (): never => notApplicable('removed by others', 'cantTell');

/**
 * An animal that others keep changing is read at most this often, and counts once it was the same this often in a row.
 */
const mostTurns = 8;
const steadyTurns = 4;

/**
 * Somebody may have changed or removed the animal since, so it is compared with what the list shows now. It may change
 * again meanwhile.
 */
async function fetchAsListed(listed: Animal, session: Session): Promise<Fetched> {
  const { id } = listed;
  let shown = listed;
  let before: Animal | undefined;
  let steady = 0;
  for (let turn = 0; turn < mostTurns; turn++) {
    const fetched = await session.get(id);
    const animal = animalOf(fetched);
    if (animal && (animal.id !== id || isLike(shown, animal)))
      return { known: { id, shown }, fetched };
    const now = animalsOf(await session.list({ limit: maximumLimit })).find((one) => one.id === id);
    if (statusOf(fetched) === 404)
      return {
        known: { id, shown: now ?? disappeared() },
        fetched: await missed(id, session),
      };
    // Newer animals may have taken its place in the list: then nothing says what others have made of it since.
    if (animal && !now && mayBeChanged(shown, animal)) break;
    const isSteady = !animal || (isLike(before, animal) && isLike(shown, now ?? shown));
    steady = isSteady ? steady + 1 : 0;
    shown = now ?? shown;
    before = animal;
    if (steady === steadyTurns)
      return {
        known: { id, shown },
        fetched: animal ? fetched : await missed(id, session),
      };
  }
  return notApplicable('changed by others', 'cantTell');
}

/** So often in a row an animal is found by two replicas in turn only if both have it. */
const timesInTurn = 10;

/** A list may be older than a removal, or one replica than another, but not for as long as animals take to appear. */
async function missed(id: string, session: Session): Promise<Exchange> {
  await session.settled();
  await expectListed(id, session);
  if (session.seesLittle) await untilFoundInRow(id, timesInTurn, session);
  const { fetched } = await fetchAgain(id, timesInTurn, session);
  // A cache may have returned the list that it had, and have read it anew only then.
  if (statusOf(fetched) === 404) await expectListed(id, session);
  return fetched;
}

async function expectListed(id: string, session: Session): Promise<void> {
  const list = await session.list({ limit: maximumLimit });
  if (!animalsOf(list).some((one) => one.id === id)) disappeared();
}

/** The contract has no way to move an animal to another category, while customers buy it and owners rename it. */
const mayBeChanged = (shown: Animal, { name, status }: Animal): boolean =>
  name !== shown.name || status !== shown.status;

const isLike = (expected: Fields | undefined, animal: Animal): boolean =>
  expected !== undefined && !differingField(expected, animal);

const leastImprobable = 6_917_529_027_641_081_856n;
const greatest = 2n ** 63n - 1n;
/** No store is so full that it contains one of these by chance. */
const improbableIds = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) =>
    String(leastImprobable + 1n + 1_000_003n * BigInt(index)),
  );

interface Asked {
  readonly id: string;
  /** Each is asked for by another client. */
  readonly turn: number;
}

const inTurn = (ids: readonly string[]): readonly Asked[] => ids.map((id, turn) => ({ id, turn }));
const fetchOnce = async ({ id, turn }: Asked, session: Session): Promise<Fetched> => ({
  fetched: await session.get(id, askingInTurn(turn)),
});

export const unknownIds = experiment({
  name: 'identifiers that no animal should have',
  stage: 'populated',
  needs: ['getPet'],
  cases: (setup) =>
    inTurn([
      '999983',
      '1999999973',
      '8999999999999989',
      '9223372036854775807',
      ...improbableIds(setup.runs(4)),
    ]),
  send: fetchOnce,
  describe: ({ id }) => `id ${id}`,
});

interface CloseTo {
  readonly close: bigint;
  readonly label: string;
}

/**
 * A service that reads a petId as a double takes one animal for another once its identifiers are long, and one that
 * looks for identifiers by how they begin does so where they are not counted up from one.
 */
const closeToAnother = experiment({
  name: 'an identifier that a lenient service takes for another one',
  stage: 'populated',
  needs: ['getPet'],
  cases: async (setup): Promise<readonly CloseTo[]> => {
    const { id } = await setup.knownAnimal();
    const known = BigInt(id);
    const next = [known - 1n, known + 1n].find((one) => Number(one) === Number(known));
    return [
      ...(next === undefined ? [] : [{ close: next, label: 'next to that of an existing animal' }]),
      ...(known < leastLong ? [] : [{ close: known / 10n, label: 'without its last digit' }]),
    ];
  },
  send: async ({ close }, session) => ({
    fetched: await session.get(String(close), { validity: 'open' }),
  }),
  describe: ({ label }) => `the identifier ${label}`,
});

/** Counted up from one, identifiers are shorter in most stores, and what they begin with is one too. */
const leastLong = 1_000_000n;

/** Zero and negative identifiers: many services assign none of them, and may well call them invalid. */
const impossibleIds = experiment({
  name: 'identifiers that no service should assign',
  stage: 'populated',
  needs: ['getPet'],
  cases: () => inTurn(['0', '-1', '-9223372036854775808']),
  send: fetchOnce,
  describe: ({ id }) => `id ${id}`,
});

const notNumbers = [
  'abc',
  'null',
  'NaN',
  'undefined',
  '__proto__',
  '%20',
  '9223372036854775808',
  '9'.repeat(40),
  '9'.repeat(400),
];

const inShort = (word: string): string =>
  word.length > 20 ? `${word.slice(0, 3)}… (${word.length} digits)` : word;

/** A digit as Japanese keyboards write it, which many parsers take for the plain one. */
const fullWidth = (digit: string): string =>
  encodeURIComponent(String.fromCodePoint(0xff10 + Number(digit)));

/** Identifiers close to an existing one, so that a lenient parser finds an animal. */
const nearTo = (id: string): Readonly<Record<string, string>> => ({
  'ID in full-width digits': id.replace(/\d/g, fullWidth),
  'ID and letters': `${id}abc`,
  'ID.5': `${id}.5`,
  'ID with an exponent': `${id}e0`,
  'ID and a space': `${id}%20`,
  'a space and ID': `%20${id}`,
  'ID and a line feed': `${id}%0A`,
  'ID and a NUL': `${id}%00`,
  'ID twice': `${id}%2C${id}`,
  'ID in hexadecimal': `0x${BigInt(id).toString(16)}`,
  'ID + 2^64': `${BigInt(id) + 2n ** 64n}`,
});

export const noIntegers = experiment({
  name: 'identifiers that are not integers',
  stage: 'populated',
  mayBeSilent: true,
  needs: ['getPet'],
  cases: async (setup) => {
    const { id } = await setup.knownAnimal();
    return [
      ...notNumbers.map((word) => ({ label: inShort(decodeURIComponent(word)), petId: word })),
      ...Object.entries(nearTo(id)).map(([label, petId]) => ({ label, petId })),
    ];
  },
  send: ({ petId }, session) => session.get(petId, { validity: 'invalid' }),
  describe: ({ label }) => `petId ${label}`,
});

const otherNotations = experiment({
  name: 'an identifier in other notations',
  stage: 'populated',
  mayBeSilent: true,
  needs: ['getPet'],
  cases: async (setup) => {
    const { id } = await setup.knownAnimal();
    return [
      { label: 'zeros before ID', petId: id.replace(/^-?/, '$&000') },
      { label: 'a plus sign before ID', petId: `%2B${id}` },
    ];
  },
  send: ({ petId }, session) => session.get(petId, { validity: 'open' }),
  describe: ({ label }) => label,
});

export const rules = [
  rule('get-animal.until-removal', knownAnimal, ({ fetched, known }, { id }) =>
    expectStatus(fetched, 200, {
      text: 'for the existing animal {id}',
      values: { id: known?.id ?? id },
    }),
  ),

  rule(
    'get-animal.exact-animal',
    [...adds, addsWithoutStatus, plainName, ...namedOddly, listedAnimals, knownAnimal],
    (result, asked) => {
      const { added, known, fetched, mayBeChanged } = result as Seen & MayBeChanged;
      if (added && isRefusal(added)) notApplicable('odd names refused');
      if (mayBeChanged === true) notApplicable('changed by others', 'cantTell');
      if ('isListed' in asked && known && fetched && statusOf(fetched) === 404)
        expectStatus(fetched, 200, {
          text: 'for the listed animal {id}',
          values: { id: known.id },
        });
      if (!added && !known) noEvidence();
      if (known && !fetched) notApplicable('get gone');
      // Another rule judges whether it should be there: somebody may have removed it.
      if (fetched && statusOf(fetched) === 404) notApplicable('none fetched', 'cantTell');
      if (!known || !fetched || statusOf(fetched) !== 200) return undecided('none fetched');
      expectExactly(known, fetched);
    },
  ),

  rule(
    'get-animal.unknown-id',
    [unknownIds, impossibleIds, askedForTooEarly, closeToAnother],
    (result, asked) => {
      if ('early' in result) return expectUnassigned(result.early);
      const { fetched } = result;
      if ('close' in asked) return expectNoOther(String(asked.close), fetched);
      const { id } = asked as Asked;
      if (animalOf(fetched)?.id === id) thereAfterAll(id);
      if (BigInt(id) <= 0n && statusOf(fetched) === 400) noEvidence();
      expectStatus(fetched, 404, { text: 'with the unknown identifier {id}', values: { id } });
    },
  ),

  rule('get-animal.impossible-id', impossibleIds, ({ fetched }, { id }) => {
    if (statusOf(fetched) === 400)
      expectStatus(fetched, 404, { text: 'with the identifier {id}', values: { id } });
  }),

  rule(
    'get-animal.sunset',
    [knownAnimal, unknownIds, ...adds, listedAnimals],
    ({ fetched = notApplicable('get gone') }) => {
      const sunset = answerOf(fetched).header('sunset');
      expectRemovalDay(sunset ?? notApplicable('no Sunset'), fetched);
    },
  ),

  rule('get-animal.no-integer', noIntegers, (fetched, { petId }) => {
    if (isSuccess(fetched)) notRefused(petId, fetched);
  }),

  observe('get-animal.no-integer-answer', noIntegers, statusesByLabel),

  observe('get-animal.other-notations', otherNotations, statusesByLabel),

  observe('get-animal.deprecation', knownAnimal, (cases) => {
    const headers = cases.flatMap(({ result }) => announcements(result.fetched));
    return headers.length > 0 ? [...new Set(headers)].join(', ') : 'no';
  }),
];

function expectExactly(known: Known, fetched: Exchange): void {
  expectSchema(fetched, 'Pet');
  expectSame(differsFromKnown(known, addedAnimal(fetched)), fetched, {
    text: `${operationName(fetched)} returned animal {id}`,
    values: { id: known.id },
  });
}

/** The next animal got this identifier, so no animal had it. */
function expectUnassigned({ id, fetched }: AskedTooEarly['early']): void {
  expectStatus(fetched, 404, {
    text: 'with the identifier {id}, which the next animal got,',
    values: { id },
  });
}

/** An animal may have this identifier, but no other animal is the one that was asked for. */
function expectNoOther(id: string, fetched: Exchange): void {
  const { id: shown = id } = animalOf(fetched) ?? {};
  if (shown !== id)
    expectStatus(fetched, 404, { text: 'with the identifier {id}', values: { id } });
}

/** Nothing else proves that an identifier is free: a server that shows exactly that animal may be right. */
function thereAfterAll(id: string): never {
  const reason = { what: 'id exists', values: { id } } as const;
  const isImprobable = BigInt(id) > leastImprobable && BigInt(id) !== greatest;
  return isImprobable ? undecided(reason) : notApplicable(reason, 'cantTell');
}

function expectRemovalDay(sunset: string, fetched: Exchange): void {
  const moment = Date.parse(sunset);
  if (moment >= dayBegins && moment <= dayEnds) return;
  accuse(Number.isNaN(moment) ? 'no day of removal' : 'another day of removal', fetched, {
    values: { sunset, day: removalDay },
  });
}

function notRefused(petId: string, fetched: Exchange): never {
  const yielded = animalOf(fetched);
  const actual = statusOf(fetched);
  const values = { petId: JSON.stringify(decodeURIComponent(petId)) };
  return yielded
    ? accuse('no integer, and yet an animal', fetched, {
        actual,
        values: { ...values, id: yielded.id },
      })
    : accuse('no integer, not refused', fetched, { actual, values });
}

const announcements = (fetched: Exchange): readonly string[] =>
  ['deprecation', 'sunset'].flatMap((name) => {
    const value = answerOf(fetched).header(name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
