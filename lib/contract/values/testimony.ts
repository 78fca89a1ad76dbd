// Names that testify: behind the name of every ordinary animal stands a mark of the kit. It tells the run and the case to
// whoever has the report, and to everybody whether the animal is still the one that was sent. Text only.
import { createHash } from 'node:crypto';
import type { NewAnimal } from './valid-values.js';

/** Which run and which case an animal was added for, and how many the run had named before it. */
export interface Origin {
  readonly run: string;
  readonly case: string;
  readonly number: number;
  /** Nobody is to see that the kit is at work: another name, and a mark without the word. */
  readonly disguised?: boolean;
}

/** What a marked name says. */
export interface Testimony extends Origin {
  /** The name that stands before the mark. */
  readonly text: string;
  /**
   * `all`: every field is as it was sent. `name`: the name is, and another field is not. `nothing`: somebody has cut or
   * changed the name, or imitates the mark, so that it says nothing of the animal.
   */
  readonly holds: 'all' | 'name' | 'nothing';
}

/** An animal as answers show it. */
interface Shown {
  readonly name: string;
  readonly categoryId: string;
  readonly status?: string | undefined;
}

// No vowels, so that no word comes about, and nothing that letter case, markup or a query could change.
const alphabet = '0123456789bcdfghjkmnpqrstvwxyz';
const word = 'conformance-';
const lengths = { run: 5, case: 5, number: 4, fields: 4, name: 3 } as const;
const markLength = Object.values(lengths).reduce((sum, one) => sum + one, 0);
const marked = new RegExp(`(?:^|^([^]*) )(${word})?([${alphabet}]{${markLength}})$`, 'u');

/** Any name that ends like this is one of the kit's, and all of them are but those of a disguised run. */
export const markPattern = `${word}${'_'.repeat(markLength)}`;

/** So many letters say nothing to who does not know the text. */
function digestOf(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('');
}

export const runMark = (salt: string): string => digestOf(salt, lengths.run);
export const caseMark = (salt: string, name: string): string =>
  digestOf(`${salt} ${name}`, lengths.case);

/** The animal with a mark behind its name. */
export function testifying<A extends NewAnimal>(animal: A, origin: Origin): A {
  const { categoryId, status } = animal;
  const name = origin.disguised === true ? disguised(animal.name, origin.run) : animal.name;
  const begun = origin.run + origin.case + inLetters(origin.number);
  const fields = begun + fieldsCheck(begun, String(categoryId), status);
  const mark = fields + nameCheck(fields, name);
  const shown = origin.disguised === true ? mark : word + mark;
  return { ...animal, name: `${name === '' ? '' : `${name} `}${shown}` };
}

/** Plain words become others of the same length, which only the run knows; two that differ still do. */
function disguised(name: string, run: string): string {
  if (!/^[a-z][a-z ,.?!']*$/i.test(name)) return name;
  const shifts = createHash('sha256').update(`disguise ${run}`).digest();
  return name.replace(/[a-z]/gi, (letter, at: number) => {
    const code = letter.charCodeAt(0);
    const first = code < 0x61 ? 0x41 : 0x61;
    const shift = 1 + ((shifts[at % shifts.length] ?? 0) % 25);
    return String.fromCharCode(first + ((code - first + shift) % 26));
  });
}

/** What the name of an animal testifies; undefined where it bears no mark. */
export function testimonyOf({ name, categoryId, status }: Shown): Testimony | undefined {
  const [, text = '', saysSo, mark] = marked.exec(name) ?? [];
  if (mark === undefined) return undefined;
  let at = 0;
  const next = (length: number): string => mark.slice(at, (at += length));
  const [run, of, number] = [next(lengths.run), next(lengths.case), next(lengths.number)];
  const [ofFields, ofName] = [next(lengths.fields), next(lengths.name)];
  const begun = run + of + number;
  // Where none was sent, the service has chosen a status of its own.
  const areKept = [status, undefined].some(
    (one) => fieldsCheck(begun, categoryId, one) === ofFields,
  );
  const isNameKept = nameCheck(begun + ofFields, text) === ofName;
  // Other people's names may end like a mark without the word.
  if (saysSo === undefined && !isNameKept) return undefined;
  return {
    run,
    case: of,
    number: fromLetters(number),
    text,
    holds: !isNameKept ? 'nothing' : areKept ? 'all' : 'name',
  };
}

/** Would the mark hold if the animal had another status? Then nothing else of it has changed. */
export const holdsWithStatus = (shown: Shown, statuses: readonly string[]): boolean =>
  statuses.some((status) => testimonyOf({ ...shown, status })?.holds === 'all');

// Over the rest of the mark too: whoever changes a letter of either has changed the name.
// A service may normalise names or join their spaces: that is judged where it happens, and is no change by hand.
const nameCheck = (mark: string, text: string): string =>
  digestOf(`${mark} ${text.normalize('NFKC').replace(/\s+/gu, ' ').trim()}`, lengths.name);
const fieldsCheck = (begun: string, categoryId: string, status: string | undefined): string =>
  digestOf(`${begun} ${categoryId} ${status ?? ''}`, lengths.fields);

function inLetters(number: number): string {
  let text = '';
  for (let left = number; text.length < lengths.number; left = Math.floor(left / alphabet.length))
    text = `${alphabet[left % alphabet.length]}${text}`;
  return text;
}

const fromLetters = (text: string): number =>
  [...text].reduce((sum, letter) => sum * alphabet.length + alphabet.indexOf(letter), 0);
