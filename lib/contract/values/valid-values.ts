// Valid values, made from the schemas, so that they change with the contract. They shrink to plain ones.
import fc from 'fast-check';
import type { Status } from '../facts.js';
import { plainSchema, type PlainSchema } from '../description.js';
import { ordinaryNames } from './names.js';

/** A NewPet as it is sent. A bigint keeps every digit of an int64. */
export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: Status;
}

const least = -(2n ** 63n);
const greatest = 2n ** 63n - 1n;

/** Integers at which careless number types fail. */
export const int64s: readonly bigint[] = [
  0n,
  1n,
  -1n,
  2n ** 31n - 1n,
  2n ** 31n,
  -(2n ** 31n) - 1n,
  2n ** 32n,
  2n ** 32n + 1n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  -(2n ** 53n) - 1n,
  999_999_999_999_999_999n,
  1_152_921_504_606_846_977n,
  7_205_759_403_792_793_601n,
  -4_611_686_018_427_387_905n,
  greatest - 1n,
  greatest,
  least + 1n,
  least,
];

export const int64Arbitrary: fc.Arbitrary<bigint> = fc.oneof(
  fc.constantFrom(...int64s),
  fc.bigInt({ min: least, max: greatest }),
);

interface AnimalOptions {
  readonly categoryIds?: readonly bigint[];
  /** Whether any int64 may be a category, besides those listed. */
  readonly int64?: boolean;
}

/** Animals that every server must accept if it knows their category, which is 1 without options. */
export function validAnimals(options: AnimalOptions = {}): fc.Arbitrary<NewAnimal> {
  const { categoryIds = options.int64 === true ? [] : [1n], int64 = false } = options;
  const known = categoryIds.length === 0 ? [] : [fc.constantFrom(...categoryIds)];
  const categories = fc.oneof(...known, ...(int64 ? [int64Arbitrary] : []));
  return objects(plainSchema('NewPet'), { categoryId: categories }) as fc.Arbitrary<NewAnimal>;
}

/**
 * Objects of a schema, with and without their optional members. `chosen` replaces what the schema alone would allow.
 */
export function objects(
  schema: PlainSchema,
  chosen: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties).map(
    ([key, property]) => [key, chosen[key] ?? valuesOf(property, key)] as const,
  );
  return fc.record(Object.fromEntries(members), {
    requiredKeys: [...schema.required],
    noNullPrototype: true,
  });
}

function valuesOf(schema: PlainSchema, place: string): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'string') return ordinaryNames;
  if (schema.type === 'integer')
    return schema.format === 'int64'
      ? int64Arbitrary
      : fc.bigInt({ min: -(2n ** 31n), max: 2n ** 31n - 1n });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'object') return objects(schema);
  throw new Error(
    `spec/openapi.yaml: the kit makes no ${schema.type} for ${place}: teach lib/contract to.`,
  );
}

const pieces = fc.oneof(
  { withCrossShrink: true },
  ordinaryNames,
  fc.constantFrom(
    ' ',
    '\n',
    '"',
    "'",
    '\\',
    '/',
    '<b>',
    '&amp;',
    '{}',
    '%20',
    '#',
    '?',
    '\u00a0',
    '—',
    '…',
    '1.50',
    'null',
  ),
);

/**
 * Texts for a message: any script, quotation marks, line breaks, markup and emoji, and spaces around them, but never
 * spaces alone.
 */
export const textValues: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', ' ', '\n'), ordinaryNames, fc.array(pieces, { maxLength: 12 }))
  .map(([before, first, rest]) => before + first + rest.join(''));
