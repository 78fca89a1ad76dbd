// Every run after the first: stores that contain what earlier runs, other kits and other people left behind, and to
// which others write at the same time. An honest server passes every run, and a later run judges whatever a first run
// judges, or says why not.
import { describe, expect, test } from 'vitest';
import { startRun } from '../lib/judge/run/start-run.js';
import type { Report } from '../lib/judge/result/report.js';
import type { Rule } from '../lib/judge/rules/rule.js';
import { prepareInMemory, type InMemory } from '../lib/in-memory/in-memory.js';
import { faults, variants } from '../lib/reference/index.js';
import { proveRuns } from '../lib/proof/prove.js';
import { allRules } from './index.js';
import type { Transport } from '../lib/http/types.js';

const partial = { full: false, readOnly: false, only: [], shard: null };
const variant = (name: string) => variants.filter((one) => one.name === name);

/** Makes runs against one store, one after another. */
function runs(unusual: InMemory) {
  const one = prepareInMemory(unusual);
  let count = 0;
  return (more: InMemory = {}): Promise<Report> => {
    count += 1;
    return startRun({ ...one, seed: count, salt: `run ${count}`, ...more });
  };
}

const accusations = ({ rules }: Report): readonly unknown[] =>
  rules
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
    .map(({ id, reason, failures }) => [id, reason, failures[0]?.cause]);
const judged = ({ rules }: Report): readonly string[] =>
  rules.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id);
const failed = ({ rules }: Report): readonly string[] =>
  rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);

describe('runs at one store', () => {
  /** An honest server is conformant on each of these runs, and each judges what the first one judged. */
  function expectHonest(reports: readonly Report[]): void {
    for (const [at, report] of reports.entries()) {
      expect([at, accusations(report), report.verdict]).toEqual([at, [], 'conformant']);
      if (at === 0) continue;
      const lost = judged(reports[0] ?? report).filter((id) => !judged(report).includes(id));
      // Every status has animals by now, and nothing can undo that.
      expect([at, lost]).toEqual([at, ['list-animals.nothing-matches']]);
      const { because } =
        report.rules.find(({ id }) => id === 'list-animals.nothing-matches') ?? {};
      expect(because).toBe('no empty list');
    }
  }

  // One refuses long names, which shows on any run.
  test.each([[['newest-first', 'fine-fractions-rounded']], [['in-any-order', 'names-up-to-255']]])(
    '%j: accuse nobody, and judge what the first one judged',
    async (names) => {
      const next = runs({ variants: names.flatMap(variant) });
      expectHonest([await next(), await next()]);
    },
  );

  test.each([1, 2, 3])(
    'a run that only reads waits for a replica that lacks the newest animals, %i',
    async (seed) => {
      const names = ['one-replica-fetches-5-s-late', 'newest-first'];
      const next = runs({ variants: names.flatMap(variant) });
      await next({ effort: 'quick', scope: partial });
      const reading = await next({ seed, scope: { ...partial, readOnly: true } });
      expect(accusations(reading)).toEqual([]);
    },
  );

  test('accuse nobody, judge what the first one judged, wait for nothing, leave few animals behind, and send few requests', async () => {
    const next = runs({});
    const [first, later, last, quick] = [
      await next(),
      await next(),
      await next(),
      await next({ effort: 'quick', scope: partial }),
    ];
    expectHonest([first, later, last]);
    expect(accusations(quick)).toEqual([]);
    for (const { run } of [first, later, last, quick]) {
      expect(run.warnings).toEqual([]);
      // The clock of these runs hardly moves, as one that a full run waits for to be sure that it stands still.
      expect(run.durationMs).toBeLessThan(run.effort === 'quick' ? 1_000 : 2_500);
    }
    const left = ({ run }: Report): number => run.created.length;
    expect(left(first)).toBeLessThanOrEqual(200);
    expect(Math.max(left(later), left(last))).toBeLessThanOrEqual(60);
    expect(left(quick)).toBeLessThanOrEqual(20);
    expect(first.run.exchanges).toBeLessThanOrEqual(2_500);
    expect(last.run.exchanges).toBeLessThanOrEqual(later.run.exchanges * 1.02);
    expect(quick.run.exchanges).toBeLessThanOrEqual(350);
  });

  test('of a store of a million animals, in which every list is full, say what could not be judged', async () => {
    const next = runs({ animals: 1_000_000 });
    for (let run = 1; run <= 2; run += 1) {
      const report = await next();
      expect([run, accusations(report), report.verdict]).toEqual([run, [], 'conformant']);
      const unsaid = report.rules.filter(
        ({ outcome, because, id }) =>
          outcome === 'inapplicable' && because === undefined && id !== 'get-animal.sunset',
      );
      expect([run, unsaid.map(({ id }) => id)]).toEqual([run, []]);
    }
  });
});

