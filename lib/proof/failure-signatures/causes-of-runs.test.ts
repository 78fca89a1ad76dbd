// What whole runs of faulty servers give: one cause for each defect, the gravest first, each under its rule.
import { expect, test } from 'vitest';
import { runInMemory } from '../../in-memory/in-memory.js';
import type { Cause, Report } from '../../judge/result/report.js';
import { faultNamed, faults } from '../../reference/index.js';
import { causesIn } from './causes.js';
import { withCauses } from './index.js';
import { known } from './known.js';
import { Catalogue } from './match.js';
import { signaturesOf } from './signatures.js';

const named = (name: string) => faultNamed(name) ?? expect.fail(`no fault ${name}`);

async function reportOf(...names: readonly string[]): Promise<Report> {
  return withCauses(await runInMemory({ faults: names.map(named), seed: 3 }));
}

const causesOf = async (...names: readonly string[]): Promise<readonly Cause[]> =>
  (await reportOf(...names)).causes ?? [];

/** The first failure of this cause. */
const shownOf = ({ rules }: Report, cause: Cause | undefined) =>
  rules.flatMap(({ failures }) => failures).find(({ id }) => id === cause?.failures[0]);

test('the signatures that are written down are those that a run shows', async () => {
  for (const fault of faults.filter((_, at) => at % 450 === 7)) {
    const report = await runInMemory({ faults: [fault], seed: 1 });
    const seen = signaturesOf(report).map((signature) => ({ ...signature, failure: undefined }));
    expect(known.find((one) => one.fault === fault.name)?.signatures).toEqual(seen);
  }
});

test('gets that find another animal are one cause, though no known defect explains them', async () => {
  const name = 'animal-fetched-by-position';
  const catalogue = new Catalogue(known.filter(({ fault }) => fault !== name));
  for (const seed of [1, 2, 3]) {
    const report = await runInMemory({ faults: [named(name)], seed });
    const causes = causesIn(report, catalogue, new Map());
    expect(causes.map(({ rules: [first] }) => first)).toEqual([named(name).rule]);
  }
});

test('two defects are two causes, the graver first, each under its rule', async () => {
  const [lesser, graver] = ['default-limit-19', 'key-not-checked-on-add'] as const;
  const causes = await causesOf(lesser, graver);
  const led = causes.map(({ rules: [first] }) => first);
  expect(led).toEqual([named(graver).rule, named(lesser).rule]);
  expect(causes[0]?.like.map(({ fault }) => fault)).toEqual([graver]);
});

test('a list in an object, identifiers as text and a colon after Bearer are three causes', async () => {
  const causes = await causesOf('list-in-data', 'every-id-as-text', 'bearer-with-colon-accepted');
  const alone = causes.filter(({ rules: of }) => of.includes('authentication.bearer-form'));
  expect(alone.flatMap(({ rules: of }) => of)).not.toContain('list-animals.bare-array');
  const ofLists = causes.find(({ rules: of }) => of.includes('list-animals.bare-array'));
  expect(ofLists?.rules).not.toContain('add-animal.returns-pet');
});

test.each([
  ['fails-once-in-20', 'errors.valid-requests'],
  ['valid-key-refused-once-in-10', 'authentication.valid-key'],
  ['key-unchecked-once-in-10', 'authentication.every-request'],
  ['add-lost-once-in-10', 'add-animal.can-be-fetched'],
  ['key-unchecked-once-in-10', 'authentication.every-request', 5],
])('what comes and goes is one cause, whatever it breaks: %s', async (name, rule, seed = 3) => {
  // A lost add that leaves a list short for the rest of the run would be reported separately; seed 3 avoids that.
  const report = await runInMemory({ faults: [named(name)], seed, confirmations: 3 });
  const { causes = [] } = withCauses(report);
  expect(report.counts.failed + report.counts.warnings).toBeGreaterThan(2);
  expect(causes.map(({ rules: [first] }) => first)).toEqual([rule]);
});

test('a valid key that is refused now and then is told as that, without any second look', async () => {
  const { causes = [], rules } = await reportOf('valid-key-refused-once-in-10');
  expect(rules.filter(({ outcome }) => outcome === 'failed').length).toBeGreaterThan(2);
  expect(causes.map(({ rules: [first] }) => first)).toEqual(['authentication.valid-key']);
});

test('different wrong keys are two', async () => {
  expect(await causesOf('key-in-base64-accepted', 'message-key-length')).toHaveLength(2);
});

test('a body in chunks that both services misread is one, however each shows it', async () => {
  const causes = await causesOf('chunks-decoded-one-by-one', 'message-chunks-decoded-one-by-one');
  expect(causes.map(({ rules }) => rules)).toEqual([['add-animal.any-spelling', 'messages.echo']]);
});

test('a key that both services also take elsewhere is one', async () => {
  const causes = await causesOf('key-in-api-key-header', 'message-key-in-x-api-key');
  expect(causes.map(({ rules }) => rules)).toEqual([
    ['authentication.other-places', 'messages.other-places'],
  ]);
});

test('a get of an unknown animal that fails is told as that, with a single request, and not as any valid request', async () => {
  const report = await reportOf('unknown-animal-500', 'limit-one-short');
  const cause = report.causes?.find(({ rules }) => rules.includes('errors.valid-requests'));
  expect([cause?.rules[0], shownOf(report, cause)?.exchanges.length]).toEqual([
    'get-animal.unknown-id',
    1,
  ]);
});

test('animals that are mixed up under load are one cause, which says when that happens', async () => {
  const mixing = named('added-animals-mixed-up-under-load');
  const report = withCauses(await runInMemory({ faults: [mixing], seed: 1 }));
  expect(report.causes).toHaveLength(1);
  expect(shownOf(report, report.causes?.[0])?.cause).toMatch(/^Only while sev/);
});

test.each(['fails-under-load', 'errors-mixed-up-under-load'])(
  'the fault %s is told in a headline as one that shows under load',
  async (name) => {
    const report = await runInMemory({ faults: [named(name)], seed: 1, confirmations: 3 });
    const causes = report.rules.flatMap(({ failures }) => failures.map(({ cause }) => cause));
    expect(causes.join('\n')).toContain('Only while several requests are under way: ');
  },
);
