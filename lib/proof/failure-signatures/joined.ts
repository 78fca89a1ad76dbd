// Joins groups of failures that no known fault brings together, although they show one defect in two places.
import type { Shown } from './intermittent.js';
import type { FailureSignature } from './signatures.js';

export interface Group {
  readonly signatures: readonly FailureSignature[];
  /** The rule for which the explaining fault is made. */
  readonly rule: string | undefined;
  /** The failures by which it is compared with known faults; all of them, unless it was joined. */
  readonly compared?: readonly FailureSignature[];
}

export const withTheSameDefect = (
  groups: readonly Group[],
  read: (id: string) => Shown,
): readonly Group[] => withTheSameWay(withAlteredCategories(groups), read);

const keepsCategory = 'add-animal.keeps-category';

/** Failures that show when a service alters a categoryId, in whichever response. */
const alteredCategory = new Set([
  'categoryId: Animal {id} is listed',
  'another category than testified',
  'Pet/categoryId: number',
  'Pets/*/categoryId: number',
]);

/** A service that returns another categoryId than was sent shows it in lists too: that is no second defect. */
function withAlteredCategories(groups: readonly Group[]): readonly Group[] {
  const own = groups.find(({ signatures }) =>
    signatures.some(({ rule, shown }) => rule === keepsCategory && shown === 'categoryId: '),
  );
  if (own === undefined) return groups;
  const follows = ({ shown }: FailureSignature): boolean => alteredCategory.has(shown);
  const others = groups.filter((group) => group !== own);
  const moved = others.flatMap(({ signatures }) => signatures.filter(follows));
  const rest = others.map(({ rule, signatures }) => ({
    rule,
    signatures: signatures.filter((signature) => !follows(signature)),
  }));
  return [
    { rule: own.rule, signatures: [...own.signatures, ...moved] },
    ...rest.filter(({ signatures }) => signatures.length > 0),
  ];
}

/** If one of these is broken, a stranger gets in. */
const letIn: ReadonlySet<string> = new Set([
  'authentication.writes-nothing',
  'authentication.every-request',
  'authentication.missing-key',
  'authentication.wrong-key',
  'messages.missing-key',
  'messages.wrong-key',
]);
export const letsIn = (shown: Shown): boolean =>
  letIn.has(shown.rule.id) && !refusesOtherwise(shown);

/** Another error than a 401, or no response, lets nobody in. */
function refusesOtherwise({ failure }: Shown): boolean {
  const last = failure.exchanges.at(-1);
  return last !== undefined && (last.response === null || last.response.status >= 400);
}

/**
 * A wrong key that is accepted in one place is accepted in all that ask the same code: reads, writes, and the
 * quickstart. Nor does it matter which of both services reads a body in chunks.
 */
function withTheSameWay(groups: readonly Group[], read: (id: string) => Shown): readonly Group[] {
  const joined: { readonly group: Group; readonly ways: ReadonlySet<string> }[] = [];
  for (const group of catalogueFirst(groups)) {
    const ways = waysIn(group, read);
    const at = joined.findIndex((other) => [...ways].some((way) => other.ways.has(way)));
    const there = joined[at];
    if (there === undefined) joined.push({ group, ways });
    else
      joined[at] = {
        group: {
          rule: there.group.rule ?? there.group.signatures[0]?.rule,
          signatures: [...there.group.signatures, ...group.signatures],
          compared: there.group.compared ?? there.group.signatures,
        },
        ways: new Set([...there.ways, ...ways]),
      };
  }
  return joined.map(({ group }) => group);
}

/** A defect of both services is shown, and compared with known faults, by what it does to the catalogue. */
const catalogueFirst = (groups: readonly Group[]): readonly Group[] =>
  groups.toSorted((one, other) => Number(isOfQuickstart(one)) - Number(isOfQuickstart(other)));

const isOfQuickstart = ({ signatures }: Group): boolean =>
  signatures.every(({ rule }) => rule.startsWith('messages.'));

/**
 * How the failed requests were made, in the words that both services have in common: "the key in base64", "sent in
 * chunks". What lets a stranger in is another defect than what refuses one in a wrong way.
 */
const waysIn = ({ signatures }: Group, read: (id: string) => Shown): ReadonlySet<string> =>
  new Set(
    signatures
      .map(({ failure }) => read(failure))
      .flatMap((shown) => {
        const { input, difference } = shown.failure;
        if (letsIn(shown)) return difference === null ? [] : [`lets in ${difference}`];
        return spellings.has(shown.rule.id) ? [input] : [];
      }),
  );

/** The rules of both services about how the same body may be sent. */
const spellings: ReadonlySet<string> = new Set([
  'add-animal.any-spelling',
  'add-animal.type-letter-case',
  'messages.accepted',
  'messages.type-letter-case',
  'messages.echo',
]);
