// How much a run finds with a given number of requests: the share of the proof's faults that break the contract, by
// budget. Measured with the order of cases that ships, and with orders that were learned from other faults.
import { ruleNamed } from '../contract/ledger.js';
import type { Order } from '../judge/rules/index.js';
import { measure, type Kills } from '../proof/order/kills.js';
import { learned, orderOf } from '../proof/order/learn.js';
import { faults, type Fault } from '../reference/index.js';
import { runInMemory } from '../in-memory/in-memory.js';
import { order as shipped } from '../../suites/index.js';
import { inClient } from './processes.js';

interface Point {
  /** The highest number of requests; null for no limit. */
  readonly budget: number | null;
  /** The number of requests that a correct server gets. */
  readonly requests: number;
  /** The share of all faults, found with the order that ships. */
  readonly share: number;
  /** The share of faults of each half, found with an order that was learned from the other half. */
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

/** For each budget, the number of faults for which a run says that the server is not conformant. */
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

/** Assigns faults to halves by chance, but always in the same way. */
function halfOf(name: string): number {
  const sum = [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return sum % 2;
}
