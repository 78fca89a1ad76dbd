// One fact is changed in spec/openapi.yaml, in a copy of the built kit: all that rests on it must follow.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { start } from '../../testing/built.js';
import { kitWith } from '../../testing/changed-contract.js';
import { inFolder } from '../../testing/io.js';
import { replace } from '../../reference/changes/change.js';
import { createReference, serve, type Variant } from '../../reference/index.js';

const thirty = (contract: string): string => contract.replace('default: 20', 'default: 30');

test('the default limit: cases, messages and the embedded server follow', async () => {
  await inFolder(async (folder) => {
    const kit = kitWith(join(folder, 'kit'), thirty);
    const own = start(['--seed', '1', '--quiet'], folder, {}, kit);
    expect([await own.ended, own.written.err]).toEqual([0, 'Reports: reports/reference\n']);

    const usual = start(['--only', 'version', '--json'], folder);
    expect(await usual.ended).toBe(0);

    const reference = createReference();
    const of20 = await serve(reference);
    const environment = { ANIMAL_STORE_API_KEY: reference.key };
    try {
      const run = start([of20.url, '--seed', '1', '--json'], folder, environment, kit);
      expect(await run.ended).toBe(1);
      const { kit: changed, rules } = JSON.parse(run.written.out) as Report;
      const { kit: before } = JSON.parse(usual.written.out) as Report;
      expect(changed).toEqual({ ...before, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(changed.digest).not.toBe(before.digest);
      const failed = rules.filter(({ outcome }) => outcome === 'failed');
      expect(failed.map(({ id }) => id)).toEqual(['list-animals.default-limit']);
      expect(failed[0]?.failures[0]).toMatchObject({
        cause:
          '`GET /pets` without a limit (no parameters) returned 20 animals; with limit=30 it returned 30.',
        expected: '30 animals',
      });
      expect(JSON.stringify(rules)).not.toContain('limit=20"');
    } finally {
      await of20.close();
    }
  });
});

const reserved = (contract: string): string =>
  contract.replace(
    'enum: [available, pending, sold]',
    'enum: [available, pending, sold, reserved]',
  );
const facts = {
  defaultLimit: 20,
  highestLimit: 100,
  statuses: ['available', 'pending', 'sold', 'reserved'],
};
/** Lists all animals where the fourth status is asked for. */
const unfiltered: Variant = {
  name: 'unfiltered',
  sentence: 'Ignores the filter for reserved animals.',
  change: replace('filterOf', (original) => (call) => {
    const status = original(call);
    return status === 'reserved' ? undefined : status;
  }),
};

test('a fourth status: the embedded server has it, and a server that does not is no Animal Store', async () => {
  await inFolder(async (folder) => {
    const kit = kitWith(join(folder, 'kit'), reserved);
    const own = start(['--seed', '1', '--quiet'], folder, {}, kit);
    expect([await own.ended, own.written.err]).toEqual([0, 'Reports: reports/reference\n']);

    const failedBy = async (reference: ReturnType<typeof createReference>) => {
      const served = await serve(reference);
      const environment = { ANIMAL_STORE_API_KEY: reference.key };
      try {
        const run = start([served.url, '--seed', '1', '--json'], folder, environment, kit);
        expect(await run.ended).toBe(1);
        const { rules } = JSON.parse(run.written.out) as Report;
        return rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
      } finally {
        await served.close();
      }
    };
    const withThree = await failedBy(createReference());
    expect(withThree).toEqual([
      'list-animals.answers-200',
      'list-animals.limits-accepted',
      'add-animal.answers-201',
    ]);
    const withoutFilter = await failedBy(createReference({ facts, variants: [unfiltered] }));
    expect(withoutFilter).toEqual([
      'sequences.model',
      'list-animals.nothing-matches',
      'list-animals.filter',
      'list-animals.filter-few',
    ]);
  });
});
