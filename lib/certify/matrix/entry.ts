// An implementation in the matrix: what its certificate says, brief enough for a thousand of them on one page.
import type { Ledger } from '../../contract/ledger.js';
import { type Mark, markOf, markOrder, marks } from '../../report/words.js';
import { untestedForStore } from '../certificate/facts.js';
import { practiceOf } from '../certificate/practice.js';
import { validUntil } from '../certificate/statement.js';
import type { Verification } from '../verification/outcome.js';

/** `unverified`: the certificate is valid, but its key is not known. `refused`: the certificate is not valid. */
type Standing = 'verified' | 'unverified' | 'refused';

export interface Entry {
  /** The path below the page, with slashes. */
  readonly folder: string;
  readonly name: string;
  readonly organisation: string;
  readonly standing: Standing;
  /** The name of the key that signed it. Whether it belongs to this organisation, people must find out. */
  readonly signedWith: string | null;
  /** The reason why it is not verified. */
  readonly why: string | null;
  /** A letter for each rule of the ledger, in its order. */
  readonly outcomes: string;
  /** The number of stated rules that only the contents of the store kept from being judged. */
  readonly incomplete: number;
  /** Whether nobody else could have tested its server. */
  readonly practice: boolean;
  /** The name of the key that repeated the run, or the beginning of its digest if the key is not known. */
  readonly repeatedBy: string | null;
  readonly target: string;
  readonly until: string;
}

/** The letters of outcomes. An unknown outcome has `-`. */
export const letters: Readonly<Record<Mark, string>> = {
  failed: 'f',
  warning: 'w',
  known: 'k',
  cantTell: 'c',
  passed: 'p',
  observed: 'o',
  inapplicable: 'i',
  untested: 'u',
};
export const unknown = '-';
export const markOfLetter = (letter: string): Mark | undefined =>
  markOrder.find((mark) => letters[mark] === letter);

/** The outcomes that a certificate may have. Without a quickstart, the rules of its profile are untested. */
export const legend = (['passed', 'warning', 'cantTell', 'inapplicable', 'untested'] as const)
  .map((mark) => `${marks[mark].glyph} ${marks[mark].word}`)
  .join(', ');

export function entryOf(
  folder: string,
  verification: Verification,
  {
    ledger,
    signedWith,
    keyName = () => undefined,
  }: {
    readonly ledger: Ledger;
    readonly signedWith: string | null;
    readonly keyName?: (keyId: string) => string | undefined;
  },
): Entry {
  const { problems, notes, report, implementation, keyId } = verification;
  const holds = problems.length === 0 && report !== undefined && implementation !== undefined;
  const standing = holds ? (keyId === undefined ? 'unverified' : 'verified') : 'refused';
  const found = new Map(report?.rules.map((rule) => [rule.id, letters[markOf(rule, report)]]));
  return {
    folder,
    name: implementation ? `${implementation.product} ${implementation.version}` : folder,
    organisation: implementation?.organisation ?? '',
    standing,
    signedWith: standing === 'verified' ? signedWith : null,
    why: standing === 'verified' ? null : (problems[0]?.message ?? notes[0] ?? null),
    // An invalid certificate is shown without its claims.
    outcomes: ledger.rules.map(({ id }) => (holds ? (found.get(id) ?? unknown) : unknown)).join(''),
    incomplete: holds ? untestedForStore(report).length : 0,
    practice: holds && practiceOf(report) !== undefined,
    repeatedBy: holds ? repeaterOf(verification, keyName) : null,
    target: report?.target.baseUrl ?? '',
    until: holds ? validUntil(report) : '',
  };
}

/** Ignores the vendor's own key, because repeating one's own run proves nothing. */
function repeaterOf(
  { repetition, keyId, report }: Verification,
  keyName: (keyId: string) => string | undefined,
): string | null {
  if (repetition === undefined || repetition.keyId === keyId) return null;
  const who =
    keyName(repetition.keyId) ?? `an unknown key (sha256:${repetition.keyId.slice(0, 12)})`;
  const isElsewhere = repetition.target !== report?.target.baseUrl;
  return isElsewhere ? `${who}, at ${repetition.target}` : who;
}

/** Adds to the name that some stated rules could not be judged, or that nobody else could have tested the server. */
export function shownName({ name, incomplete, practice }: Entry): string {
  const limits = [
    ...(incomplete === 0 ? [] : ['incomplete']),
    ...(practice ? ['for practice'] : []),
  ];
  return limits.length === 0 ? name : `${name} (${limits.join(', ')})`;
}

/** Names the folder of each where several are of one product and organisation. */
export const toldApart = (entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry) => {
    const isNamesake = (other: Entry): boolean =>
      other !== entry && other.name === entry.name && other.organisation === entry.organisation;
    return entries.some(isNamesake) ? { ...entry, name: `${entry.name}, ${entry.folder}` } : entry;
  });

export const countOf = ({ outcomes }: Entry, mark: Mark): number =>
  outcomes.split(letters[mark]).length - 1;

const order: readonly Standing[] = ['verified', 'unverified', 'refused'];

/** Puts verified entries first, and among them those with the fewest problems. */
export function fewestProblemsFirst(entries: readonly Entry[]): readonly Entry[] {
  const rank = (one: Entry): readonly number[] => [
    order.indexOf(one.standing),
    countOf(one, 'failed'),
    countOf(one, 'warning'),
    countOf(one, 'cantTell'),
  ];
  const ranked = entries.map((entry) => ({ entry, key: rank(entry) }));
  ranked.sort(
    (one, other) =>
      one.key.map((value, at) => value - (other.key[at] ?? 0)).find((each) => each !== 0) ??
      (one.entry.name < other.entry.name
        ? -1
        : one.entry.name > other.entry.name
          ? 1
          : one.entry.folder < other.entry.folder
            ? -1
            : 1),
  );
  return ranked.map(({ entry }) => entry);
}
