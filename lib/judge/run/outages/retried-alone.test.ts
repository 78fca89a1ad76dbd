// A candidate that ends by itself: no request is to blame, whatever was under way then, and the report says how it ended.
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../in-memory/in-memory.js';
import { memoryTransport } from '../../../http/memory.js';
import { adds, lists, lost, limitOf, resultOf, rows } from '../../../testing/made-up.js';
import { oneIn } from '../../../proof/sample.js';
import { crashing, type Crashing } from '../../../testing/targets/crashing.js';
import { everyAnswer, expectStatus, rule } from '../../rules/index.js';

const limits = Array.from({ length: 40 }, (_, at) => at + 1);
const rules = [
  rule(rows.stated, lists(limits), (answered) => expectStatus(answered, 200, 'here')),
  everyAnswer(
    'errors.valid-requests',
    [lists([1])],
    ({ ask }) => ask.validity === 'valid',
    () => {},
  ),
];

async function ending(how: Omit<Crashing, 'rules'>) {
  const { report, restarts, outages } = await crashing({ answersInMs: 5, ...how, rules });
  return {
    failures: report.rules.flatMap((one) => one.failures),
    outcome: resultOf(report, 'errors.valid-requests').outcome,
    verdict: report.verdict,
    restarts,
    outages,
  };
}

const undecided = { failures: [], outcome: 'cantTell', verdict: 'inconclusive' };
const oneByOne = { options: { concurrency: 1 } };

/** Fifty by the slow tests, ten of them by the others. */
const fifty = oneIn(
  5,
  Array.from({ length: 50 }, (_, at) => at),
);

describe('nobody is accused where it ends', () => {
  // The candidate ends while many requests are in flight, while they go out one by one, or in between.
  test.each(fifty.map((at) => 10 + 7 * at))('by a timer of %i ms', async (ms) => {
    for (const more of [{}, oneByOne]) {
      const ended = await ending({ ...more, livesMs: () => ms });
      // The longest ones outlive the run.
      if (ended.outages.length === 0) expect(ended.verdict).not.toBe('not-conformant');
      else expect(ended).toMatchObject(undecided);
      expect(ended.restarts).toBeLessThanOrEqual(5);
    }
  });

  test('by a timer, once the suspects are tried, and says so', async () => {
    const { outages, ...ended } = await ending({ ...oneByOne, livesMs: () => 120 });
    expect(ended).toEqual({ ...undecided, restarts: 2 });
    expect(outages).toMatchObject([
      {
        ending:
          'the candidate ended with status 1 after 0.1 s, by itself: started again, it also ended when only harmless requests were sent',
        suspects: [],
        failure: null,
        restarted: false,
      },
    ]);
  });

  test('with status 0, and it is not started again', async () => {
    const clean = { ...oneByOne, isClean: () => true };
    for (const how of [
      { ...clean, livesMs: () => 120 },
      { ...clean, crashesAt: (request: Parameters<typeof limitOf>[0]) => limitOf(request) === 3 },
    ]) {
      const { outages, ...ended } = await ending(how);
      expect(ended).toEqual({ ...undecided, restarts: 0 });
      expect(outages).toMatchObject([
        {
          ending: expect.stringMatching(
            /^the candidate ended with status 0 after 0\.\d s, by itself$/,
          ) as string,
          suspects: [],
        },
      ]);
    }
  });

  test('with status 0 once nothing else is under way', async () => {
    const { outages, ...ended } = await ending({
      isClean: (start) => start > 0,
      crashesAt: (request) => limitOf(request) === 3,
    });
    expect(ended).toMatchObject(undecided);
    expect(outages[0]).toMatchObject({ failure: null });
  });

  test.each(fifty.map((at) => at + 3))('with request %i, whatever it is', async (last) => {
    for (const more of [{}, oneByOne]) {
      const ended = await ending({ ...more, crashesAt: (_, number) => number === last });
      if (ended.outages.length === 0) expect(ended.verdict).not.toBe('not-conformant');
      else expect(ended).toMatchObject(undecided);
    }
  });

  test.each(fifty)('when its memory is full, after about as many requests, %i', async (seed) => {
    const next = randomFrom(seed);
    let left = 0;
    const ended = await ending({
      ...oneByOne,
      crashesAt: (_, number) => {
        if (number === 1) left = 10 + 15 * next();
        return number > left;
      },
    });
    expect(ended).toMatchObject(undecided);
  });

  test.each([2, 3, 5])('when %i requests come at once', async (most) => {
    const ended = await ending({ crashesAt: (_, __, atOnce) => atOnce >= most });
    expect(ended).toMatchObject(undecided);
    expect(ended.outages.at(-1)).toMatchObject({ restarted: false });
  });

  test.each(fifty)('at random, %i', async (seed) => {
    const next = randomFrom(seed);
    const every = [5, 10, 40][seed % 3] ?? 5;
    const ended = await ending({ ...oneByOne, crashesAt: () => next() < 1 / every });
    expect(ended.failures).toEqual([]);
  });

  test.each(fifty)('at a random time, %i', async (seed) => {
    const next = randomFrom(seed);
    const mean = [50, 300][seed % 2] ?? 50;
    const lives = Array.from({ length: 50 }, () => -mean * Math.log(1 - next()));
    const ended = await ending({ ...oneByOne, livesMs: (start) => lives[start] ?? 100 });
    expect(ended.failures).toEqual([]);
  });

  test('by a signal from outside, once', async () => {
    const { outages, ...ended } = await ending({
      ...oneByOne,
      livesMs: (start) => (start === 0 ? 60 : Infinity),
    });
    expect(ended).toEqual({ ...undecided, restarts: 1 });
    expect(outages).toMatchObject([{ failure: null, restarted: true }]);
  });
});

describe('nobody is accused where something else starts it again', () => {
  const added = rule(rows.alsoStated, adds(['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo']), async (one) =>
    expectStatus(one, 201, 'here'),
  );

  test.each(fifty.map((at) => [1 + (at % 10) * 20, 20 + 2 * at] as const))(
    '%i ms after it ended, of a life of %i ms',
    async (comesBackAfterMs, lives) => {
      const { report, restarts, outages } = await crashing({
        answersInMs: 5,
        comesBackAfterMs,
        livesMs: () => lives,
        rules: [...rules, added],
        options: { concurrency: 2 },
      });
      expect(report.rules.flatMap((one) => one.failures)).toEqual([]);
      expect([report.verdict, restarts]).toEqual(['inconclusive', 0]);
      expect(outages).toMatchObject([{ ending: expect.stringContaining('came back') as string }]);
    },
  );
});

test('a candidate that ended before the run began is told with how it ended', async () => {
  const transport = memoryTransport(() => lost('refused'));
  const early = crashing({ rules, livesMs: () => 0, isClean: () => true, options: { transport } });
  await expect(early).rejects.toMatchObject({
    message: expect.stringMatching(
      /^The candidate ended with status 0 after 0\.0 s, by itself, before the run began\. The target at /,
    ) as string,
    output: expect.stringContaining('out of luck, key $ANIMAL_STORE_API_KEY') as string,
  });
});

test('a request that crashes it is found although a timer would end it later', async () => {
  const { outages, failures } = await ending({
    crashesAt: (request) => limitOf(request) === 3,
    livesMs: () => 10_000,
  });
  expect(failures).toMatchObject([{ input: 'GET /pets?limit=3' }]);
  expect(outages).toMatchObject([{ restarted: true, failure: failures[0]?.id }]);
});
