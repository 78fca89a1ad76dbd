// Clause 4.2: a valid animal is added, with a status and without one. Rules only.
import { jsonText } from '../../lib/contract/values/values.js';
import {
  animalOf,
  excuse,
  expectSchema,
  expectStatus,
  experiment,
  isRefusal,
  isSuccess,
  observe,
  rule,
  undecided,
} from '../../lib/judge/rules/index.js';
import { seenOf } from '../animals.js';
import { adds, addsOfAnyCategory, addsWithoutStatus, namesInUnicode } from './adds.js';

/** On one connection and while nothing else is sent, so that what a refusal leaves behind meets the next request. */
const rightAfterARefusal = experiment({
  name: 'a valid animal right after an invalid one, on one connection',
  stage: 'sparse',
  needs: ['writes'],
  fewer: 1,
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    return [jsonText({ ...animal, name: 7 }), '{"name":', '{}'].map((text, index) => ({
      animal,
      text,
      connection: `refusal ${index}`,
    }));
  },
  send: async ({ animal, text, connection }, session) => {
    await session.add({ raw: text }, { validity: 'invalid', connection });
    const valid = session.marked({ ...animal, name: 'After a refusal' });
    return seenOf(valid, await session.add(valid, { connection }));
  },
  describe: ({ text }) => `a valid animal after ${text}`,
});

export const rules = [
  rule(
    'add-animal.answers-201',
    [...adds, addsWithoutStatus, namesInUnicode, rightAfterARefusal],
    ({ added }, { animal }) => {
      const hasStatus = animal.status !== undefined;
      if (!hasStatus && !isSuccess(added)) excuse('the target refuses animals without a status');
      expectStatus(added, 201, hasStatus ? 'with a valid animal' : 'without a status');
    },
  ),

  rule(
    'add-animal.returns-pet',
    [...addsOfAnyCategory, namesInUnicode],
    ({ added }, { refusable }) => {
      if (refusable === 'category' && isRefusal(added))
        excuse('the target refuses some categories');
      if (refusable === 'name' && isRefusal(added)) excuse('the target refuses some names');
      if (!isSuccess(added)) undecided('a valid animal was refused');
      expectSchema(added, 'Pet');
    },
  ),

  rule('add-animal.status-optional', addsWithoutStatus, ({ added }) => {
    if (!isSuccess(added)) expectStatus(added, 201, 'without a status');
  }),

  observe('add-animal.default-status', addsWithoutStatus, ([first]) =>
    first ? (animalOf(first.result.added)?.status ?? 'no status') : '',
  ),
];
