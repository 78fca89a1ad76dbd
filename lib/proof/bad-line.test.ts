// A bad line does not change the verdict (BAD_LINE_RUNS=100 tests that a hundred times). Each twentieth response is
// lost, before or after the server acted, and each fiftieth request is told to come again.
import { describe, expect, test } from 'vitest';
import { faultNamed } from '../reference/index.js';
import { TransportError, type Transport } from '../http/types.js';
import { randomFrom, runInMemory, type InMemory } from '../in-memory/in-memory.js';
import { expectedOf } from './also-fails/index.js';

const tooMany = {
  status: 429,
  body: JSON.stringify({ code: 'too_many_requests', message: 'Slow down.', status: 429 }),
  truncated: false,
} as const;
const json = ['content-type', 'application/json'] as const;

function badLine(through: Transport, chance: () => number): Transport {
  return {
    async send(request, signal) {
      const drawn = chance();
      if (drawn < 0.02)
        return { ...tooMany, headers: drawn < 0.01 ? [json, ['retry-after', '1']] : [json] };
      if (drawn < 0.045) throw new TransportError('reset', 'made up: the connection ended', true);
      const answer = await through.send(request, signal);
      // A lost write cannot be told from a write whose response was lost.
      if (drawn < 0.07)
        throw new TransportError('reset', 'made up: the connection ended', drawn < 0.06);
      return answer;
    },
    close: () => through.close(),
  };
}

const over = (line: number, unusual: InMemory = {}) =>
  runInMemory({
    seed: line,
    ...unusual,
    between: (server) => badLine(server, randomFrom(line * 7919)),
  });

const lines = Number(process.env['BAD_LINE_RUNS'] ?? 2);

describe('over a bad line', () => {
  test('a correct server is conformant, every time', async () => {
    for (let line = 1; line <= lines; line += 1) {
      const { verdict, rules } = await over(line);
      const notPassed = rules
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
        .map(({ id, reason, failures }) => `${id}: ${reason ?? failures[0]?.cause}`);
      expect({ line, verdict, notPassed }).toEqual({ line, verdict: 'conformant', notPassed: [] });
    }
  });

  test.each(['limit-off-by-one', 'name-in-capitals', 'ids-wrap-at-100'])(
    'a broken one fails what it breaks, every time: %s',
    async (name) => {
      const fault = faultNamed(name) ?? expect.fail(`there is no fault ${name}`);
      const { fails, mayFail } = expectedOf(fault);
      for (let line = 1; line <= Math.ceil(lines / 10); line += 1) {
        const { verdict, rules } = await over(line, { faults: [fault] });
        expect({
          line,
          verdict,
          failed: rules
            .filter(({ id, outcome }) => outcome === 'failed' && !mayFail.includes(id))
            .map(({ id }) => id),
        }).toEqual({
          line,
          verdict: 'not-conformant',
          failed: [...fails].sort(inOrderOf(rules)),
        });
      }
    },
  );
});

function inOrderOf(
  rules: readonly { readonly id: string }[],
): (one: string, other: string) => number {
  const place = new Map(rules.map(({ id }, index) => [id, index]));
  return (one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0);
}
