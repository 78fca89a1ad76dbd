// What a case shows in a whole run it may not show in a short one, with fewer animals and fewer requests before it. So the
// order is tried as a quick run takes it, and what it misses is learned again from other cases.
import type { Order } from '../../judge/run/cases/order.js';
import { faults, type Fault } from '../../reference/index.js';
import { runInMemory } from '../../rehearsal/in-memory.js';
import type { Kills, Measured } from './kills.js';
import { learned, orderOf } from './learn.js';

const rounds = 5;

/** Is the fault found in a short run that goes by this order? */
export async function isFound(
  fault: Fault,
  order: Order,
  short: Parameters<typeof runInMemory>[0],
): Promise<boolean> {
  const report = await runInMemory({ ...short, faults: [fault], order, seed: 1 });
  return report.verdict === 'not-conformant';
}

export async function learnedInRounds(
  { cases, kills }: Measured,
  onProgress: (round: number, missed: number) => void,
): Promise<Order> {
  let known = kills;
  let best: { readonly order: Order; readonly missed: number } | undefined;
  for (let round = 1; round <= rounds; round++) {
    const order = orderOf(cases, learned({ cases, kills: known }));
    const sent = new Set<number>();
    const places = new Map(
      cases.map(({ experiment, index }, place) => [`${index} ${experiment}`, place]),
    );
    await runInMemory({
      effort: 'quick',
      order,
      seed: 1,
      onCase: ({ experiment, at }) => sent.add(places.get(`${at.path} ${experiment.name}`) ?? -1),
    });
    const missed = new Set<string>();
    for (const { fault, isStated } of known)
      if (isStated && !(await isFound(named(fault), order, { effort: 'quick' }))) missed.add(fault);
    onProgress(round, missed.size);
    if (best === undefined || missed.size < best.missed) best = { order, missed: missed.size };
    known = known.map((one) => (missed.has(one.fault) ? withoutAny(one, sent) : one));
  }
  return best?.order ?? {};
}

const withoutAny = (one: Kills, sent: ReadonlySet<number>): Kills => ({
  ...one,
  by: one.by.filter((place) => !sent.has(place)),
});

function named(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (!found) throw new Error(`there is no fault ${name}`);
  return found;
}
