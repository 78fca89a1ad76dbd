// How good an order is for mutants from which it was not learned: mutants of one framework are looked for with an order
// that was learned from the faults, and from the mutants of the other frameworks.
import { runInMemory } from '../../in-memory/in-memory.js';
import type { Order } from '../../judge/rules/index.js';
import { killsOfMutants, type MutantKills } from '../mutants/kills.js';
import { ofMutants, type Measured } from './kills.js';
import { learned, orderOf } from './learn.js';

const budgets = [100, 194, 300] as const;

/** The shares of mutants found, by budget of requests. */
interface HeldOut {
  readonly requests: number;
  readonly fromFaults: number;
  readonly fromOtherMutants: number;
}

export async function heldOut(measured: Measured): Promise<readonly HeldOut[]> {
  const mutants = killsOfMutants();
  const frameworks = [...new Set(mutants.map(frameworkOf))];
  const orderFrom = (known: readonly MutantKills[]): Order =>
    orderOf(
      measured,
      learned({ ...measured, kills: [...measured.kills, ...ofMutants(measured, known)] }),
    );
  const shareFound = async (
    requests: number,
    known: (framework: string) => readonly MutantKills[],
  ): Promise<number> => {
    let found = 0;
    for (const framework of frameworks) {
      const sent = await sentWithin(requests, orderFrom(known(framework)));
      found += mutants.filter((one) => frameworkOf(one) === framework && isFound(one, sent)).length;
    }
    return found / mutants.length;
  };
  const rows: HeldOut[] = [];
  for (const requests of budgets)
    rows.push({
      requests,
      fromFaults: await shareFound(requests, () => []),
      fromOtherMutants: await shareFound(requests, (own) =>
        mutants.filter((one) => frameworkOf(one) !== own),
      ),
    });
  return rows;
}

const frameworkOf = ({ mutant }: MutantKills): string => mutant.split(' ')[0] ?? '';

/** The cases that a correct server gets within this number of requests. */
async function sentWithin(maxRequests: number, order: Order): Promise<ReadonlySet<string>> {
  const sent = new Set<string>();
  await runInMemory({
    limits: { maxRequests },
    order,
    onCase: ({ experiment, at, names }) =>
      sent.add(`${experiment.name}: ${names[Number(at.path)] ?? at.path}`),
  });
  return sent;
}

const isFound = ({ by }: MutantKills, sent: ReadonlySet<string>): boolean =>
  Object.entries(by).some(([experiment, names]) =>
    names.some((name) => sent.has(`${experiment}: ${name}`)),
  );
