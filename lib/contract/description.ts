// The machine-readable contract, spec/openapi.yaml, and its schemas in the plain form from which values are made.
// Nothing is validated here. An unknown keyword stops the kit, because values could no longer follow the contract.
import { specData } from './spec-data.js';

/** The parts of an OpenAPI 3.1 document that the kit uses. */
export interface Description {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly responses?: Readonly<Record<string, DescribedResponse>>;
  };
  /** The security of operations that state none of their own. */
  readonly security?: readonly unknown[];
}

export interface DescribedResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
}

/** An operation as the document describes it; the kit's own table of them is operations.ts. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Whether its path belongs to another base address than the other operations. */
  readonly hasOwnAddress: boolean;
  readonly deprecated?: boolean;
  readonly 'x-sunset'?: string;
  readonly security?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: {
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: unknown;
    };
  }[];
}

/** A schema without references, with everything that a value must satisfy. */
export interface PlainSchema {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: string | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, PlainSchema>>;
}

let description: Description | undefined;

export function loadDescription(): Description {
  description ??= specData('openapi.yaml') as Description;
  return description;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export function describedOperations(
  from: Description = loadDescription(),
): readonly DescribedOperation[] {
  return Object.entries(from.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => ({
        ...(item[method] as Omit<DescribedOperation, 'method' | 'path' | 'hasOwnAddress'>),
        method: method.toUpperCase(),
        path,
        hasOwnAddress: 'servers' in item,
      })),
  );
}

export function operationDescribed(id: string): DescribedOperation {
  const operation = describedOperations().find(({ operationId }) => operationId === id);
  if (operation === undefined)
    throw new Error(`spec/openapi.yaml has no operation ${id}: correct its operationId.`);
  return operation;
}

/** A named schema, with its references resolved and its parts (`allOf`) merged. */
export function plainSchema(name: string, from: Description = loadDescription()): PlainSchema {
  const schema = from.components.schemas[name];
  if (schema === undefined) throw new Error(`spec/openapi.yaml has no schema ${name}.`);
  return plain(schema as Record<string, unknown>, name, from);
}

const known = [
  'description',
  'type',
  'format',
  'enum',
  'required',
  'properties',
  'allOf',
  'items',
  '$ref',
];

function plain(schema: Record<string, unknown>, place: string, from: Description): PlainSchema {
  for (const keyword of Object.keys(schema)) {
    if (!known.includes(keyword))
      throw new Error(
        `spec/openapi.yaml: the kit makes no values for \`${keyword}\` of ${place}: teach lib/contract to, or remove it.`,
      );
  }
  const parts = ((schema['allOf'] ?? []) as Record<string, unknown>[]).map((part) =>
    plain(part, place, from),
  );
  if (typeof schema['$ref'] === 'string')
    parts.unshift(plainSchema(schema['$ref'].replace('#/components/schemas/', ''), from));
  const own = Object.entries(
    (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>,
  ).map(([key, property]) => [key, plain(property, `${place}.${key}`, from)]);
  const type = (schema['type'] ?? parts[0]?.type) as PlainSchema['type'] | undefined;
  if (type === undefined) throw new Error(`spec/openapi.yaml: ${place} has no type.`);
  const format = (schema['format'] ?? parts.find((part) => part.format !== undefined)?.format) as
    | string
    | undefined;
  const members = (schema['enum'] ?? parts.find((part) => part.enum !== undefined)?.enum) as
    | readonly string[]
    | undefined;
  return {
    type,
    format,
    enum: members,
    required: [
      ...parts.flatMap((part) => part.required),
      ...((schema['required'] ?? []) as string[]),
    ],
    properties: Object.assign(
      {},
      ...parts.map((part) => part.properties),
      Object.fromEntries(own),
    ) as Record<string, PlainSchema>,
  };
}
