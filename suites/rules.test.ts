// The rules as a whole: each is in the ledger, none depends on another, and one that only reads never writes.
import { describe, expect, test } from 'vitest';
import { loadLedger } from '../lib/contract/ledger.js';
import type { Report } from '../lib/judge/result/report.js';
import { stages, type AnyExperiment, type Rule } from '../lib/judge/rules/rule.js';
import { runInMemory, type InMemory } from '../lib/in-memory/in-memory.js';
import type { HttpRequest } from '../lib/http/types.js';
import { oneIn } from '../lib/proof/sample.js';
import { allRules, populating, suites } from './index.js';

const ledger = loadLedger();
const kinds = new Map(ledger.rules.map(({ id, kind }) => [id, kind]));
const experiments: readonly AnyExperiment[] = [
  ...new Set(allRules.flatMap((rule) => rule.experiments)),
];

describe('rules and ledger', () => {
  test('every row has exactly one rule, and every rule its row', () => {
    expect(allRules.map(({ id }) => id).sort()).toEqual(ledger.rules.map(({ id }) => id).sort());
  });

  test('what the contract leaves open is observed; everything else is judged', () => {
    expect(
      allRules
        .filter(({ id, form }) => (kinds.get(id) === 'open') !== (form === 'open'))
        .map(({ id }) => id),
    ).toEqual([]);
  });

  test('an id begins with its suite, but for the JSON of all bodies', () => {
    const elsewhere = Object.entries(suites).flatMap(([suite, rules]) =>
      rules.filter(({ id }) => !id.startsWith(`${suite}.`)).map(({ id }) => `${suite}: ${id}`),
    );
    expect(elsewhere).toEqual(['errors: bodies.json']);
  });

  test('every rule has an experiment: without one it could not be told', () => {
    expect(
      allRules
        .filter(
          (rule) =>
            rule.experiments.length === 0 ||
            new Set(rule.experiments).size < rule.experiments.length,
        )
        .map(({ id }) => id),
    ).toEqual([]);
  });
});

describe('experiments', () => {
  test('have names of their own, as a replay finds them by name', () => {
    const names = experiments.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(
      names.filter((name) => name.trim() !== name || name === '' || name.includes('#')),
    ).toEqual([]);
  });

  test('have a known stage, and write nothing while the store is untouched', () => {
    expect(
      experiments.filter(({ stage }) => !stages.includes(stage)).map(({ name }) => name),
    ).toEqual([]);
    expect(
      experiments
        .filter(({ stage, needs }) => stage === 'untouched' && needs?.includes('writes'))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  test('that fill the store are known to the run, whichever rules are chosen', () => {
    expect(populating.length).toBeGreaterThan(0);
    expect(populating).toEqual(experiments.filter((one) => one.populates));
    expect(
      populating.filter(({ stage, needs }) => stage !== 'populated' || !needs?.includes('writes')),
    ).toEqual([]);
  });
});

interface Watched {
  readonly report: Report;
  readonly requests: readonly HttpRequest[];
}

async function watched(options: InMemory): Promise<Watched> {
  const requests: HttpRequest[] = [];
  const between: InMemory['between'] = (server) => ({
    ...server,
    send: (request, signal) => (requests.push(request), server.send(request, signal)),
  });
  return { report: await runInMemory({ ...options, between }), requests };
}

const each = allRules.map((rule) => [rule.id, rule] as const);
/** Each rule with both stores, the two in turn first. */
const stores = each.flatMap(([id, rule], at) =>
  (at % 2 === 0 ? ['an empty', 'a full'] : ['a full', 'an empty']).map(
    (store) => [id, store, rule] as const,
  ),
);
const readOnly = { full: false, readOnly: true, only: [], shard: null };
const alone = (rule: Rule, options: InMemory = {}): Promise<Watched> =>
  watched({
    rules: [rule],
    scope: { full: false, readOnly: false, only: [rule.id], shard: null },
    ...options,
  });

/** Expects reasons if the outcome is neither passed nor observed. */
function expectSound({ report }: Watched, allowed: readonly string[]): void {
  const [result] = report.rules;
  expect(allowed, `${result?.outcome}: ${result?.reason ?? result?.failures[0]?.cause}`).toContain(
    result?.outcome,
  );
  if (result?.outcome === 'passed') expect(result.evidence.cases).toBeGreaterThan(0);
  if (result?.outcome === 'inapplicable' || result?.outcome === 'untested')
    expect(result.reason).toMatch(/\w+ \w+/);
}

function expectNoWrites({ requests, report }: Watched): void {
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(report.run).toMatchObject({ created: [], writes: 0 });
}

test.each([0, 400])(
  'all rules together only read in a read-only run, of %i animals',
  async (animals) => expectNoWrites(await watched({ animals, scope: readOnly })),
);

describe('each rule alone', () => {
  test.each(each)('%s: proves itself on a correct server', async (_, rule) => {
    expectSound(await alone(rule), [
      rule.form === 'open' ? 'observed' : 'passed',
      ...(rule.id === 'get-animal.sunset' ? ['inapplicable'] : []),
    ]);
  });

  test.each(oneIn(2, stores))(
    '%s: only reads in a read-only run, of %s store',
    async (_, store, rule) => {
      const run = await alone(rule, { animals: store === 'a full' ? 400 : 0, scope: readOnly });
      expectNoWrites(run);
      expectSound(run, ['passed', 'observed', 'inapplicable', 'untested']);
    },
  );
});
