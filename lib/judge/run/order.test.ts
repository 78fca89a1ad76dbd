// In which order things happen, how often, and that a seed gives the same run again.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../http/pacing/clock.js';
import {
  adds,
  answer,
  limitOf,
  lists,
  madeUpRun,
  refusal,
  rows,
  type Script,
} from '../../testing/made-up.js';
import { everyExchange, expectStatus, experiment, observe, rule } from '../rules/index.js';

const fine = (): void => {};

describe('experiments', () => {
  test('that several rules judge are sent once', async () => {
    const shared = lists([1, 2, 3]);
    const { report, seen } = await madeUpRun([
      rule(rows.stated, shared, fine),
      rule(rows.implied, shared, fine),
      observe(rows.open, shared, () => 'x'),
      everyExchange('errors.error-object', [shared], () => true, fine),
    ]);
    expect(seen).toHaveLength(3);
    expect(report.rules.map(({ evidence }) => evidence)).toEqual(
      Array.from({ length: 4 }, () => ({ cases: 3, exchanges: 3 })),
    );
    expect(report.run.exchanges).toBe(1 + 3);
  });

  test('come stage by stage, whatever the order of the rules', async () => {
    const { seen } = await madeUpRun([
      rule(rows.stated, lists([30, 31], { name: 'populated' }), fine),
      rule(rows.alsoStated, lists([20, 21], { name: 'sparse', stage: 'sparse' }), fine),
      rule(rows.implied, lists([10, 11], { name: 'untouched', stage: 'untouched' }), fine),
    ]);
    expect(seen.map(limitOf)).toEqual([10, 11, 20, 21, 30, 31]);
  });

  test('before any write come those that need an untouched store', async () => {
    const { seen } = await madeUpRun([
      rule(rows.alsoStated, adds(['Ada', 'Bo'], { stage: 'sparse' }), fine),
      rule(rows.stated, lists([1, 2, 3], { stage: 'untouched' }), fine),
      rule(rows.implied, adds(['Cy'], { name: 'others' }), fine),
    ]);
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'POST', 'POST', 'POST']);
  });

  test('in a sparse store wait for one another; in a full one they do not', async () => {
    const running = new Set<string>();
    const mostAtOnce = async (stage: 'sparse' | 'populated'): Promise<number> => {
      let most = 0;
      const named = (name: string) =>
        experiment({
          name,
          stage,
          cases: () => [1],
          send: async (_: number, session) => {
            running.add(name);
            most = Math.max(most, running.size);
            await session.list({ limit: 1 });
            await session.list({ limit: 2 });
            running.delete(name);
          },
        });
      await madeUpRun([
        rule(rows.stated, named('one'), fine),
        rule(rows.alsoStated, named('two'), fine),
        rule(rows.implied, named('three'), fine),
      ]);
      return most;
    };
    expect([await mostAtOnce('sparse'), await mostAtOnce('populated')]).toEqual([1, 3]);
  });

  test('whose adds fill the store come before those that need full lists, and fill it once', async () => {
    const filling = adds(['Ada', 'Bo', 'Cy'], { name: 'filling', populates: true });
    const full = lists([7], { name: 'full lists', needs: ['population'] });
    const alone = await madeUpRun([rule(rows.stated, full, fine)], { populating: [filling] });
    const order = alone.seen.map(({ method, path }) =>
      method === 'POST' ? 'add' : path.includes('limit=7') ? 'full' : 'look',
    );
    expect(order.filter((one) => one === 'add')).toHaveLength(3);
    expect(order.lastIndexOf('add')).toBeLessThan(order.indexOf('full'));
    expect(alone.report.rules).toHaveLength(1);

    const withRule = await madeUpRun(
      [rule(rows.stated, full, fine), rule(rows.alsoStated, filling, fine)],
      { populating: [filling] },
    );
    expect(withRule.seen.filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  test('full lists wait until what was added is listed, but not for ever', async () => {
    const filling = adds(['Ada', 'Bo', 'Cy'], { name: 'filling', populates: true });
    const full = lists([7], { name: 'full lists', needs: ['population'] });
    let looks = 0;
    const late: Script = (request) =>
      request.path.includes('status=available') && looks++ < 4 ? answer(200, []) : undefined;
    const patient = await madeUpRun([rule(rows.stated, full, fine)], {
      populating: [filling],
      script: late,
    });
    expect(patient.seen.at(-1)?.path).toContain('limit=7');
    // When it is there, a few more looks: one replica may show what another does not show yet.
    expect(looks).toBe(8);
    const never: Script = ({ method, path }) =>
      method === 'GET' && !path.includes('limit=7') ? answer(200, []) : undefined;
    const impatient = await madeUpRun([rule(rows.stated, full, fine)], {
      populating: [filling],
      script: never,
      settleMs: 500,
    });
    expect(impatient.report.rules[0]?.outcome).toBe('passed');
    // Nothing else in this run has shown how late lists are, so that it waits as long as for a single animal.
    expect(impatient.report.run.durationMs).toBe(12_500);
  });
});

describe('a seed', () => {
  const numbers = (name: string) =>
    experiment({
      name,
      stage: 'populated',
      cases: () => ({ arbitrary: fc.integer({ min: 1, max: 1e9 }), runs: 25 }),
      send: (limit: number, session) => session.list({ limit }),
    });
  const requests = async (seed: number, names: readonly string[]): Promise<readonly number[]> => {
    const ids = [rows.stated, rows.alsoStated, rows.implied];
    const { seen } = await madeUpRun(
      names.map((name, index) => rule(ids[index] ?? rows.open, numbers(name), fine)),
      { seed },
    );
    return seen.map(limitOf).sort((one, other) => one - other);
  };

  test('gives the same requests again, and another one others', async () => {
    expect(await requests(1, ['one'])).toEqual(await requests(1, ['one']));
    expect(await requests(1, ['one'])).not.toEqual(await requests(2, ['one']));
  });

  test('gives each experiment values of its own, so that one more changes no other', async () => {
    const both = await requests(1, ['one', 'two']);
    const [first, second] = [await requests(1, ['one']), await requests(1, ['two'])];
    expect(both).toEqual([...first, ...second].sort((one, other) => one - other));
    expect(first).not.toEqual(second);
  });
});

describe('what was created', () => {
  test('is listed once, with the rule that wanted it', async () => {
    const twice: Script = (request, { animals, handle }) =>
      request.method === 'POST' && animals.length === 2 ? answer(201, animals[0]) : handle(request);
    const { report, store } = await madeUpRun(
      [rule(rows.alsoStated, adds(['Ada', 'Bo', 'Cy']), fine), rule(rows.stated, lists([1]), fine)],
      { script: twice },
    );
    expect(report.run.created).toEqual([
      { id: '1', name: 'Ada', rule: rows.alsoStated },
      { id: '2', name: 'Bo', rule: rows.alsoStated },
    ]);
    expect(store.animals).toHaveLength(2);
    expect(report.run.writes).toBe(3);
  });

  test('in preparation is listed too, and what was refused is not', async () => {
    const known = lists([1], { cases: async (setup) => (await setup.knownAnimal(), [1]) });
    const { report, store } = await madeUpRun([
      rule(rows.stated, known, fine),
      rule(
        rows.alsoStated,
        experiment({
          name: 'refused',
          stage: 'populated',
          needs: ['writes'],
          cases: () => [1],
          send: (_: number, session) => session.add({ name: 'x', categoryId: 1n }, { key: 'none' }),
        }),
        fine,
      ),
    ]);
    expect(report.run.created.map(({ id, rule: wanted }) => [id, wanted]).sort()).toEqual(
      store.animals.map(({ id }) => [String(id), 'preparation']).sort(),
    );
    expect(store.animals.length).toBeGreaterThan(0);
  });

  test('while a failure was shrunk and confirmed is listed as well', async () => {
    const { report, store } = await madeUpRun([
      rule(rows.alsoStated, adds(['Ada']), (added) => expectStatus(added, 200, 'here')),
    ]);
    expect(store.animals).toHaveLength(1 + 3);
    expect(report.run.created.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
  });

  test('while a rule over every exchange was confirmed is listed as well', async () => {
    const { report, store } = await madeUpRun([
      everyExchange(
        rows.stated,
        [adds(['Ada'])],
        () => true,
        (exchange) => expectStatus(exchange, 200, 'here'),
      ),
    ]);
    expect(store.animals).toHaveLength(1 + 3);
    expect(report.run.created).toEqual(
      store.animals.map(({ id }) => ({ id: String(id), name: 'Ada', rule: rows.stated })),
    );
  });

  test('is listed by its id, also where the answer is no animal', async () => {
    const answers: Record<string, unknown> = {
      Ada: { id: 7 },
      Bo: { id: 'b-o', name: 'Bo' },
      Cy: { name: 'Cy' },
      Di: [],
    };
    const { report } = await madeUpRun([rule(rows.alsoStated, adds(Object.keys(answers)), fine)], {
      script: ({ body }) =>
        answer(201, answers[(JSON.parse(String(body)) as { name: string }).name]),
    });
    expect(report.run.created.map(({ id, name }) => [id, name])).toEqual([
      ['7', ''],
      ['b-o', 'Bo'],
    ]);
  });
});

describe('events', () => {
  test('tell each rule once, as it ends', async () => {
    const finished: unknown[] = [];
    let started = 0;
    const { report } = await madeUpRun(
      [
        rule(rows.stated, lists([1]), fine),
        rule(rows.alsoStated, adds(['Ada'], { stage: 'sparse' }), fine),
        rule(rows.quickstart, lists([2], { name: 'no quickstart', needs: ['quickstart'] }), fine),
        everyExchange(
          'errors.error-object',
          [lists([3], { name: 'early', stage: 'untouched' })],
          () => true,
          fine,
        ),
      ],
      {
        onEvent: (event) =>
          event.type === 'rule'
            ? finished.push([event.done, event.of, event.result.id, event.result.outcome])
            : event.type === 'started' && (started += event.rules),
      },
    );
    expect(finished).toEqual([
      [1, 4, rows.quickstart, 'untested'],
      [2, 4, rows.alsoStated, 'passed'],
      [3, 4, rows.stated, 'passed'],
      // It judges to the very end what others send.
      [4, 4, 'errors.error-object', 'passed'],
    ]);
    expect(started).toBe(4);
    expect(report.rules.map(({ id }) => id)).toEqual([
      rows.stated,
      rows.alsoStated,
      rows.quickstart,
      'errors.error-object',
    ]);
  });

  test('come while the run goes on, not at its end', async () => {
    const seen: unknown[] = [];
    await madeUpRun(
      [
        rule(rows.stated, lists([7], { stage: 'untouched' }), fine),
        rule(rows.alsoStated, lists([8], { name: 'later' }), fine),
      ],
      {
        script: (request) => void (limitOf(request) > 6 && seen.push(limitOf(request))),
        onEvent: (event) => void (event.type === 'rule' && seen.push(event.result.id)),
      },
    );
    expect(seen).toEqual([7, rows.stated, 8, rows.alsoStated]);
  });
});

describe('whatever answer comes first', () => {
  /** The same run, with answers that come forwards or backwards. */
  const reportWith = async (turned: boolean) => {
    const virtual = virtualClock();
    const script: Script = async (request, store) => {
      const limit = limitOf(request);
      const nth = limit > 0 ? limit : (/(\d+)/.exec(String(request.body))?.[1] ?? 0);
      await virtual.sleep(turned ? 1_000 - Number(nth) : Number(nth));
      if (limit === 7 || limit > 40) return refusal(500);
      return store.handle(request);
    };
    const all = lists(Array.from({ length: 60 }, (_, at) => at + 1));
    // The content of the lists must not depend on the order of sending.
    const names = adds(['Ada 1'], { stage: 'sparse' });
    const { report } = await madeUpRun(
      [
        rule(rows.stated, all, (exchange) => expectStatus(exchange, 200, 'here')),
        rule(rows.alsoStated, [all, names] as never, fine),
        everyExchange(
          'errors.error-object',
          [all],
          () => true,
          (exchange) => expectStatus(exchange, 200, 'here'),
        ),
        observe(rows.open, all, (cases) => cases.map(({ value }) => value).join()),
      ],
      { script, virtual },
    );
    return report;
  };

  test('the same is told: failures and samples, their order and their numbers', async () => {
    const [one, other] = [await reportWith(false), await reportWith(true)];
    const timeless = (report: typeof one): unknown =>
      JSON.parse(
        JSON.stringify(report, (name, value: unknown) =>
          /(?:Ms|At)$|^latency$/.test(name) || /^\d+$/.test(String(name === 'id' && value))
            ? undefined
            : typeof value === 'string'
              ? value.replace(/"id":\d+/, '')
              : value,
        ),
      );
    expect(one.rules[0]?.failures[0]).toMatchObject({
      input: 'limit=7',
      cases: {
        failed: 21,
        of: 60,
        inputs: ['limit=7', 'limit=41', 'limit=42', 'limit=43', 'limit=44'],
      },
    });
    // One exchange has one number, whichever rules show it; those of failures come first.
    const first = one.samples[0]?.number ?? 0;
    expect(
      one.samples.map(({ number, request }) => [number - first, request.url.slice(-7)]),
    ).toEqual([
      [0, 'limit=1'],
      [1, 'limit=2'],
      [0, 'limit=1'],
      [1, 'limit=2'],
    ]);
    expect(first).toBeGreaterThan(1);
    expect(timeless(other)).toEqual(timeless(one));
  });
});
