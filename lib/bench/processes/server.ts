// The servers of the benchmark, in a separate process, so that their time does not count as the kit's. Messages tell
// them what to serve. The fixed server answers any list from memory; the other is the reference server, with latency.
import { setTimeout as sleep } from 'node:timers/promises';
import { createReference, faults, serve } from '../../reference/index.js';
import { serveFixed } from './fixed.js';

/** The server to use from now on. */
export interface Wanted {
  readonly server: 'fixed' | 'reference';
  /** The number of animals in the store at the start. */
  readonly animals: number;
  readonly latencyMs: number;
  /** The body that replaces every list; null for the lists themselves. */
  readonly lists: keyof typeof hugeLists | null;
  /** How many requests it works on concurrently, and for how long on each; null for no bound. */
  readonly workers: number | null;
  readonly workMs: number;
  /** The number of connections beyond which it accepts no more; null for no bound. */
  readonly connections: number | null;
  /** The name of its fault, if it has one. */
  readonly fault: string | null;
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

let close: (() => Promise<void>) | undefined;

process.on('message', (wanted: Wanted) => {
  void begin(wanted).then((served) => process.send?.(served));
});
process.on('disconnect', () => process.exit(0));

async function begin(wanted: Wanted): Promise<Served> {
  await close?.();
  const { server, animals, latencyMs, lists, connections, fault } = wanted;
  const reference = withLists(
    createReference({ animals, faults: faults.filter(({ name }) => name === fault) }),
    lists,
  );
  const { handle, key } = reference;
  const inTurn = workersOf(wanted);
  const slow = {
    ...reference,
    handle: async (request: Parameters<typeof handle>[0]) => {
      await sleep(latencyMs);
      await inTurn();
      return handle(request);
    },
  };
  const isSlow = latencyMs > 0 || wanted.workers !== null;
  const serving =
    server === 'fixed'
      ? await serveFixed()
      : await serve(isSlow ? slow : reference, connections === null ? {} : { connections });
  close = () => serving.close();
  return { url: serving.url, quickstartUrl: serving.quickstartUrl, key };
}

/** Returns a function that resolves when a worker has finished with the request. */
function workersOf({ workers, workMs }: Wanted): () => Promise<void> {
  if (workers === null) return () => Promise.resolve();
  const lines = Array.from({ length: workers }, () => Promise.resolve());
  let next = 0;
  return () => {
    const at = next++ % workers;
    return (lines[at] = (lines[at] as Promise<void>).then(() => sleep(workMs)));
  };
}

function withLists(
  reference: ReturnType<typeof createReference>,
  lists: Wanted['lists'],
): ReturnType<typeof createReference> {
  if (lists === null) return reference;
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
