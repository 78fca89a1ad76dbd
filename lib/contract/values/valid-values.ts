// Valid values, made by walking the schemas: when the contract changes, so do they. They shrink to plain ones.
import fc from 'fast-check';
import type { Status } from '../facts.js';
import { plainSchema, type PlainSchema } from '../description.js';
import { ordinaryNames } from './names.js';

/** A NewPet as it is sent; a bigint holds every digit of an int64. */
export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: Status;
}

const least = -(2n ** 63n);
const greatest = 2n ** 63n - 1n;

/** Integers at which careless number types break. */
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
  /** The categories to choose from. */
  readonly categoryIds?: readonly bigint[];
  /** Any int64 as a category, besides those to choose from. */
  readonly int64?: boolean;
}

/** Animals that every server has to accept, provided that it knows the category. Without options that is category 1. */
export function validAnimals(options: AnimalOptions = {}): fc.Arbitrary<NewAnimal> {
  const { categoryIds = options.int64 === true ? [] : [1n], int64 = false } = options;
  const known = categoryIds.length === 0 ? [] : [fc.constantFrom(...categoryIds)];
  const categories = fc.oneof(...known, ...(int64 ? [int64Arbitrary] : []));
  return objects(plainSchema('NewPet'), { categoryId: categories }) as fc.Arbitrary<NewAnimal>;
}

/** Objects of a schema; what is not required is there or not. `chosen` replaces what the schema alone would allow. */
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

/** Texts for a message: any script, quotes, line breaks, markup and emoji; spaces around them too, never spaces only. */
export const textValues: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', ' ', '\n'), ordinaryNames, fc.array(pieces, { maxLength: 12 }))
  .map(([before, first, rest]) => before + first + rest.join(''));
