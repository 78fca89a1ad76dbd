// A failure that shows only while several requests are under way, or only on a fresh connection, says so.
import { describe, expect, test } from 'vitest';
import { allRules } from '../../../suites/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { faults } from '../../reference/index.js';
import { failure } from '../../testing/reports/fixture-parts.js';
import { Circumstances } from './circumstances.js';

const seen = failure({
  cause: 'A list returned 500.',
  confirmed: { held: 0, of: 3 },
  exchanges: [],
});

/** Breaks when so many are under way. */
function breakingAt(most: number): () => Promise<boolean> {
  let underWay = 0;
  return async () => {
    underWay += 1;
    await Promise.resolve();
    const broke = underWay >= most;
    await Promise.resolve();
    underWay -= 1;
    return broke;
  };
}

test('what shows alone on each fresh connection, and on no other, says so', async () => {
  let isFresh = true;
  const report = await runInMemory({
    confirmations: 3,
    rules: allRules.filter(({ id }) => id === 'list-animals.limits-accepted'),
    between: (server) => ({
      ...server,
      closeIdle: () => (isFresh = true),
      send: async (request, signal) => {
        const response = await server.send(request, signal);
        if (!request.path.endsWith('limit=51') || !isFresh) return response;
        isFresh = false;
        return { ...response, status: 404 };
      },
    }),
  });
  expect(report.rules[0]?.failures).toMatchObject([
    { cause: expect.stringMatching(/^Only on a fresh connection: .*limit=51/) as string },
  ]);
});

describe('what did not show alone', () => {
  test('is tried with others under way, and told so where it shows', async () => {
    expect(await new Circumstances().together(seen, breakingAt(3))).toMatchObject({
      cause: 'Only while several requests are under way: A list returned 500.',
      confirmed: { held: 12, of: 12 },
    });
  });

  test.each([
    ['never shows', async () => false],
    ['shows alone as well', breakingAt(1)],
    ['gets no answer', async () => undefined],
  ])('stays as it is where it %s', async (_, again) => {
    expect(await new Circumstances().together(seen, again)).toBe(seen);
  });

  test('is tried with different cases, as equal requests cannot be mixed up', async () => {
    let last: number | undefined;
    const mixedUp = async (time: number): Promise<boolean> => {
      last = time;
      await Promise.resolve();
      return last !== time;
    };
    expect(await new Circumstances().together(seen, mixedUp)).toMatchObject({
      confirmed: { held: 11, of: 12 },
    });
  });

  test('is told apart from what a later add does to the animals before it', async () => {
    const report = await runInMemory({
      faults: faults.filter(({ name }) => name === 'next-animal-fetched'),
    });
    const failures = report.rules.flatMap((rule) => rule.failures);
    const named = failures.filter(({ cause }) => cause.startsWith('Only '));
    expect(named.length).toBeGreaterThan(0);
    for (const { cause, confirmed } of named) {
      expect(cause).toMatch(/^Only once another animal was added: /);
      expect(confirmed).toEqual({ held: 2, of: 2 });
    }
  });

  test('is tried a few times in a run', async () => {
    const circumstances = new Circumstances();
    const again = breakingAt(3);
    const results: (typeof seen)[] = [];
    for (let time = 0; time < 7; time += 1) results.push(await circumstances.together(seen, again));
    expect(results.filter(({ cause }) => cause !== seen.cause)).toHaveLength(5);
  });
});

describe('what showed on each fresh connection', () => {
  test.each([
    ['not', [true, false, false, false, false], 'Only on a fresh connection: A list returned 500.'],
    ['as well', [true, false, false, true, false], 'A list returned 500.'],
    ['as far as can be seen', [true, false, undefined], 'A list returned 500.'],
  ])('shows %s on a kept one', async (_, answers, cause) => {
    const left = [...answers];
    const again = async (): Promise<boolean | undefined> => left.shift();
    expect(await new Circumstances().whereKept(seen, again)).toMatchObject({ cause });
  });
});

test('a server that mixes up animals under load is told so in a headline', async () => {
  const report = await runInMemory({
    faults: faults.filter(({ name }) => name === 'animals-mixed-up-under-load'),
    seed: 1,
    confirmations: 3,
  });
  const causes = report.rules.flatMap(({ failures }) => failures.map(({ cause }) => cause));
  expect(causes.join('\n')).toContain('Only while several requests are under way: ');
});
