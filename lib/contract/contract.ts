// The contract as a whole: its identity, its ledger, and what is wrong with a body, in words. Whether that breaks a
// rule is for the rule to judge.
import { createHash } from 'node:crypto';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { escapedText } from '../http/json/reader.js';
import { integerText } from '../http/json/exact.js';
import type { Json } from '../http/types.js';
import { loadDescription, plainSchema } from './description.js';
import { readSpec } from './files.js';
import type { FoundInstead } from './found-instead.js';
import { type Ledger, loadLedger } from './ledger.js';
import { Judgement, validatorOf, type Readable, type SchemaName } from './validators.js';

export type { SchemaName } from './validators.js';

/** One thing that is wrong with a body, in plain words: "/0/id is missing". */
export interface Problem {
  readonly pointer: string;
  readonly message: string;
  /** The kind of value that is there instead. */
  readonly found: FoundInstead;
  /** The number of members that are missing in the same object. */
  readonly missing?: number;
}

export interface Contract {
  readonly title: string;
  readonly version: string;
  /** SHA-256 over the bytes of openapi.yaml and rules.yaml. */
  readonly digest: string;
  readonly ledger: Ledger;
  /** The first problem of a body; empty if it follows the schema. */
  problems(schema: SchemaName, json: Json): readonly Problem[];
}

let contract: Contract | undefined;

export function loadContract(): Contract {
  contract ??= read();
  return contract;
}

function read(): Contract {
  const description = loadDescription();
  return {
    title: description.info.title,
    version: description.info.version,
    digest: createHash('sha256')
      .update(readSpec('openapi.yaml'))
      .update(readSpec('rules.yaml'))
      .digest('hex'),
    ledger: loadLedger(),
    problems,
  };
}

const none: readonly Problem[] = [];
const known = new Map<SchemaName, Known>();

interface Known {
  readonly validate: ValidateFunction;
  /** Values without a problem, kept because several rules judge the same response. */
  readonly sound: WeakSet<object>;
}

function problems(schema: SchemaName, json: Json): readonly Problem[] {
  if (!json.ok) {
    const message = `the body is not JSON: ${json.problem}`;
    return [{ pointer: '', message, found: 'no JSON' }];
  }
  const twice = json.doubled?.find(namedIn(schema));
  if (twice !== undefined) {
    return [{ pointer: twice, message: `${twice} appears twice`, found: 'two of them' }];
  }
  const { value } = json;
  const own = knownOf(schema);
  if (typeof value !== 'object' || value === null) return judged(own, json);
  if (own.sound.has(value)) return none;
  const found = judged(own, json);
  if (found.length > 0) return found;
  own.sound.add(value);
  return none;
}

/** Whether the contract knows this member. A duplicate among other members matters to nobody. */
function namedIn(schema: SchemaName): (pointer: string) => boolean {
  const { properties } = plainSchema(schema === 'Pets' ? 'Pet' : schema);
  const start = schema === 'Pets' ? '/\\d+/' : '/';
  const named = new RegExp(`^${start}(?:${Object.keys(properties).join('|')})$`);
  return (pointer) => named.test(pointer);
}

function judged({ validate }: Known, json: Readable): readonly Problem[] {
  return validate.call(new Judgement(json), json.value)
    ? none
    : (validate.errors ?? []).map((error) => inWords(error, json));
}

function knownOf(schema: SchemaName): Known {
  let found = known.get(schema);
  if (found === undefined)
    known.set(schema, (found = { validate: validatorOf(schema), sound: new WeakSet() }));
  return found;
}

function inWords(error: ErrorObject, json: Readable): Problem {
  const pointer = error.instancePath;
  const subject = pointer === '' ? 'the body' : pointer;
  const value: unknown = error.data;
  const found = typeOf(value);
  switch (error.keyword) {
    case 'required': {
      const missing = `${pointer}/${String(error.params['missingProperty'])}`;
      return { pointer: missing, ...incomplete(error), found: 'nothing' };
    }
    case 'type': {
      const wanted = String(error.params['type']);
      const shown =
        typeof value === 'number' && wanted === 'integer'
          ? (json.numbers.get(pointer) ?? String(value))
          : typeNamed(value);
      return { pointer, message: `${subject} is ${shown}, not ${article(wanted)}`, found };
    }
    case 'enum':
      return {
        pointer,
        message: `${subject} is "${escapedText(String(value))}", not one of ${(error.params['allowedValues'] as unknown[]).join(', ')}`,
        found,
      };
    case 'format': {
      const text = escapedText(json.numbers.get(pointer) ?? String(value));
      return {
        pointer,
        message:
          integerText(json, pointer, value) === undefined
            ? `${subject} is ${text}, not an integer`
            : `${subject} exceeds int64 (${text})`,
        found,
      };
    }
    default:
      return {
        pointer,
        message: `${subject} ${error.message ?? `breaks ${error.keyword}`}`,
        found,
      };
  }
}

/** Names all members of an object that are missing or have another type, so that all can be fixed at once. */
function incomplete({
  instancePath,
  data,
  schema,
  parentSchema,
}: ErrorObject): Pick<Problem, 'message' | 'missing'> {
  const object = data as Readonly<Record<string, unknown>>;
  const properties = (parentSchema?.['properties'] ?? {}) as Readonly<
    Record<string, { readonly type?: string }>
  >;
  const missing = (schema as readonly string[]).filter((name) => object[name] === undefined);
  const mistyped = Object.entries(properties).flatMap(([name, { type }]) => {
    const value = object[name];
    return value === undefined || type === undefined || typeOf(value) === jsonTypeOf(type)
      ? []
      : [`${instancePath}/${name} is ${typeNamed(value)}, not ${article(type)}`];
  });
  const verb = missing.length === 1 ? 'is' : 'are';
  const message = [
    `${inSeries(missing.map((name) => `${instancePath}/${name}`))} ${verb} missing`,
    ...mistyped,
  ].join('; ');
  return { message, missing: missing.length };
}

const jsonTypeOf = (type: string): string => (type === 'integer' ? 'number' : type);

/** "a", "a and b", "a, b and c" */
const inSeries = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter((part) => part !== '').join(' and ');

/** The JSON type of a value that was parsed. */
function typeOf(value: unknown): 'null' | 'array' | 'boolean' | 'number' | 'string' | 'object' {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as 'object');
}

const typeNamed = (value: unknown): string => (value === null ? 'null' : article(typeOf(value)));

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
