// Attacks on whole runs of the command. Each misbehaving target is a real server, and a run against it must end with
// the right exit code, say what happened, accuse no rule that is kept, show no key, and stay small.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Report } from '../../judge/result/report.js';
import { whole, type HostileServer } from './hostile-servers.js';
import { measured } from '../built.js';
import { key, type Changes, type Turn } from './misbehaving.js';
import { command, inFolder, type Ran } from '../io.js';

const mostMegabytes = 300;

type Server = Pick<HostileServer, 'origin' | 'close'> & {
  readonly url?: string;
  readonly quickstartUrl?: string;
};

export interface Wanted {
  /** The exit code, or the possible ones. */
  readonly code: number | readonly number[];
  /** What the user reads on the terminal, or as a reason in the report. */
  readonly says?: RegExp;
  /** The rules that are broken; none by default. */
  readonly failed?: readonly string[] | RegExp | 'whatever is reported';
  readonly flags?: readonly string[];
  /** Files that the flags name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether to run in a separate process whose memory is measured, for targets that send a lot. */
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
      const file = join(folder, 'reports', 'report.json');
      // What a run says that writes no report is told below.
      const report = existsSync(file)
        ? (JSON.parse(readFileSync(file, 'utf8')) as Report)
        : undefined;
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
      if (failed === 'whatever is reported') expect(broken).toBeInstanceOf(Array);
      else if (failed instanceof RegExp)
        expect([broken.length > 0, broken.filter((id) => !failed.test(id))]).toEqual([true, []]);
      else expect(broken.sort()).toEqual([...failed].sort());
      expect([said, ...reports].filter((text) => text.includes(key))).toEqual([]);
    });
  } finally {
    await server.close();
  }
}

/** Expects memory to stay within the promised limit, whatever the target sends. */
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

/** Short time limits for targets that never respond. Other targets get the time that a busy machine needs. */
export const soon = ['--first-byte-timeout', '1', '--answer-timeout', '2'];
export const quick = ['--effort', 'quick'];
/** For targets against which thousands of exchanges show more than some hundreds. */
export const atStandard: Partial<Wanted> = { flags: [] };
export type Act = (turn: Turn) => void | Promise<void>;
export const answering =
  (changes: Changes): Act =>
  (turn) =>
    turn.answer(changes);
/** Misbehaves where `when` says so, and is correct otherwise. */
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
// The time of arrival shows which request a response belongs to, so this runs in a separate process: a busy machine
// then delays both sides alike.
export const unasked: Partial<Wanted> = {
  measured: true,
  says: /The target sent (?:an unrequested response|\d+ unrequested responses)/,
};
const idle = new WeakMap<object, NodeJS.Timeout>();
/** Closes an idle connection after this time and announces it, as a server may. */
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
