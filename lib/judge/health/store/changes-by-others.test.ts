// What somebody does to animals while a run goes on is told from what a target shows wrongly.
import { expect, test } from 'vitest';
import type { Status } from '../../../contract/facts.js';
import { virtualClock } from '../../../http/pacing/clock.js';
import type { Ask, Exchange } from '../../../http/types.js';
import { answered, asking } from '../../../testing/made-up.js';
import { Breach } from '../../result/signals.js';
import { AddedAnimals } from '../../rules/added-animals.js';
import { ChangesByOthers } from './changes-by-others.js';
import { longestPage } from './suspicions.js';

interface Shown {
  readonly gets: string;
  readonly lists: string;
  /** Lists without a filter show something else. */
  readonly plainLists?: string;
}

const animalOf = (id: string, status: string) => ({
  id: Number(id),
  name: 'Rex',
  categoryId: 1,
  status,
});

const ofTheFirst = ['1', '2', '3', '4'];

/** A target whose animals, all of them, are shown with these statuses, which depend on the time. */
function watching(
  shows: (ms: number) => Shown,
  {
    ids = ['7'],
    gone = new Set(),
    notFetched = new Set(),
    isShort = false,
    isOdd = () => false,
    servesGetPet = true,
  }: {
    ids?: readonly string[];
    /** Of the animals, these are not there any more. */
    gone?: ReadonlySet<string>;
    /** Lists show these, and no get does. */
    notFetched?: ReadonlySet<string>;
    /** Each page is one animal shorter than its limit. */
    isShort?: boolean;
    /** Whether a list with this limit has an entry that is no animal. */
    isOdd?: (limit: number) => boolean;
    servesGetPet?: boolean;
  } = {},
) {
  const clock = virtualClock();
  const startedAt = clock.now();
  let sent = 0;
  const send = (ask: Ask): Promise<Exchange> => {
    sent += 1;
    const { gets, lists, plainLists = lists } = shows(clock.now() - startedAt);
    const query = new URLSearchParams(ask.path.split('?')[1]);
    const filter = query.get('status');
    const listed = filter === null ? plainLists : lists;
    const isIncluded = listed !== 'gone' && (filter === null || filter === listed);
    const all = isIncluded ? ids.filter((id) => !gone.has(id)) : [];
    const own = ask.path.split('/').at(-1) ?? '';
    const isGone = gets === 'gone' || gone.has(own) || notFetched.has(own);
    const limit = Number(query.get('limit') ?? 20);
    const page = all.map((id) => animalOf(id, listed)).slice(0, isShort ? limit - 1 : limit);
    const body =
      ask.operation === 'getPet'
        ? animalOf(own, gets)
        : [...page, ...(isOdd(limit) ? [{ id: 'x' }] : [])];
    return Promise.resolve({
      ask,
      answer: answered(ask.operation === 'getPet' && isGone ? 404 : 200, body),
      startedAt: clock.now(),
      durationMs: 0,
    } as unknown as Exchange);
  };
  const added = new AddedAnimals();
  const changes = new ChangesByOthers({
    asks: { send },
    clock,
    added,
    settleMs: () => 2_000,
    knownMs: () => 20,
    servesGetPet: () => servesGetPet,
  });
  return {
    clock,
    changes,
    added: (id: string, status: Status): void =>
      added.remember(id, { startedAt, durationMs: 1 }, status),
    sent: () => sent,
    elapsed: () => clock.now() - startedAt,
    shown: (id: string, status: string): void =>
      changes.noteShown(
        {
          ask: { operation: 'getPet', method: 'GET', path: `/pets/${id}` },
          startedAt: startedAt - 10,
          durationMs: 1,
        } as unknown as Exchange,
        [{ id, status, name: 'Rex', categoryId: '1' }],
      ),
    /** Animal 7 was added with one status, and this response shows it with another. */
    fieldOf: async (
      operation: 'getPet' | 'listPets',
      [expected, actual]: readonly [string, string],
      id = '7',
    ): Promise<Breach> =>
      new Breach({
        kind: 'field',
        operation: '',
        what: '',
        field: 'status',
        expected: JSON.stringify(expected),
        actual: JSON.stringify(actual),
        values: { id },
        exchange: await send(
          asking(operation, operation === 'getPet' ? `/pets/${id}` : '/pets?limit=100'),
        ),
      }),
    /** An animal that was added is not found. */
    notFound: async (id = '7'): Promise<Breach> =>
      new Breach({
        kind: 'status',
        operation: '',
        when: '',
        expected: 200,
        actual: 404,
        values: { id },
        exchange: await send(asking('getPet', `/pets/${id}`)),
      }),
    /** A list of pending animals is empty, although many are known. */
    noneListed: async (
      list = asking('listPets', '/pets?limit=20&status=pending'),
      status = 'pending',
    ): Promise<Breach> =>
      new Breach({
        kind: 'other',
        what: 'none of a status that many have',
        operation: '',
        values: { query: '', matching: 20, status },
        exchange: await send(list),
      }),
  };
}

