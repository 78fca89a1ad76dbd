// What a marked name attests about its animal, and what it does not.
import { describe, expect, test } from 'vitest';
import {
  categoryBeforeDouble,
  attestingNothing,
  caseMark,
  holdsWithStatus,
  markPattern,
  runMark,
  testifying,
  testimonyOf,
} from './testimony.js';
import type { NewAnimal } from './valid-values.js';

const origin = { run: runMark('salt'), case: caseMark('salt', 'a case'), number: 31 };
const sent: NewAnimal = { name: 'Zoé / 🐶', categoryId: 9_007_199_254_740_993n, status: 'sold' };
const marked = testifying(sent, origin);
const shown = { ...marked, categoryId: String(marked.categoryId) };
const like = (pattern: string): RegExp =>
  new RegExp(`${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'u');

describe('a marked name', () => {
  test('is the name, and short plain ASCII behind it', () => {
    expect(marked.name).toMatch(/^Zoé \/ 🐶 conformance-[0-9b-z]{21}$/);
    expect(testifying({ ...sent, name: '' }, origin).name).toMatch(/^conformance-[0-9b-z]{21}$/);
  });

  test('is found by the one documented pattern', () => {
    expect(marked.name).toMatch(like(`%${markPattern}`));
    expect('Zoé / 🐶 conformance-3').not.toMatch(like(`%${markPattern}`));
  });

  test('tells run and case to who knows the salt, and the number', () => {
    expect(testimonyOf(shown)).toEqual({ ...origin, text: 'Zoé / 🐶', holds: 'all' });
    expect(runMark('another salt')).not.toBe(origin.run);
  });

  test('may attest nothing, whatever becomes of the fields, and is found all the same', () => {
    const { name } = attestingNothing(marked);
    expect(name).toMatch(like(`%${markPattern}`));
    const mute = { ...shown, name };
    for (const animal of [mute, { ...mute, categoryId: '1' }, { ...mute, status: 'pending' }])
      expect(testimonyOf(animal)?.holds).toBe('nothing');
  });

  test('still tells the categoryId that was sent where a double was made of it', () => {
    const asDouble = (categoryId: bigint) => {
      const marked = testifying({ ...sent, categoryId }, origin);
      return { ...shown, name: marked.name, categoryId: String(BigInt(Number(categoryId))) };
    };
    for (const categoryId of [7_205_759_403_792_793_601n, 2n ** 63n - 1n, -(2n ** 63n) + 513n])
      expect(categoryBeforeDouble(asDouble(categoryId))).toBe(String(categoryId));
    const inDecimals = { ...asDouble(2n ** 63n - 1n), categoryId: '9223372036854776000' };
    expect(categoryBeforeDouble(inDecimals)).toBe('9223372036854775807');
    expect(categoryBeforeDouble({ ...shown, categoryId: '4294967296' })).toBeUndefined();
  });

  test('shows no seed, and no two animals alike', () => {
    const next = testifying(sent, { ...origin, number: 32 });
    expect(next.name).not.toBe(marked.name);
    expect(caseMark('salt', 'experiment#1 0')).not.toBe(caseMark('salt', 'experiment#2 0'));
  });
});

describe('the name of an animal in a disguised run', () => {
  const inDisguise = { ...origin, disguised: true };
  const disguised = (name: string): string => testifying({ ...sent, name }, inDisguise).name;

  test('shows neither the kit nor a name of its own, and is as long as that', () => {
    const name = disguised('Only one, please');
    expect(name).toMatch(/^[A-Z][a-z]{3} [a-z]{3}, [a-z]{6} [0-9b-z]{21}$/);
    expect(name).not.toContain('Only');
    expect(disguised('Only two, please')).not.toBe(name);
    expect(testifying({ ...sent, name: 'Only' }, { ...inDisguise, run: 'other' }).name).not.toBe(
      disguised('Only'),
    );
  });

  test('keeps what a case is about', () => {
    for (const name of ['Zoé / 🐶', '<b>', '%41', '42', ' a'])
      expect(disguised(name).startsWith(`${name} `)).toBe(true);
  });

  test('testifies as any other, and a name of other people that ends alike does not', () => {
    const name = disguised('Only one');
    const like = { name, categoryId: String(sent.categoryId), status: 'sold' };
    expect(testimonyOf(like)).toMatchObject({ number: 31, holds: 'all' });
    expect(testimonyOf({ ...like, status: 'pending' })?.holds).toBe('name');
    expect(testimonyOf({ ...like, name: `Rex ${'0123456789bcdfghjkmnp'}` })).toBeUndefined();
  });
});

describe('an animal of an earlier run', () => {
  test('testifies to a status of the service’s own where none was sent', () => {
    const { status: _, ...without } = sent;
    const { name, categoryId } = testifying(without, origin);
    for (const status of ['available', undefined])
      expect(testimonyOf({ name, categoryId: String(categoryId), status })?.holds).toBe('all');
  });

  test.each([
    ['normalised', (name: string) => name.normalize('NFD')],
    ['with more spaces', (name: string) => name.replace(' / ', '  /   ')],
    ['trimmed', (name: string) => name.trim()],
  ])('still testifies when its name was %s', (_, change) => {
    expect(testimonyOf({ ...shown, name: change(shown.name) })?.holds).toBe('all');
  });

  test.each([
    ['another status', { status: 'pending' }],
    ['another category', { categoryId: '9007199254740992' }],
  ])('that has %s by now says so', (_, change) => {
    expect(testimonyOf({ ...shown, ...change })?.holds).toBe('name');
  });

  test('of which only the status has changed is told from one of which more has', () => {
    const statuses = ['available', 'pending', 'sold'];
    expect(holdsWithStatus({ ...shown, status: 'pending' }, statuses)).toBe(true);
    expect(holdsWithStatus({ ...shown, categoryId: '1' }, statuses)).toBe(false);
  });

  test.each([
    ['renamed', shown.name.replace('Zoé', 'Zoe the second')],
    [
      'changed in the middle of the mark',
      shown.name.replace(/.(?=.{5}$)/, (one) => (one === '0' ? '1' : '0')),
    ],
    ['given another’s mark', shown.name.replace('Zoé / 🐶', 'Rex')],
    ['changed in its last letter', shown.name.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
  ])('that was %s is nobody’s breach', (_, name) => {
    expect(testimonyOf({ ...shown, name })?.holds).toBe('nothing');
  });

  test.each([
    ['cut', shown.name.slice(0, -1)],
    ['in capitals', shown.name.toUpperCase()],
    ['of a person', 'Rex'],
    ['of an earlier kit', 'conformance 7 1a2b3c4d twin'],
    ['like a mark, but longer', `${shown.name}0`],
    ['of 200,000 letters', `${'n'.repeat(200_000)}`],
  ])('whose name is %s bears no mark', (_, name) => {
    expect(testimonyOf({ ...shown, name })).toBeUndefined();
  });
});
