// Test support: validates values with schemas that others publish, which are copied to schemas/.
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

export type PublishedSchema =
  | 'github-action'
  | 'github-workflow'
  | 'gitlab-ci'
  | 'har-1.2'
  | 'kubernetes-job'
  | 'sarif-2.1.0'
  | 'shields-endpoint';

const compiled = new Map<PublishedSchema, ValidateFunction>();

/** The first few problems of a value, each with its place. */
export function problemsBySchema(name: PublishedSchema, value: unknown): readonly string[] {
  const valid = compiled.get(name) ?? compile(name);
  return valid(value)
    ? []
    : (valid.errors ?? [])
        .slice(0, 5)
        .map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

function compile(name: PublishedSchema): ValidateFunction {
  // Published schemas use what strict mode refuses, such as keywords of their own and loose patterns.
  const ajv = new Ajv({ allErrors: true, strict: false, logger: false, unicodeRegExp: false });
  addFormats.default(ajv);
  const file = new URL(`./schemas/${name}.schema.json`, import.meta.url);
  const valid = ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
  compiled.set(name, valid);
  return valid;
}
