// Clause 4.2: a valid animal is added, with a status and without one.
import { firstStatus, statuses } from '../../lib/contract/facts.js';
import {
  animalOf,
  noEvidence,
  accuse,
  notApplicable,
  expectSchema,
  expectStatus,
  experiment,
  isRefusal,
  isSuccess,
  observe,
  rule,
  statusOf,
  undecided,
  type Exchange,
} from '../../lib/judge/rules/index.js';
import type { Added } from '../animals.js';
import {
  type AddedTogether,
  adds,
  addsOfAnyCategory,
  addsWithoutStatus,
  namesInUnicode,
  namesWithSpaces,
  plainName,
  rightAfterARefusal,
  signedNames,
  strangeNames,
} from './adds.js';
import { capitalTypes, charsets, spellings } from './spellings.js';
import { unknownProperties } from './unusual.js';

/** Tried where the target has accepted no animal yet but lists some: the categories of listed animals must exist. */
const addsInListedCategories = experiment({
  name: 'valid animals in the categories of listed ones, where none was taken',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup) => {
    const { exchange } = await setup.plainTwin();
    const categories = await setup.categoriesInUse();
    const isUnknown = isRefusal(exchange) && !setup.knowsCategories && categories.length > 0;
    return isUnknown ? [{ categories }] : [];
  },
  send: async ({ categories }, session) => {
    const refusals: Exchange[] = [];
    for (const categoryId of categories)
      for (const status of statuses) {
        const animal = session.marked({ name: 'In use', categoryId, status });
        const added = await session.add(animal);
        if (!isRefusal(added)) return { refusals: [] };
        refusals.push(added);
      }
    // The marks of the kit may be too long a name, or have signs that the target does not take.
    const plain = { name: 'Animal', categoryId: categories[0] as bigint, status: firstStatus };
    const isMarkRefused = !isRefusal(await session.add(plain));
    return { refusals: isMarkRefused ? [] : refusals };
  },
  describe: ({ categories }) => `the categories ${categories.join(', ')}`,
});

function expectSomeAccepted(refusals: readonly Exchange[]): void {
  const [first] = refusals;
  if (!first || !refusals.every((one) => ofInvalidValues.has(statusOf(one)))) noEvidence();
  accuse('every valid animal refused', first, { expected: 201, actual: statusOf(first) });
}

/** Other rules judge whether it is accepted. If it is, it is an animal like any other. */
const whatMayBeRefused = [
  signedNames,
  strangeNames,
  namesWithSpaces,
  unknownProperties,
  spellings,
  charsets,
  capitalTypes,
];

function expectCreated(all: readonly { readonly added: Exchange; readonly label: string }[]): void {
  const created = all.filter(({ added }) => isSuccess(added));
  if (created.length === 0) noEvidence();
  for (const { added, label } of created)
    expectStatus(added, 201, { text: 'with a valid animal ({label})', values: { label } });
}

/**
 * The statuses that refuse a value. Any other refusal may be about a quota, or about what this key is allowed to do.
 */
const ofInvalidValues = new Set([400, 404, 409, 415, 422]);

export const rules = [
  rule(
    'add-animal.answers-201',
    [
      ...adds,
      addsWithoutStatus,
      plainName,
      namesInUnicode,
      rightAfterARefusal,
      addsInListedCategories,
      ...whatMayBeRefused,
    ],
    (result, sent) => {
      if ('refusals' in result) return expectSomeAccepted(result.refusals);
      if ('inTurn' in result) {
        for (const { added } of result.inTurn)
          expectStatus(added, 201, 'with a valid animal right after a refusal');
        return;
      }
      const { added, each } = result as Added & Partial<AddedTogether>;
      if (each) return expectCreated(each);
      if ('way' in result) return expectCreated([{ label: result.way.label, added }]);
      if ('label' in sent && !('parts' in sent)) return expectCreated([{ ...sent, added }]);
      const hasStatus = 'animal' in sent && sent.animal.status !== undefined;
      if (!hasStatus && !isSuccess(added)) notApplicable('no status refused');
      const like = 'like' in sent ? sent.like : undefined;
      expectStatus(added, 201, like ?? (hasStatus ? 'with a valid animal' : 'without a status'));
    },
  ),

  rule(
    'add-animal.returns-pet',
    [...addsOfAnyCategory, namesInUnicode, unknownProperties],
    ({ added }, { refusable }) => {
      if (refusable === 'property' && !isSuccess(added)) noEvidence();
      if (refusable === 'category' && isRefusal(added)) notApplicable('categories refused');
      if (refusable === 'name' && isRefusal(added)) notApplicable('names refused');
      if (!isSuccess(added)) undecided('valid animal refused');
      expectSchema(added, 'Pet');
    },
  ),

  rule('add-animal.status-optional', addsWithoutStatus, ({ added }) => {
    if (!isSuccess(added)) expectStatus(added, 201, 'without a status');
  }),

  observe('add-animal.default-status', addsWithoutStatus, ([first]) =>
    first ? (animalOf(first.result.added)?.status ?? 'no status') : '',
  ),
];