const everywhere = (status: string): Shown => ({ gets: status, lists: status });
const covers = async (changes: ChangesByOthers, ...breaches: readonly Breach[]) => {
  await changes.suspect(breaches, true);
  return breaches.map((breach) => changes.explains(breach) !== undefined);
};
const lapsed = ['pending', 'available'] as const;

test('an animal that was shown as it was added, and that gets and lists show alike, was changed', async () => {
  const { changes, shown, fieldOf, sent } = watching(() => everywhere('available'));
  shown('7', 'pending');
  const [got, listed] = [await fieldOf('getPet', lapsed), await fieldOf('listPets', lapsed)];
  const before = sent();
  expect(await covers(changes, got, listed)).toEqual([true, true]);
  // The second one tells nothing new.
  expect(sent() - before).toBe(6);
  expect(changes.remarks).toEqual([
    'The status of animals changes during the run (animal 7 was pending, and available less than a second later, in gets and lists alike). Other clients or the service may change it, so no rule failed because of such a difference.',
  ]);
});

test('an animal that never was shown as it was added is shown wrongly, and nothing is sent for it', async () => {
  const { changes, fieldOf, sent } = watching(() => everywhere('available'));
  const breach = await fieldOf('listPets', lapsed);
  const before = sent();
  expect(await covers(changes, breach)).toEqual([false]);
  expect([sent() - before, changes.remarks]).toEqual([0, []]);
});

test('it was changed at once where another was seen to change, and most were shown as they were added', async () => {
  const { changes, added, shown, fieldOf } = watching(() => everywhere('available'), {
    ids: ['7', '8', '9'],
  });
  for (const id of ['7', '8']) added(id, 'pending');
  for (const id of ['9', '10', '11']) added(id, 'sold');
  shown('8', 'pending');
  shown('9', 'sold');
  const early = await fieldOf('listPets', lapsed, '7');
  expect(await covers(changes, early, await fieldOf('listPets', lapsed, '8'))).toEqual([
    true,
    true,
  ]);
  // Of the sold ones, hardly any was ever shown as sold.
  expect(await covers(changes, await fieldOf('listPets', ['sold', 'available'], '7'))).toEqual([
    false,
  ]);
});

test.each([
  ['gets and lists', { gets: 'pending', lists: 'available' }],
  ['lists and gets', { gets: 'available', lists: 'pending' }],
  ['lists and lists', { gets: 'available', lists: 'pending', plainLists: 'available' }],
])(
  'nobody has changed it where %s say something else, for as long as that lasts',
  async (_, says) => {
    const { changes, shown, fieldOf, elapsed } = watching(() => says);
    shown('7', 'pending');
    expect(await covers(changes, await fieldOf('listPets', lapsed))).toEqual([false]);
    expect(elapsed()).toBe(2_000);
    // It is waited for once.
    expect(await covers(changes, await fieldOf('listPets', lapsed))).toEqual([false]);
    expect([elapsed(), changes.remarks]).toEqual([2_000, []]);
  },
);

test('lists may be older than gets', async () => {
  const { changes, shown, fieldOf, elapsed } = watching((ms) => ({
    gets: 'available',
    lists: ms < 1_000 ? 'pending' : 'available',
  }));
  shown('7', 'pending');
  expect(await covers(changes, await fieldOf('getPet', lapsed))).toEqual([true]);
  expect(elapsed()).toBe(1_000);
});

