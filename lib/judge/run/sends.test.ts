// How often one request goes out over a whole run, to a target that never answers it and answers all others: for its case,
// because it is a finding, to shrink and to confirm it.
import { describe, expect, test } from 'vitest';
import { TransportError, type HttpRequest, type NoAnswerKind } from '../../http/types.js';
import { everyAnswer, expectStatus, rule, type Exchange } from '../rules/index.js';
import {
  adds,
  limitOf,
  lists,
  madeUpRun,
  refusal,
  rows,
  type Script,
} from '../../testing/made-up.js';

const lost =
  (kind: NoAnswerKind, beforeAnswer = false): Script =>
  () => {
    throw new TransportError(kind, `made up: ${kind}`, beforeAnswer);
  };
const ways = {
  'reset before one byte': lost('reset', true),
  'reset in the middle': lost('reset'),
  'answered with what is no HTTP': lost('not-http'),
  'not answered in time': lost('timeout'),
  refused: lost('refused'),
  'answered with 503': () => refusal(503),
} satisfies Record<string, Script>;
type Way = keyof typeof ways;

type Requests = (request: HttpRequest) => boolean;
const isRead: Requests = (request) => limitOf(request) === 4;
const isWrite: Requests = ({ method }) => method === 'POST';
const status =
  (wanted: number) =>
  (answered: Exchange): void =>
    expectStatus(answered, wanted, 'here');

async function sends(
  these: Requests,
  rules: Parameters<typeof madeUpRun>[0],
  way: Way,
  others: Script = () => undefined,
) {
  const { report, seen } = await madeUpRun(rules, {
    script: (request, store) => (these(request) ? ways[way] : others)(request, store),
  });
  const sent = seen.filter(these).map(({ body }) => body);
  return {
    times: sent.length,
    outcome: report.rules[0]?.outcome,
    bodies: new Set(sent).size,
  };
}

describe('what is hopeless', () => {
  test.each<[Way, number, number, string]>([
    ['reset before one byte', 9, 8, 'failed'],
    ['reset in the middle', 9, 8, 'failed'],
    ['answered with what is no HTTP', 6, 6, 'failed'],
    ['not answered in time', 3, 3, 'failed'],
    ['refused', 3, 3, 'cantTell'],
    ['answered with 503', 5, 5, 'failed'],
  ])('%s: a read goes out %i times, a plain write %i', async (way, reads, writes, outcome) => {
    const read = rule(rows.stated, lists([1, 4]), status(200));
    expect(await sends(isRead, [read], way)).toMatchObject({ times: reads, outcome });
    const write = rule(rows.alsoStated, adds(['Ada']), status(201));
    expect(await sends(isWrite, [write], way)).toMatchObject({ times: writes, outcome });
  });

  test('goes out once more for each further rule that it breaks', async () => {
    const read = rule(rows.implied, lists([1, 4]), status(200));
    const all = everyAnswer(
      rows.stated,
      [],
      () => true,
      () => {},
    );
    expect(await sends(isRead, [read, all], 'reset before one byte')).toMatchObject({ times: 10 });
  });

  test('goes out more often where others get lost as well', async () => {
    const losesFirst = new Set([1]);
    const others: Script = (request, store) =>
      losesFirst.delete(limitOf(request)) ? ways['reset in the middle'](request, store) : undefined;
    const before = lists([1], { name: 'before', stage: 'untouched' });
    const read = rule(rows.stated, [before, lists([4])], status(200));
    expect(await sends(isRead, [read], 'reset in the middle', others)).toMatchObject({
      times: 12 + 5 + 2 * 5,
      outcome: 'failed',
    });
  });

  // A refused request cannot have arrived.
  test.each<[Way, number, string, number]>([
    ['reset before one byte', 13, 'failed', 13],
    ['reset in the middle', 13, 'failed', 13],
    ['answered with what is no HTTP', 13, 'failed', 13],
    ['not answered in time', 3, 'failed', 3],
    ['refused', 3, 'cantTell', 1],
    ['answered with 503', 5, 'failed', 5],
  ])(
    '%s: a write that must go out once never does so twice, %i take its place',
    async (way, times, outcome, bodies) => {
      const once = adds(['Ada'], {
        send: async (name, session) => {
          const { added } = await session.addOnce(() => session.marked({ name, categoryId: 1n }));
          return added;
        },
      });
      const write = rule(rows.alsoStated, once, status(201));
      expect(await sends(isWrite, [write], way)).toEqual({ times, outcome, bodies });
    },
  );
});
