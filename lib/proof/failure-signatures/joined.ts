// Joins groups of failures that no known fault brings together, although they show one defect in two places.
import { marksIn } from '../../contract/values/values.js';
import { methodOf, type Shown } from './intermittent.js';
import type { Failure } from '../../judge/result/report.js';
import { textsIn, type FailureSignature } from './signatures.js';

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
): readonly Group[] =>
  withTheSameWay(
    withConsequences(withSharedIdentifiers(withAlteredCategories(groups), read), read),
    read,
  );

/** The first group with what the other one shows: it is compared with known faults by its own failures. */
const joining = (first: Group, other: Group): Group => ({
  rule: first.rule ?? first.signatures[0]?.rule,
  signatures: [...first.signatures, ...other.signatures],
  compared: first.compared ?? first.signatures,
});

/** A group joins another that explains all of it, the smallest first: what follows from a defect is no second one. */
function withConsequences(groups: readonly Group[], read: (id: string) => Shown): readonly Group[] {
  const bySize = groups.toSorted((one, other) => one.signatures.length - other.signatures.length);
  for (const group of bySize) {
    const cause = groups.find(
      (other) =>
        other !== group &&
        group.signatures.every((signature) =>
          other.signatures.some((one) => {
            const [cause, follows] = [read(one.failure), read(signature.failure)];
            return (
              leadsTo(one, signature) ||
              letsInWhatever(cause, follows) ||
              checksNoKey(cause, follows) ||
              findsAnother(cause, follows)
            );
          }),
        ),
    );
    if (cause === undefined) continue;
    const others = groups.filter((other) => other !== group);
    return withConsequences(
      others.map((other) => (other === cause ? joining(cause, group) : other)),
      read,
    );
  }
  return groups;
}

const fewerThanLimit = 'fewer of a status than the limit';
/** Lists that lack animals, or do not obey their limit, are short in the end. */
const shorten = new Set([
  'list-animals.filter-finds',
  'list-animals.finds-created',
  'list-animals.limit-is-maximum',
  'list-animals.shows-added',
]);

/** What leads to a finding, whichever rules show them. */
const findings: Readonly<Record<string, readonly string[]>> = {
  'not listed by its status': ['not listed', 'none of a status that many have'],
  'unknown status lists animals': ['another status listed'],
  'refused, but added': ['several animals by one request'],
  'Pets/*/id: string': ['the identifier of the request'],
};

function leadsTo(cause: FailureSignature, { rule, shown, altered }: FailureSignature): boolean {
  if (shown === fewerThanLimit) return shorten.has(cause.rule);
  if (findings[shown]?.includes(cause.shown)) return true;
  // A text that is not written in UTF-8 is none anywhere.
  if (shown.endsWith(': no JSON')) return cause.rule === 'bodies.json' && cause.altered === 'bytes';
  if (rule === 'list-animals.answers-200')
    return cause.rule === 'list-animals.limits-accepted' && cause.shown === shown;
  // A name that is altered is so whatever is odd about it.
  if (rule === 'add-animal.odd-names' && cause.rule === 'add-animal.keeps-name')
    return altered !== undefined && cause.altered === altered;
  // What is stored is cut once, whoever shows it. Messages are no animals.
  if (/^cut\d+$/.test(altered ?? '') && cause.altered === altered)
    return isOfMessages(rule) === isOfMessages(cause.rule);
  if (isOfField(shown)) return inAnyAnimal(cause.shown) === inAnyAnimal(shown);
  const isSaid = !/^$|^status \d+$|^no answer$/.test(shown);
  return isSaid && cause.rule === rule && cause.shown === shown && cause.altered === altered;
}

