// Faults of clause 2: categories and statuses that are stored or shown differently from what was sent.
import { after, before, instead, type Change } from '../../changes/change.js';
import { refuse, refusingCategory } from '../../changes/refusals.js';
import { everywhere, field, inAdds, rounded, without } from '../../changes/shown.js';
import type { Status } from '../../types.js';
import { breaking, each, eachOf, type Fault } from '../fault.js';

const storedCategory = (alter: (category: bigint) => bigint): Change =>
  after('categoryOf', (category) => alter(category));
const refusingSome = (when: (category: bigint) => boolean): Change => refusingCategory(400, when);
const refusingTenDigits = (status: number): Change =>
  refusingCategory(status, (category) => category >= 1_000_000_000n);
const storedStatus = (alter: (status: Status) => Status): Change =>
  after('statusOf', (status) => (status === undefined ? undefined : alter(status)));
const refusingStatusless = (status: number): Change =>
  before('statusOf', (body) => {
    if (!body.has('status')) refuse(status);
  });

export const addFields: readonly Fault[] = [
  ...breaking('add-animal.keeps-category', {
    'category-rounded': [
      'Rounds a categoryId to the nearest double.',
      storedCategory((category) => BigInt(Number(category))),
    ],
    'category-in-32-bits': [
      'Keeps only 32 bits of a categoryId.',
      storedCategory((category) => BigInt.asIntN(32, category)),
    ],
    'category-at-most-32-bits': [
      'Stores 2147483647 instead of a larger categoryId.',
      storedCategory((category) => (category > 2147483647n ? 2147483647n : category)),
    ],
    'category-unsigned': [
      'Stores a negative categoryId as a large positive one.',
      storedCategory((category) => BigInt.asUintN(64, category)),
    ],
    'category-positive': [
      'Drops the minus sign of a categoryId.',
      storedCategory((category) => (category < 0n ? -category : category)),
    ],
    'category-negative-as-0': [
      'Stores 0 instead of a negative categoryId.',
      storedCategory((category) => (category < 0n ? 0n : category)),
    ],
    'category-0-as-1': [
      'Stores 1 instead of a categoryId of 0.',
      storedCategory((category) => (category === 0n ? 1n : category)),
    ],
    'category-lowest-wraps': [
      'Stores the highest int64 instead of the lowest as a categoryId.',
      storedCategory((category) => (category === -(2n ** 63n) ? 2n ** 63n - 1n : category)),
    ],
    'category-beyond-53-bits-off-by-one': [
      'Rounds a categoryId beyond 53 bits to an even number, as a double may.',
      storedCategory((category) => (category > 2n ** 53n ? category - (category % 2n) : category)),
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
      refusingSome((category) => !Number.isSafeInteger(Number(category))),
    ],
    ...each('Returns %s for a categoryId of ten or more digits.', refusingTenDigits, {
      'category-of-ten-digits-refused': ['402', 402],
    }),
    'category-of-seven-digits-refused': [
      'Refuses a categoryId of seven digits, but takes longer and shorter ones.',
      refusingSome((category) => String(category).length === 7),
    ],
    'category-0-refused': [
      'Refuses a categoryId of 0, which is false in JavaScript, as missing.',
      refusingSome((category) => category === 0n),
    ],
    ...each('Refuses a %s categoryId.', refusingSome, {
      'positive-category-refused': ['positive', (category) => category > 0n],
      'negative-category-refused': ['negative', (category) => category < 0n],
    }),
  }),
  ...breaking('add-animal.keeps-status', {
    'add-answers-without-status': [
      'Omits the status when an animal is added.',
      inAdds(without('status')),
    ],
    'status-ignored': ['Stores every animal as available.', storedStatus(() => 'available')],
    ...eachOf('%s-as-pending', 'Stores %s animals as pending.', ['sold', 'available'], (altered) =>
      storedStatus((status) => (status === altered ? 'pending' : status)),
    ),
    'added-status-in-capitals': [
      'Returns the status in upper case when an animal is added.',
      inAdds(field('status', (literal) => literal.toUpperCase())),
    ],
  }),
  ...breaking('add-animal.status-optional', {
    'status-required': ['Refuses an animal without a status.', refusingStatusless(400)],
    'missing-status-fails': [
      'Returns 500 for an animal without a status.',
      refusingStatusless(500),
    ],
  }),
];
