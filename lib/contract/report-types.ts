// The types of a report, made from its published schema. The build writes them to judge/result/report.ts, which is
// git-ignored.

interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

/** Its kinds have different members, which the schema leaves open for the findings of other versions. */
const byHand = 'Finding';

export function reportTypesOf(schema: Schema): string {
  const { $defs = {}, ...report } = schema;
  const types = Object.entries({ Report: report, ...$defs }).filter(([name]) => name !== byHand);
  return [
    '// The one typed result of a run, of which everything is made that is printed or written. Written by the build from\n',
    '// spec/report.schema.json: whoever changes that says `npm run build`.\n',
    `import type { ${byHand} } from './finding.js';\n`,
    ...types.map(([name, each]) => `\n${comment(each)}${declarationOf(name, each)}\n`),
  ].join('');
}

const declarationOf = (name: string, schema: Schema): string =>
  schema.properties
    ? `export interface ${name} ${typeOf(schema)}`
    : `export type ${name} = ${typeOf(schema)};`;

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/$defs/', '');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? []].flat();
  return types.map((type) => typeNamed(type, schema)).join(' | ') || 'unknown';
}

function typeNamed(type: string, schema: Schema): string {
  if (type === 'object') return objectType(schema);
  if (type === 'array') return arrayType(schema);
  return type === 'integer' ? 'number' : type;
}

function objectType({ properties, additionalProperties, required = [] }: Schema): string {
  if (typeof additionalProperties === 'object')
    return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
  const members = Object.entries(properties ?? {}).map(
    ([name, each]) =>
      `${comment(each)}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(each)};`,
  );
  return `{\n${members.join('\n').replace(/^/gm, '  ')}\n}`;
}

function arrayType({ items = {}, minItems, maxItems }: Schema): string {
  const item = typeOf(items);
  if (maxItems !== undefined && minItems === maxItems)
    return `readonly [${Array.from({ length: maxItems }, () => item).join(', ')}]`;
  return /^\w+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`;
}

/** What may be null is described beside its type. */
function comment({ description, anyOf = [] }: Schema): string {
  const text = description ?? anyOf.map((one) => one.description).find(Boolean);
  return text === undefined ? '' : `/** ${text} */\n`;
}
