// Faults of clause 2: categories that are stored or shown differently from what was sent.
import { after, instead, type Change } from '../../changes/change.js';
import { refusingCategory } from '../../changes/refusals.js';
import { everywhere, field, inAdds, rounded } from '../../changes/shown.js';
import { breaking, type Fault } from '../fault.js';

const stored = (alter: (category: bigint) => bigint): Change =>
  after('categoryOf', (category) => alter(category));

export const addCategories: readonly Fault[] = [
  ...breaking('add-animal.keeps-category', {
    'category-rounded': [
      'Rounds a categoryId to the nearest double.',
      stored((category) => BigInt(Number(category))),
    ],
    'category-in-32-bits': [
      'Keeps only 32 bits of a categoryId.',
      stored((category) => BigInt.asIntN(32, category)),
    ],
    'category-at-most-32-bits': [
      'Stores 2147483647 instead of a larger categoryId.',
      stored((category) => (category > 2147483647n ? 2147483647n : category)),
    ],
    'category-unsigned': [
      'Stores a negative categoryId as a large positive one.',
      stored((category) => BigInt.asUintN(64, category)),
    ],
    'category-positive': [
      'Drops the minus sign of a categoryId.',
      stored((category) => (category < 0n ? -category : category)),
    ],
    'category-negative-as-0': [
      'Stores 0 instead of a negative categoryId.',
      stored((category) => (category < 0n ? 0n : category)),
    ],
    'category-0-as-1': [
      'Stores 1 instead of a categoryId of 0.',
      stored((category) => (category === 0n ? 1n : category)),
    ],
    'category-lowest-wraps': [
      'Stores the highest int64 instead of the lowest as a categoryId.',
      stored((category) => (category === -(2n ** 63n) ? 2n ** 63n - 1n : category)),
    ],
    'category-beyond-53-bits-off-by-one': [
      'Changes an odd categoryId beyond 53 bits to an even one.',
      stored((category) => (category > 2n ** 53n ? category - (category % 2n) : category)),
    ],
    'added-category-rounded': [
      'Rounds a categoryId in the response to POST, and nowhere else.',
      inAdds(field('categoryId', rounded)),
    ],
    'category-with-exponent': [
      'Writes a categoryId of a million or more with an exponent and six digits.',
      everywhere(
        field('categoryId', (literal) =>
          Math.abs(Number(literal)) < 1e6 ? literal : Number(literal).toExponential(5),
        ),
      ),
    ],
    'everything-in-doubles': [
      'Reads and writes every integer as a double.',
      instead('categoryOf', (body) => {
        const category = body.get('categoryId');
        return typeof category === 'bigint' && Math.abs(Number(category)) <= 2 ** 63
          ? BigInt(Number(category))
          : undefined;
      }),
    ],
    'no-status-category-lost': [
      'Stores a categoryId of 0 for an animal without a status.',
      after('readNewAnimal', (animal) =>
        animal.status === undefined ? { ...animal, categoryId: 0n } : animal,
      ),
    ],
  }),
  ...breaking('add-animal.category-range', {
    'category-beyond-53-bits-refused': [
      'Refuses a categoryId that is not a safe integer in JavaScript.',
      refusingCategory(400, (category) => !Number.isSafeInteger(Number(category))),
    ],
    'category-of-ten-digits-refused': [
      'Returns 402 for a categoryId of ten or more digits.',
      refusingCategory(402, (category) => category >= 1_000_000_000n),
    ],
    'category-of-ten-digits-too-large': [
      'Returns 413 for a categoryId of ten or more digits.',
      refusingCategory(413, (category) => category >= 1_000_000_000n),
    ],
    'category-of-seven-digits-refused': [
      'Refuses a categoryId of seven digits, but takes longer and shorter ones.',
      refusingCategory(400, (category) => String(category).length === 7),
    ],
    'positive-category-refused': [
      'Refuses a positive categoryId.',
      refusingCategory(400, (category) => category > 0n),
    ],
    'negative-category-refused': [
      'Refuses a negative categoryId.',
      refusingCategory(400, (category) => category < 0n),
    ],
  }),
];