test.each([
  ['name-without-double-quotes', 'double quotes'],
  ['name-tab-to-space', 'a tab'],
  ['name-without-line-ends', 'a line feed'],
  ['chunked-body-refused', 'sent in chunks'],
  ['expectation-refused', '100 Continue'],
  ['closing-connection-refused', 'the last request of its connection'],
  ['lower-case-header-not-found', 'header names in lower case'],
  ['escapes-in-capitals-replaced', 'escaped accents'],
  ['add-status-lost-when-first', 'in reverse order'],
  ['limit-37-name-altered', 'is listed with another `name`'],
  ['no-parameter-name-altered', 'is listed with another `name`'],
  ['no-limit-filter-category-lost', 'is listed with another `categoryId`'],
])('a later run finds %s, and says what it takes', async (name, what) => {
  const next = runs({ faults: faults.filter((one) => one.name === name) });
  await next();
  const { rules } = await next();
  const causes = rules.flatMap(({ failures }) => failures.map(({ cause }) => cause));
  expect(causes.join('\n')).toContain(what);
});

test.each([
  'listed-name-trimmed',
  'listed-name-composed',
  'fetched-name-trimmed',
  'fetched-name-composed',
])('%s is a warning on later runs, as on the first one', async (name) => {
  const next = runs({ faults: faults.filter((one) => one.name === name) });
  const reports = [await next(), await next()];
  for (const report of reports) {
    expect(failed(report)).not.toEqual([]);
    expect(report.verdict).toBe('conformant');
  }
});

test('two runs at once accuse nobody because of one another', async () => {
  const next = runs({ variants: variant('in-any-order') });
  for (const report of await Promise.all([next(), next()])) expect(accusations(report)).toEqual([]);
});

/** A server that lists no more animals than these, whatever the limit. */
function pagesOf(most: number): (server: Transport) => Transport {
  const atMost = (parameter: string, limit: string): string =>
    Number(limit) <= 100 ? `limit=${Math.min(Number(limit), most)}` : parameter;
  return (server) => ({
    ...server,
    send: (request, signal) =>
      server.send({ ...request, path: request.path.replace(/limit=(\d+)(?=&|$)/, atMost) }, signal),
  });
}

test.each<[number, string, number]>([
  [20, 'newest-first', 10_000],
  [50, 'newest-first', 10_000],
  [50, 'by-identifier', 60_000],
])(
  'of a store with pages of at most %d animals, %s, accuse nobody but of short pages, and wait little',
  async (most, order, mostMs) => {
    const next = runs({ variants: variant(order), between: pagesOf(most) });
    await next();
    const report = await next();
    expect(failed(report)).toEqual(['list-animals.full-pages']);
    expect(report.run.durationMs).toBeLessThan(mostMs);
  },
);

interface Stored {
  readonly id: number;
  readonly name: string;
  /** The digits as written, because a double cannot hold every one. */
  readonly categoryId: string;
  readonly status?: string;
}

/** How a target shows an animal in a list of that status, or when it is fetched; undefined if the animal is gone. */
type Change = (animal: Stored, where: string | null) => Stored | undefined;