test('where gets are gone, lists decide', async () => {
  const { changes, shown, fieldOf } = watching(() => ({ gets: 'sold', lists: 'available' }), {
    servesGetPet: false,
  });
  shown('7', 'pending');
  expect(await covers(changes, await fieldOf('listPets', lapsed))).toEqual([true]);
});

test('where the status of others changes, a wrong one now and then may be an old one', async () => {
  const { changes, shown, fieldOf, notFound } = watching(() => everywhere('available'));
  const breach = await fieldOf('listPets', ['sold', 'pending']);
  expect(changes.mayBeOld(breach)).toBeUndefined();
  shown('7', 'pending');
  await covers(changes, await fieldOf('listPets', lapsed));
  expect(changes.mayBeOld(breach)?.reason).toEqual({ what: 'status changed by others' });
  const missing = await notFound();
  expect([changes.mayBeOld(missing), await changes.mayHaveExplained(missing)]).toEqual([
    undefined,
    undefined,
  ]);
});

test('an animal that was shown, and that neither gets nor lists show any more, was removed', async () => {
  const { changes, shown, notFound } = watching(() => everywhere('gone'));
  shown('7', 'pending');
  expect(await covers(changes, await notFound())).toEqual([true]);
  expect(changes.remarks).toEqual([
    'Animals disappear from the store during the run (animal 7 was there, and gone less than a second later, from gets and lists alike). Other clients or the service may remove them, so no rule failed because they are gone.',
  ]);
});

test.each([
  ['that lists still show', { gets: 'gone', lists: 'pending' }, ['7']],
  ['that was never shown', everywhere('gone'), []],
])('nobody has removed an animal %s', async (_, says, known) => {
  const { changes, shown, notFound } = watching(() => says);
  for (const id of known) shown(id, 'pending');
  expect(await covers(changes, await notFound())).toEqual([false]);
  expect(changes.remarks).toEqual([]);
});

test.each([
  [2, undefined],
  [6, 'emptied by others'],
])('where %i of 20 added animals are gone, lists show too few: %s', async (count, why) => {
  const gone = new Set(twenty.slice(0, count));
  const { changes, added, shown, notFound } = watching(() => everywhere('sold'), {
    ids: twenty,
    gone,
  });
  for (const id of twenty) {
    added(id, 'sold');
    shown(id, 'sold');
  }
  expect(await covers(changes, await notFound('1'))).toEqual([true]);
  expect((await changes.whyListsShowTooFew())?.reason.what).toBe(why);
});

test('a few of many animals do not stand for all: lists show enough where one in nine is gone', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => String(index + 1));
  // Each animal of the first sample is gone.
  const gone = new Set(ids.filter((_, index) => index % 9 === 0));
  const { changes, added, shown, notFound } = watching(() => everywhere('sold'), { ids, gone });
  for (const id of ids) {
    added(id, 'sold');
    shown(id, 'sold');
  }
  expect(await covers(changes, await notFound('1'))).toEqual([true]);
  expect(await changes.whyListsShowTooFew()).toBeUndefined();
});

const twenty = Array.from({ length: 20 }, (_, index) => String(index + 1));

test.each([
  ['a list', asking('listPets', '/pets?limit=20&status=pending')],
  ['a list in another spelling', asking('other', '/pets?limit=20&st%61tus=p%65nding')],
])('%s lacks no animals of a status that they do not have any more', async (_, list) => {
  const { changes, shown, noneListed, sent } = watching(() => everywhere('sold'), { ids: twenty });
  for (const id of twenty) shown(id, 'pending');
  const breach = await noneListed(list);
  const before = sent();
  expect(await covers(changes, breach)).toEqual([true]);
  // Some of them stand for all.
  expect(sent() - before).toBeLessThanOrEqual(20);
});

test('a list is looked at only when it was seen again', async () => {
  const { changes, shown, noneListed } = watching(() => everywhere('sold'), { ids: twenty });
  for (const id of twenty) shown(id, 'pending');
  const breach = await noneListed();
  await changes.suspect([breach]);
  expect(changes.explains(breach) !== undefined).toBe(false);
});

