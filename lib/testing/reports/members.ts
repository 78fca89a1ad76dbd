// Lists every member of a report, from its schema, and makes reports with another value there.
import { readSpec } from '../../contract/files.js';
import type { Report } from '../../judge/result/report.js';

export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

export interface Member {
  /** The path of a member: "run.scope.readOnly", "rules[].id", "witnesses.experiments[].matching{}". */
  readonly path: string;
  readonly schema: Schema;
}

const root = JSON.parse(readSpec('report.schema.json').toString('utf8')) as Schema;

/** The schema behind references, without an alternative `null`. */
function plain(schema: Schema): Schema {
  if (schema.$ref !== undefined)
    return plain(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {});
  const one = schema.anyOf?.find(({ type }) => type !== 'null');
  return one === undefined ? schema : plain(one);
}

function below(schema: Schema): readonly (readonly [step: string, schema: Schema])[] {
  const { properties = {}, items, additionalProperties } = plain(schema);
  return [
    ...Object.entries(properties).map(([name, each]) => [`.${name}`, each] as const),
    ...(items === undefined ? [] : [['[]', items] as const]),
    ...(typeof additionalProperties === 'object' ? [['{}', additionalProperties] as const] : []),
  ];
}

/** What a member holds within itself once more, such as the reason behind a reason, is not followed any further. */
function walked(path: string, schema: Schema, within: readonly Schema[] = []): readonly Member[] {
  if (within.includes(plain(schema))) return [];
  return below(schema).flatMap(([step, each]) => {
    const at = `${path}${step}`.replace(/^\./, '');
    return [{ path: at, schema: plain(each) }, ...walked(at, each, [...within, plain(schema)])];
  });
}

export const allMembers: readonly Member[] = walked('', root);

/** The smallest value that fits. */
function example(schema: Schema): unknown {
  const { type, const: only, enum: some, properties = {}, required = [] } = plain(schema);
  const { format, items, minItems = 0, pattern } = plain(schema);
  if (only !== undefined) return only;
  if (some !== undefined) return some[0];
  switch (Array.isArray(type) ? (type as readonly string[])[0] : type) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, example(properties[name] ?? {})]));
    case 'array':
      return Array.from({ length: minItems }, () => example(items ?? {}));
    case 'string':
      if (format === 'date') return '2026-01-01';
      if (format === 'date-time') return '2026-01-01T00:00:00.000Z';
      return pattern === undefined ? 'x' : pattern.includes('d') ? '1' : 'a.b';
    case 'boolean':
      return true;
    default:
      return 1;
  }
}

/**
 * A copy with another value at the first place to which the path leads. Missing parts of the path are created so that
 * they fit.
 */
export function withMember(
  report: Report,
  path: string,
  change: (value: unknown) => unknown,
): Report {
  const copy = structuredClone(report) as Report;
  const steps = path.match(/[^.[\]{}]+|\[\]|\{\}/g) ?? [];
  set(copy as unknown as Held, root, steps, change);
  return copy;
}

type Held = Record<string, unknown>;

/** Sets the value at the rest of the path, through elements that have the member which the path names. */
function set(
  held: Held,
  schema: Schema,
  [step = '', ...steps]: readonly string[],
  change: (value: unknown) => unknown,
): void {
  const { properties = {}, items, additionalProperties } = plain(schema);
  const inside =
    step === '[]'
      ? items
      : step === '{}' && typeof additionalProperties === 'object'
        ? additionalProperties
        : properties[step];
  const keys = Object.keys(held);
  const leadsOn = (key: string): boolean => leads(held[key], steps);
  const name =
    step === '[]' || step === '{}'
      ? (keys.find(leadsOn) ?? keys[0] ?? (step === '[]' ? '0' : 'any'))
      : step;
  if (steps.length === 0) {
    held[name] = change(held[name]);
    return;
  }
  if (typeof held[name] !== 'object' || held[name] === null) held[name] = example(inside ?? {});
  set(held[name] as Held, inside ?? {}, steps, change);
}

function leads(value: unknown, [step, ...steps]: readonly string[]): boolean {
  if (step === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  const isAny = step === '[]' || step === '{}';
  if (isAny) return Object.values(value).some((each) => leads(each, steps));
  return step in value && leads((value as Held)[step], steps);
}
