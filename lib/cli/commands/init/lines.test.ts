// What `init` says of a pipeline that starts no candidate; whatever else it says, init.test.ts has.
import { expect, test } from 'vitest';
import { setUpLines } from './lines.js';

test('a pipeline that starts nothing needs an address, and not the command that was guessed', () => {
  const text = setUpLines({
    dotenv: { isNew: true, set: [], missing: ['key'], warnings: [] },
    project: { file: 'animal-store.config.yaml', isNew: true, starts: false },
    ignored: { dotenv: 'no repository', reports: 'no repository' },
    pipeline: { path: 'job.yaml', text: '', isThere: false, start: undefined },
    start: { command: 'npm start', isGuessed: true },
  });
  expect(text).toMatch(/✓ job\.yaml is written\.\n {2}It tests a server that is already running/);
  expect(text).not.toMatch(/guess/);
  expect(text).toMatch(
    /Not set yet\. To test a server that the kit starts, you need none of these;/,
  );
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
});
