// Each member of a report is either derived, or there is a reason why it cannot be. A forger who changes a derived
// member and signs the report is refused.
import { beforeAll, describe, expect, test } from 'vitest';
import { faultNamed, variantNamed } from '../../reference/index.js';
import { fewRules } from '../../testing/few-rules.js';
import { type Issued, issuedFor } from '../../testing/certificates/issued.js';
import { claims, derived } from '../../testing/reports/derivation.js';
import { allMembers, type Member, type Schema, withMember } from '../../testing/reports/members.js';

const few = fewRules(
  'add-animal.keeps-name',
  'add-animal.default-status',
  'authentication.wrong-key',
  'errors.valid-requests',
  'errors.error-object',
  'get-animal.sunset',
  'list-animals.filter',
  'store-orders.exists',
  'messages.returns-message',
);

let issued: Issued;
beforeAll(async () => {
  // The server breaks a rule that only warns, and its responses take time.
  issued = await issuedFor(few, {
    faults: [faultNamed('orders-missing')].filter((one) => one !== undefined),
    variants: [variantNamed('slow')].filter((one) => one !== undefined),
    // One whose digest draws cases that bear every member.
    seed: 2,
  });
});

const begins = (path: string, with_: string): boolean =>
  path === with_ || (path.startsWith(with_) && /^[.[{]/.test(path.slice(with_.length)));
const longestIn = (table: object, path: string): string =>
  Object.keys(table)
    .filter((one) => begins(path, one))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
const claimFor = (path: string): string | undefined => {
  const [claim, source] = [longestIn(claims, path), longestIn(derived, path)];
  return claim.length > source.length ? claim : undefined;
};

/** A member without a value of its own consists of other members. */
const isLeaf = ({ path }: Member): boolean =>
  ['.', '[].', '{}'].every((step) => !allMembers.some((one) => one.path.startsWith(path + step)));
const leaves = allMembers.filter(isLeaf);

/** Another value that fits the schema. */
const another =
  ({ type, enum: some, format, pattern = '', const: only, minItems }: Schema) =>
  (value: unknown): unknown => {
    const isList = [type].flat()[0] === 'array';
    const words = /^\^\(([a-z|]+)\)\$$/.exec(pattern)?.[1]?.split('|');
    if (words !== undefined) return words.find((one) => one !== value);
    if (some !== undefined) return some.find((one) => one !== value);
    if (only !== undefined) return value === undefined ? only : 'another';
    if (format === 'date') return '2026-01-05';
    if (format === 'date-time') return '2025-12-25T00:00:00.000Z';
    if (minItems === 2) return ['x', 'y'];
    if (isList) return Array.isArray(value) && value.length > 0 ? value.slice(1) : ['x'];
    if (typeof value === 'boolean') return !value;
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'string') return /^-?\d+$/.test(value) ? `${value}00001` : `${value}x`;
    return { boolean: true, string: 'x' }[[type].flat()[0] as string] ?? 1;
  };

/** No rule that was tried says with which success an animal is fetched, so that a failure stands for all statuses. */
const changes: Readonly<Record<string, () => unknown>> = { 'samples[].response.status': () => 500 };

const refusals = async (path: string, change: (value: unknown) => unknown) => {
  const changed = withMember(issued.report, path, change);
  const { problems } = await issued.verify(issued.filesOf(changed));
  return { isChanged: JSON.stringify(changed) !== JSON.stringify(issued.report), problems };
};

describe('every member of the schema', () => {
  test('is derived, or it is said why it is not', () => {
    const unsaid = leaves.filter(
      ({ path }) => longestIn(derived, path) === '' && longestIn(claims, path) === '',
    );
    expect(unsaid.map(({ path }) => path)).toEqual([]);
    const paths = allMembers.map(({ path }) => path);
    expect(
      [...Object.keys(derived), ...Object.keys(claims)].filter((one) => !paths.includes(one)),
    ).toEqual([]);
  });

  test('is refused where it is derived and was changed', async () => {
    expect((await issued.verify(issued.filesOf(issued.report))).problems).toEqual([]);
    const unnoticed: string[] = [];
    for (const { path, schema } of leaves.filter((one) => claimFor(one.path) === undefined)) {
      const { isChanged, problems } = await refusals(path, changes[path] ?? another(schema));
      if (!isChanged || problems.length === 0) unnoticed.push(path);
    }
    expect(unnoticed).toEqual([]);
  });

  test('is refused beyond its bounds where it is a claim, and only there', async () => {
    const wrong: string[] = [];
    for (const [path, { bound, showsByChance }] of Object.entries(claims)) {
      if (bound !== undefined && (await refusals(path, () => bound)).problems.length === 0)
        wrong.push(`${path} = ${JSON.stringify(bound)} is not noticed`);
      const schema = leaves.find((one) => one.path === path)?.schema;
      const { problems } = await refusals(path, schema ? another(schema) : (value) => value);
      if (problems.length > 0 && showsByChance !== true)
        wrong.push(`${path} is noticed: ${problems[0]?.message}`);
    }
    expect(wrong).toEqual([]);
  });
});
