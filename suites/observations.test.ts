// The observations as a whole: their ids are frozen, and the same server gets the same answers whatever the seed, the
// store and the order in which its responses arrive.
import { describe, expect, test } from 'vitest';
import { loadLedger } from '../lib/contract/ledger.js';
import type { Report } from '../lib/judge/result/report.js';
import { randomFrom, runInMemory, type InMemory } from '../lib/in-memory/in-memory.js';
import { faults } from '../lib/reference/index.js';
import { oneIn } from '../lib/proof/sample.js';
import { allRules } from './index.js';

/** This list may only grow, because comparisons, baselines and certificates refer to observations by these ids. */
const frozen = [
  'add-animal.categories',
  'add-animal.client-id',
  'add-animal.default-status',
  'add-animal.fine-fraction',
  'add-animal.identifiers',
  'add-animal.json-form',
  'add-animal.location',
  'add-animal.long-names',
  'add-animal.more-properties',
  'add-animal.odd-names-answer',
  'add-animal.other-content-type',
  'add-animal.property-order',
  'add-animal.unknown-properties',
  'add-animal.unusual-json',
  'add-animal.whole-decimals',
  'authentication.challenge',
  'authentication.key-places',
  'authentication.order-of-checks',
  'authentication.scheme-case',
  'authentication.unknown-paths',
  'errors.codes',
  'errors.messages',
  'errors.more-properties',
  'errors.odd-queries',
  'errors.property-order',
  'errors.unknown-method',
  'errors.unknown-path',
  'get-animal.deprecation',
  'get-animal.no-integer-answer',
  'get-animal.other-notations',
  'list-animals.caching',
  'list-animals.compression',
  'list-animals.connection',
  'list-animals.content-type',
  'list-animals.cross-origin',
  'list-animals.delay',
  'list-animals.head',
  'list-animals.headers',
  'list-animals.limit-out-of-range',
  'list-animals.links',
  'list-animals.long-headers',
  'list-animals.order',
  'list-animals.other-paths',
  'list-animals.preflight',
  'list-animals.rate-limits',
  'list-animals.rewritten-address',
  'list-animals.unknown-parameter',
  'list-animals.unknown-status-answer',
  'messages.clock',
  'messages.empty-text',
  'messages.error-body',
  'messages.identifiers',
  'messages.long-texts',
  'messages.more-properties',
  'messages.no-content-type',
  'messages.success-status',
  'messages.time-format',
  'messages.unknown-property',
  'store-orders.answer',
];

describe('the ids', () => {
  const open = loadLedger().rules.filter(({ kind }) => kind === 'open');
  const ids = open.map(({ id }) => id);

  test('are frozen: a new one is added to this list, and none ever leaves it', () => {
    expect([...ids].sort()).toEqual(frozen);
  });

  test('belong to questions', () => {
    expect(open.filter(({ statement }) => !/\?( \(.*\))?$/.test(statement))).toEqual([]);
  });
});

type Answers = Readonly<Record<string, string>>;
const answersOf = ({ observations }: Report): Answers =>
  Object.fromEntries(observations.map(({ id, answer }) => [id, answer]));
/** Answers do not depend on what else a run sends, so a run of the open rules is enough. */
const open = allRules.filter(({ form }) => form === 'open');
const asked = (unusual: InMemory): Promise<Report> => runInMemory({ rules: open, ...unusual });
const answers = async (unusual: InMemory): Promise<Answers> => answersOf(await asked(unusual));

/** Delays each response, so that they arrive in another order than their requests were sent. */
const late =
  (seed: number): NonNullable<InMemory['between']> =>
  (server, clock) => {
    const random = randomFrom(seed);
    return {
      ...server,
      async send(request, signal) {
        await clock.sleep(Math.floor(random() * 30));
        return server.send(request, signal);
      },
    };
  };

describe('the answers of one server', () => {
  const usual = answers({ rules: allRules });

  test('are there for every question', async () => {
    expect(Object.keys(await usual).sort()).toEqual(frozen);
  });

  test('are the same if nothing else is asked', async () => {
    expect(await answers({})).toEqual(await usual);
  });

  test.each(oneIn(3, [2, 3, 4, 5, 6]))('are the same with the seed %i', async (seed) => {
    expect(await answers({ seed })).toEqual(await usual);
  });

  test.each(oneIn(3, [1, 2, 3]))(
    'are the same if responses overtake one another (%i)',
    async (seed) => {
      expect(await answers({ between: late(seed) })).toEqual(await usual);
    },
  );

  test('are the same with one request at a time', async () => {
    expect(await answers({ concurrency: 1 })).toEqual(await usual);
  });

  test.each([3, 60, 150])('are the same if %i animals were there before', async (animals) => {
    expect(await answers({ animals })).toEqual(await usual);
  });

  test('are the same in a full store, but for what full lists cannot show', async () => {
    const report = await asked({ animals: 1_000 });
    const { 'list-animals.delay': delay, ...others } = await usual;
    expect(delay).toMatch(/^at once/);
    expect(answersOf(report)).toEqual(others);
    expect(report.rules.find(({ id }) => id === 'list-animals.delay')).toMatchObject({
      outcome: 'untested',
      reason: expect.stringContaining('the lists of this target are full'),
    });
  });

  test('are among those of a run that may only read, whatever the store holds', async () => {
    const readOnly = { full: false, readOnly: true, only: [], shard: null };
    const [few, many] = [
      await answers({ scope: readOnly, animals: 12 }),
      await answers({ scope: readOnly, animals: 400 }),
    ];
    for (const id of Object.keys(few))
      expect({ id, answer: many[id] }).toEqual({ id, answer: few[id] });
    expect(Object.keys(few).length).toBeGreaterThan(20);
  });

  test('are the same whatever numbers messages repeat, and long messages are cut', async () => {
    let number = 0;
    const saying = (words: string): Promise<Answers> =>
      answers({
        rules: open.filter(({ id }) => id === 'errors.messages'),
        between: (server) => ({
          ...server,
          async send(request, signal) {
            const response = await server.send(request, signal);
            const message = `"message":"${words} ${(number += 7)}."`;
            const body = Buffer.from(response.body).toString();
            return { ...response, body: body.replace(/"message": ?"[^"]*"/, message) };
          },
        }),
      });
    expect((await saying('No'))['errors.messages']).toMatch(/^400: "No N\."; 401: "No N\."; 404: /);
    const long = 'x'.repeat(99);
    expect((await saying(`${long}xx`))['errors.messages']).toContain(`400: "${long}…; 401: `);
  });
});

test('a call that needs no key says nothing of where one is read', async () => {
  const placesOf = async (name: string): Promise<string | undefined> => {
    const report = await runInMemory({
      faults: faults.filter((one) => one.name === name),
      rules: allRules.filter(({ id }) => /^authentication\.(key-places|other-places)$/.test(id)),
    });
    return report.observations.find(({ id }) => id === 'authentication.key-places')?.answer;
  };
  expect(await placesOf('key-not-checked-on-get')).toBe('nowhere else');
  expect(await placesOf('key-in-cookie')).toMatch(/cookie/);
});