/** "Pets/*\/categoryId: string", in whichever response */
const isOfField = (shown: string): boolean => /^Pets?(?:\/\*)?\/\w+: /.test(shown);
const inAnyAnimal = (shown: string): string => shown.replace(/^Pets(?:\/\*)?\//, 'Pet/');

const keepsCategory = 'add-animal.keeps-category';
const listedAsCreated = 'categoryId: Animal {id} is listed';

/** Failures that show when a service alters a categoryId, in whichever response. */
const alteredCategory = new Set([
  listedAsCreated,
  'another category than testified',
  'Pet/categoryId: number',
  'Pets/*/categoryId: number',
]);

/** A service that returns another categoryId than was sent shows it in lists too: that is no second defect. */
function withAlteredCategories(groups: readonly Group[]): readonly Group[] {
  const own =
    groups.find(({ signatures }) =>
      signatures.some(({ rule, shown }) => rule === keepsCategory && shown === 'categoryId: '),
    ) ?? groups.find(({ signatures }) => signatures.some(({ shown }) => shown === listedAsCreated));
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

/** An identifier that finds another animal finds none where there is no other. */
const findsAnother = (cause: Shown, follows: Shown): boolean => {
  const [found, missed] = [cause.failure.finding, follows.failure.finding];
  return (
    cause.rule.id === 'get-animal.exact-animal' &&
    found?.kind === 'field' &&
    found.field === 'id' &&
    missed?.operation === found.operation &&
    'actual' in missed &&
    missed.actual === 404
  );
};

const listedTwice = 'an identifier listed twice';
const oneForTwo = 'one identifier for two animals';
const sharesIdentifier = new Set([listedTwice, oneForTwo]);

/** Where two animals have one identifier, what shows the one in the place of the other is no second defect. */
function withSharedIdentifiers(
  groups: readonly Group[],
  read: (id: string) => Shown,
): readonly Group[] {
  const holds = (what: string) => (group: Group) =>
    group.signatures.some(({ shown }) => shown === what);
  // A list shows both of them at once, time and again.
  const lead = groups.find(holds(listedTwice)) ?? groups.find(holds(oneForTwo));
  if (lead === undefined) return groups;
  const idOf = ({ failure }: FailureSignature) => read(failure).failure.finding?.values?.['id'];
  const shared = new Set(
    groups
      .flatMap(({ signatures }) => signatures)
      .filter(({ shown }) => sharesIdentifier.has(shown))
      .map(idOf),
  );
  // A list may also hold one animal twice, which says nothing of others.
  const mayBeAny = groups.some(holds(oneForTwo));
  const showsAnother = (signature: FailureSignature): boolean =>
    sharesIdentifier.has(signature.shown) ||
    (isOfAnotherAnimal(read(signature.failure).failure) &&
      (mayBeAny || shared.has(idOf(signature))));
  // What else such a group shows follows from it.
  const sharesOne = ({ signatures }: Group): boolean =>
    signatures.some(({ shown }) => sharesIdentifier.has(shown));
  const follow = groups.filter(
    (group) => group !== lead && (sharesOne(group) || group.signatures.every(showsAnother)),
  );
  const others = groups.filter((group) => !follow.includes(group));
  return others.map((group) => (group === lead ? follow.reduce(joining, lead) : group));
}

/** Whether the name of another animal came back. The kit marks each name in its own way. */
function isOfAnotherAnimal({ finding }: Failure): boolean {
  if (finding?.kind !== 'field' || finding.field !== 'name') return false;
  const [sent, returned] = [finding.expected, finding.actual].map((text) => marksIn(text).at(-1));
  return returned !== undefined && sent !== returned;
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

/** Whoever needs no key needs none beside other headers either. */
const letsInWhatever = (cause: Shown, follows: Shown): boolean =>
  [cause, follows].every(letsIn) &&
  cause.failure.difference?.startsWith('no Authorization header') === true &&
  follows.failure.difference?.startsWith('no key, but ') === true &&
  methodOf(cause) === methodOf(follows);

const comesFirst = new Set(['authentication.before-routing', 'authentication.comes-first']);
/** An operation that needs no key refuses an invalid request for what else is wrong with it. */
const checksNoKey = (cause: Shown, follows: Shown): boolean =>
  letsIn(cause) &&
  cause.failure.difference?.startsWith('no Authorization header') === true &&
  comesFirst.has(follows.rule.id) &&
  operationOf(cause) === operationOf(follows);
const operationOf = ({ failure }: Shown): string | undefined => failure.exchanges.at(-1)?.operation;

/** Another error than a 401, or no response, lets nobody in. */
function refusesOtherwise({ failure }: Shown): boolean {
  const last = failure.exchanges.at(-1);
  return last !== undefined && (last.response === null || last.response.status >= 400);
}

/** Rules about a valid key in a place or a form that the contract does not name. */
const otherForms = new Set([
  'authentication.other-places',
  'authentication.bearer-form',
  'messages.other-places',
]);

const whiteSpace = new Set([
  'add-animal.odd-names',
  'add-animal.keeps-spaces',
  'add-animal.keeps-unicode-form',
]);

/** Whether nothing but the white space in a name is another. */
function altersWhiteSpace({ finding }: Failure): boolean {
  const [sent, returned] = finding === undefined ? [] : textsIn(finding);
  return sent !== returned && withoutRuns(sent) === withoutRuns(returned);
}
const withoutRuns = (text: string | undefined): string | undefined => text?.replace(/\s+/g, ' ');

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
        group: joining(there.group, group),
        ways: new Set([...there.ways, ...ways]),
      };
  }
  return joined.map(({ group }) => group);
}

/** A defect of both services is shown, and compared with known faults, by what it does to the catalogue. */
const catalogueFirst = (groups: readonly Group[]): readonly Group[] =>
  groups.toSorted((one, other) => Number(isOfQuickstart(one)) - Number(isOfQuickstart(other)));

const isOfQuickstart = ({ signatures }: Group): boolean =>
  signatures.every(({ rule }) => isOfMessages(rule));

const isOfMessages = (rule: string): boolean => rule.startsWith('messages.');

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
        const isOtherForm = otherForms.has(shown.rule.id) && !refusesOtherwise(shown);
        if (letsIn(shown) || isOtherForm)
          return difference === null ? [] : [`lets in ${difference}`];
        if (whiteSpace.has(shown.rule.id) && altersWhiteSpace(shown.failure))
          return ['white space'];
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
