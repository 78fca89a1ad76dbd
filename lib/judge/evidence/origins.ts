// Gives every added animal its origin (run, experiment, case), from which the mark in its name is made.
import { caseMark, runMark, type Origin } from '../../contract/values/testimony.js';
import type { At } from './sort-key.js';

/** The case, and the attempt at it, for which an animal was added, as its name says. */
export const caseOf = (salt: string, name: string, { stream, path }: At, attempt = 1): string =>
  caseMark(salt, `${name}#${stream} ${path} ${attempt}`);

/** One after another, so that the same run names its animals the same. */
export function originsOf(salt: string, of: string, disguised = false): () => Origin {
  let number = 0;
  const own = { run: runMark(salt), case: of, ...(disguised && { disguised }) };
  return () => ({ ...own, number: (number += 1) });
}
