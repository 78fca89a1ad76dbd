// The built command as a process: signals, pipes, and a candidate that is started and stopped.
import { symlinkSync, writeFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ensureBuilt, mainFile, start } from '../../testing/built.js';
import { inFolder } from '../../testing/io.js';

const patience = 120_000;
const key = { ANIMAL_STORE_API_KEY: 'fake-reference-key-0123456789' };
const candidate = `"${process.execPath}" "${mainFile}" reference --port $PORT`;

beforeAll(ensureBuilt, patience);

/** Until nothing is left of the group whose leader wrote its number down; the system may take a while to clear up. */
async function gone(folder: string): Promise<void> {
  const group = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  await vi.waitFor(() => expect(isThere(-group)).toBe(false), { timeout: 20_000 });
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A server that takes connections and never says anything. */
async function silent<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as { port: number }).port}/v1`);
  } finally {
    server.close();
  }
}

describe.concurrent('the process', { timeout: patience }, () => {
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

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends a run at %s with its reports',
    async (signal) => {
      await inFolder(async (folder) => {
        const run = start(['--rate', '100'], folder);
        await run.shows(/^ {2}[\w-]+: \d+ /m);
        const began = performance.now();
        run.child.kill(signal);
        expect(await run.ended).toBe(3);
        // Generous for a busy machine; without the interruption this run takes far longer.
        expect(performance.now() - began).toBeLessThan(10_000);
        expect(
          JSON.parse(readFileSync(join(folder, 'reports', 'reference', 'report.json'), 'utf8')),
        ).toMatchObject({ verdict: 'inconclusive', run: { interrupted: true } });
      });
    },
  );

  test('ends at once at the second signal', async () => {
    await silent(async (url) => {
      await inFolder(async (folder) => {
        // Both signals are there when the process goes on, so that it cannot end in between.
        const run = start([url, '--wait', '60'], folder, key);
        await run.shows(/waiting for/);
        process.kill(run.child.pid ?? 0, 'SIGSTOP');
        run.child.kill('SIGINT');
        run.child.kill('SIGTERM');
        process.kill(run.child.pid ?? 0, 'SIGCONT');
        expect(await run.ended).toBe(130);
      });
    });
  });

  test('survives that nobody reads its output', async () => {
    await inFolder(async (folder) => {
      const run = start(['--only', '4.4'], folder);
      run.child.stdout?.destroy();
      run.child.stderr?.destroy();
      expect(await run.ended).toBe(0);
      expect(
        JSON.parse(readFileSync(join(folder, 'reports', 'reference', 'report.json'), 'utf8')),
      ).toMatchObject({ verdict: 'no-violation-found' });
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
        /warning: \.env holds a key, and others on this machine can read it/,
      );
      expect(run.written.out + run.written.err).not.toContain(key.ANIMAL_STORE_API_KEY);
      server.child.kill('SIGINT');
      expect(await server.ended).toBe(0);
    });
  });
});

describe.concurrent('a candidate', { timeout: patience }, () => {
  test('is started, tested and stopped', async () => {
    await inFolder(async (folder) => {
      const run = start(
        ['--start', `echo $$ > pid; ${candidate}`, '--only', '4.4,version', '--json'],
        folder,
        key,
      );
      expect(await run.ended).toBe(0);
      expect(JSON.parse(run.written.out)).toMatchObject({
        target: { baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/) as string },
        verdict: 'no-violation-found',
      });
      await gone(folder);
    });
  });

  test('that talks all the time, forks and hears no signal is tested and stopped all the same', async () => {
    await inFolder(async (folder) => {
      const stubborn = `trap "" TERM INT HUP; echo $$ > pid; (trap "" TERM; while :; do echo "chatter, again and again, much more of it than any pipe holds"; done) & (trap "" TERM; sleep 1000) & ${candidate}`;
      const run = start(['--start', stubborn, '--only', '4.4,version', '--json'], folder, key);
      expect(await run.ended).toBe(0);
      expect(JSON.parse(run.written.out)).toMatchObject({ verdict: 'no-violation-found' });
      expect(run.written.err).not.toContain('chatter');
      await gone(folder);
    });
  });

  test('that cannot be started at all, and one that puts itself into the background', async () => {
    await inFolder(async (folder) => {
      const absent = start(['--start', './no-such-server'], folder, key);
      expect(await absent.ended).toBe(4);
      expect(absent.written.err).toMatch(
        /The candidate ended with status 127 before it answered at .*It said: .*no-such-server.*not found\n$/,
      );
      // Its shell has ended well, and the server goes on in the same group.
      const behind = start(
        ['--start', `echo $$ > pid; ${candidate} > /dev/null 2>&1 &`, '--only', '4.4', '--json'],
        folder,
        key,
      );
      expect([await behind.ended, behind.written.err]).toEqual([0, expect.any(String)]);
      await gone(folder);
    });
  });

  test('that ends before it answers is shown with what it said, without the key', async () => {
    await inFolder(async (folder) => {
      const run = start(
        ['--start', 'echo "no database, key $ANIMAL_STORE_API_KEY" >&2; exit 7'],
        folder,
        key,
      );
      expect(await run.ended).toBe(4);
      expect(run.written.err).toMatch(
        /The candidate ended with status 7 before it answered at http:\/\/127\.0\.0\.1:\d+\/v1\. It said: no database, key \$ANIMAL_STORE_API_KEY\n$/,
      );
    });
  });

  test('that never answers is stopped, with all that it started', async () => {
    await inFolder(async (folder) => {
      const run = start(
        [
          '--start',
          'echo $$ > pid; echo starting; trap "" TERM; (sleep 1000 & sleep 1000)',
          '--wait',
          '1',
        ],
        folder,
        key,
      );
      expect(await run.ended).toBe(4);
      expect(run.written.err).toMatch(/was not ready within 1 s \(--wait\).*It said: starting\n$/);
      await gone(folder);
    });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('is stopped when the kit gets %s', async (signal) => {
    await inFolder(async (folder) => {
      const run = start(['--start', 'echo $$ > pid; (sleep 1000 & sleep 1000)'], folder, key);
      await run.shows(/waiting for/);
      run.child.kill(signal);
      expect(await run.ended).toBe(3);
      await gone(folder);
    });
  });

  test('that ends midway is named in the report', async () => {
    await inFolder(async (folder) => {
      const dying = `"${process.execPath}" -e "setTimeout(() => { console.log('out of memory'); process.exit(9) }, 1500); process.argv.splice(1, 0, ''); process.argv.push('reference', '--port', process.env.PORT); import('file://${mainFile}')"`;
      const run = start(['--start', dying, '--only', '5', '--rate', '100', '--json'], folder, key);
      expect(await run.ended).toBe(3);
      expect(
        (JSON.parse(run.written.out) as { run: { warnings: string[] } }).run.warnings,
      ).toContainEqual(
        expect.stringMatching(
          /^The candidate ended with status 9 while it was tested\. It said: [^]*out of memory/,
        ),
      );
    });
  });
});
