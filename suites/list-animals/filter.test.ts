// The simplest way to keep a filter in force makes every list look filtered, which must not excuse it.
import { expect, test } from 'vitest';
import { runInMemory } from '../../lib/in-memory/in-memory.js';
import { replace } from '../../lib/reference/changes/change.js';
import type { Status } from '../../lib/reference/types.js';
import { allRules } from '../index.js';

const rules = allRules.filter(({ id }) => id === 'list-animals.no-filter');

test('a filter that stays in force for every later list is noticed', async () => {
  const report = await runInMemory({
    rules,
    variants: [
      {
        name: 'kept',
        sentence: 'Keeps each filter until there is another.',
        change: (server) => {
          let kept: Status | undefined;
          replace('filterOf', (filterOf) => (call) => (kept = filterOf(call) ?? kept))(server);
        },
      },
    ],
  });
  expect(report.rules.map(({ outcome, failures }) => [outcome, failures[0]?.cause])).toEqual([
    ['failed', expect.stringContaining('status=available')],
  ]);
});
