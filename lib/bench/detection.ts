// How much a run finds for each request: of the proof's faults that break the contract, by budgets of requests. With the
// order of cases as it ships, and with orders that were learned from other faults than those that are looked for.
import { ruleNamed } from '../contract/ledger.js';
import type { Order } from '../judge/run/cases/order.js';
import { measure, type Kills } from '../proof/order/kills.js';
import { learned, orderOf } from '../proof/order/learn.js';
import { faults, type Fault } from '../reference/index.js';
import { runInMemory } from '../rehearsal/in-memory.js';
import { order as shipped } from '../../suites/index.js';
import { inClient } from './processes/process.js';

interface Point {
  /** At most so many; all that there are, where it is null. */
  readonly budget: number | null;
  /** So many a correct server gets. */
  readonly requests: number;
  /** Of all faults, with the order that ships. */
  readonly share: number;
  /** Of each half, with an order that was learned from the other. */
  readonly heldOut: number;
}

export interface Detection {
  readonly faults: number;
  readonly points: readonly Point[];
}

const budgets = [50, 100, 194, 300, 400, 600, 1_000, null];

export async function detection(): Promise<Detection> {
  const [all, halves] = await Promise.all([
    inClient<readonly Found[]>({ kind: 'found', order: 'shipped' }),
    inClient<readonly Found[]>({ kind: 'found', order: 'of the other half' }),
  ]);
  return {
    faults: broken.length,
    points: budgets.map((budget, at) => ({
      budget,
      requests: all[at]?.requests ?? 0,
      share: (all[at]?.faults ?? 0) / broken.length,
      heldOut: (halves[at]?.faults ?? 0) / broken.length,
    })),
  };
}

interface Found {
  readonly requests: number;
  readonly faults: number;
}

const broken = faults.filter(({ rule }) => ruleNamed(rule).kind === 'stated');

/** For each budget: how many faults make a run say that the server is not conformant. */
export async function found(which: 'shipped' | 'of the other half'): Promise<readonly Found[]> {
  const orderFor = which === 'shipped' ? () => shipped : await ofTheOtherHalf();
  const all: Found[] = [];
  for (const budget of budgets) {
    const limits = budget === null ? {} : { limits: { maxRequests: budget } };
    const { run } = await runInMemory({ ...limits, order: shipped });
    let count = 0;
    for (const fault of broken) {
      const report = await runInMemory({ ...limits, faults: [fault], order: orderFor(fault) });
      if (report.verdict === 'not-conformant') count += 1;
    }
    all.push({ requests: run.exchanges, faults: count });
  }
  return all;
}

async function ofTheOtherHalf(): Promise<(fault: Fault) => Order> {
  const measured = await measure(() => {});
  const orderOfHalf = (half: number): Order => {
    const known = measured.kills.filter((one: Kills) => halfOf(one.fault) === half);
    return orderOf(measured, learned({ ...measured, kills: known }));
  };
  const orders = [orderOfHalf(1), orderOfHalf(0)];
  return ({ name }) => orders[halfOf(name)] ?? {};
}

/** By chance, and always the same. */
function halfOf(name: string): number {
  const sum = [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return sum % 2;
}
