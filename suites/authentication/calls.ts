// The calls of the catalogue, each of which needs a key, and what the rules of clause 5 say where one is answered without.
// No key is ever seen here.
import {
  firstStatus,
  maximumLimit,
  secondStatus,
  statuses,
  thirdStatus,
} from '../../lib/contract/facts.js';
import { operations, type OperationId } from '../../lib/contract/operations.js';
import type { NewAnimal } from '../../lib/contract/values/values.js';
import {
  breach,
  excuse,
  orElse,
  statusOf,
  type Session,
  type Exchange,
  type How,
  type KeyForm,
  type ListQuery,
  type Setup,
} from '../../lib/judge/rules/index.js';

/** One way to call an operation: valid but for the key that it is given. */
export interface Call {
  readonly operation: string;
  /** `variation`: which of its valid forms; the key must be checked in each. */
  readonly send: (session: Session, how: How, variation?: number) => Promise<Exchange>;
}

export const queries: readonly ListQuery[] = [
  { limit: 5, status: thirdStatus },
  { limit: 10 },
  { status: firstStatus },
  { limit: maximumLimit },
  { status: secondStatus, limit: 1 },
  { status: thirdStatus },
];

interface Arguments {
  readonly id: string;
  /** Undefined where nothing may be added. */
  readonly animal: NewAnimal | undefined;
}

const add = 'POST /pets';

/** Of each operation, the calls whose keys are judged: one that the contract adds must have its own, or say why it has none. */
const callsOf: Readonly<Record<OperationId, (known: Arguments) => readonly Call[]>> = {
  listPets: () => [
    { operation: 'GET /pets', send: (session, how) => session.list({}, how) },
    {
      operation: 'GET /pets with parameters',
      send: (session, how, variation = 0) => session.list(queries[variation % queries.length], how),
    },
  ],
  getPet: ({ id }) => [
    { operation: 'GET /pets/{petId}', send: (session, how) => session.get(id, how) },
  ],
  createPet: ({ animal }) => [
    {
      operation: add,
      send: (session, how, variation = 0) =>
        animal
          ? session.add(varied(animal, variation, session), how)
          : excuse('a read-only run adds no animals'),
    },
  ],
  // Its responses are not described: store-orders.ts asks for it with and without a key.
  getStoreOrders: () => [],
  // The quickstart has its own key: messages/ judges it.
  sendMessage: () => [],
};

export async function calls(setup: Setup): Promise<readonly Call[]> {
  const animal: NewAnimal | undefined = setup.readOnly
    ? undefined
    : { name: 'No key, no animal', categoryId: await categoryOrOne(setup), status: firstStatus };
  const values = { id: await knownIdOrZero(setup), animal };
  return Object.entries(callsOf).flatMap(([operation, callsFor]) =>
    operation === operations.getPet.id && !setup.servesGetPet ? [] : callsFor(values),
  );
}

const varied = (animal: NewAnimal, variation: number, session: Session): NewAnimal =>
  session.marked({ ...animal, status: statuses[variation % statuses.length] as string });

export const isRead = ({ operation }: Call): boolean => !operation.startsWith(add);

// Whether a key is asked for does not depend on what a valid request would have found.
const categoryOrOne = (setup: Setup): Promise<bigint> => orElse(setup.category(), 1n);
const knownIdOrZero = (setup: Setup): Promise<string> =>
  orElse(
    setup.knownAnimal().then(({ id }) => id),
    '0',
  );

export interface KeyCase extends Call {
  readonly label: string;
  readonly how: How;
  readonly variation?: number;
  /** The valid key is there, though not where the contract looks for it. */
  readonly otherPlace?: true;
}

/** With the places of the call and of the form among all. */
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
/** No key at all, and a wrong one where there is any. */
export const noneAndWrong = ({ credentials }: Setup): readonly KeyForm[] => [
  noKey,
  ...(credentials.areFew ? [] : credentials.wrongKeys.slice(0, 1)),
];

const inCode = (operation: string): string => operation.replace(/^[A-Z]+ \S+/, '`$&`');

export function expect401(
  answered: Exchange,
  { operation, label }: Pick<KeyCase, 'operation' | 'label'>,
): void {
  if (statusOf(answered) === 401) return;
  breach({
    cause: `${inCode(operation)} (${label}) returned ${statusOf(answered)}; expected 401.`,
    expected: 'status 401',
    actual: `status ${statusOf(answered)}`,
    exchange: answered,
    difference: label,
  });
}
