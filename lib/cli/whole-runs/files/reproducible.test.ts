// Two runs of one seed against equal servers, over real sockets: every file is the same but for times and addresses.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Changing } from '../../../reference/reference.js';
import { atServer } from '../../../testing/at-server.js';
import { comparable } from '../../../testing/reports/fixture-comparable.js';

/** So many that every list is full of animals that were there before: what is added meanwhile is on no page. */
const residents = 330;
const nothing = Symbol('nothing');

/**
 * Requests travel side by side, so which comes first is chance. This server gives out nothing by the order of arrival,
 * but for three digits where the very same is sent several times.
 */
const identifiersFromContent: Changing = {
  name: 'identifiers-from-content',
  change: (server) => {
    const times = new Map<string, number>();
    const nth = (text: string): number =>
      times.set(text, (times.get(text) ?? 0) + 1).get(text) ?? 0;
    const digits = (text: string): string =>
      `7${String(createHash('sha256').update(text).digest().readUIntBE(0, 4)).padStart(11, '0')}${String(nth(text)).padStart(3, '0')}`;
    server.assignId = (_call, { name, categoryId, status }) =>
      BigInt(digits(JSON.stringify([name, String(categoryId), status])));
    server.messageId = (call) => `msg_${digits(String(call.request.body))}`;
  },
};

const nthOfTheSame = (text: string): string => text.replace(/(?<!\d)(7\d{11})\d{3}(?!\d)/g, '$1');

/** Every file of a run, and what it printed. */
const filesOf = (
  server: Parameters<typeof atServer>[0],
  flags: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> =>
  atServer(server, async ({ url, quickstartUrl, folder, run }) => {
    const where = [url, '--quickstart', quickstartUrl, '--output', 'out'];
    const how = ['--seed', '5', '--as-of', '2026-11-05', '--settle', '2'];
    const { out } = await run(...where, ...how, ...flags);
    return new Map([
      ...readdirSync(join(folder, 'out')).map(
        (name) => [name, readFileSync(join(folder, 'out', name), 'utf8')] as const,
      ),
      ['printed', out],
    ]);
  });

/** Line by line, so that a difference is shown where it is. */
function expectTheSame(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
  mask: (text: string) => string = nthOfTheSame,
): void {
  expect([...other.keys()]).toEqual([...one.keys()]);
  for (const [name, text] of one) {
    const lines = (of: string): readonly string[] => mask(comparable(name, of)).split('\n');
    const [first, second] = [lines(text), lines(other.get(name) ?? '')];
    const at = first.findIndex((line, place) => line !== (second[place] ?? nothing));
    const around = (all: readonly string[]): string =>
      all
        .slice(Math.max(0, at - 4), at + 2)
        .join('\n')
        .slice(0, 2_000);
    expect(around(second), `${name}, line ${at + 1}`).toBe(around(first));
    expect(second.length, name).toBe(first.length);
  }
}

const outcomeOf = (
  files: ReadonlyMap<string, string>,
): {
  readonly verdict: string;
  readonly counts: { readonly failed: number; readonly warnings: number };
} => JSON.parse(files.get('report.json') ?? '') as never;

const quick = ['--effort', 'quick'];

describe('two runs of one seed', () => {
  test('are the same against a correct server', async () => {
    const correct = { changes: [identifiersFromContent], animals: residents };
    const [one, other] = [await filesOf(correct), await filesOf(correct)];
    expect(one.size).toBe(15);
    expect(outcomeOf(one).verdict).toBe('conformant');
    expectTheSame(one, other);
  });

  test('are the same against a server with several faults, although answers come in another order each time', async () => {
    const faults = [
      identifiersFromContent,
      'limit-off-by-one',
      'filter-ignored-for-sold',
      'missing-name-taken',
      'wrong-key-403',
      'html-404',
      'category-in-32-bits',
      'name-trimmed',
      'message-not-echoed',
      'status-as-text',
      'id-in-words-500',
    ];
    const [one, other] = [
      await filesOf({ changes: faults, animals: residents }, quick),
      await filesOf({ changes: ['slow', ...faults], animals: residents }, quick),
    ];
    expect(outcomeOf(one).verdict).toBe('not-conformant');
    const { failed, warnings } = outcomeOf(one).counts;
    expect(failed + warnings).toBeGreaterThan(12);
    expectTheSame(one, other);
  });

  // A server that counts gives each run its own identifiers: they are shown as they came. Nothing else may differ.
  test('differ in the identifiers that a server gives out by the order of arrival, and in nothing else', async () => {
    const server = {
      changes: [
        'message-id-uuid',
        'limit-off-by-one',
        'fetched-name-trimmed',
        'unknown-animal-422',
      ],
      animals: residents,
    };
    const [one, other] = [await filesOf(server, quick), await filesOf(server, quick)];
    const mask = (text: string): string =>
      text
        .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}\b/g, 'ID')
        .replace(/\b(?:3[3-9]|[4-9]\d)\d\b|\b1\d{3}\b/g, 'ID');
    expectTheSame(one, other, mask);
  });
});
