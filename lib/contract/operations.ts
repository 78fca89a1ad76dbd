// The operations of the contract: how each is requested, which profile it belongs to, how it responds and what it
// leaves behind. All of it follows from spec/openapi.yaml.
import {
  describedOperations,
  loadDescription,
  type DescribedOperation,
  type DescribedResponse,
} from './description.js';

/** The operations that have a suite of their own. The rules of all others are derived (suites/derived.ts). */
const withSuite = ['listPets', 'createPet', 'getPet', 'getStoreOrders', 'sendMessage'] as const;
export type OperationId = (typeof withSuite)[number];
export type Profile = 'catalogue' | 'quickstart';

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** The path below the base address of its profile, with `{petId}` in place of the identifier. */
  readonly path: string;
  readonly profile: Profile;
  /** The resource that an accepted request leaves behind. */
  readonly creates: 'animal' | 'message' | undefined;
  /** Whether the contract describes its responses. */
  readonly isDescribed: boolean;
  readonly needsKey: boolean;
  readonly hasSuite: boolean;
  /** Whether its path has the identifier of an animal. */
  readonly takesAnimal: boolean;
  /** Whether the kit can make a request for it from the contract alone. */
  readonly isCallable: boolean;
  readonly isRead: boolean;
  /** The name of the body's schema by status, or by group of statuses (`2XX`); undefined if no body is described. */
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

/** The profile whose base address a request uses. Anything that the contract does not know goes to the catalogue. */
export const profileOf = (id: string): Profile => operationNamed(id)?.profile ?? 'catalogue';

/** Operations without a suite of their own, whose requests follow from the contract. */
export const derivedOperations = all.filter((one) => !one.hasSuite && one.isCallable);
/** Operations for which the kit can make no request. Rules about every operation report them as not covered. */
export const uncallableOperations = all.filter((one) => !one.hasSuite && !one.isCallable);

/** The success statuses that the contract describes for an operation. */
export const successesOf = ({ bodies }: Operation): readonly string[] =>
  [...bodies.keys()].filter((status) => status.startsWith('2'));

/** Whether a body is described for this status. An undescribed status is judged as if it had one. */
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

/** The name of the schema of a JSON body: empty if the schema has no name, undefined if there is no such body. */
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

/** Whether its responses are judged by the rules of the catalogue. */
export function isJudgedAsCatalogue(id: string): boolean {
  const operation = operationNamed(id);
  return operation?.profile === 'catalogue' && operation.isDescribed;
}

export const creates = (id: string): Operation['creates'] => operationNamed(id)?.creates;
