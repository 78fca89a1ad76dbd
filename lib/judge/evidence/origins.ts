// Where the animals come from that a case adds: it is what the marks in their names are made of.
import { caseMark, runMark, type Origin } from '../../contract/values/testimony.js';
import type { At } from './sort-key.js';

/** Which attempt at which case an animal was added for, according to its name. */
export const caseOf = (salt: string, name: string, { stream, path }: At, attempt = 1): string =>
  caseMark(salt, `${name}#${stream} ${path} ${attempt}`);

/** One after another, so that the same run names its animals the same. */
export function originsOf(salt: string, of: string, disguised = false): () => Origin {
  let number = 0;
  const own = { run: runMark(salt), case: of, ...(disguised && { disguised }) };
  return () => ({ ...own, number: (number += 1) });
}
