// The contents of the YAML files in spec/. Parsing YAML takes a tenth of a second, so the build stores the result
// (`prepare.ts`). It is used only for exactly the bytes from which it was made.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { parse } from 'yaml';
import { builtPath, readSpec } from './files.js';

/** The content of a file in spec/, as the build stores it. */
export interface Prepared {
  /** The SHA-256 of the file. */
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

/** Parses YAML with a library that is loaded only here, where it is needed. */
export function parsed(text: string): unknown {
  const yaml = createRequire(import.meta.url)('yaml') as { readonly parse: typeof parse };
  return yaml.parse(text);
}

/** Undefined if nothing was built; the YAML itself is parsed then. */
function preparedFrom(path: string): Prepared | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Prepared;
  } catch {
    return undefined;
  }
}
