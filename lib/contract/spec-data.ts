// What the YAML files of spec/ say. Reading YAML takes a tenth of a second, so the build writes down what they say
// (`prepare.ts`). That counts for the very bytes from which it was made, and for no others.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { parse } from 'yaml';
import { builtPath, readSpec } from './files.js';

/** What the build writes for a file of spec/. */
export interface Prepared {
  /** SHA-256 of the file. */
  readonly of: string;
  readonly says: unknown;
}

export const preparedPath = (name: string): string => builtPath(`spec/${name}.json`);

export function specData(name: string, preparedAt: string = preparedPath(name)): unknown {
  const bytes = readSpec(name);
  const prepared = preparedFrom(preparedAt);
  return prepared?.of === digestOf(bytes) ? prepared.says : parsed(bytes.toString('utf8'));
}

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Loaded only where it is needed. */
export function parsed(text: string): unknown {
  const yaml = createRequire(import.meta.url)('yaml') as { readonly parse: typeof parse };
  return yaml.parse(text);
}

/** Nothing was built here, or by somebody else: then the YAML itself is read. */
function preparedFrom(path: string): Prepared | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Prepared;
  } catch {
    return undefined;
  }
}
