// Looks for what a refused body added, on made-up responses: lists may show an animal only now that another case added.
import { describe, expect, test } from 'vitest';
import type { NewAnimal } from '../../lib/contract/values/values.js';
import type { Ask } from '../../lib/http/types.js';
import { AddedAnimals } from '../../lib/judge/rules/added-animals.js';
import type { AnyExperiment, CaseRule } from '../../lib/judge/rules/rule.js';
import type { SessionOptions } from '../../lib/judge/rules/session.js';
import type { Setup } from '../../lib/judge/rules/setup.js';
import { NotApplicable, Undecided } from '../../lib/judge/result/signals.js';
import { answered, scriptedSession } from '../../lib/testing/made-up.js';
import { rules } from './refused.js';

const rule = rules.find(({ id }) => id === 'add-animal.refused-adds-nothing') as CaseRule;
const experiment = rule.experiments[0] as AnyExperiment;
const animal: NewAnimal = { name: 'Twin', categoryId: 1n, status: 'available' };
const bodies = [{ cause: 'no name', text: '{"categoryId":1}', difference: 'name is missing' }];

/** A store that refuses the body, and that shows animal 18 from then on. */
function store(list = (shown: readonly object[]) => answered(200, shown)) {
  const shown: object[] = [];
  let id = 30;
  return ({ method, body }: Ask) => {
    if (method === 'GET') return { answer: list(shown) };
    if (body === bodies[0]?.text) {
      shown.push({ id: 18, name: 'null', categoryId: 1, status: 'available' });
      return { answer: answered(400, { code: 'invalid', message: 'refused' }) };
    }
    const added = { id: (id += 1), ...JSON.parse(String(body)) };
    shown.push(added);
    return { answer: answered(201, added) };
  };
}

async function judged(reply = store(), more: Partial<SessionOptions> = {}): Promise<unknown> {
  const { session } = scriptedSession(reply, more);
  const seen = await experiment.send({ animal, bodies }, session);
  try {
    return rule.judge()(seen, undefined);
  } catch (thrown) {
    return thrown;
  }
}

describe('an animal that appears after a refused body', () => {
  test('was added by the body, as far as anybody knows', async () => {
    expect(await judged()).toMatchObject({
      finding: { what: 'refused, but added' },
    });
  });

  test('may be of another client, while others add animals and its name is a common one', async () => {
    const others = { id: 19, name: 'Of somebody else', categoryId: 1, status: 'sold' };
    const withOthers = (shown: readonly object[]) =>
      answered(200, shown.length > 1 ? [others, ...shown] : shown);
    const signal = await judged(store(withOthers));
    expect(signal).toBeInstanceOf(NotApplicable);
    expect(signal).toMatchObject({ reason: { what: 'common name' } });
  });

  test('is the second of an accepted one, where a store has each of those twice', async () => {
    const name = 'Twin 2';
    const text = JSON.stringify({ name, categoryId: 1, status: 'sold' });
    const refused = JSON.stringify({ name, categoryId: 1, status: 'gone' });
    const both = [text, refused].map((body) => ({ text: body, cause: 'x', difference: 'x' }));
    const twice = (times: 1 | 2) => {
      const plain = store();
      return (ask: Ask) => {
        if (ask.body === refused)
          return { answer: answered(400, { code: 'invalid', message: 'refused' }) };
        const said = plain(ask);
        if (ask.method === 'POST' && (times === 2 || ask.body === text)) plain(ask);
        return said;
      };
    };
    const { session } = scriptedSession(twice(2));
    const seen = (await experiment.send({ animal, bodies: both }, session)) as {
      readonly entries: readonly unknown[];
    };
    expect(seen.entries).toEqual([]);
    const other = scriptedSession(twice(1));
    const once = await experiment.send({ animal, bodies: both }, other.session);
    expect(once).toMatchObject({ entries: [{ name }] });
  });

  test.each([
    [201, 'an empty response'],
    [500, 'a failure'],
  ])('is perhaps that of another body, which got a %i: %s', async (status) => {
    const name = 'Twin';
    const [taken, refused] = ['pending', 'gone'].map((one) =>
      JSON.stringify({ name, categoryId: 1, status: one }),
    );
    const both = [taken, refused].map((text) => ({ text, cause: 'x', difference: 'x' }));
    // Each add gives one animal; the one that is refused gives one only if the store adds it all the same.
    const silent = (addsRefused: boolean) => {
      const plain = store();
      return (ask: Ask) => {
        if (ask.body !== taken && ask.body !== refused) return plain(ask);
        if (ask.body === taken || addsRefused) plain(ask);
        return {
          answer:
            ask.body === taken
              ? answered(status, {})
              : answered(400, { code: 'invalid', message: 'refused' }),
        };
      };
    };
    const judgedOf = async (addsRefused: boolean): Promise<unknown> => {
      const { session } = scriptedSession(silent(addsRefused));
      const seen = await experiment.send({ animal, bodies: both }, session);
      try {
        return rule.judge()(seen, undefined);
      } catch (thrown) {
        return thrown;
      }
    };
    expect(await judgedOf(false)).toEqual(
      new Undecided({ what: 'unclear who added', values: { id: '32', status } }),
    );
    // Two animals are more than one body adds.
    expect(await judgedOf(true)).toMatchObject({ finding: { what: 'refused, but added' } });
  });

  test('is another, where another case added it', async () => {
    const added = new AddedAnimals();
    added.remember('18', { startedAt: 0, durationMs: 1 });
    expect(await judged(store(), { added })).toBeUndefined();
  });
});

test('lists that cannot be read leave it undecided, and are not said to be full', async () => {
  const broken = store(() => answered(500, { code: 'broken', message: 'broken' }));
  expect(await judged(broken)).toEqual(new Undecided({ what: 'unreadable lists' }));
});

test('a status that is none is told without another one beside it', async () => {
  const invalidStatuses = rules.find(({ id }) => id === 'add-animal.invalid-status') as CaseRule;
  const wrong = invalidStatuses.experiments.find(({ name }) => name.startsWith('statuses'));
  const setup = { plainTwin: async () => ({ animal, exchange: { answer: answered(201, {}) } }) };
  const cases = (await wrong?.cases(setup as unknown as Setup)) as readonly unknown[];
  const told = cases.map((value) => wrong?.describe?.(value) ?? '');
  expect(told).toContain('"status": ["sold"]');
  expect(told.filter((what) => what.split('status').length > 2)).toEqual([]);
});
