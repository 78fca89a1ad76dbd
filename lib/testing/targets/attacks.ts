// Attacks by whole runs of the command: targets that misbehave, each a real server, and what is expected of a run against
// one: it ends with the right exit code, says what happened, accuses no rule that is kept, shows no key, stays small.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { whole, type HostileServer } from './hostile-servers.js';
import { measured } from '../built.js';
import { key, type Changes, type Turn } from './misbehaving.js';
import { command, inFolder, type Ran } from '../io.js';

const mostMegabytes = 300;

export type Server = Pick<HostileServer, 'origin' | 'close'> & {
  readonly url?: string;
  readonly quickstartUrl?: string;
};

export interface Wanted {
  /** One of these. */
  readonly code: number | readonly number[];
  /** What the user reads: on the terminal, or as a reason in the report. */
  readonly says?: RegExp;
  /** The rules that are broken; none when left out. */
  readonly failed?: readonly string[] | RegExp | 'whatever is told';
  readonly flags?: readonly string[];
  /** Files that the flags name. */
  readonly files?: Readonly<Record<string, string>>;
  /** In a process of its own, whose memory is measured: for targets that send a lot. */
  readonly measured?: boolean;
}

export async function attack(
  server: Server,
  { code, says = /./, failed = [], flags = [], files = {}, measured: isMeasured = false }: Wanted,
): Promise<void> {
  const { url = `${server.origin}/v1`, quickstartUrl } = server;
  try {
    await inFolder(async (folder) => {
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
      const argv = [
        url,
        ...(quickstartUrl === undefined ? [] : ['--quickstart', quickstartUrl]),
      ].concat(['--output', 'reports', '--seed', '1', '--settle', '0'], flags);
      const environment = { ANIMAL_STORE_API_KEY: key };
      const ran = isMeasured
        ? await measuredWithin(argv, folder, environment)
        : await command(argv, { folder, environment });
      const reports = (
        existsSync(join(folder, 'reports')) ? readdirSync(join(folder, 'reports')) : []
      ).map((file) => readFileSync(join(folder, 'reports', file), 'utf8'));
      const report =
        code === 4
          ? undefined
          : (JSON.parse(readFileSync(join(folder, 'reports', 'report.json'), 'utf8')) as Report);
      const broken =
        report?.rules.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : [])) ?? [];
      const said = [
        ran.out,
        ran.err,
        ...(report?.rules.map(({ reason }) => reason) ?? []),
        ...(report?.run.warnings ?? []),
      ].join('\n');
      expect({ code: ran.code, said }).toEqual({
        code: expect.toBeOneOf([code].flat()) as number,
        said: expect.stringMatching(says) as string,
      });
      if (failed === 'whatever is told') expect(broken).toBeInstanceOf(Array);
      else if (failed instanceof RegExp)
        expect([broken.length > 0, broken.filter((id) => !failed.test(id))]).toEqual([true, []]);
      else expect(broken.sort()).toEqual([...failed].sort());
      expect([said, ...reports].filter((text) => text.includes(key))).toEqual([]);
    });
  } finally {
    await server.close();
  }
}

/** Takes no more memory than is promised, whatever comes. */
async function measuredWithin(
  argv: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<Ran> {
  const { megabytes, ...ran } = await measured(argv, folder, environment);
  expect(megabytes).toBeGreaterThan(20);
  expect(megabytes).toBeLessThan(mostMegabytes);
  return ran;
}

/** For targets that never answer. Those that do get the time that a busy machine needs. */
export const soon = ['--first-byte-timeout', '1', '--answer-timeout', '2'];
export const soonWhole = ['--answer-timeout', '2'];
export const quick = ['--effort', 'quick'];
/** Where thousands of exchanges say more than some hundreds. */
export const atStandard: Partial<Wanted> = { flags: [] };
export type Act = (turn: Turn) => void | Promise<void>;
export const answering =
  (changes: Changes): Act =>
  (turn) =>
    turn.answer(changes);
/** Misbehaves where `when` says so; else it is correct. */
export const where =
  (when: (turn: Turn) => boolean, act: Act): Act =>
  (turn) =>
    when(turn) ? act(turn) : turn.answer();
export const body = (change: (text: string) => string | Buffer): Act =>
  answering({ body: (bytes) => Buffer.from(change(bytes.toString('latin1')) as string, 'latin1') });
export const reset: Act = ({ socket }) => void socket.resetAndDestroy();
export const says =
  (bytes: string | Buffer): Act =>
  ({ socket }) =>
    void socket.write(bytes);
export const again =
  (afterMs: number): Act =>
  async (turn) => {
    const bytes = await turn.bytes();
    turn.socket.write(bytes);
    setTimeout(() => turn.socket.destroyed || turn.socket.write(bytes), afterMs);
  };
// In a process of its own, as which answer was asked for is told by when it comes: what keeps the tests busy delays both.
export const unasked: Partial<Wanted> = {
  measured: true,
  says: /The target sent (?:an unrequested response|\d+ unrequested responses)/,
};
const idle = new WeakMap<object, NodeJS.Timeout>();
/** Gives a connection up that carries nothing for so long, as a server may, and says so. */
export const idleFor = async (turn: Turn, milliseconds: number): Promise<void> => {
  clearTimeout(idle.get(turn.socket));
  await turn.answer();
  idle.set(
    turn.socket,
    setTimeout(
      () =>
        turn.socket.destroyed ||
        turn.socket.end(whole('', ['Connection: close'], '408 Request Timeout')),
      milliseconds,
    ),
  );
};
export const asksToWait = (headers: readonly string[], status = '429 Too Many Requests'): Act =>
  says(whole('{}', headers, status));