test('it lacks those that gets still show with it', async () => {
  const { changes, shown, noneListed } = watching(() => ({ gets: 'pending', lists: 'sold' }), {
    ids: twenty,
  });
  for (const id of twenty) shown(id, 'pending');
  expect(await covers(changes, await noneListed())).toEqual([false]);
});

test('a target is not asked for ever', async () => {
  const { changes, shown, fieldOf, sent } = watching(() => ({ gets: 'pending', lists: 'sold' }));
  shown('7', 'pending');
  for (let count = 0; count < 50; count += 1)
    await covers(changes, await fieldOf('listPets', ['pending', 'sold']));
  // Twenty-one looks are for the first one, which is waited for, and one is for each of nine others.
  expect(sent()).toBe(50 + (21 + 9) * 6);
});

test('what was looked at in vain for one status leaves another to be looked at', async () => {
  let shows: Shown = { gets: 'available', lists: 'sold' };
  const { changes, shown, fieldOf } = watching(() => shows);
  for (const status of ['available', 'pending'] as const) shown('7', status);
  for (let count = 0; count < 50; count += 1)
    await covers(changes, await fieldOf('listPets', ['available', 'sold']));
  shows = everywhere('sold');
  expect(await covers(changes, await fieldOf('listPets', ['pending', 'sold']))).toEqual([true]);
});

test.each([
  ['all of them', ofTheFirst, 4, true],
  ['most of them', ofTheFirst, 3, false],
  ['all of too few', ofTheFirst.slice(0, 3), 3, false],
])('the first animals that were added are gone at the end: %s', async (_, ids, count, isSaid) => {
  const available = { gets: 'available', lists: 'available' };
  const { changes, added, shown } = watching(() => available, {
    ids,
    gone: new Set(ids.slice(0, count)),
  });
  for (const id of ids) {
    added(id, 'available');
    shown(id, 'available');
  }
  expect((await changes.lost.whyFirstAreGone()) !== undefined).toBe(isSaid);
});

test.each<
  [string, { shown?: string[]; gone?: string[]; servesGetPet?: false }, string | undefined]
>([
  ['one is lost', { gone: ['8'] }, '8'],
  ['all are there', {}, undefined],
  ['one that was shown is gone as well', { shown: ['9'], gone: ['8', '9'] }, undefined],
  ['only one that was shown is gone', { shown: ['8'], gone: ['8'] }, undefined],
  ['no get tells', { gone: ['8'], servesGetPet: false }, undefined],
])(
  'animals that were accepted and never shown: %s',
  async (_, { shown = [], gone = [], ...more }, id) => {
    const available = { gets: 'available', lists: 'available' };
    const ids = ['7', '8', '9'];
    const target = watching(() => available, { ids, gone: new Set(gone), ...more });
    for (const one of ids) target.added(one, 'available');
    for (const one of ['7', ...shown]) target.shown(one, 'available');
    const why = await target.changes.lost.whyNeverShown();
    expect(why?.reason).toEqual(id && { what: 'never shown', values: { id } });
  },
);

test('an animal that was never shown is waited for until it has settled', async () => {
  const late = (ms: number): Shown => ({ gets: ms < 1_500 ? 'gone' : 'sold', lists: 'gone' });
  const { changes, added, clock } = watching(late);
  const startedAt = clock.now();
  added('7', 'sold');
  expect(await changes.lost.whyNeverShown()).toBeUndefined();
  expect(clock.now() - startedAt).toBe(1_500);
});

