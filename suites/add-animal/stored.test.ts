// An identifier is asked for before an animal has it: what that request gets says nothing about the animal.
import { expect, test } from 'vitest';
import type { Ask } from '../../lib/http/types.js';
import { NotApplicable } from '../../lib/judge/result/signals.js';
import type { AnyExperiment, CaseRule } from '../../lib/judge/rules/rule.js';
import { answered, scriptedSession } from '../../lib/testing/made-up.js';
import { rules } from './stored.js';

const rule = rules.find(({ id }) => id === 'add-animal.can-be-fetched') as CaseRule;
const early = rule.experiments.find(({ name }) => name.includes('before')) as AnyExperiment;

/** Counts the identifiers upwards. Animals that it does not have get the given reply. */
function store(unknown: (ask: Ask) => object) {
  const stored: object[] = [];
  return (ask: Ask) => {
    const { method, body, path } = ask;
    if (method === 'GET') {
      const animal = stored[Number(path.split('/').at(-1)) - 1];
      return animal === undefined ? unknown(ask) : { answer: answered(200, animal) };
    }
    const added = { id: stored.length + 1, ...JSON.parse(String(body)) };
    stored.push(added);
    return { answer: answered(201, added) };
  };
}

async function judged(unknown: (ask: Ask) => object): Promise<unknown> {
  const { session } = scriptedSession(store(unknown));
  const animal = { name: 'Twin', categoryId: 1n, status: 'available' };
  try {
    rule.judge()(await early.send({ animal, fetch: true }, session), { animal });
    return 'passed';
  } catch (thrown) {
    return thrown;
  }
}

test('passes where the identifier was unknown, and then is an animal', async () => {
  const unknown = { code: 'gone', message: 'not here', status: 404 };
  expect(await judged(() => ({ answer: answered(404, unknown) }))).toBe('passed');
});

test('accuses nobody where requests for unknown identifiers get no response', async () => {
  const noAnswer = { kind: 'timeout', message: 'no response within 10 s' };
  expect(await judged(() => ({ noAnswer }))).toBeInstanceOf(NotApplicable);
});
