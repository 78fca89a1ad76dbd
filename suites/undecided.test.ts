// Without evidence, no rule is called passed: servers on which the evidence for some rules never comes about.
import { expect, test } from 'vitest';
import type { HttpRequest } from '../lib/http/types.js';
import { storeText } from '../lib/report/words.js';
import { prepareInMemory, runInMemory, type InMemory } from '../lib/in-memory/in-memory.js';
import { faultNamed, type Variant } from '../lib/reference/index.js';
import { replace } from '../lib/reference/changes/change.js';
import { Refusal } from '../lib/reference/refusal.js';
import type { NewAnimal } from '../lib/reference/types.js';
import { oneIn } from '../lib/proof/sample.js';
import { allRules } from './index.js';

const enoughMs = 60_000;
const readOnly = { full: false, readOnly: true, only: [], shard: null };
const server = (sentence: string, change: Variant['change']): InMemory => ({
  variants: [{ name: 'other', sentence, change }],
});
const faulty = (name: string): InMemory => ({
  faults: [faultNamed(name)].flatMap((fault) => fault ?? []),
});

/** Accepts this many animals, and no more. */
const takes = (most: number): Variant['change'] => {
  let count = 0;
  return refusing(() => (count += 1) > most);
};
const refusing = (when: (animal: NewAnimal) => boolean): Variant['change'] =>
  replace('readNewAnimal', (read) => (call) => {
    const animal = read(call);
    if (when(animal)) throw new Refusal(409, 'refused', 'Not this one.');
    return animal;
  });

const cases: readonly [what: string, on: () => InMemory, outcome: string, rules: string][] = [
  [
    'when the store is full after 15 animals',
    () => server('Takes 15 animals.', takes(15)),
    'cantTell',
    `
    sequences.model list-animals.limit-is-maximum list-animals.default-limit list-animals.never-above-100 add-animal.returns-pet add-animal.keeps-name
    add-animal.keeps-status add-animal.unique-ids add-animal.names-may-repeat add-animal.can-be-fetched add-animal.adds-one add-animal.charset add-animal.any-spelling`,
  ],
  [
    'when the store is full after 80 animals',
    () => server('Takes 80 animals.', takes(80)),
    'cantTell',
    'sequences.model add-animal.returns-pet add-animal.keeps-name add-animal.unique-ids',
  ],
  [
    'when some valid animals are refused',
    () =>
      server(
        'Refuses a name.',
        refusing(({ name }) => name.startsWith('Add ')),
      ),
    'cantTell',
    'add-animal.adds-one',
  ],
  [
    'when nothing is refused',
    () =>
      server(
        'Takes everything.',
        replace('readNewAnimal', () => () => ({
          name: 'taken',
          categoryId: 1n,
          status: undefined,
        })),
      ),
    'cantTell',
    'add-animal.refused-adds-nothing',
  ],
  [
    'when every list is full of older animals',
    () => ({ animals: 1_000 }),
    'inapplicable',
    `
    list-animals.nothing-matches list-animals.filter-few list-animals.as-created list-animals.filter-finds list-animals.finds-created
    add-animal.adds-one`,
  ],
  [
    'when no animal can be fetched',
    () => faulty('get-removed-404'),
    'cantTell',
    'get-animal.exact-animal',
  ],
  [
    'when full pages are refused',
    () => faulty('limit-100-refused'),
    'cantTell',
    `
    list-animals.limit-is-maximum list-animals.filter list-animals.filter-few list-animals.unique-ids list-animals.as-created list-animals.full-pages
    list-animals.filter-finds list-animals.finds-created`,
  ],
  [
    'when every message is refused',
    () => faulty('message-refused'),
    'cantTell',
    `
    messages.returns-message messages.echo messages.queued messages.created-at messages.invalid-json messages.missing-message messages.content-type
    messages.unique-ids messages.recent messages.text-is-string messages.charset`,
  ],
  ['when messages tell no time', () => faulty('time-without-zone'), 'cantTell', 'messages.recent'],
  [
    'in a read-only run on an empty store',
    () => ({ scope: readOnly }),
    'untested',
    `
    list-animals.limit-is-maximum list-animals.default-limit list-animals.never-above-100 list-animals.filter list-animals.filter-few list-animals.unique-ids
    list-animals.as-created list-animals.full-pages get-animal.exact-animal get-animal.until-removal get-animal.sunset get-animal.no-integer`,
  ],
  [
    'in a read-only run on a store of twelve',
    () => ({ animals: 12, scope: readOnly }),
    'untested',
    'list-animals.limit-is-maximum list-animals.default-limit list-animals.never-above-100 list-animals.as-created',
  ],
];

test.each(cases)(
  '%s',
  async (what, on, outcome, rules) => {
    const ids = rules.trim().split(/\s+/);
    const report = await runInMemory({
      // The experiments that fill the store decide when it is full; everything else is up to the rules in question.
      ...(/full after/.test(what) ? {} : { rules: allRules.filter(({ id }) => ids.includes(id)) }),
      ...on(),
    });
    expect(ids.map((id) => [id, report.rules.find((rule) => rule.id === id)?.outcome])).toEqual(
      ids.map((id) => [id, outcome]),
    );
  },
  enoughMs,
);

test('lists that never change are told of, whether the store seems full or not', async () => {
  for (const animals of oneIn(2, [0, 15, 60, 150, 400])) {
    const frozen = prepareInMemory({ animals }).transport;
    const report = await runInMemory({
      animals,
      rules: allRules.filter(({ id }) => /^(list-animals|add-animal)\./.test(id)),
      between: (target) => ({
        ...target,
        send: (request, signal) => (isList(request) ? frozen : target).send(request, signal),
      }),
    });
    const failed = report.rules.filter(({ outcome }) => outcome === 'failed');
    const text = [...failed.map(({ failures }) => failures[0]?.cause), storeText(report)].join(' ');
    expect({ animals, text }).toEqual({
      animals,
      text: expect.stringMatching(
        /shows none of the animals that were added|was added but is missing|nothing that was added was ever seen|which was created with that status/,
      ),
    });
  }
});

const isList = ({ method, path }: HttpRequest): boolean =>
  method === 'GET' && /\/pets(?:\?|$)/.test(path);
