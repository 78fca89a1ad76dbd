// A candidate that the built command starts: it is tested and nobody else, and nothing of it outlives the kit.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../judge/result/report.js';
import { mainFile, start } from '../../../testing/built.js';
import { inFolder } from '../../../testing/io.js';
import { until } from '../../../testing/until.js';

const key = { ANIMAL_STORE_API_KEY: 'fake-reference-key-0123456789' };
const candidate = `"${process.execPath}" "${mainFile}" reference`;

/** The same, with whatever crash.cjs does to it. */
const dying = `"${process.execPath}" --require ./crash.cjs "${mainFile}" reference --port $PORT`;

/** Ends a server with a stack trace when a request comes whose address matches. */
const crashAt = (
  pattern: string,
): string => `const { Server } = require('node:http'); const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...others) {
  if (event === 'request' && /${pattern}(?!\\d)/.test(others[0].url)) {
    console.error(new Error('out of luck with ' + process.env.ANIMAL_STORE_API_KEY));
    process.exit(1);
  }
  return emit.call(this, event, ...others);
};`;

/** Until nothing is left of the group whose leader wrote its number down; the system may take a while to clear up. */
async function gone(folder: string): Promise<void> {
  const group = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  await until(() => !isThere(-group));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.concurrent('a candidate', () => {
  test('is started, tested and stopped', async () => {
    await inFolder(async (folder) => {
      const run = start(
        ['--start', `echo $$ > pid; ${candidate}`, '--only', '4.4,version', '--json'],
        folder,
        key,
      );
      expect([await run.ended, run.written.err]).toEqual([0, expect.any(String)]);
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

  test('whose quickstart is elsewhere, where nothing listens', async () => {
    await inFolder(async (folder) => {
      const typed = ['--start', candidate, '--quickstart', 'http://127.0.0.1:9/quickstart'];
      const run = start(typed, folder, key);
      expect(await run.ended).toBe(4);
      expect(run.written.err).toContain(
        'The quickstart at http://127.0.0.1:9/quickstart cannot be',
      );
    });
  });

  test('whose quickstart is elsewhere, where its key is refused', async () => {
    const stranger = createServer((_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"code": "unauthorized", "message": "No.", "status": 401}');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    await inFolder(async (folder) => {
      const there = `http://127.0.0.1:${port}/quickstart`;
      const run = start(['--start', candidate, '--quickstart', there], folder, key);
      expect(await run.ended).toBe(4);
      expect(run.written.err).toContain(`The quickstart at ${there} refuses the key.`);
    });
    stranger.close();
  });

  test('that cannot be started at all, and one that puts itself into the background', async () => {
    await inFolder(async (folder) => {
      const absent = start(['--start', './no-such-server'], folder, key);
      expect(await absent.ended).toBe(4);
      expect(absent.written.err).toMatch(
        /The candidate exited with status 127 before it responded at .*\nIts output:\n  │ .*no-such-server.*not found\n$/,
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
        [
          '--start',
          'echo "no database, key $ANIMAL_STORE_API_KEY" >&2; echo "::error::not for a build server" >&2; exit 7',
        ],
        folder,
        key,
      );
      expect(await run.ended).toBe(4);
      expect(run.written.err).toMatch(
        /The candidate exited with status 7 before it responded at http:\/\/127\.0\.0\.1:\d+\/v1\.\nIts output:\n  │ no database, key \$ANIMAL_STORE_API_KEY\n  │ ⟦:⟧:error::not for a build server\n$/,
      );
    });
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  );
  test.runIf(hasIpv6)('that listens at ::1 alone is told so', async () => {
    await inFolder(async (folder) => {
      writeFileSync(
        join(folder, 'server.cjs'),
        "require('node:http').createServer(() => {}).listen(process.env.PORT, '::1')",
      );
      const words = ['--start', 'node server.cjs', '--start-timeout', '2'];
      const run = start(words, folder, key);
      expect(await run.ended).toBe(4);
      expect(run.written.err).toMatch(
        /The candidate listens at \[::1\]:\d+ alone: .*'http:\/\/\[::1\]:\$PORT\/v1' as TARGET\./,
      );
    });
  });

  test('that never answers is stopped, with all that it started', async () => {
    await inFolder(async (folder) => {
      const run = start(
        [
          '--start',
          'echo $$ > pid; echo starting; trap "" TERM; (sleep 1000 & sleep 1000)',
          '--start-timeout',
          '4',
        ],
        folder,
        key,
      );
      expect(await run.ended).toBe(4);
      expect(run.written.err).toMatch(
        /\nstill waiting: nothing listens at http:\/\/\S+ yet\. The candidate says: starting\n/,
      );
      expect(run.written.err).toMatch(
        /was not ready within 4 s \(--start-timeout\).* must listen on the port in PORT.*\nIts output:\n  │ starting\n$/,
      );
      await gone(folder);
    });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('is stopped when the kit gets %s', async (signal) => {
    await inFolder(async (folder) => {
      const run = start(['--start', 'echo $$ > pid; (sleep 1000 & sleep 1000)'], folder, key);
      await run.shows(/waiting for/);
      run.child.kill(signal);
      expect(await run.ended).toBe(130);
      await gone(folder);
    });
  });

  test('that ends midway is named in the report', async () => {
    await inFolder(async (folder) => {
      // With its fortieth request, wherever the run has got to by then.
      const crash = `const { Server } = require('node:http'); const { emit } = Server.prototype; let requests = 0; Server.prototype.emit = function (event, ...others) { if (event === 'request' && ++requests === 40) { console.log('out of memory'); process.exit(9); } return emit.call(this, event, ...others); };`;
      writeFileSync(join(folder, 'crash.cjs'), crash);
      const run = start(['--start', dying, '--only', '5', '--json'], folder, key);
      expect(await run.ended).toBe(3);
      const { run: facts } = JSON.parse(run.written.out) as Report;
      expect(facts.warnings.filter((one) => one.includes('status 9'))).toHaveLength(1);
      expect(facts.outages?.at(-1)?.output).toMatch(/\nout of memory$/);
    });
  });

  test('that prints the token of a gateway: nobody else learns it', async () => {
    await inFolder(async (folder) => {
      const token = 'made-up-token-4711';
      const crash = `const { Server } = require('node:http'); const { emit } = Server.prototype; Server.prototype.emit = function (event, request, ...others) { if (event === 'request') { console.log(request.headers['x-gateway']); if (request.url.includes('limit=37')) process.exit(9); } return emit.call(this, event, request, ...others); };`;
      writeFileSync(join(folder, 'crash.cjs'), crash);
      const words = ['--start', dying, '--only', '4.1,errors.*', '--header', `X-Gateway: ${token}`];
      const run = start([...words, '--verbose'], folder, key);
      expect(await run.ended).toBe(1);
      const reports = join(folder, 'reports', 'candidate');
      const written = readdirSync(reports).map((name) => readFileSync(join(reports, name), 'utf8'));
      const { run: facts } = JSON.parse(
        readFileSync(join(reports, 'report.json'), 'utf8'),
      ) as Report;
      expect(facts.outages?.map(({ output }) => output)).toContainEqual(
        expect.stringMatching(/\[masked\]/),
      );
      for (const text of [run.written.out, run.written.err, ...written])
        expect(text).not.toContain(token);
    });
  });

  test('that crashes at one request is started again, and that request is shown first with the stack trace', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'crash.cjs'), crashAt('limit=37'));
      const started = `echo once >> starts; ${dying}`;
      const run = start(['--start', started, '--only', '4.1,errors.*', '--json'], folder, key);
      expect(await run.ended).toBe(1);
      const { rules, run: facts } = JSON.parse(run.written.out) as Report;
      const [failed, ...others] = rules.filter(({ outcome }) => outcome === 'failed');
      expect([failed?.id, others]).toEqual(['errors.valid-requests', []]);
      expect(failed?.failures[0]).toMatchObject({
        cause: expect.stringMatching(
          /^`GET \/pets\?limit=37(&status=\w+)?` crashed the candidate\. Sent alone, it got no response: the candidate exited with status 1\. /,
        ) as string,
        output: expect.stringMatching(
          /\nError: out of luck with \$ANIMAL_STORE_API_KEY\n {4}at [^]*crash\.cjs:\d+/,
        ) as string,
      });
      expect(run.written.out).not.toContain(key.ANIMAL_STORE_API_KEY);
      expect(rules.filter(({ outcome }) => outcome === 'cantTell')).toEqual([]);
      expect(facts.outages?.map(({ restarted }) => restarted)).not.toContain(false);
      const starts = readFileSync(join(folder, 'starts'), 'utf8').split('once').length - 1;
      // To try what was under way, to live without the crashing request, to die with it at once, and to go on; what crashes it again
      // in the same way, as two of its like may be under way at once, needs the last of these alone.
      const most = 1 + 4 * (facts.outages?.length ?? 0);
      expect(starts).toBeGreaterThanOrEqual(5);
      expect(starts).toBeLessThanOrEqual(most);
    });
  });

  test('that the kit has not started and that crashes is told once, with what was under way', async () => {
    await inFolder(async (folder) => {
      writeFileSync(join(folder, 'crash.cjs'), crashAt('limit=37'));
      const options = { NODE_OPTIONS: '--require ./crash.cjs' };
      const server = start(['reference', '--port', '0'], folder, { ...key, ...options });
      await server.shows(/http:\S+\/v1/);
      const [url = ''] = /http:\S+\/v1/.exec(server.written.out + server.written.err) ?? [];
      // So few at once that all of them are shown.
      const flags = ['--only', '4.1,errors.*', '--concurrency', '8'];
      const run = start([url, ...flags], folder, key);
      expect(await run.ended).toBe(3);
      expect(run.written.out).toMatch(
        /\n {2}\? undecided {2}\d+ rules and \d+ observations: the target stopped responding [^]*\n {4}curl -sS -i 'http:/,
      );
      // Three of them are shown there, the most unusual first, and all of them in the report.
      const report = readFileSync(
        join(folder, `reports/${new URL(url).host.replace(':', '-')}/report.json`),
        'utf8',
      );
      expect(report).toMatch(/"curl": "curl -sS -i 'http:[^']*limit=37/);
      await server.ended;
    });
  });

  test('is not tested where another listens already, who gets nothing', async () => {
    let requests = 0;
    const stranger = createServer((_, response) => {
      requests += 1;
      response.setHeader('Content-Type', 'application/json').end('[]');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/v1`;
      await inFolder(async (folder) => {
        for (const command of ['touch started; exit 1', 'touch started; sleep 1000']) {
          const run = start(['--start', command, url], folder, key);
          expect(await run.ended).toBe(4);
          expect(run.written.err).toMatch(
            /Something is already listening at http:\/\/127\.0\.0\.1:\d+ and would be tested instead of the candidate\. Nothing was sent to it\./,
          );
        }
        expect(existsSync(join(folder, 'started'))).toBe(false);
      });
      expect(requests).toBe(0);
    } finally {
      stranger.close();
    }
  });

  test('that has ended is not tested, although another answers in its place', async () => {
    await inFolder(async (folder) => {
      // It leaves a server behind that is not of its group, and says that it ended well.
      const run = start(
        [
          '--start',
          `setsid sh -c 'echo $$ > pid; exec ${candidate}' > /dev/null 2>&1 & sleep 0.3`,
          '--rate',
          '100',
        ],
        folder,
        key,
      );
      expect(await run.ended).toBeOneOf([3, 4]);
      // Before the run began, or in its report.
      expect(run.written.err + run.written.out).toMatch(/[Tt]he candidate exited with status 0/);
      await gone(folder);
    });
  });

  test.runIf(process.platform === 'linux').each(['SIGKILL', 'SIGTERM'] as const)(
    'and what it started does not outlive the kit at %s, whatever group it is in',
    async (signal) => {
      await inFolder(async (folder) => {
        const run = start(
          [
            '--start',
            `mkdir apart; echo $$ > pid; trap "" TERM; setsid sh -c 'echo $$ > apart/pid; trap "" TERM; sleep 1000 & wait; sleep 1000' & ${candidate}`,
            '--rate',
            '20',
          ],
          folder,
          key,
        );
        await run.shows(/^ {2}\d+ of \d+ rules/m);
        run.child.kill(signal);
        await run.ended;
        await gone(folder);
        await gone(join(folder, 'apart'));
      });
    },
  );
});