const read = (text: string): unknown =>
  JSON.parse(text.replace(/("categoryId":\s*)(-?\d+)/g, '$1"$2"'));
const written = (value: unknown): string =>
  JSON.stringify(value).replace(/("categoryId":)"(-?\d+)"/g, '$1$2');
const isGone = written({ code: 'gone', message: 'No such animal.', status: 404 });

/** A server with the same store, in which the animals have changed. */
function changing(change: Change, isOn: () => boolean): (server: Transport) => Transport {
  return (server) => ({
    ...server,
    send: async (request, signal) => {
      const response = await server.send(request, signal);
      const [path = '', query = ''] = request.path.split('?');
      if (!isOn() || request.method !== 'GET' || response.status !== 200) return response;
      if (/\/pets\/\d+$/.test(path)) {
        const changed = change(read(String(response.body)) as Stored, 'get');
        return changed
          ? { ...response, body: written(changed) }
          : { ...response, status: 404, body: isGone };
      }
      const parameters = new URLSearchParams(query);
      const [limit, status] = [Number(parameters.get('limit') ?? 20), parameters.get('status')];
      if (!path.endsWith('/pets') || !(limit <= 100)) return response;
      const lists = await Promise.all(
        ['available', 'pending', 'sold'].map((one) =>
          server.send({ ...request, path: `${path}?limit=100&status=${one}` }, signal),
        ),
      );
      const all = lists
        .flatMap(({ body }) => read(String(body)) as Stored[])
        .sort((one, other) => one.id - other.id);
      const shown = all
        .flatMap((animal) => change(animal, status) ?? [])
        .filter((animal) => status === null || animal.status === status)
        .slice(0, limit);
      return { ...response, body: written(shown) };
    },
  });
}

/** A server that takes a number in quotes for the number. */
function taking(quoted: RegExp, isOn: () => boolean): (server: Transport) => Transport {
  return (server) => ({
    ...server,
    send: (request, signal) =>
      server.send(
        isOn() && typeof request.body === 'string'
          ? { ...request, body: request.body.replace(quoted, '"categoryId":$1') }
          : request,
        signal,
      ),
  });
}

let changedNow: Change | undefined;
let nextAtStore: Promise<ReturnType<typeof runs>> | undefined;

/** The rules that are shown animals, and those over every exchange: nothing else can be misled by changed ones. */
const shownAnimals = allRules.filter(
  ({ id, form }) => form === 'exchanges' || /^(list-animals|get-animal)\./.test(id),
);

/** A read-only run against the store of a first run whose animals have changed. All tests share that store. */
async function later(change: Change, rules: readonly Rule[] = shownAnimals): Promise<Report> {
  nextAtStore ??= afterFirst();
  const next = await nextAtStore;
  changedNow = change;
  try {
    return await next({ rules, scope: { ...partial, readOnly: true } });
  } finally {
    changedNow = undefined;
  }
}

async function afterFirst(): Promise<ReturnType<typeof runs>> {
  const change: Change = (animal, where) => (changedNow ? changedNow(animal, where) : animal);
  const next = runs({ between: changing(change, () => changedNow !== undefined) });
  expect(accusations(await next())).toEqual([]);
  return next;
}

