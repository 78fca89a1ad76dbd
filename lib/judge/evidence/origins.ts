// Gives every added animal its origin (run, experiment, case), from which the mark in its name is made.
import { caseMark, runMark, type Origin } from '../../contract/values/testimony.js';
import { nowhere, type At } from './sort-key.js';

/** The case, and the attempt at it, for which an animal was added, as its name says. */
export const caseOf = (salt: string, name: string, { stream, path }: At, attempt = 1): string =>
  caseMark(salt, `${name}#${stream} ${path} ${attempt}`);

/** The origins of one run. It counts the attempts at each case, so that no two animals have the same origin. */
export class Origins {
  readonly #attempts = new Map<string, number>();

  constructor(readonly run: { readonly salt: string; readonly disguised?: boolean | undefined }) {}

  /** Gives a new origin to each animal that is added in this attempt. */
  of(name: string, at: At = nowhere): () => Origin {
    const { salt, disguised } = this.run;
    const key = `${name}#${at.stream} ${at.path}`;
    const attempt = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempt);
    return originsOf(salt, caseOf(salt, name, at, attempt), disguised);
  }
}

/** Numbers the animals, so that the same run gives them the same names. */
export function originsOf(salt: string, of: string, disguised = false): () => Origin {
  let number = 0;
  const own = { run: runMark(salt), case: of, ...(disguised && { disguised }) };
  return () => ({ ...own, number: (number += 1) });
}
