// Every bound of a run, through the command: it strikes, it says so with its flag, and the run ends. Interrupting ends a
// run at once too, and leaves its reports.
import { setImmediate as immediate } from 'node:timers/promises';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportIn } from '../../testing/at-server.js';
import { mute, type HostileServer } from '../../testing/targets/hostile-servers.js';
import { start } from '../../testing/built.js';
import { herdOf, key, misbehaving } from '../../testing/targets/misbehaving.js';
import { command, inFolder } from '../../testing/io.js';
import { until } from '../../testing/until.js';

const environment = { ANIMAL_STORE_API_KEY: key };

test('the help names each bound and its default', async () => {
  const { out } = await command(['run', '--help']);
  for (const [flag, most] of [
    ['connect-timeout', 5],
    ['first-byte-timeout', 10],
    ['answer-timeout', 30],
    ['throttle-wait', 60],
    ['max-body', 8],
    ['max-time', 600],
  ] as const) {
    expect(out.replace(/\s+/g, ' ')).toMatch(
      new RegExp(`--${flag} (?:SECONDS|MEGABYTES) [^-]*(?:-[^-]+)*?default ${most}\\b`),
    );
  }
});

describe('a bound that strikes is named', () => {
  const holding = (): Promise<HostileServer> =>
    misbehaving((turn) => (turn.count <= 100 ? turn.answer() : undefined));
  test.each<[string, () => Promise<HostileServer>, string, number, RegExp]>([
    [
      'connect',
      mute,
      '--connect-timeout 0.3',
      4,
      /no TLS connection to https:\/\/127\.0\.0\.1:\d+ within 0\.3 s \(--connect-timeout\)/,
    ],
    [
      'first byte',
      mute,
      '--first-byte-timeout 0.3',
      4,
      /no first byte within 0\.3 s \(--first-byte-timeout\)/,
    ],
    [
      'whole answer',
      () => misbehaving(({ socket }) => void socket.write('HTTP/1.1 200 OK\r\n')),
      '--answer-timeout 0.5',
      4,
      /not complete within 0\.5 s: it stalled in the headers \(--answer-timeout\)/,
    ],
    [
      'size of a body',
      () =>
        misbehaving((turn) =>
          turn.answer({ body: (same) => (turn.request.method === 'GET' ? herdOf(3000) : same) }),
        ),
      '--max-body 0.1 --only list-animals',
      1,
      /the body is larger\s+than\s+0\.1\s+MB\s+\(--max-body\)/,
    ],
    [
      'whole run, before anything was told',
      mute,
      '--max-time 0.5',
      4,
      /Nothing could be decided about the target at .* within 0\.5 s \(--max-time\)/,
    ],
    [
      'whole run',
      holding,
      '--max-time 3',
      3,
      /The run, including startup, did not finish within\s+3 s\s+\(--max-time\):\s+the\s+remaining\s+rules\s+are\s+undecided/,
    ],
  ])('%s', async (name, make, flags, code, message) => {
    const server = await make();
    await inFolder(async (folder) => {
      const url = `${name === 'connect' ? server.origin.replace('http:', 'https:') : server.origin}/v1`;
      const ran = await command([url, ...flags.split(' ')], { folder, environment });
      expect({ code: ran.code, said: ran.out + ran.err }).toEqual({
        code,
        said: expect.stringMatching(message) as string,
      });
    });
    await server.close();
  });
});

/** Requests sent before the interruption may arrive after the line that announces it, so several turns are read. */
async function readWhatIsThere(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await immediate();
}

describe('an interruption', () => {
  // Waiting for the answers that are held back would take minutes.
  const patient = ['--first-byte-timeout', '600', '--answer-timeout', '600'];
  const untilTheThreehundredth = (): Promise<HostileServer> =>
    misbehaving((turn) => (turn.count <= 300 ? turn.answer() : undefined));
  test.each<[string, NodeJS.Signals, () => Promise<HostileServer>, number]>([
    ['of a run that waits for its first answer', 'SIGINT', mute, 0],
    ['in the middle of a run, by a pipeline', 'SIGTERM', untilTheThreehundredth, 301],
    ['in the middle of a run, whose terminal is gone', 'SIGHUP', untilTheThreehundredth, 301],
  ])(
    '%s (%s) ends it with its reports, and nothing more is sent',
    async (_, signal, make, first) => {
      const server = await make();
      await inFolder(async (folder) => {
        const words = [`${server.origin}/v1`, '--output', 'here', ...patient];
        const run = start(words, folder, environment);
        await until(() => server.seen.requests >= first && server.seen.connections > 0);
        run.child.kill(signal);
        await run.shows(/Interrupted: ending the run\./);
        await readWhatIsThere();
        const { connections, requests } = server.seen;
        expect(await run.ended).toBe(130);
        expect(server.seen).toEqual({ connections, requests });
        expect(readdirSync(join(folder, 'here'))).toEqual(
          expect.arrayContaining(['created.json', 'junit.xml', 'report.html', 'report.json']),
        );
        const report = reportIn(folder, 'here');
        expect(report).toMatchObject({ verdict: 'inconclusive', run: { interrupted: true } });
        expect(
          report.rules.some(({ reason }) => reason?.includes('the run ended early') === true),
        ).toBe(true);
        expect(report.rules.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
      });
      await server.close();
    },
  );
});
