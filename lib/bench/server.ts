// The server of the benchmark, in a process of its own, so that its time does not count as the kit's: the reference
// server, as slow, as full, as narrow or as wrong as the argument says.
import { setTimeout as sleep } from 'node:timers/promises';
import { createReference, faults, serve } from '../reference/index.js';

export interface Wanted {
  /** The number of animals in the store at the start. */
  readonly animals: number;
  readonly latencyMs: number;
  /** The body that replaces every list. */
  readonly lists: keyof typeof hugeLists;
  /** How many requests it works on concurrently, and for how long on each. */
  readonly workers: number;
  readonly workMs: number;
  /** The number of connections beyond which it accepts no more. */
  readonly connections: number;
  /** The name of its fault. */
  readonly fault: string;
}

const repeated = (text: string, times: number): string =>
  `[${Array.from({ length: times }, () => text).join(',')}]`;
const animal = (id: number, letters: number): string =>
  JSON.stringify({ id, name: 'x'.repeat(letters), categoryId: 1, status: 'available' });

const hugeLists = {
  'two million empty objects': () => repeated('{}', 2_000_000),
  'four million numbers': () => repeated('1', 4_000_000),
  'an object with 300,000 members': () =>
    `{${Array.from({ length: 300_000 }, (_, at) => `"member${at}":1`).join(',')}}`,
  '900 animals of 1 kB': () =>
    `[${Array.from({ length: 900 }, (_, at) => animal(at + 1, 930)).join(',')}]`,
  'one name of 900 kB': () => `[${animal(1, 900_000)}]`,
};

export interface Served {
  readonly url: string;
  readonly quickstartUrl: string;
  readonly key: string;
}

process.on('disconnect', () => process.exit(0));
process.send?.(await begun(JSON.parse(process.argv[2] ?? '{}') as Partial<Wanted>));

async function begun(wanted: Partial<Wanted>): Promise<Served> {
  const { animals = 0, latencyMs = 0, lists, workers, workMs = 0, connections, fault } = wanted;
  const reference = withLists(
    createReference({ animals, faults: faults.filter(({ name }) => name === fault) }),
    lists,
  );
  const { handle, key } = reference;
  const inTurn = workersOf(workers, workMs);
  const slow = {
    ...reference,
    handle: async (request: Parameters<typeof handle>[0]) => {
      await sleep(latencyMs);
      await inTurn();
      return handle(request);
    },
  };
  const isSlow = latencyMs > 0 || workers !== undefined;
  const { url, quickstartUrl } = await serve(
    isSlow ? slow : reference,
    connections === undefined ? {} : { connections },
  );
  return { url, quickstartUrl, key };
}

/** Returns a function that resolves when a worker has finished with the request. */
function workersOf(workers: number | undefined, workMs: number): () => Promise<void> {
  if (workers === undefined) return () => Promise.resolve();
  const lines = Array.from({ length: workers }, () => Promise.resolve());
  let next = 0;
  return () => {
    const at = next++ % workers;
    return (lines[at] = (lines[at] as Promise<void>).then(() => sleep(workMs)));
  };
}

function withLists(
  reference: ReturnType<typeof createReference>,
  lists: Wanted['lists'] | undefined,
): ReturnType<typeof createReference> {
  if (lists === undefined) return reference;
  const body = Buffer.from(hugeLists[lists]());
  return {
    ...reference,
    async handle(request) {
      const answer = await reference.handle(request);
      const isList = request.method === 'GET' && /\/pets(?:\?|$)/.test(request.path);
      return isList && answer.status === 200 ? { ...answer, body } : answer;
    },
  };
}
