// Starts a mutant as a process of its own, and judges it with a whole run.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../contract/files.js';
import { realClock } from '../../http/pacing/clock.js';
import { openTransport } from '../../http/sockets/transport.js';
import type { Report } from '../../judge/result/report.js';
import { startRun } from '../../judge/run/start-run.js';
import { CannotTest } from '../../judge/health/cannot-test.js';
import { usual } from '../../in-memory/usual.js';
import { startFramework, type Framework, type Started } from '../foreign/frameworks.js';
import { showsStated } from '../order/kills.js';
import { withCauses } from '../failure-signatures/index.js';
import type { Mutation } from './mutate.js';
import type { CarriedOut } from '../../judge/evidence/carried-out.js';

export type Effort = 'standard' | 'quick';

export interface Ending {
  /** A mutant that does not start, or crashes at its first request, does not count. */
  readonly what: 'killed' | 'undecided' | 'survived' | 'stillborn';
  /** The first cause, or the reason why there is none. */
  readonly says: string;
  /** The cases that show the mutation by themselves. */
  readonly shownBy: readonly Shown[];
}

interface Shown {
  readonly experiment: string;
  /** The name that identifies the case. */
  readonly name: string;
  /** The number of requests that had been sent when the case was over. */
  readonly after: number;
}

const key = 'fake-key-of-a-mutant';
/** The folder, below the packages that the servers need. */
const folderOf = ({ id }: Mutation): string =>
  join(packageRoot(), 'node_modules/.cache/mutants', id);

export async function judged(
  framework: Framework,
  file: string,
  mutation: Mutation,
  effort: Effort,
): Promise<Ending> {
  const folder = folderOf(mutation);
  mkdirSync(folder, { recursive: true });
  cpSync(framework.folder, folder, { recursive: true });
  writeFileSync(join(folder, file), mutation.source);
  try {
    return await judgedIn({ ...framework, folder }, effort);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function judgedIn(framework: Framework, effort: Effort): Promise<Ending> {
  const server = await startFramework(framework, key).catch(() => undefined);
  if (server === undefined) return { what: 'stillborn', says: '', shownBy: [] };
  try {
    const shownBy: Shown[] = [];
    const onCase = (one: CarriedOut): void => {
      const after = one.exchanges.at(-1)?.number;
      if (after === undefined || !showsStated(one)) return;
      const name = one.names[Number(one.at.path)] ?? one.at.path;
      shownBy.push({ experiment: one.experiment.name, name, after });
    };
    const { rules, verdict, causes } = withCauses(await run(server, effort, onCase));
    const first = causes?.[0]?.failures[0];
    const failure = rules.flatMap(({ failures }) => failures).find(({ id }) => id === first);
    if (verdict === 'not-conformant')
      return { what: 'killed', says: failure?.cause ?? '', shownBy };
    const survives = verdict === 'conformant' || verdict === 'no-violation-found';
    return { what: survives ? 'survived' : 'undecided', says: failure?.cause ?? verdict, shownBy };
  } catch (thrown) {
    if (thrown instanceof CannotTest)
      return { what: 'undecided', says: thrown.message, shownBy: [] };
    throw thrown;
  } finally {
    await server.close();
  }
}

async function run(
  { baseUrl, quickstartUrl }: Started,
  effort: Effort,
  onCase: (one: CarriedOut) => void,
): Promise<Report> {
  const [transport, quickstartTransport] = await Promise.all(
    [baseUrl, quickstartUrl].map((url) => openTransport({ baseUrl: url })),
  );
  try {
    return await startRun({
      ...usual,
      target: { name: 'mutant', baseUrl, quickstartBaseUrl: quickstartUrl },
      key,
      transport: transport!,
      ...(quickstartTransport && { quickstartTransport }),
      clock: realClock,
      longest: { firstAnswerMs: 25_000, firstByteMs: 10_000, idleMs: 75_000 },
      effort,
      scope: { full: effort !== 'quick', readOnly: false, only: [], shard: null },
      asOf: '2026-01-01',
      onCase,
    });
  } finally {
    await Promise.all([transport?.close(), quickstartTransport?.close()]);
  }
}
