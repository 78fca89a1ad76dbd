// The command `proof`, of a few faults: CI runs the whole.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../../../testing/built.js';
import { kitWith } from '../../../testing/changed-contract.js';
import { command, inFolder } from '../../../testing/io.js';

test('shows which rule caught this fault, and writes the page', () =>
  inFolder(async (folder) => {
    const faults = ['--fault', 'default-limit-21'];
    const { code, out } = await command(['proof', ...faults, '--html', 'proof.html'], { folder });
    expect(out).toMatch(
      /^ {2}✓ list-animals\.default-limit +1 fault {2}caught: default-limit-21$/m,
    );
    expect(out).toMatch(
      /\nproven: 1 fault caught by exactly the rules that should fail; legal servers were not tested /,
    );
    // Rules that this fault does not break are left out.
    expect(out).not.toContain('✗');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'proof.html'), 'utf8')).toContain('default-limit-21');
  }));

test('fails where a fault is not caught', () =>
  inFolder(async (folder) => {
    const kit = kitWith(join(folder, 'kit'), (contract) =>
      contract.replace('default: 20', 'default: 50'),
    );
    const run = start(['proof', '--fault', 'default-limit-50-for-pending'], folder, {}, kit);
    expect(await run.ended).toBe(1);
    expect(run.written.out).toMatch(/\nNOT PROVEN: 0 of 1 fault caught /);
  }));

test.each([
  [
    ['--fault', 'limit-off-by-on'],
    2,
    'There is no fault limit-off-by-on. These are like it: limit-off-by-one, limit-off-by-one-with-filter. `reference --list` lists them all.',
  ],
  [['--fault', 'limit-off-by-one', '--html', '.'], 74, 'The page could not be written to "."'],
])('%j ends with %i', (flags, code, why) =>
  inFolder(async (folder) =>
    expect(await command(['proof', ...flags], { folder })).toMatchObject({
      code,
      err: expect.stringContaining(why) as string,
    }),
  ),
);
