// The servers of the benchmark, in a process of their own, so that their time is not counted as the kit's. Told by
// messages what to serve. The fixed one answers any list from memory; the other one is the reference server, with latency.
import { setTimeout as sleep } from 'node:timers/promises';
import { createReference, serve } from '../../reference/index.js';
import { serveFixed } from './fixed.js';

/** What to serve from now on. */
export interface Wanted {
  readonly server: 'fixed' | 'reference';
  /** How many animals the store holds at the start. */
  readonly animals: number;
  readonly latencyMs: number;
  /** What stands in place of every list; null for the lists themselves. */
  readonly lists: keyof typeof hugeLists | null;
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

async function begin({ server, animals, latencyMs, lists }: Wanted): Promise<Served> {
  await close?.();
  const reference = withLists(createReference({ animals }), lists);
  const { handle, key } = reference;
  const slow = {
    ...reference,
    handle: (request: Parameters<typeof handle>[0]) => sleep(latencyMs).then(() => handle(request)),
  };
  const serving =
    server === 'fixed' ? await serveFixed() : await serve(latencyMs > 0 ? slow : reference);
  close = () => serving.close();
  return { url: serving.url, quickstartUrl: serving.quickstartUrl, key };
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
