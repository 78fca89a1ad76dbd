// What a program gets of a run: a report, events, errors in its own words, and nothing else.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inFolder } from '../testing/io.js';
import {
  assertConformant,
  CannotTest,
  compare,
  createReferenceServer,
  NotConformant,
  type ReferenceServer,
  type ReferenceServerOptions,
  type Report,
  run,
  type RunEvent,
  type RunOptions,
  UsageError,
  verify,
} from '../index.js';

const few: RunOptions = { only: ['add-animal.missing-name', 'version.base-path'], seed: 1 };

async function at<T>(
  options: ReferenceServerOptions,
  work: (target: RunOptions, server: ReferenceServer) => Promise<T>,
): Promise<T> {
  const server = await createReferenceServer(options);
  try {
    const { url: target, key, quickstartUrl: quickstart } = server;
    return await work({ target, key, quickstart, environment: {} }, server);
  } finally {
    await server.close();
  }
}

/** One run of a correct server and one of a broken one, for all who look at what comes of a run. */
const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
const events: RunEvent[] = [];
let correct: Report;
let broken: Report;
beforeAll(async () => {
  correct = await at({}, async (target) => {
    const going = run({ ...target, ...few, folder, reportDir: 'out' });
    for await (const event of going) events.push(event);
    return await going;
  });
  broken = await at({ faults: ['missing-name-taken'] }, (target) => run({ ...target, ...few }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failedIn = ({ rules }: Report): readonly string[] =>
  rules.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));

describe('a run', () => {
  test('gives a report', () => {
    expect(correct.verdict).toBe('no-violation-found');
    expect(correct.rules.map(({ id }) => id)).toEqual(few.only);
    expect(() => assertConformant(correct)).not.toThrow();
  });

  test('tests the embedded server where no target is given', async () => {
    const report = await run({ ...few, environment: {} });
    expect(report.target.name).toBe('reference');
  });

  test('tells what happens, from the first event on, to whoever asks and as often as they ask', async () => {
    await at({}, async (target) => {
      const going = run({ ...target, ...few });
      const heard: RunEvent[] = [];
      for await (const event of going) heard.push(event);
      const report = await going;
      expect(heard.map(({ type }) => type)).toEqual(['started', 'rule', 'rule', 'finished']);
      expect(heard.at(-1)).toEqual({ type: 'finished', report });
      const late: RunEvent[] = [];
      for await (const event of going) late.push(event);
      expect(late).toEqual(heard);
    });
  });

  test('prints nothing, writes nothing, and ends no process', async () => {
    await inFolder(async (folder) => {
      const ways = [
        vi.spyOn(process.stdout, 'write'),
        vi.spyOn(process.stderr, 'write'),
        vi.spyOn(process, 'exit'),
        vi.spyOn(console, 'log'),
        vi.spyOn(console, 'error'),
      ];
      const { exitCode } = process;
      await at({ faults: ['missing-name-taken'] }, (target) => run({ ...target, ...few, folder }));
      for (const way of ways) expect(way).not.toHaveBeenCalled();
      for (const way of ways) way.mockRestore();
      expect(process.exitCode).toBe(exitCode);
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  test('writes reports where it is asked to, and says where', () => {
    expect(readdirSync(join(folder, 'out'))).toContain('report.html');
    expect(events).toContainEqual({ type: 'written', folder: join(folder, 'out') });
  });

  test('goes on beside others, each with its own key and its own findings', async () => {
    const [one, another, third] = await Promise.all([
      at({ faults: ['missing-name-taken'], key: 'fake-one' }, (target) =>
        run({ ...target, ...few }),
      ),
      at({ key: 'fake-two' }, (target) => run({ ...target, ...few })),
      at({ key: 'fake-three' }, (target) => run({ ...target, ...few })),
    ]);
    expect(failedIn(one)).toEqual(['add-animal.missing-name']);
    expect([failedIn(another), failedIn(third)]).toEqual([[], []]);
  });

  test('ends when it is told to, and its report says what was not decided', async () => {
    await at({}, async (target) => {
      const end = new AbortController();
      const going = run({ ...target, seed: 1, signal: end.signal });
      for await (const { type } of going) {
        if (type === 'rule') end.abort();
      }
      const report = await going;
      expect(report.verdict).toBe('inconclusive');
      expect(report.rules.filter(({ outcome }) => outcome === 'cantTell').length).toBeGreaterThan(
        0,
      );
      expect(() => assertConformant(report)).toThrow(/undecided/);
    });
  });
});

describe('what is wrong is said', () => {
  test.each<[string, RunOptions, string]>([
    [
      'an option that is misspelt',
      { efort: 'quick' } as RunOptions,
      'run has no option efort. Did you mean effort?',
    ],
    [
      'a word of others',
      { effort: 'fast' as 'quick' },
      'effort is "fast": specify quick, standard or thorough.',
    ],
    [
      'a number out of bounds',
      { seed: -1 },
      'seed is "-1": specify a whole number from 0 to 2147483647.',
    ],
    [
      'a text for a switch',
      { readOnly: 'yes' as unknown as boolean },
      'readOnly must be true or false.',
    ],
    [
      'what contradicts',
      { readOnly: true, allowWrites: true },
      'readOnly and allowWrites contradict each other: omit one of them.',
    ],
    [
      'one option under both of its names',
      { maxTime: 2, timeout: 3 },
      'timeout and maxTime are the same: specify only maxTime.',
    ],
    ['a name that it had once', { timeout: -1 }, 'timeout is "-1": specify a number of seconds'],
    ['no address', { target: 'http://' }, 'is not a complete URL'],
    [
      'no key',
      { target: 'http://127.0.0.1:9/v1' },
      'No key: set ANIMAL_STORE_API_KEY, in the environment or in .env, or pass key.',
    ],
    [
      'a list that is none',
      { headers: 'a: b' as unknown as Record<string, string> },
      'headers must be an object',
    ],
    ['a key in a header', { headers: { Authorization: 'a' } }, 'cannot set Authorization'],
    [
      'an address that is not set',
      { target: process.env['NO_SUCH_ADDRESS'] } as RunOptions,
      'target is undefined: omit it, or specify a value.',
    ],
    [
      'nothing in its place',
      { seed: null as unknown as number },
      'seed is null: omit it, or specify a value.',
    ],
  ])('%s', async (_, options, message) => {
    await inFolder(async (folder) => {
      const going = run({ environment: {}, folder, ...options });
      await expect(going).rejects.toThrow(UsageError);
      await expect(going).rejects.toThrow(message);
    });
  });

  test('of a target that nobody answers at, to those who await and to those who listen', async () => {
    const { url: target } = await at({}, (_, server) => Promise.resolve(server));
    const going = run({ target, key: 'fake-key', environment: {} });
    const listen = async (): Promise<void> => {
      for await (const event of going) expect(event.type).toBe('phase');
    };
    await expect(listen()).rejects.toThrow(CannotTest);
    await expect(going).rejects.toThrow(CannotTest);
  });

  test('without the key', async () => {
    const key = 'fake-key-in-the-wrong-place';
    const wrong: readonly RunOptions[] = [
      { target: `http://127.0.0.1:9/${key}` },
      { effort: key as 'quick' },
      { quickstart: key },
    ];
    for (const options of wrong) {
      const going = run({ key, environment: {}, ...options });
      const outcome = await going.then(String, (error: Error) => `${error.message} ${error.stack}`);
      expect(outcome).not.toContain(key);
    }
  });

  test('of a broken server, with all that is needed to fix it', () => {
    const thrown = (): Error => {
      try {
        assertConformant(broken);
      } catch (error) {
        return error as Error;
      }
      return expect.unreachable();
    };
    const { message, stack } = thrown();
    expect(thrown()).toBeInstanceOf(NotConformant);
    for (const part of [
      'add-animal.missing-name',
      'expected',
      'curl -sS',
      '--only add-animal.missing-name --seed 1',
      broken.summary,
    ])
      expect(message).toContain(part);
    expect(stack).not.toContain('    at ');
    expect((thrown() as NotConformant).report).toBe(broken);
    // Node prints all that an error has where nobody catches it.
    expect(inspect(thrown()).length).toBeLessThan(message.length + 500);
  });

  test('of what is no report', () => {
    const promise = Promise.resolve() as unknown as Report;
    expect(() => assertConformant(promise)).toThrow('assertConformant takes a report: await run');
    expect(() => compare({} as Report, promise)).toThrow('compare takes a report');
  });
});

test('every option is read as its flag is', async () => {
  const report = await at({}, (target) =>
    run({
      ...target,
      only: ['list-animals.default-limit', 'version'],
      exclude: ['version'],
      categoryIds: [1n, '2', 3],
      headers: { 'X-Gateway': 'blue', 'X-Other': '1' },
      settle: 0.1,
      effort: 'quick',
      asOf: '2027-01-31',
      maxRequests: 200,
      strict: true,
      readOnly: false,
    }),
  );
  expect(report.run).toMatchObject({ effort: 'quick', strict: true });
  expect(report.run.scope).toMatchObject({ readOnly: false, exclude: ['version'] });
  expect(report.rules.map(({ id }) => id)).toEqual(['list-animals.default-limit']);
});

describe('the embedded server', () => {
  test('is closed by those who started it', async () => {
    const server = await createReferenceServer({ key: 'fake-key', animals: 2 });
    const ask = () =>
      fetch(`${server.url}/pets`, { headers: { authorization: 'Bearer fake-key' } });
    expect(await (await ask()).json()).toHaveLength(2);
    await server[Symbol.asyncDispose]();
    await expect(ask()).rejects.toThrow();
  });

  test('knows its faults and variants by name', async () => {
    await expect(createReferenceServer({ faults: ['missing-name-takes'] })).rejects.toThrow(
      'There is no fault missing-name-takes. Did you mean missing-name-taken?',
    );
    await expect(createReferenceServer({ variants: ['nothing-such'] })).rejects.toThrow(UsageError);
    const misspelt = { fault: ['missing-name-taken'] } as ReferenceServerOptions;
    await expect(createReferenceServer(misspelt)).rejects.toThrow('Did you mean faults?');
  });
});

test('two reports are compared, in hand or on disk', () => {
  for (const first of [correct, join(folder, 'out')]) {
    const { different, outcomes } = compare(first, broken);
    expect(different.outcomes).toBe(1);
    expect(outcomes.map(({ id }) => id)).toEqual(['add-animal.missing-name']);
  }
});

test('what is no certificate is not verified', async () => {
  const { verified, problems } = await verify(join(folder, 'out'));
  expect(verified).toBe(false);
  expect(problems.map(({ kind }) => kind)).toContain('not-signed');
  await expect(verify(join(folder, 'nothing'))).rejects.toThrow(UsageError);
  await expect(verify(join(folder, 'out'), { publicKey: '-----BEGIN nothing' })).rejects.toThrow(
    'publicKey is not a public key in PEM',
  );
});
