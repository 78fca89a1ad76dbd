// The operations of the contract: how each is asked for, which profile it belongs to, and what it leaves behind. Method
// and path come from spec/openapi.yaml.
import { describedOperations, type DescribedOperation } from './description.js';

export type OperationId = 'listPets' | 'createPet' | 'getPet' | 'getStoreOrders' | 'sendMessage';
export type Profile = 'catalogue' | 'quickstart';

export interface Operation {
  readonly id: OperationId;
  readonly method: string;
  /** Below the base address of its profile, with `{petId}` where the identifier goes. */
  readonly path: string;
  readonly profile: Profile;
  /** What a request that is accepted leaves behind. */
  readonly creates: 'animal' | 'message' | undefined;
  /** Its answers are described. */
  readonly isDescribed: boolean;
}

type Ours = Pick<Operation, 'creates'>;

const ours: Readonly<Record<OperationId, Ours>> = {
  listPets: { creates: undefined },
  createPet: { creates: 'animal' },
  getPet: { creates: undefined },
  getStoreOrders: { creates: undefined },
  sendMessage: { creates: 'message' },
};

export const operations = Object.fromEntries(
  describedOperations().map((described) => [described.operationId, operationOf(described)]),
) as Readonly<Record<OperationId, Operation>>;

/** Undefined for a path or method that the contract does not know. */
export const operationNamed = (id: string): Operation | undefined =>
  isKnown(id) ? operations[id] : undefined;

/** The profile whose address a request goes to: what the contract does not know is asked of the catalogue. */
export const profileOf = (id: string): Profile => operationNamed(id)?.profile ?? 'catalogue';

function operationOf(described: DescribedOperation): Operation {
  const { operationId: id, method, path, responses, hasOwnAddress } = described;
  if (!isKnown(id))
    throw new Error(
      `spec/openapi.yaml: the kit does not know the operation ${id}: add it to lib/contract/operations.ts.`,
    );
  return {
    id,
    method,
    path,
    profile: hasOwnAddress ? 'quickstart' : 'catalogue',
    isDescribed: Object.keys(responses).some((status) => status !== 'default'),
    ...ours[id],
  };
}

function isKnown(id: string): id is OperationId {
  return Object.hasOwn(ours, id);
}

/** Its answers are judged as the catalogue's. */
export function isJudgedAsCatalogue(id: string): boolean {
  const operation = operationNamed(id);
  return operation?.profile === 'catalogue' && operation.isDescribed;
}

export const creates = (id: string): Operation['creates'] => operationNamed(id)?.creates;
