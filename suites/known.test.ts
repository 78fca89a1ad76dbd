// An animal must be the same wherever it is shown: as it was sent or, if its add altered it, as the add returned it.
import { describe, expect, test } from 'vitest';
import type { Animal } from '../lib/contract/values/animals.js';
import { differsFromKnown, isInOtherForm, type Known } from './known.js';

const shown: Animal = { id: '1', name: 'Ada', categoryId: '7', status: 'sold' };
const sent = { name: 'Ada', categoryId: 7n, status: 'sold' };
const own: Known = { id: '1', sent, shown };
const differing = (known: Known, more: Partial<Animal>): string | undefined =>
  differsFromKnown(known, { ...shown, ...more })?.field;

describe('an animal of ours', () => {
  test.each<[string, Known, Partial<Animal>, string | undefined]>([
    ['as it was sent', own, {}, undefined],
    ['another one', own, { id: '2', name: 'Eve' }, 'id'],
    ['with another name', own, { name: 'Eve' }, 'name'],
    [
      'with its name trimmed since',
      { ...own, sent: { ...sent, name: ' Ada ' }, shown: { ...shown, name: ' Ada ' } },
      {},
      undefined,
    ],
    ['with its status gone', own, { status: undefined }, 'status'],
    [
      'as its add answered, though it was sent otherwise',
      { ...own, shown: { ...shown, categoryId: '8' } },
      { categoryId: '8' },
      undefined,
    ],
    [
      'neither as it was sent nor as its add answered',
      { ...own, shown: { ...shown, categoryId: '8' } },
      { categoryId: '9' },
      'categoryId',
    ],
    [
      'with the status that the service chose',
      { ...own, sent: { name: 'Ada', categoryId: 7n } },
      {},
      undefined,
    ],
    [
      'with another status than the service chose',
      { ...own, sent: { name: 'Ada', categoryId: 7n } },
      { status: 'pending' },
      'status',
    ],
  ])('%s', (_, known, more, field) => expect(differing(known, more)).toBe(field));
});

test.each<[string, Partial<Animal>, string | undefined]>([
  ['as it was listed', {}, undefined],
  ['with its name trimmed', { name: 'Ada' }, undefined],
  ['with another name', { name: 'ada ' }, 'name'],
  ['another one', { id: '2' }, 'id'],
])(
  'an animal of others is what it was shown as, but for the form of its name: %s',
  (_, more, field) => {
    const listed = { ...shown, name: 'Ada ' };
    expect(differsFromKnown({ id: '1', shown: listed }, { ...listed, ...more })?.field).toBe(field);
  },
);

test.each<[string, string, boolean]>([
  ['Ada', 'Ada', false],
  [' Ada', 'Ada', true],
  ['\u00e9', 'e\u0301', true],
  ['Ada', 'ada', false],
])('%j and %j are one name in two forms: %s', (name, other, is) =>
  expect(isInOtherForm(name, other)).toBe(is),
);
