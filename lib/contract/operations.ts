// The operations of the contract: how each is asked for, which profile it belongs to, what it answers and leaves behind.
// All of it follows from spec/openapi.yaml.
import {
  describedOperations,
  loadDescription,
  type DescribedOperation,
  type DescribedResponse,
} from './description.js';

/** The operations that have a suite of their own; the rules of all others are derived (suites/derived.ts). */
const withSuite = ['listPets', 'createPet', 'getPet', 'getStoreOrders', 'sendMessage'] as const;
export type OperationId = (typeof withSuite)[number];
export type Profile = 'catalogue' | 'quickstart';

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Below the base address of its profile, with `{petId}` where the identifier goes. */
  readonly path: string;
  readonly profile: Profile;
  /** What a request that is accepted leaves behind. */
  readonly creates: 'animal' | 'message' | undefined;
  /** Its answers are described. */
  readonly isDescribed: boolean;
  readonly needsKey: boolean;
  readonly hasSuite: boolean;
  /** It is asked for an animal by its identifier. */
  readonly takesAnimal: boolean;
  /** The kit can make a request of it from the contract alone. */
  readonly isCallable: boolean;
  readonly isRead: boolean;
  /** By status, or a group of them (`2XX`), the name of the schema of the body: undefined where none is described. */
  readonly bodies: ReadonlyMap<string, string | undefined>;
}

const all: readonly Operation[] = describedOperations().map(operationOf);
export const operations = Object.fromEntries(all.map((one) => [one.id, one])) as Readonly<
  Record<OperationId, Operation>
>;
for (const id of withSuite)
  if (!Object.hasOwn(operations, id))
    throw new Error(`spec/openapi.yaml has no operation ${id}: correct its operationId.`);

/** Undefined for a path or method that the contract does not know. */
export const operationNamed = (id: string): Operation | undefined =>
  Object.hasOwn(operations, id) ? operations[id as OperationId] : undefined;

/** The profile whose address a request goes to: what the contract does not know is asked of the catalogue. */
export const profileOf = (id: string): Profile => operationNamed(id)?.profile ?? 'catalogue';

/** Operations without a suite of their own, whose requests follow from the contract. */
export const derivedOperations = all.filter((one) => !one.hasSuite && one.isCallable);
/** Operations for which the kit knows no request: a rule about every operation names them. */
export const uncallableOperations = all.filter((one) => !one.hasSuite && !one.isCallable);

/** The success statuses that the contract describes for an operation. */
export const successesOf = ({ bodies }: Operation): readonly string[] =>
  [...bodies.keys()].filter((status) => status.startsWith('2'));

/** Is a body described for this status? What the contract does not describe is judged as having one. */
export function hasBody(id: string, status: number): boolean {
  const bodies = operationNamed(id)?.bodies;
  return !bodies?.has(String(status)) || bodies.get(String(status)) !== undefined;
}

function operationOf(described: DescribedOperation): Operation {
  const { operationId: id, method, path, responses, hasOwnAddress, requestBody } = described;
  const bodies = new Map(
    Object.entries(responses).map(([status, response]) => [status, schemaOf(response)]),
  );
  const isDescribed = [...bodies.keys()].some((status) => status !== 'default');
  const parameters = [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => name);
  return {
    id,
    method,
    path,
    profile: hasOwnAddress ? 'quickstart' : 'catalogue',
    creates: method === 'POST' ? createdBy(bodies) : undefined,
    isDescribed,
    needsKey: (described.security ?? loadDescription().security ?? []).length > 0,
    hasSuite: (withSuite as readonly string[]).includes(id),
    takesAnimal: parameters.includes('petId'),
    isCallable:
      isDescribed &&
      !hasOwnAddress &&
      requestBody === undefined &&
      parameters.every((name) => name === 'petId') &&
      !described.parameters?.some((one) => one.in !== 'path' && one.required),
    isRead: method === 'GET',
    bodies,
  };
}

/** The name of the schema of a JSON body; the schema itself may have none. */
function schemaOf(response: DescribedResponse): string | undefined {
  const { content } = response.$ref === undefined ? response : referred(response.$ref);
  const schema = content?.['application/json']?.schema;
  return schema && (schema.$ref?.replace('#/components/schemas/', '') ?? '');
}

function referred(reference: string): DescribedResponse {
  const name = reference.replace('#/components/responses/', '');
  const found = loadDescription().components.responses?.[name];
  if (found === undefined) throw new Error(`spec/openapi.yaml has no response ${name}.`);
  return found;
}

function createdBy(bodies: ReadonlyMap<string, string | undefined>): Operation['creates'] {
  const schemas = [...bodies].filter(([status]) => status.startsWith('2')).map(([, name]) => name);
  if (schemas.includes('Pet')) return 'animal';
  return schemas.includes('Message') ? 'message' : undefined;
}

/** Its answers are judged as the catalogue's. */
export function isJudgedAsCatalogue(id: string): boolean {
  const operation = operationNamed(id);
  return operation?.profile === 'catalogue' && operation.isDescribed;
}

export const creates = (id: string): Operation['creates'] => operationNamed(id)?.creates;
