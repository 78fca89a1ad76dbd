// The built command as a process: signals, pipes, files.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportIn } from '../../testing/at-server.js';
import { mainFile, start } from '../../testing/built.js';
import { inFolder } from '../../testing/io.js';
import { mute } from '../../testing/targets/hostile-servers.js';

const key = { ANIMAL_STORE_API_KEY: 'fake-reference-key-0123456789' };

describe.concurrent('the process', () => {
  test('answers through a link, as package managers make it', async () => {
    await inFolder(async (folder) => {
      const link = join(folder, 'animal-store-conformance');
      symlinkSync(mainFile, link);
      const process_ = start(['--version'], folder, {}, link);
      expect(await process_.ended).toBe(0);
      expect(process_.written).toEqual({
        out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
        err: '',
      });
    });
  });

  test('ends at once at the second signal', async () => {
    const { origin, close } = await mute();
    await inFolder(async (folder) => {
      // Both signals are there when the process goes on, so that it cannot end in between.
      const run = start([`${origin}/v1`, '--start-timeout', '60'], folder, key);
      await run.shows(/waiting for/);
      process.kill(run.child.pid ?? 0, 'SIGSTOP');
      run.child.kill('SIGINT');
      run.child.kill('SIGTERM');
      process.kill(run.child.pid ?? 0, 'SIGCONT');
      expect(await run.ended).toBe(130);
    });
    await close();
  });

  test('survives that nobody reads its output', async () => {
    await inFolder(async (folder) => {
      const run = start(['--only', '4.4'], folder);
      run.child.stdout?.destroy();
      run.child.stderr?.destroy();
      expect(await run.ended).toBe(0);
      expect(reportIn(folder, 'reports/reference').verdict).toBe('no-violation-found');
    });
  });

  test('reads the key from a file or .env, and shows it nowhere', async () => {
    await inFolder(async (folder) => {
      const server = start(['reference'], folder);
      await server.shows(/quickstart +http/);
      const url = /catalogue +(\S+)/.exec(server.written.out)?.[1] ?? '';
      writeFileSync(
        join(folder, '.env'),
        `ANIMAL_STORE_API_KEY=${key.ANIMAL_STORE_API_KEY}\nANIMAL_STORE_STAGING_URL=${url}\n`,
        { mode: 0o644 },
      );
      const run = start(['staging', '--only', '4.4'], folder);
      expect(await run.ended).toBe(0);
      expect(run.written.err).toMatch(
        /warning: \.env contains a key, and others on this machine can read it/,
      );
      expect(run.written.out + run.written.err).not.toContain(key.ANIMAL_STORE_API_KEY);
      server.child.kill('SIGINT');
      expect(await server.ended).toBe(0);
    });
  });
});
