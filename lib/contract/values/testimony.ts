// The kit ends the name of every ordinary animal in a mark. The mark shows whether the animal is still as it was sent,
// and a reader of the report can find the run and the case by it. Text only.
import { createHash } from 'node:crypto';
import type { NewAnimal } from './valid-values.js';

/** The run and the case for which an animal was added, and how many animals the run had named before. */
export interface Origin {
  readonly run: string;
  readonly case: string;
  readonly number: number;
  /** Whether to hide that the kit is at work, with another name and a mark without the word. */
  readonly disguised?: boolean;
}

/** The facts that a marked name attests. */
export interface Testimony extends Origin {
  /** The name before the mark. */
  readonly text: string;
  /**
   * `all`: every field is as it was sent. `name`: the name is, but another field is not. `nothing`: somebody cut or
   * changed the name, or imitated the mark, so that it attests nothing.
   */
  readonly holds: 'all' | 'name' | 'nothing';
}

/** An animal as responses show it. */
interface Shown {
  readonly name: string;
  readonly categoryId: string;
  readonly status?: string | undefined;
}

// There are no vowels, so that no words appear, and no characters that letter case, markup or a query could change.
const alphabet = '0123456789bcdfghjkmnpqrstvwxyz';
/** The word of the kit, from which people know whose animal it is. */
export const markWord = 'conformance';
const lengths = { run: 5, case: 5, number: 4, fields: 4, name: 3 } as const;
const markLength = Object.values(lengths).reduce((sum, one) => sum + one, 0);
const marked = new RegExp(`(?:^|^([^]*) )(${markWord}-)?([${alphabet}]{${markLength}})$`, 'u');

const anyMark = new RegExp(`${markWord}-[${alphabet}]{${markLength}}`, 'g');

/** The marks in a text, except those of a disguised run. */
export const marksIn = (text: string): readonly string[] => text.match(anyMark) ?? [];
/** What a text says in each run: marks differ. */
export const withoutMarks = (text: string): string => text.replaceAll(anyMark, '');

/** Matches every name that the kit marked, except those of a disguised run, and no other names. */
export const markPattern = `${markWord}-${'_'.repeat(markLength)}`;

/** A digest this short reveals nothing to anybody who does not know the text. */
function digestOf(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('');
}

export const runMark = (salt: string): string => digestOf(salt, lengths.run);
export const caseMark = (salt: string, name: string): string =>
  digestOf(`${salt} ${name}`, lengths.case);

/** The animal with a mark at the end of its name. */
export function testifying<A extends NewAnimal>(animal: A, origin: Origin): A {
  const { categoryId, status } = animal;
  const name = origin.disguised === true ? disguised(animal.name, origin.run) : animal.name;
  const begun = origin.run + origin.case + inLetters(origin.number);
  const fields = begun + fieldsCheck(begun, String(categoryId), status);
  const mark = fields + nameCheck(fields, name);
  const shown = origin.disguised === true ? mark : `${markWord}-${mark}`;
  return { ...animal, name: `${name === '' ? '' : `${name} `}${shown}` };
}

/**
 * The marked animal under a name whose mark attests nothing. Wrong bodies are named so: whatever a target makes of their
 * other fields, no later run may take it for an animal that was altered.
 */
export function attestingNothing<A extends NewAnimal>(animal: A): A {
  const { name } = animal;
  const last = alphabet.indexOf(name.at(-1) ?? '');
  return { ...animal, name: `${name.slice(0, -1)}${alphabet[(last + 1) % alphabet.length]}` };
}

/** Replaces the letters of a plain text, by shifts that only the run knows. Different texts stay different. */
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

/** Reads what the name of an animal attests; undefined if it has no mark. */
export function testimonyOf({ name, categoryId, status }: Shown): Testimony | undefined {
  const [, text = '', saysSo, mark] = marked.exec(name) ?? [];
  if (mark === undefined) return undefined;
  let at = 0;
  const next = (length: number): string => mark.slice(at, (at += length));
  const [run, of, number] = [next(lengths.run), next(lengths.case), next(lengths.number)];
  const [ofFields, ofName] = [next(lengths.fields), next(lengths.name)];
  const begun = run + of + number;
  // If no status was sent, the service chose one.
  const areKept = [status, undefined].some(
    (one) => fieldsCheck(begun, categoryId, one) === ofFields,
  );
  const isNameKept = nameCheck(begun + ofFields, text) === ofName;
  // Names of other origin may happen to end like a mark without the word.
  if (saysSo === undefined && !isNameKept) return undefined;
  return {
    run,
    case: of,
    number: fromLetters(number),
    text,
    holds: !isNameKept ? 'nothing' : areKept ? 'all' : 'name',
  };
}

/** Whether the mark would be valid if the animal had another status, so that nothing else has changed. */
export const holdsWithStatus = (shown: Shown, statuses: readonly string[]): boolean =>
  statuses.some((status) => testimonyOf({ ...shown, status })?.holds === 'all');

const int64 = 2n ** 63n;
/** Doubles below 2^63 are at most this far apart. */
const betweenDoubles = 1_024n;

/** The categoryId that the name attests, if the one that is shown is what a double makes of it. */
export function categoryBeforeDouble(shown: Shown): string | undefined {
  const rounded = Number(BigInt(shown.categoryId));
  const nearest = BigInt(rounded);
  const found: string[] = [];
  for (let sent = nearest - betweenDoubles; sent <= nearest + betweenDoubles; sent++) {
    if (Number(sent) !== rounded || sent < -int64 || sent >= int64) continue;
    const categoryId = String(sent);
    if (testimonyOf({ ...shown, categoryId })?.holds === 'all') found.push(categoryId);
  }
  return found.length === 1 ? found[0] : undefined;
}

// The check covers the rest of the mark too, so that a changed letter in either part shows. It ignores normalised
// A service that normalises Unicode or joins spaces is judged by other rules, and no person renamed the animal.
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
