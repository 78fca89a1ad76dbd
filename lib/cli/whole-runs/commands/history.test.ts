// What a second run says of the first: on the terminal, on its page, and when the page is made again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atServer } from '../../../testing/at-server.js';
import { command, inFolder, type Ran } from '../../../testing/io.js';

const file = (folder: string, name: string): string =>
  readFileSync(join(folder, 'reports/staging', name), 'utf8');

/** Of a target by its name: its address is another one each time. */
const runIn = (
  folder: string,
  changes: readonly string[],
  more: readonly string[] = [],
): Promise<Ran> =>
  atServer({ changes, folder }, ({ url, environment }) =>
    command(['staging', '--effort', 'quick', '--settle', '0.2', ...more], {
      folder,
      environment: {
        ...environment,
        ANIMAL_STORE_STAGING_URL: url,
        GITHUB_STEP_SUMMARY: join(folder, 'job.md'),
      },
    }),
  );

test('what has changed since the run before is one line, and the page shows the runs', () =>
  inFolder(async (folder) => {
    const first = await runIn(folder, []);
    expect(first).toMatchObject({
      code: 0,
      err: expect.not.stringContaining('warning') as unknown,
    });
    expect(first.out).not.toContain('Since the last');
    expect(file(folder, 'report.html')).not.toContain('id="trend"');

    // A run that left something out is recorded, but compared with no other.
    const partial = await runIn(folder, [], ['--only', 'version']);
    expect(partial.out).not.toContain('Since the last');

    const second = await runIn(folder, ['missing-name-taken']);
    expect(second.code).toBe(1);
    const line =
      /\nSince the last green run \(\d{4}-\d\d-\d\d\): \d+ rules? began to fail \([^)]*\)[^.]*\.\n/;
    expect(second.out).toMatch(line);
    expect(file(folder, 'report.html')).toContain('The last 2 runs</h2>');
    expect(file(folder, 'summary.md')).toContain('last 2 runs');

    const job = readFileSync(join(folder, 'job.md'), 'utf8');
    expect(job.match(/last \d+ runs/g)).toEqual(['last 2 runs']);

    const lines = file(folder, 'history.jsonl').trimEnd().split('\n');
    expect(lines.map((text) => (JSON.parse(text) as { complete: boolean }).complete)).toEqual([
      true,
      false,
      true,
    ]);

    const again = await command(['report', 'reports/staging'], { folder });
    expect(again.out).toMatch(line);
    const page = await command(['report', 'reports/staging', '--html', '-'], { folder });
    expect(page.out).toContain('The last 2 runs</h2>');
    expect(file(folder, 'history.jsonl').trimEnd().split('\n')).toEqual(lines);
  }));