describe('what has happened to the animals of an earlier run', () => {
  test('nothing: is judged by a run that only reads, and is no breach', async () => {
    const report = await later((animal) => animal, allRules);
    expect(accusations(report)).toEqual([]);
    expect(judged(report)).toEqual(
      expect.arrayContaining([
        'list-animals.as-created',
        'list-animals.finds-created',
        'list-animals.filter-finds',
        'get-animal.exact-animal',
      ]),
    );
  });

  test.each<[string, Change]>([
    ['renamed by somebody', (animal) => ({ ...animal, name: `${animal.name} II` })],
    [
      'renamed in front of the mark, cut, or written in capitals',
      ({ name, ...animal }) => ({
        ...animal,
        name: [`Old ${name}`, name.slice(0, 20), name.toUpperCase()][animal.id % 3] ?? name,
      }),
    ],
    ['put into another category', (animal) => ({ ...animal, categoryId: '9' })],
    ['sold by somebody', (animal) => ({ ...animal, status: 'sold' })],
    ['removed, every third', (animal) => (animal.id % 3 === 0 ? undefined : animal)],
  ])('%s: is no breach', async (_, change) => {
    expect(accusations(await later(change))).toEqual([]);
  });

  test('altered by a machine, to a category into which nobody would put it: is told', async () => {
    const report = await later((animal) => ({ ...animal, categoryId: '2147483648' }));
    expect(failed(report)).toContain('list-animals.as-created');
  });

  test('rounded by a machine: is told with the category that was sent', async () => {
    const rounded = await later((animal) => ({
      ...animal,
      categoryId: String(BigInt(Number(animal.categoryId))),
    }));
    const shown = rounded.rules.find(({ id }) => id === 'list-animals.as-created')?.failures[0];
    expect(shown?.cause).toMatch(/^Animal \d+ is listed with another `categoryId`/);
    expect(Number(shown?.expected)).toBe(Number(shown?.actual));
  });

  test('added by a body that a first run, rightly, found wrong: is no breach once the server is fixed', async () => {
    let isLax = true;
    const next = runs({ between: taking(/"categoryId":"(\d{16,19})"/, () => isLax) });
    expect(failed(await next())).toEqual(['add-animal.invalid-category']);
    isLax = false;
    expect(accusations(await next())).toEqual([]);
  });

  test('hidden from the unfiltered list alone: is told', async () => {
    const report = await later((animal, status) =>
      status === null && animal.status !== 'pending' ? undefined : animal,
    );
    expect(failed(report)).toContain('list-animals.finds-created');
  });

  test('hidden from the list of its status alone: is told', async () => {
    const report = await later((animal, status) =>
      animal.id % 2 === 0 && status === 'pending' ? undefined : animal,
    );
    expect(failed(report)).toContain('list-animals.filter-finds');
  });

  test('hidden from all lists, but not gone: is told, as the numbers in the names show a gap', async () => {
    let isOn = false;
    const few = { rules: allRules.filter(({ id }) => id === 'add-animal.adds-one') };
    const next = runs({
      between: changing(
        (animal, where) => (where === 'get' || animal.id !== 4 ? animal : undefined),
        () => isOn,
      ),
    });
    expect(accusations(await next(few))).toEqual([]);
    isOn = true;
    expect(failed(await next({ scope: { ...partial, readOnly: true } }))).toContain(
      'list-animals.finds-created',
    );
  });
});

describe('a store', () => {
  test('with names of 200,000 letters of an earlier kit accuses nobody, newest first', async () => {
    const one = prepareInMemory({ variants: variant('newest-first') });
    for (const length of [10_000, 200_000])
      for (const status of ['available', 'pending', 'sold'])
        await one.transport.send({
          method: 'POST',
          path: '/v1/pets',
          headers: [
            ['Authorization', `Bearer ${one.key}`],
            ['Content-Type', 'application/json'],
          ],
          body: JSON.stringify({
            name: `conformance 7 1a2b3c4d twin ${'n'.repeat(length)}`,
            categoryId: 1,
            status,
          }),
        });
    for (const [seed, scope] of [
      [1, undefined],
      [2, { ...partial, readOnly: true }],
    ] as const) {
      const report = await startRun({
        ...one,
        seed,
        rules: shownAnimals,
        ...(scope ? { scope } : {}),
      });
      expect(accusations(report)).toEqual([]);
    }
  });
});

test('a case that looked less often than it would alone, as the run knew the target, holds when judged again', async () => {
  const names = [
    'seen-300-ms-late',
    'residents-5000',
    'lists-vary-in-length',
    'categories-1-to-3',
    'codes-by-status',
  ];
  for (const seed of [1, 3, 5])
    expect((await proveRuns(names.flatMap(variant), seed, 'all')).problems).toEqual([]);
});
