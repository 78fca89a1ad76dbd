// Gives every added animal its origin (run, experiment, case), from which the mark in its name is made.
import { caseMark, markWord, runMark, type Origin } from '../../contract/values/testimony.js';
import type { RunFacts } from '../result/report.js';
import { nowhere, type At } from './sort-key.js';

/** The case, and the attempt at it, for which an animal was added, as its name says. */
const caseOf = (salt: string, name: string, { stream, path }: At, attempt = 1): string =>
  caseMark(salt, `${name}#${stream} ${path} ${attempt}`);

/** The origins of one run. It counts the attempts at each case, so that no two animals have the same origin. */
export class Origins {
  readonly #attempts = new Map<string, number>();
  readonly #salt: string;
  #isDisguised: boolean;

  constructor(run: { readonly salt: string; readonly disguised?: boolean | undefined }) {
    this.#salt = run.salt;
    this.#isDisguised = run.disguised ?? false;
  }

  /** Makes all further names as short as those of a disguised run. */
  shorten(): void {
    this.#isDisguised = true;
  }

  /** Gives a new origin to each animal that is added in this attempt. */
  of(name: string, at: At = nowhere): () => Origin {
    const key = `${name}#${at.stream} ${at.path}`;
    const attempt = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempt);
    const own = caseOf(this.#salt, name, at, attempt);
    return originsOf(this.#salt, own, () => this.#isDisguised);
  }
}

/** The same of a run that is over, for a case in its report. Short names are those without the word of the kit. */
export function originsIn({ salt = '', created }: RunFacts, name: string, at: At): () => Origin {
  const areShort = created.length > 0 && !created.some((one) => one.name.includes(markWord));
  return originsOf(salt, caseOf(salt, name, at), () => areShort);
}

/** Numbers the animals, so that the same run gives them the same names. */
export function originsOf(
  salt: string,
  of: string,
  isDisguised = (): boolean => false,
): () => Origin {
  let number = 0;
  const own = { run: runMark(salt), case: of };
  return () => ({ ...own, number: (number += 1), disguised: isDisguised() });
}
