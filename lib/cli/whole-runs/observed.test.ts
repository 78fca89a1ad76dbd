// Observations over real sockets are the same as in memory, each time and in whichever order answers arrive.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { atServer } from '../../testing/at-server.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { allRules } from '../../../suites/index.js';

const open = allRules.filter(({ form }) => form === 'open');
const onlyOpen = ['--only', open.map(({ id }) => id).join(',')];

type Answers = Readonly<Record<string, string>>;
const answersOf = ({ observations }: Report): Answers =>
  Object.fromEntries(observations.map(({ id, answer }) => [id, answer]));

/** One run against a server of its own. */
const observed = (
  seed: number,
  variants: readonly string[],
  ...flags: string[]
): Promise<Answers> =>
  atServer(variants, async ({ url, quickstartUrl, run }) => {
    const where = [url, '--quickstart', quickstartUrl];
    const { out } = await run(...where, '--seed', String(seed), '--json', ...flags);
    return answersOf(JSON.parse(out) as Report);
  });

describe('over a socket', () => {
  let usual: Answers;
  beforeAll(async () => {
    usual = await observed(1, [], ...onlyOpen);
  });

  test('the answers are those in memory, but for the Date header', async () => {
    const { 'messages.clock': clock, ...others } = usual;
    const { 'messages.clock': clockInMemory, ...inMemory } = answersOf(
      await runInMemory({ rules: open }),
    );
    expect(others).toEqual(inMemory);
    expect([clock, clockInMemory]).toEqual([
      '`createdAt` agrees, the Date header agrees',
      '`createdAt` agrees, no Date header',
    ]);
  });

  test('the answers are the same for another seed, from a server that takes its time', async () => {
    expect(await observed(2, ['slow'], ...onlyOpen)).toEqual(usual);
  });

  test('a list is compressed for a client that asks for it', async () => {
    const only = ['--only', 'list-animals.compression'];
    expect(usual['list-animals.compression']).toBe('no');
    expect(await observed(1, ['gzip'], ...only)).toEqual({ 'list-animals.compression': 'gzip' });
  });
});
