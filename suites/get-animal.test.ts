// Somebody may remove the animal that is fetched again and again: then another one takes its place.
import { expect, test } from 'vitest';
import { removalDay } from '../lib/contract/facts.js';
import type { Ask, Headers } from '../lib/http/types.js';
import { Breach, NotApplicable } from '../lib/judge/result/signals.js';
import type { AnyExperiment, CaseRule } from '../lib/judge/rules/rule.js';
import { answered, asking, scriptedSession } from '../lib/testing/made-up.js';
import { rules } from './get-animal.js';

const rule = rules.find(({ id }) => id === 'get-animal.until-removal') as CaseRule;
const [known] = rule.experiments as readonly [AnyExperiment];
const animal = { id: '1', name: 'Ada', categoryId: '7', status: 'sold' };
const shown = { id: 1, name: 'Ada', categoryId: 7, status: 'sold' };

/** A store that does not find animal 1. Lists still show it, or not; one that was added is found, or not. */
function store({ isListed, findsOthers }: { isListed: boolean; findsOthers: boolean }) {
  return ({ method, path, body }: Ask) => {
    if (method === 'POST') return { answer: answered(201, { ...JSON.parse(String(body)), id: 2 }) };
    if (path.startsWith('/pets?')) return { answer: answered(200, isListed ? [shown] : []) };
    return path === '/pets/2' && findsOthers
      ? { answer: answered(200, { ...shown, id: 2 }) }
      : { answer: answered(404, { code: 'gone', message: 'not here', status: 404 }) };
  };
}

async function judged(of: Parameters<typeof store>[0], turn = 0, isOwn = true): Promise<unknown> {
  const { session } = scriptedSession(store(of));
  const value = { id: '1', animal, turn, known: isOwn ? { id: '1', shown: animal } : undefined };
  try {
    rule.judge()(await known.send(value, session), value);
    return 'passed';
  } catch (thrown) {
    return thrown;
  }
}

test('another animal is fetched in place of one that is gone from gets and lists', async () => {
  expect(await judged({ isListed: false, findsOthers: true })).toBe('passed');
});

test.each([
  ['lists still show it', { isListed: true, findsOthers: true }],
  ['no other is found either', { isListed: false, findsOthers: false }],
])('one that is not found is held against the target if %s', async (_, of) => {
  expect(await judged(of)).toBeInstanceOf(Breach);
});

test('in a read-only run, nothing is added in its place', async () => {
  const of = { isListed: false, findsOthers: true };
  expect(await judged(of, 0, false)).toBeInstanceOf(NotApplicable);
});

const exact = rules.find(({ id }) => id === 'get-animal.exact-animal') as CaseRule;

test.each([
  ['newer ones have taken its place in the list', [], NotApplicable],
  ['the list still shows it as it was', [{ ...shown, status: 'available' }], Breach],
])(
  'an animal of somebody else that a get shows otherwise than a list, and %s',
  async (_, list, outcome) => {
    const listed = exact.experiments.find(
      ({ name }) => name === 'listed animals, fetched',
    ) as AnyExperiment;
    const { session } = scriptedSession(({ path }: Ask) => ({
      answer: answered(200, path.startsWith('/pets?') ? list : shown),
    }));
    const value = { ...animal, status: 'available', isListed: true };
    const judging = listed.send(value, session).then((result) => exact.judge()(result, value));
    await expect(judging).rejects.toBeInstanceOf(outcome);
  },
);

test.each<[string, (turn: number) => boolean, 'passed' | typeof Breach]>([
  ['at first, as a replica may be late', (turn) => turn === 1, 'passed'],
  ['every second time', (turn) => turn % 2 === 1, Breach],
])('a listed animal that is not found %s', async (_, isMissing, outcome) => {
  const listed = exact.experiments.find(
    ({ name }) => name === 'listed animals, fetched',
  ) as AnyExperiment;
  let gets = 0;
  const { session } = scriptedSession(({ path }: Ask) => {
    if (path.startsWith('/pets?')) return { answer: answered(200, [shown]) };
    return isMissing((gets += 1))
      ? { answer: answered(404, { code: 'gone', message: 'not here', status: 404 }) }
      : { answer: answered(200, shown) };
  });
  const value = { ...animal, isListed: true };
  const judging = listed.send(value, session).then((result) => exact.judge()(result, value));
  if (outcome === 'passed') await judging;
  else await expect(judging).rejects.toBeInstanceOf(outcome);
});

test('a listed animal that a list still shows as long as nobody has read that list anew', async () => {
  const listed = exact.experiments.find(
    ({ name }) => name === 'listed animals, fetched',
  ) as AnyExperiment;
  const lists = [[shown], [shown], []];
  const { session } = scriptedSession(({ path }: Ask) =>
    path.startsWith('/pets?')
      ? { answer: answered(200, lists.shift() ?? []) }
      : { answer: answered(404, { code: 'gone', message: 'not here', status: 404 }) },
  );
  await expect(listed.send({ ...animal, isListed: true }, session)).rejects.toBeInstanceOf(
    NotApplicable,
  );
});

const sunset = rules.find(({ id }) => id === 'get-animal.sunset') as CaseRule;

const hours = (count: number, ms = 0): string =>
  new Date(Date.parse(removalDay) + count * 3_600_000 + ms).toUTCString();

/** The contract names a day and no time zone: it begins where it begins first, and ends where it ends last. */
test.each([
  [hours(-14), 'passed'],
  [hours(-14, -1000), 'another day of removal'],
  [hours(36), 'passed'],
  [hours(36, 1000), 'another day of removal'],
  ['soon', 'no day of removal'],
])('a Sunset of %s: %s', (value, expected) => {
  const headers: Headers = [
    ['Content-Type', 'application/json'],
    ['Sunset', value],
  ];
  const fetched = { ask: asking('getPetById', '/pets/1'), answer: answered(200, shown, headers) };
  let outcome = 'passed';
  try {
    sunset.judge()({ fetched } as never, {} as never);
  } catch (thrown) {
    outcome = ((thrown as Breach).wrong as { what?: string }).what ?? '';
  }
  expect(outcome).toBe(expected);
});
