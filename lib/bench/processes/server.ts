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
}

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

async function begin({ server, animals, latencyMs }: Wanted): Promise<Served> {
  await close?.();
  const reference = createReference({ animals });
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
