// Clause 2: an animal keeps its fields from the add onwards, to the last digit.
import type { NewAnimal } from '../../lib/contract/values/values.js';
import {
  addedAnimal,
  accuse,
  noEvidence,
  differingField,
  notApplicable,
  expectSame,
  experiment,
  fieldsSent,
  isRefusal,
  isSuccess,
  rule,
  statusOf,
  type Exchange,
  type Fields,
} from '../../lib/judge/rules/index.js';
import { seenOf, type Added } from '../animals.js';
import { isInOtherForm } from '../known.js';
import {
  adds,
  addsOfAnyCategory,
  addsWithoutStatus,
  namesInUnicode,
  plainName,
  signedNames,
} from './adds.js';
import { unknownProperties } from './unusual.js';

/** Small numbers that a short list of categories is unlikely to contain. */
const unlikelyCategories = [23n, 861n, 4_711n, 70_103n, 1_299_709n];
const endsOfRanges = [2n ** 63n - 1n, -(2n ** 63n)];
/**
 * A target that accepts the ends of the range must accept these as well. In many languages 0 is as false as no category
 * at all, and then it is refused as missing.
 */
const betweenThem = [0n, 8_675_309n];
/** These statuses are about the key, the rate of requests or an overloaded server, and say nothing about a category. */
const ofOthers = new Set([401, 403, 429, 502, 503, 504]);
const ranges = [2n ** 31n, 2n ** 32n + 1n, 2n ** 53n + 1n, -1n, -(10n ** 18n)];

const categoryRange = experiment({
  name: 'large categories, and small ones that nobody can know of',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    if (setup.knowsCategories) notApplicable('categories given');
    const areTaken = (await setup.isKnown()) && (await setup.acceptsAnyCategory());
    return [{ status: await setup.fullest(), between: areTaken ? [] : betweenThem }];
  },
  describe: () => 'categories at both ends of int64 and between them',
  send: async ({ status, between }, session) => {
    // All names have the same length, so that the animals differ in nothing but the category.
    const add = async (categoryId: bigint): Promise<Added> => {
      const sent = session.marked({ name: 'Kind', categoryId, status });
      return seenOf(sent, await session.add(sent));
    };
    const addAll = (categories: readonly bigint[]) => Promise.all(categories.map(add));
    const ends = await addAll(endsOfRanges);
    // Whether small categories are accepted matters only if a large one is refused.
    if (ends.every(({ added }) => isSuccess(added)))
      return { small: [], large: [...ends, ...(await addAll(between))] };
    const small = await addAll(unlikelyCategories);
    const areTaken = small.every(({ added }) => isSuccess(added));
    return { small, large: [...ends, ...(areTaken ? await addAll(ranges) : [])] };
  },
});

export const rules = [
  rule(
    'add-animal.keeps-name',
    [...adds, addsWithoutStatus, plainName, namesInUnicode, signedNames, unknownProperties],
    ({ sent, added }, { refusable }) => {
      if (refusable === 'property' && !isSuccess(added)) noEvidence();
      if (refusable === 'name' && isRefusal(added)) notApplicable('names refused');
      if (!isInOtherForm(sent.name, addedAnimal(added).name)) expectKept('name', sent, added);
    },
  ),

  rule(
    'add-animal.keeps-category',
    [...addsOfAnyCategory, unknownProperties],
    ({ sent, added }, { refusable }) => {
      if (refusable === 'property' && !isSuccess(added)) noEvidence();
      if (isRefusal(added)) notApplicable('categories refused');
      expectKept('categoryId', sent, added);
    },
  ),

  rule('add-animal.category-range', categoryRange, ({ small, large }) => {
    const refused = small.find(({ added }) => !isSuccess(added));
    const taken = large.find(({ added }) => isSuccess(added));
    if (refused && !taken)
      notApplicable({
        what: 'not every category',
        values: { category: String(refused.sent.categoryId), status: statusOf(refused.added) },
      });
    expectWholeRange(refused ? [...large, ...small] : large, refused ? taken : undefined);
  }),

  rule(
    'add-animal.keeps-status',
    [...adds, unknownProperties],
    ({ sent, added }, { refusable }) => {
      if (refusable === 'property' && !isSuccess(added)) noEvidence();
      expectKept('status', sent, added);
    },
  ),
];

/**
 * Expects a field of an accepted animal to come back as it was sent; add-animal.returns-pet judges whether it is there.
 */
export function expectKept(field: keyof Fields, sent: NewAnimal, added: Exchange): void {
  const expected = { [field]: fieldsSent(sent)[field] };
  expectSame(differingField(expected, addedAnimal(added)), added);
}

/**
 * A target that accepts every small category must accept every large one, and one that accepts the ends of the range
 * must accept what lies between. One that accepts an end alone, `taken`, does not only know some categories either.
 */
function expectWholeRange(categories: readonly Added[], taken: Added | undefined): void {
  const refused = categories.filter(
    ({ added }) => !isSuccess(added) && !ofOthers.has(statusOf(added)),
  );
  const [first] = refused;
  if (!first) return;
  const { sent, added } = first;
  const which = refused.map((one) => one.sent.categoryId);
  const areNegative = which.every((categoryId) => categoryId < 0n);
  const areBetween = which.every((categoryId) => betweenThem.includes(categoryId));
  const beyond = areNegative ? 'negative ones refused' : 'large ones refused';
  const apart = taken ? 'others refused than one nobody knows of' : beyond;
  accuse(areBetween ? 'one between the ends refused' : apart, added, {
    expected: 201,
    actual: statusOf(added),
    values: {
      refused: which.join(', '),
      categoryId: String(sent.categoryId),
      ...(taken && { taken: String(taken.sent.categoryId) }),
    },
    difference: `categoryId is ${sent.categoryId} instead of ${taken?.sent.categoryId ?? unlikelyCategories.at(-1)}`,
  });
}
