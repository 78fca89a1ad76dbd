// The rules of operations that have no suite of their own, as they follow from what spec/openapi.yaml says about each.
// Also names the operations that rules about every operation leave out.
import {
  derivedOperations,
  successesOf,
  uncallableOperations,
  type Operation,
} from '../lib/contract/operations.js';
import { derivedSuite, loadLedger } from '../lib/contract/ledger.js';
import type { RuleId } from '../lib/contract/rule-ids.js';
import type { NewAnimal } from '../lib/contract/values/values.js';
import {
  animalOf,
  notApplicable,
  experiment,
  operationName,
  rule,
  statusOf,
  undecided,
  wrongStatus,
  type Exchange,
  type Rule,
} from '../lib/judge/rules/index.js';
import { fetchWhenThere } from './animals.js';

interface Valid {
  readonly turn: number;
  /** The identifier of an animal that exists; absent if each case adds its own. */
  readonly id?: string;
  readonly animal?: NewAnimal;
  readonly servesGetPet: boolean;
}

/** A write gets an animal of its own each time, so that confirming a case removes another one. */
const validRequests = (operation: Operation) =>
  experiment({
    name: `valid ${operation.method} ${operation.path}`,
    stage: 'populated',
    needs: operation.isRead ? [] : ['writes'],
    // This stage comes last, so that an animal that is removed here is not missing in the lists of others.
    leavesMuch: true,
    cases: async (setup): Promise<readonly Valid[]> => {
      const { servesGetPet } = setup;
      const turns = Array.from({ length: setup.runs(3) }, (_, turn) => ({ turn, servesGetPet }));
      if (!operation.takesAnimal) return turns;
      if (operation.isRead) {
        const { id } = await setup.knownAnimal();
        return turns.map((one) => ({ ...one, id }));
      }
      const { animal } = await setup.acceptedTwin();
      return turns.map((one) => ({ ...one, animal }));
    },
    send: async ({ id = '', animal, servesGetPet }, session): Promise<Exchange> => {
      if (animal === undefined) return session.call(operation, id);
      const named = { ...animal, name: `For ${operation.id}` };
      const { added } = await session.addOnce(() => session.marked(named));
      const own = animalOf(added) ?? undecided('no readable animal');
      if (servesGetPet) await fetchWhenThere(own.id, session);
      return session.call(operation, own.id);
    },
    describe: ({ turn }) => `${operation.method} ${operation.path}, request ${turn + 1}`,
  });

const unknownIds = (operation: Operation) =>
  experiment({
    name: `${operation.method} ${operation.path} for an animal that is not there`,
    stage: 'populated',
    needs: operation.isRead ? [] : ['writes'],
    cases: () => ['1999999973', '8999999999999989', '9223372036854775807'],
    send: (id, session) => session.call(operation, id),
    describe: (id) => `id ${id}`,
  });

function rulesOf(operation: Operation): readonly Rule[] {
  const successes = successesOf(operation);
  const success = `${derivedSuite(operation)}.success`;
  const unknown = `${derivedSuite(operation)}.unknown-id`;
  const rules = [
    rule(success as RuleId, validRequests(operation), (answered) => {
      if (successes.some((one) => isOf(one, statusOf(answered)))) return;
      const what = `A valid ${operationName(answered)}`;
      wrongStatus(answered, what, expectedOf(successes));
    }),
    rule(unknown as RuleId, unknownIds(operation), (answered) => {
      if (statusOf(answered) === 404) return;
      if (statusOf(answered) === 410) notApplicable('said to be gone');
      const what = `${operationName(answered)} with an identifier that no animal has`;
      wrongStatus(answered, what, 404);
    }),
  ];
  // The ledger says which of these rules exist, because not every operation takes an identifier.
  const inLedger = new Set(loadLedger().rules.map(({ id }) => id));
  return rules.filter(({ id }) => inLedger.has(id));
}

/** The status that the contract describes; where it describes several, any 2xx will do. */
const expectedOf = ([first, ...more]: readonly string[]): number | '2xx' =>
  more.length === 0 && /^\d+$/.test(first ?? '') ? Number(first) : '2xx';

/** `2XX` stands for every status from 200 to 299. */
const isOf = (described: string, status: number): boolean =>
  described === String(status) || described.toUpperCase() === `${Math.floor(status / 100)}XX`;

/** The derived rules by the name of their suite. */
export const derivedSuites: Readonly<Record<string, readonly Rule[]>> = Object.fromEntries(
  derivedOperations.map((operation) => [derivedSuite(operation), rulesOf(operation)]),
);

/**
 * Adds to each rule about every operation the operations that it does not cover: those for which no request can be
 * made, and those that it leaves out on purpose.
 */
export const aboutEveryOperation = (
  rules: readonly Rule[],
  leftOut: Readonly<Partial<Record<RuleId, readonly Operation[]>>> = {},
): readonly Rule[] =>
  rules.map((one) => {
    const names = [...uncallableOperations, ...(leftOut[one.id] ?? [])].map(({ id }) => id);
    const isNamed = names.length > 0 && one.form !== 'open' && !ofOneOperation.has(one.id);
    return isNamed ? { ...one, notCovered: [...new Set(names)] } : one;
  });

/** These rules stand among the rules about every operation, but are about one place only. */
const ofOneOperation: ReadonlySet<RuleId> = new Set([
  'authentication.store-orders',
  'errors.unknown-paths',
  'errors.refused-in-front',
]);
