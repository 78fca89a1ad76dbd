// Observations over real sockets are the same as in memory, each time and in whichever order answers arrive.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { createReference, serve, variantNamed } from '../../reference/index.js';
import { runInMemory } from '../../in-memory/in-memory.js';
import { allRules } from '../../../suites/index.js';
import { command, inFolder } from '../../testing/io.js';

const open = allRules.filter(({ form }) => form === 'open');
const onlyOpen = ['--only', open.map(({ id }) => id).join(',')];

type Answers = Readonly<Record<string, string>>;
const answersOf = ({ observations }: Report): Answers =>
  Object.fromEntries(observations.map(({ id, answer }) => [id, answer]));

/** One run against a server of its own. */
async function observed(seed: number, variant?: string, ...flags: string[]): Promise<Answers> {
  const chosen = variant === undefined ? undefined : variantNamed(variant);
  const reference = createReference({ variants: chosen ? [chosen] : [] });
  const serving = await serve(reference);
  try {
    return await inFolder(async (folder) => {
      const where = [serving.url, '--quickstart', serving.quickstartUrl];
      const { out } = await command([...where, '--seed', String(seed), '--json', ...flags], {
        folder,
        environment: { ANIMAL_STORE_API_KEY: reference.key },
      });
      return answersOf(JSON.parse(out) as Report);
    });
  } finally {
    await serving.close();
  }
}

describe('over a socket', () => {
  let usual: Answers;
  beforeAll(async () => {
    usual = await observed(1, undefined, ...onlyOpen);
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
    expect(await observed(2, 'slow', ...onlyOpen)).toEqual(usual);
  });

  test('a list is compressed for a client that asks for it', async () => {
    const only = ['--only', 'list-animals.compression'];
    expect(await observed(1, undefined, ...only)).toEqual({ 'list-animals.compression': 'no' });
    expect(await observed(1, 'gzip', ...only)).toEqual({ 'list-animals.compression': 'gzip' });
  });
});
