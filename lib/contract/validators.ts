// Functions that report what is wrong with a body, made by ajv from the schemas of the contract. They are made during
// the build (`prepare.ts`), or here if the build did not make them for exactly these schemas.
import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv, KeywordCxt, ValidateFunction } from 'ajv/dist/2020.js';
import { integerText } from '../http/json/exact.js';
import type { Json } from '../http/types.js';
import { loadDescription } from './description.js';
import { builtPath, readSpec } from './files.js';
import { digestOf } from './spec-data.js';

/** The schemas by which bodies are judged. */
const schemaNames = ['Pet', 'Pets', 'Error', 'Message', 'NewPet', 'NewMessage'] as const;
export type SchemaName = (typeof schemaNames)[number];

/** JSON that could be parsed. */
export type Readable = Extract<Json, { ok: true }>;

/** The `this` with which validators are called. */
export class Judgement {
  readonly #json: Readable;

  constructor(json: Readable) {
    this.#json = json;
  }

  /** JavaScript rounds large integers, so the format is checked against the digits that were sent. */
  isOfFormat(format: string, value: number, pointer: string): boolean {
    if (format !== 'int64')
      throw new Error(`spec/openapi.yaml: the kit does not know the format ${format}.`);
    if (this.#json.numbers.size === 0 && Number.isSafeInteger(value)) return true;
    const text = integerText(this.#json, pointer, value);
    return text !== undefined && BigInt(text) === BigInt.asIntN(64, BigInt(text));
  }
}

/** Loads ajv only when it is used, because a run with prepared validators has no need to wait for it. */
const load = createRequire(import.meta.url);
const preparedAt = (): string => builtPath('spec/validators.cjs');
const reference = (name: SchemaName): string => `contract#/components/schemas/${name}`;

type Prepared = { readonly of?: string } & Readonly<Record<SchemaName, ValidateFunction>>;
let prepared: Prepared | null | undefined;
let ajv: Ajv | undefined;

export function validatorOf(name: SchemaName): ValidateFunction {
  if (prepared === undefined) prepared = preparedFrom(preparedAt());
  return prepared?.[name] ?? compiled(name);
}

export function compiled(name: SchemaName): ValidateFunction {
  ajv ??= ajvOfContract();
  return ajv.getSchema(reference(name)) as ValidateFunction;
}

/** A step of the build: makes a module of all validators, with a digest of the bytes from which they were made. */
export function prepareValidators(): readonly [path: string, source: string] {
  const standalone = load('ajv/dist/standalone/index.js') as {
    readonly default: (of: Ajv, refs: Readonly<Record<string, string>>) => string;
  };
  const refs = Object.fromEntries(schemaNames.map((name) => [name, reference(name)]));
  const source = standalone.default(ajvOfContract(), refs);
  return [preparedAt(), `${source}\nexports.of = ${JSON.stringify(digest())};\n`];
}

const digest = (): string => digestOf(readSpec('openapi.yaml'));

/** Null if the build made no validators, or made them for other schemas. */
export function preparedFrom(path: string): Prepared | null {
  try {
    const found = load(path) as Prepared;
    return found.of === digest() ? found : null;
  } catch {
    return null;
  }
}

function ajvOfContract(): Ajv {
  const { Ajv2020, Name, _, str } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const made = new Ajv2020({
    strict: false,
    validateSchema: false,
    meta: false,
    passContext: true,
    verbose: true,
    code: { source: true },
  });
  made.removeKeyword('format');
  made.addKeyword({
    keyword: 'format',
    type: 'number',
    // `this` is the judgement; `instancePath` leads to the object that contains the value.
    code: (context: KeywordCxt) => {
      const pointer = str`${new Name('instancePath')}${context.it.errorPath}`;
      context.fail(_`!this.isOfFormat(${context.schema}, ${context.data}, ${pointer})`);
    },
  });
  made.addSchema(loadDescription(), 'contract');
  return made;
}
