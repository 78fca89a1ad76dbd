// The calls of the catalogue, each of which needs a key, and how the rules of clause 5 report a response without one.
// No key is ever visible here.
import { firstStatus, lastStatus, maximumLimit, statuses } from '../../lib/contract/facts.js';
import {
  derivedOperations,
  operations,
  type Operation,
  type OperationId,
} from '../../lib/contract/operations.js';
import type { NewAnimal } from '../../lib/contract/values/values.js';
import {
  breach,
  notApplicable,
  orElse,
  statusOf,
  type Session,
  type Exchange,
  type How,
  type KeyForm,
  type ListQuery,
  type Setup,
} from '../../lib/judge/rules/index.js';

/** One way to call an operation, valid in everything but perhaps its key. */
export interface Call {
  readonly operation: string;
  readonly isRead: boolean;
  /** `variation` selects one of the valid forms of the call; the key must be checked in each. */
  readonly send: (session: Session, how: How, variation?: Variation) => Promise<Exchange>;
}

/** A number, or an animal whose name is long. */
type Variation = number | 'long';

export const queries: readonly ListQuery[] = [
  { limit: 5, status: lastStatus },
  // Checks of health ask for a single animal.
  { limit: 1 },
  { status: firstStatus },
  { limit: maximumLimit },
  ...statuses.slice(1, -1).map((status) => ({ status })),
  { status: lastStatus },
];

interface Arguments {
  readonly id: string;
  /** Undefined if nothing may be added. */
  readonly animal: NewAnimal | undefined;
}

/** The calls whose keys are judged, for each operation that has a suite. All other calls follow from the contract. */
const callsOf: Readonly<Record<OperationId, (known: Arguments) => readonly Call[]>> = {
  listPets: () => [
    { operation: 'GET /pets', isRead: true, send: (session, how) => session.list({}, how) },
    {
      operation: 'GET /pets with parameters',
      isRead: true,
      send: (session, how, variation = 0) =>
        session.list(queries[variation === 'long' ? 0 : variation % queries.length], how),
    },
  ],
  getPet: ({ id }) => [
    {
      operation: 'GET /pets/{petId}',
      isRead: true,
      send: (session, how) => session.get(id, how),
    },
  ],
  createPet: ({ animal }) => [
    {
      operation: 'POST /pets',
      isRead: false,
      send: (session, how, variation = 0) =>
        animal
          ? session.add(varied(animal, variation, session), how)
          : notApplicable('read-only adds none'),
    },
  ],
  // The contract does not describe its responses, so store-orders.ts calls it with a key and without one.
  getStoreOrders: () => [],
  // The quickstart has a key of its own, which messages/ judges.
  sendMessage: () => [],
};

export async function calls(setup: Setup): Promise<readonly Call[]> {
  const animal: NewAnimal | undefined = setup.readOnly
    ? undefined
    : { name: 'No key, no animal', categoryId: await categoryOrOne(setup), status: firstStatus };
  const values = { id: await knownIdOrZero(setup), animal };
  const ofSuites = Object.entries(callsOf).flatMap(([operation, callsFor]) =>
    operation === operations.getPet.id && !setup.servesGetPet ? [] : callsFor(values),
  );
  const derived = derivedOperations
    .filter((one) => one.needsKey)
    // A server that checks no key carries out the request, so a write must not name an animal that exists.
    .map((one) => callOf(one, one.isRead ? values.id : unknownId, setup));
  return [...ofSuites, ...derived];
}

/** No store is so full that it contains this identifier by chance. */
export const unknownId = '9223372036854775807';

/** Makes a call for an operation that has no suite, with the identifier of an animal. */
export function callOf(operation: Operation, id: string, setup: Setup): Call {
  const { method, path, isRead } = operation;
  return {
    operation: `${method} ${path}`,
    isRead,
    send: (session, how) =>
      isRead || !setup.readOnly
        ? session.call(operation, id, how)
        : notApplicable({ what: 'read-only', values: { method } }),
  };
}

const varied = (animal: NewAnimal, variation: Variation, session: Session): NewAnimal =>
  session.marked(
    variation === 'long'
      ? { ...animal, name: animal.name.padEnd(longName, ', no animal') }
      : { ...animal, status: statuses[variation % statuses.length] as string },
  );
const longName = 22_000;

export const isRead = (call: Call): boolean => call.isRead;

// Whether a key is required does not depend on what a valid request would have found, so any value will do.
const categoryOrOne = (setup: Setup): Promise<bigint> => orElse(setup.category(), 1n);
const knownIdOrZero = (setup: Setup): Promise<string> =>
  orElse(
    setup.knownAnimal().then(({ id }) => id),
    '0',
  );

export interface KeyCase extends Call {
  readonly label: string;
  readonly how: How;
  readonly variation?: Variation;
  /** The valid key was sent, but not where the contract expects it. */
  readonly otherPlace?: true;
}

/** A key case with the position of its call, and of its form, among all of them. */
interface NumberedCase extends KeyCase {
  readonly variation: number;
  readonly call: number;
}

export const inWords = ({ operation, label }: KeyCase): string => `${operation}, ${label}`;
export const send = (way: KeyCase, session: Session): Promise<Exchange> =>
  way.send(session, way.how, way.variation);
export const withEach = async (
  setup: Setup,
  forms: readonly KeyForm[],
): Promise<readonly NumberedCase[]> =>
  (await calls(setup)).flatMap((one, call) =>
    forms.map((form, variation) => ({ ...one, ...form, variation, call })),
  );

export const noKey = { label: 'no Authorization header', how: { key: 'none' } } as const;
/** The same query without the key in it; undefined if the key is elsewhere. */
export const withoutKeyInQuery = ({ keyInQuery, ...how }: How): How | undefined =>
  keyInQuery && { ...how, key: 'none', keyInQuery: [keyInQuery[0], 'none'] };

/** A request without any key, and one with a wrong key if there is one. */
export const noneAndWrong = ({ credentials }: Setup): readonly KeyForm[] => [
  noKey,
  ...(credentials.areFew ? [] : credentials.wrongKeys.slice(0, 1)),
];

export function expect401(
  answered: Exchange,
  { operation, label }: Pick<KeyCase, 'operation' | 'label'>,
): void {
  if (statusOf(answered) === 401) return;
  breach({
    kind: 'status',
    operation,
    when: `(${label})`,
    expected: 401,
    actual: statusOf(answered),
    exchange: answered,
    difference: label,
  });
}
