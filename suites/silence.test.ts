// What the contract says nothing of accuses nobody: no response to odd requests, and lists that nobody can read.
import { expect, test } from 'vitest';
import { TransportError } from '../lib/http/types.js';
import { runInMemory } from '../lib/in-memory/in-memory.js';
import type { Report } from '../lib/judge/result/report.js';
import { instead } from '../lib/reference/changes/change.js';
import { is, limitIn } from '../lib/reference/changes/requests.js';
import { allRules } from './index.js';

const id = 'list-animals.never-above-100';
const rules = allRules.filter((rule) => rule.id === id);
const outcomeOf = ({ rules: all }: Report): string | undefined =>
  all.find((rule) => rule.id === id)?.outcome;

test('a server that closes the connection at odd limits is told of it, and breaks no rule of lists', async () => {
  const report = await runInMemory({
    rules,
    between: (server) => ({
      ...server,
      send: async (request, signal) => {
        if (/limit=(?:all|max|0x7f)(?:&|$)/.test(request.path))
          throw new TransportError('reset', 'the connection was closed');
        return server.send(request, signal);
      },
      close: () => server.close(),
    }),
  });
  expect(outcomeOf(report)).toBe('passed');
  expect(report.run.warnings).toContainEqual(
    expect.stringMatching(/^The contract specifies no response to these requests, .*limit=all/),
  );
});

const listing = (count: number): Promise<Report> =>
  runInMemory({
    rules,
    variants: [
      {
        name: 'unreadable',
        sentence: 'Lists animals with a number that JSON does not have.',
        change: instead('operate', (call, server) =>
          is(call, 'listPets') && Number(limitIn(call)) > 100
            ? server.json(200, `[${Array(count).fill('{"categoryId":Infinity}').join()}]`, call)
            : undefined,
        ),
      },
    ],
  });

test('a list that cannot be read is no short list, and is too long if so many animals can be made out', async () => {
  expect(outcomeOf(await listing(1))).toBe('cantTell');
  expect(outcomeOf(await listing(101))).toBe('failed');
});
