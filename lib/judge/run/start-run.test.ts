import { expect, test } from 'vitest';
import { memoryTransport } from '../../http/memory.js';
import { virtualClock } from '../../http/pacing/clock.js';
import { prepareInMemory } from '../../in-memory/in-memory.js';
import {
  keyOf,
  lists,
  madeUpKey,
  madeUpRun,
  MadeUpStore,
  rows,
  type MadeUp,
  type Options,
} from '../../testing/made-up.js';
import { expectStatus, experiment, rule, type Exchange } from '../rules/index.js';
import type { Rule } from '../rules/rule.js';
import type { Credentials } from '../rules/setup.js';
import { startRun } from './start-run.js';

const mostAtOnce = async (options: Options): Promise<number> => {
  const virtual = virtualClock();
  const store = new MadeUpStore();
  let underWay = 0;
  let most = 0;
  const transport = memoryTransport(async (request) => {
    most = Math.max(most, (underWay += 1));
    await virtual.sleep(1);
    underWay -= 1;
    return store.handle(request);
  });
  const everyLimit = lists(Array.from({ length: 100 }, (_, index) => index + 1));
  await madeUpRun(
    [
      rule(rows.stated, everyLimit, (answered) =>
        expectStatus(answered, 200, 'with valid parameters'),
      ),
    ],
    { transport, virtual, ...options },
  );
  return most;
};

test('thorough effort has more requests under way at once, but never more than were allowed', async () => {
  expect(await mostAtOnce({ effort: 'standard' })).toBe(16);
  expect(await mostAtOnce({ effort: 'thorough' })).toBe(32);
  expect(await mostAtOnce({ effort: 'thorough', concurrency: 3 })).toBe(3);
});

const quickstartKey = 'fake-key-of-the-messages-alone';
/** A list, a message, and a look at the credentials that rules are given. */
async function onBothAddresses(
  options: Options = {},
): Promise<MadeUp & { readonly credentials: Credentials | undefined }> {
  let credentials: Credentials | undefined;
  const messages = experiment({
    name: 'a message',
    stage: 'populated',
    needs: ['quickstart', 'writes'],
    cases: (setup) => ((credentials = setup.credentials), ['hello']),
    send: (message: string, session) => session.message({ message }),
  });
  const target = {
    name: 'made-up',
    baseUrl: 'http://made.up/v1',
    quickstartBaseUrl: 'http://made.up/quickstart',
  };
  const made = await madeUpRun(
    [rule(rows.stated, lists([1]), () => {}), rule(rows.quickstart, messages, () => {})],
    { target, ...options },
  );
  return { ...made, credentials };
}

test('both addresses are sent the headers that are to be sent, and every exchange with them is told', async () => {
  const reported: Exchange[] = [];
  const { seen } = await onBothAddresses({
    headers: [['X-Gateway', 'one']],
    onExchange: (exchange) => reported.push(exchange),
  });
  expect(
    seen.map(({ path, headers }) => [path, headers.find(([name]) => name === 'X-Gateway')?.[1]]),
  ).toEqual([
    ['/v1/pets?limit=1', 'one'],
    ['/quickstart/messages', 'one'],
  ]);
  expect(reported.slice(1).map(({ ask }) => ask.operation)).toEqual(['listPets', 'sendMessage']);
});

test('each address has its own key, and wrong ones that are made of it', async () => {
  const { seen, credentials } = await onBothAddresses({ quickstartKey });
  expect(seen.map(keyOf)).toEqual([`Bearer ${madeUpKey}`, `Bearer ${quickstartKey}`]);
  const { wrongKeys, otherForms, wrongQuickstartKeys, otherQuickstartForms, schemeCases } =
    credentials ?? expect.fail('no case was made');
  const made = (key: string): readonly boolean[] =>
    [wrongKeys, otherForms, wrongQuickstartKeys, otherQuickstartForms, schemeCases].map((forms) =>
      JSON.stringify(forms).includes(key),
    );
  expect(made(madeUpKey)).toEqual([true, true, false, false, true]);
  expect(made(quickstartKey)).toEqual([false, false, true, true, false]);
  expect(schemeCases.map(({ how }) => how.key)).toEqual(
    ['bearer', 'BEARER'].map((scheme) => ({ authorization: `${scheme} ${madeUpKey}` })),
  );
});

const throwing = (thrown: unknown): Rule =>
  rule(rows.stated, lists([1]), () => {
    throw thrown;
  });

test.each([
  [madeUpKey, '$ANIMAL_STORE_API_KEY'],
  [quickstartKey, '$ANIMAL_STORE_QUICKSTART_API_KEY'],
])('a defect is told without the key %s', async (key, instead) => {
  const defect = new Error(`with ${key}`);
  // Made when it is first looked at.
  expect(defect.stack).toContain(key);
  await expect(madeUpRun([throwing(defect)], { quickstartKey })).rejects.toBe(defect);
  expect(defect.message).toBe(`with ${instead}`);
  expect(defect.stack).toContain(`with ${instead}`);
  expect(defect.stack).not.toContain(key);
});

test('what is thrown without a message or a stack goes on as it is', async () => {
  const bare = Object.assign(new Error('bare'), { stack: undefined });
  for (const thrown of ['a word', undefined, bare])
    await expect(madeUpRun([throwing(thrown)])).rejects.toBe(thrown);
  expect(bare.stack).toBeUndefined();
});

test('a run that is out of time says so in its report, and leaves its options as they were', async () => {
  const over = new AbortController();
  const warnings = Object.freeze(['said before']);
  const { report } = await madeUpRun([rule(rows.stated, lists([1]), () => undefined)], {
    warnings,
    outOfTime: over.signal,
    signal: over.signal,
    script: () => void over.abort(new Error('Its time is over.')),
  });
  expect(report.run.warnings).toEqual(['said before', 'Its time is over.']);
});

test('all times of a report count from one moment, however long the preparation takes', async () => {
  const prepared = prepareInMemory({ effort: 'quick' });
  let lateMs = 0;
  const report = await startRun({
    ...prepared,
    clock: {
      now: () => prepared.clock.now() + lateMs,
      sleep: (ms, signal) => prepared.clock.sleep(ms, signal),
    },
    // Is asked for while the run is prepared: to make one is dear.
    get salt() {
      lateMs = 5_000;
      return 'dear';
    },
  });
  const ends = report.samples.map((one) => one.startedMs + one.durationMs);
  expect(Math.max(...ends)).toBeLessThanOrEqual(report.run.durationMs + 1);
  expect(Math.min(...ends)).toBeGreaterThan(4_000);
});
