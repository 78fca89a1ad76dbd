// A vendor tunes a server to the requests of one seed, and certifies it with that. Whoever repeats the run finds out: its
// second time has requests that the vendor cannot know.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReference, fakeKey, serve, type Variant } from '../../reference/index.js';
import { instead } from '../../reference/changes/change.js';
import { page } from '../../reference/changes/replies.js';
import { command, inFolder, type Ran } from '../../testing/io.js';
import { implementation } from '../../testing/vendor.js';

test('a server that is right for one seed alone is certified, and found by who repeats the run', async () => {
  const known = new Set<string>();
  let isLearning = true;
  const rightForOneSeed: Variant = {
    name: 'right-for-one-seed',
    sentence: 'Returns 500 for a message that it was not tuned for.',
    change: instead('begin', ({ request: { method, path, body } }) => {
      if (method !== 'POST' || !path.endsWith('/messages')) return undefined;
      const text = Buffer.from(body ?? '').toString();
      if (isLearning) known.add(text);
      return known.has(text) ? undefined : page(500);
    }),
  };
  const serving = await serve(createReference({ variants: [rightForOneSeed] }));
  await inFolder(async (folder) => {
    const environment = { ANIMAL_STORE_API_KEY: fakeKey };
    const run = (...words: readonly string[]): Promise<Ran> =>
      command(words, { folder, environment });
    writeFileSync(join(folder, 'implementation.yaml'), JSON.stringify(implementation));
    await run('certify', '--keygen');
    const quickstart = ['--quickstart', serving.quickstartUrl];
    expect(await run('certify', serving.url, ...quickstart, '--seed', '7')).toMatchObject({
      code: 0,
    });
    isLearning = false;
    const verify = ['verify', 'certificate', '--public-key', 'signing-key.pub.pem'];
    const again = await run(...verify, '--rerun', serving.url, ...quickstart, '--seed', '8');
    expect(again.out).toMatch(
      /^✗ With seed 8, in disguise: messages\.\S+ passed in the certificate, fails now\./m,
    );
    expect(again.out).not.toMatch(/^✗ (?!With seed 8)\S+ was passed/m);
    expect(again.code).toBe(1);
  });
  await serving.close();
});