test.each<[string, (asked: number, ms: number) => boolean, number | undefined]>([
  ['are found by the second', (asked) => asked > 1, 4],
  ['are found a second after they were added', (_, ms) => ms > 900, undefined],
  ['are found', () => true, undefined],
  ['are never found', () => false, undefined],
])('animals that the first request asks for long after the add: %s', async (_, isFound, count) => {
  const clock = virtualClock();
  const asked = new Map<string, number>();
  const send = (ask: Ask): Promise<Exchange> => {
    const id = ask.path.split('/').at(-1) ?? '';
    asked.set(id, (asked.get(id) ?? 0) + 1);
    const answer = isFound(asked.get(id) ?? 0, clock.now() - startedAt)
      ? answered(200, animalOf(id, 'sold'))
      : answered(404, {});
    return Promise.resolve({ ask, answer } as unknown as Exchange);
  };
  const startedAt = clock.now();
  const changes = new ChangesByOthers({
    asks: { send },
    clock,
    added: { ids: () => twenty },
    settleMs: () => 2_000,
    knownMs: () => 20,
    servesGetPet: () => true,
  });
  const why = await changes.lost.whyFoundLate();
  expect(why?.reason).toEqual(count && { what: 'found late', values: { id: '2', count } });
});

test.each<[string, string[], boolean]>([
  ['two others are gone', ['3', '5'], true],
  ['one other is gone', ['3'], false],
  ['a third of all are gone', Array.from({ length: 60 }, (_, at) => String(at + 1)), false],
])('where all lists are full, an animal is gone if %s', async (_, gone, isExplained) => {
  const ids = Array.from({ length: 180 }, (_, at) => String(at + 1));
  const full = watching(() => everywhere('sold'), { ids, gone: new Set([...gone, '170']) });
  for (const id of ids) {
    full.shown(id, 'sold');
    full.added(id, 'sold');
  }
  expect(await covers(full.changes, await full.notFound('170'))).toEqual([isExplained]);
});

test('a target that does not find now one animal and now another has nobody to blame, and is not asked for ever', async () => {
  const ids = Array.from({ length: 180 }, (_, at) => String(at + 1));
  let asked = 0;
  // The lists are full, and hold none of those that the gets are about.
  const sparse = { has: (id: string) => Number(id) > 1_000 && (asked += 1) % 20 === 0 };
  const target = watching(() => everywhere('sold'), { ids, gone: sparse as Set<string> });
  for (const id of ids) {
    target.shown(String(1_000 + Number(id)), 'sold');
    target.added(String(1_000 + Number(id)), 'sold');
  }
  const missing = new Breach({
    kind: 'status',
    operation: '',
    when: '',
    expected: 200,
    actual: 404,
    values: { id: '1170' },
    exchange: {
      ask: asking('getPet', '/pets/1170'),
      answer: answered(404, {}),
    } as unknown as Exchange,
  });
  const before = target.sent();
  for (let count = 0; count < 10; count += 1)
    expect(await target.changes.mayHaveExplained(missing)).toBeUndefined();
  // Three searches, each of ninety gets and a few of those that were not found.
  expect(target.sent() - before).toBeLessThan(3 * 110);
});

test('an animal that no get shows is not gone where the lists cannot be read', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => String(at + 1));
  const broken = { ids, notFetched: new Set(ids), isShort: true };
  const remarksOf = async (isOdd: (limit: number) => boolean): Promise<readonly string[]> => {
    const target = watching(() => everywhere('available'), { ...broken, isOdd });
    for (const id of ids) target.shown(id, 'available');
    const list = asking('listPets', '/pets?limit=40&status=available');
    await covers(target.changes, await target.noneListed(list, 'available'));
    return target.changes.remarks;
  };
  expect(await remarksOf((limit) => limit === 100)).toEqual([]);
  expect(await remarksOf(() => false)).toEqual([]);
});

test('a page is as long as the list of all, where those of each status hold many more', () => {
  const page = (length: number): Exchange =>
    ({
      ask: asking('listPets', '/pets?limit=100'),
      answer: answered(
        200,
        Array.from({ length }, (_, at) => animalOf(String(at), 'sold')),
      ),
    }) as unknown as Exchange;
  expect(longestPage([page(99), page(99), page(40), page(40)])).toBe(99);
  expect(longestPage([page(90), page(40), page(30), page(25)])).toBe(100);
  expect(longestPage([page(0), page(40), page(30), page(25)])).toBe(100);
});

test('another look may explain also an animal that never was shown as it was added', async () => {
  const { changes, fieldOf } = watching(() => everywhere('available'));
  expect(changes.mayExplain(await fieldOf('getPet', lapsed))).toBe(true);
});
