// Groups failures into causes: those that one known defect explains stand together, under the most revealing rule.
import type { Cause, Failure, Report, RuleResult } from '../../judge/result/report.js';
import { byFirstDifference } from '../../report/words.js';
import { brokenDown } from './broken-down.js';
import { nowAndThen, showsEachTime, showsUnderLoad, type Shown } from './intermittent.js';
import { letsIn, withTheSameDefect, type Group } from './joined.js';
import type { Catalogue, Match } from './match.js';
import {
  invalidField,
  isAt,
  showTheSame,
  signaturesOf,
  type FailureSignature,
} from './signatures.js';

/** A fault may explain failures if at least this share of what it shows was seen. */
const enoughSeen = 0.75;
/** A fault alone explains a server if it accounts for at least this share of what was seen. */
const nearlyAll = 0.95;
/**
 * A fault is named as the likeness of a server if it fits this closely and fails in the same way. Faults whose fit
 * differs by no more than `apart` count as equal. In two samples of 110 mutants (`npm run mutants`, seeds 28 and 77),
 * 51 of 55 named faults were right.
 */
const close = { seen: 0.92, explained: 0.92, apart: 0.02 };
/**
 * A part of an unknown defect looks like a smaller known one, so each cause must cover about its share of all failures.
 */
const fairShare = 0.9;
const mostNamed = 2;

/** The sentences of faults by their names. */
type Sentences = ReadonlyMap<string, string>;

export function causesIn(
  report: Report,
  catalogue: Catalogue,
  sentences: Sentences,
): readonly Cause[] {
  const found = new Map(
    report.rules.flatMap((rule) =>
      rule.failures.map((failure) => [failure.id, { rule, failure }] as const),
    ),
  );
  const read = (id: string): Shown => found.get(id) as Shown;
  const signatures = signaturesOf(report);
  const groups = oneOfAKind(grouped(signatures, catalogue, read), read);
  const least = (fairShare * signatures.length) / groups.length;
  // What was left out might have shown another defect.
  const { scope, interrupted, bail } = report.run;
  const isCut = scope.budget !== undefined || interrupted || bail !== undefined;
  const causes = groups.map(({ signatures: own, rule, compared = own }) => {
    const failures = readFirst(own, rule, read);
    const showsLittle = isCut || own.length < least;
    const like = showsLittle ? [] : namedLike(compared, catalogue, sentences);
    const mayBe = ({ fault, sentence }: Cause['like'][number]): boolean =>
      (!returnsPages.test(fault) || failures.map(read).some(showsAPage)) &&
      showsStatusOf(sentence, failures.map(read));
    return {
      rank: rankOf(failures.map(read)),
      cause: {
        rules: [...new Set(failures.map((id) => read(id).rule.id))],
        failures,
        like: like.filter(mayBe),
      },
    };
  });
  return causes
    .sort((one, other) => byFirstDifference(one.rank, other.rank))
    .map(({ cause }) => cause);
}

/** Two causes that begin with the same words are none: what a rule found by a key of its own is one defect. */
function oneOfAKind(groups: readonly Group[], read: (id: string) => Shown): readonly Group[] {
  const kinds = new Map<string, Group>();
  for (const group of groups) {
    const [first = ''] = readFirst(group.signatures, group.rule, read);
    const lead = group.signatures.find(({ failure }) => failure === first);
    const { finding } = read(first).failure;
    // Whatever identifier came back: it is that of another animal.
    const isOfAnother = finding?.kind === 'field' && finding.field === 'id';
    const kind = isOfAnother ? 'id' : finding?.kind === 'other' && lead?.shown;
    const key = kind ? `${lead?.rule} ${kind}` : first;
    const there = kinds.get(key);
    kinds.set(
      key,
      there === undefined
        ? group
        : { ...there, signatures: [...there.signatures, ...group.signatures] },
    );
  }
  return [...kinds.values()];
}

function grouped(
  signatures: readonly FailureSignature[],
  catalogue: Catalogue,
  read: (id: string) => Shown,
): readonly Group[] {
  const candidates = catalogue.matches(signatures).filter(({ seen }) => seen >= enoughSeen);
  const [whole] = candidates
    .filter(({ explained }) => explained >= nearlyAll)
    .sort((one, other) => scoreOf(other) - scoreOf(one));
  if (whole) return [{ signatures, rule: whole.known.rule }];
  const groups: Group[] = [];
  let left = signatures;
  const returned = signatures.filter((signature) =>
    signatures.some((other) => isAcceptedBy(other, signature)),
  );
  const areReturned = (all: readonly FailureSignature[]): boolean =>
    all.every((one) => returned.includes(one));
  for (const all of brokenDown(signatures, read)) {
    const alike = all.filter((signature) => left.includes(signature));
    if (areReturned(alike)) continue;
    groups.push({ signatures: alike, rule: leadOf(alike, read) });
    left = left.filter((other) => !alike.includes(other));
  }
  for (const { rule, failures } of nowAndThen(signatures.map(({ failure }) => read(failure)))) {
    const own = left.filter(({ failure }) => failures.includes(failure));
    if (areReturned(own)) continue;
    groups.push({ signatures: own, rule });
    left = left.filter((signature) => !own.includes(signature));
  }
  while (left.length > 0) {
    const best = mostRevealing(candidates, left, returned);
    if (best === undefined) break;
    groups.push({ signatures: best.signatures, rule: best.match.known.rule });
    left = left.filter((signature) => !best.signatures.includes(signature));
  }
  return withTheSameDefect(withTheRest(groups, left, read), read);
}

/**
 * The candidate that explains most of the remaining signatures, and not only such as follow from accepting invalid animals.
 */
function mostRevealing(
  candidates: readonly Match[],
  left: readonly FailureSignature[],
  returned: readonly FailureSignature[],
): { readonly match: Match; readonly signatures: readonly FailureSignature[] } | undefined {
  const rated = candidates.flatMap((match) => {
    const signatures = left.filter((signature) => isOf(signature, match));
    const isItsOwn = signatures.some(({ rule }) => rule === match.known.rule);
    const explainsMore = signatures.some((signature) => !returned.includes(signature));
    return isItsOwn && explainsMore
      ? [{ match, signatures, rate: signatures.length * match.seen ** 2 }]
      : [];
  });
  return rated.sort((one, other) => other.rate - one.rate)[0];
}

const isOf = (signature: FailureSignature, { known }: Match): boolean =>
  known.signatures.some((one) => isAt(one, signature) && !areOfOtherFields(one, signature));

function areOfOtherFields(...both: readonly Pick<FailureSignature, 'shown'>[]): boolean {
  const [one, other] = both.map(invalidField);
  return one !== undefined && other !== undefined && one !== other;
}

/** The rules that a server breaks by accepting an animal in which this field is invalid. */
const accepting: Readonly<Record<string, readonly string[]>> = {
  name: ['add-animal.missing-name', 'add-animal.invalid-name'],
  categoryId: ['add-animal.missing-category', 'add-animal.invalid-category'],
  status: ['add-animal.invalid-status'],
};

/** A server that accepts an invalid animal may return it as well. */
const isAcceptedBy = ({ rule }: FailureSignature, returned: FailureSignature): boolean =>
  accepting[invalidField(returned) ?? '']?.includes(rule) === true;

/**
 * A failure that no known fault explains joins the group that accepted such an animal, or one that has the same rule or
 * shows the same exchange.
 */
function withTheRest(
  groups: readonly Group[],
  left: readonly FailureSignature[],
  read: (id: string) => Shown,
): readonly Group[] {
  const all = groups.map((group) => ({ rule: group.rule, signatures: [...group.signatures] }));
  const exchangeOf = ({ failure }: FailureSignature): string => shownIn(read(failure).failure);
  // Failures that show an invalid animal join the one that accepted it, which must have its group by then.
  for (const signature of left.toSorted((one, other) => showsInvalid(one) - showsInvalid(other))) {
    const groupWith = (fits: (other: FailureSignature) => boolean) =>
      all.find((group) => group.signatures.some(fits));
    const there =
      groupWith((other) => isAcceptedBy(other, signature)) ??
      groupWith(
        (other) =>
          other.rule === signature.rule ||
          (exchangeOf(other) !== '' && exchangeOf(other) === exchangeOf(signature)),
      );
    if (there) there.signatures.push(signature);
    else all.push({ rule: undefined, signatures: [signature] });
  }
  return all;
}

const showsInvalid = (signature: FailureSignature): number =>
  (invalidField(signature) ?? '') === '' ? 0 : 1;

/** The request that shows the failure, and its response. Two failures may show exactly the same. */
function shownIn({ exchanges }: Failure): string {
  const last = exchanges.at(-1);
  if (last === undefined) return '';
  const { request, response } = last;
  const key = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  return [request.method, request.url, key, request.body?.text, response?.status].join(' ');
}

/**
 * Failures of stated rules come before those of implied ones, which only give warnings; among them, those of the most
 * revealing rule come first, and of these the one that takes the fewest requests.
 */
function readFirst(
  signatures: readonly FailureSignature[],
  rule: string | undefined,
  read: (id: string) => Shown,
): readonly string[] {
  const rank = ({ rule: id, failure, shown }: FailureSignature): readonly number[] => [
    isStated(read(failure).rule) ? 0 : 1,
    // The rules about limits and filters name what is broken; the one about sequences does not.
    shown.endsWith(', in a sequence') ? 1 : 0,
    // When it happens says more than what.
    showsUnderLoad(read(failure)) ? 0 : 1,
    id === rule ? 0 : 1,
    // What the page of a server that fails is written in says less than that it fails.
    id === 'bodies.json' && statusOf(read(failure)) >= 500 ? 1 : 0,
    showsEachTime(read(failure)) ? 0 : 1,
    // What can be pasted is seen again soonest.
    id === rule && read(failure).failure.curl === null ? 1 : 0,
    id === rule ? read(failure).failure.exchanges.length : 0,
  ];
  return [...signatures]
    .sort((one, other) => byFirstDifference(rank(one), rank(other)))
    .map(({ failure }) => failure);
}

const statusOf = ({ failure: { exchanges } }: Shown): number =>
  exchanges.at(-1)?.response?.status ?? 0;

/**
 * Valid requests that fail say most, unless they are gets of animals that do not exist: then what such a get should
 * return says more.
 */
function leadOf(
  alike: readonly FailureSignature[],
  read: (id: string) => Shown,
): string | undefined {
  const rules = alike.map(({ rule }) => rule);
  const isOfUnknown = rules.includes(unknownId) && !rules.some((rule) => ofExisting.has(rule));
  if (isOfUnknown) return unknownId;
  const [first] = alike;
  const isFirstSure = first !== undefined && showsEachTime(read(first.failure));
  const valid = alike.find(({ rule }) => rule === validRequests);
  const leads = valid && (showsEachTime(read(valid.failure)) || !isFirstSure);
  return leads ? validRequests : first?.rule;
}

const validRequests = 'errors.valid-requests';
const unknownId = 'get-animal.unknown-id';
const ofExisting = new Set([
  'add-animal.can-be-fetched',
  'get-animal.exact-animal',
  'get-animal.until-removal',
  'sequences.model',
]);

const isStated = ({ kind }: RuleResult): boolean => kind === 'stated';

/** If one of these is broken, stored data is lost. */
const lost = [
  'sequences.model',
  'list-animals.finds-created',
  'list-animals.shows-added',
  'list-animals.as-created',
  'add-animal.can-be-fetched',
  'add-animal.unique-ids',
  'get-animal.exact-animal',
];

/**
 * The rank of a cause: crashes come first and warnings last. In between, what lets a stranger in comes before what
 * loses data, and that before the rest. Within a grade, ordinary requests come before unusual ones, and more failed
 * cases first.
 */
function rankOf(shown: readonly Shown[]): readonly number[] {
  const [first] = shown;
  const isOfUnusual = first !== undefined && first.failure.difference !== null;
  const cases = Math.max(...shown.map(({ failure }) => failure.cases.failed));
  return [gradeOf(shown), isOfUnusual ? 1 : 0, -cases];
}

function gradeOf(shown: readonly Shown[]): number {
  if (shown.some(({ failure }) => failure.output !== undefined)) return 0;
  const stated = shown.filter(({ rule }) => isStated(rule));
  if (stated.length === 0) return 4;
  if (stated.some(letsIn)) return 1;
  return stated.some(({ rule }) => lost.includes(rule.id)) ? 2 : 3;
}

const scoreOf = ({ seen, explained }: Match): number => Math.min(seen, explained);

/** Faults that return pages, by their names. No defect is like one of them that was seen to return none. */
const returnsPages = /(?<!escaped-for-)html/;

const showsAPage = ({ failure: { exchanges } }: Shown): boolean =>
  exchanges.some(({ response }) =>
    response?.headers.some(
      ([name, value]) => name.toLowerCase() === 'content-type' && /html/i.test(value),
    ),
  );

/** A likeness that returns another status than any that was seen would mislead. */
function showsStatusOf(sentence: string, shown: readonly Shown[]): boolean {
  const [, named] = /\breturns ([2-5]\d\d)\b/i.exec(sentence) ?? [];
  const seen = shown.flatMap(({ failure: { actual, exchanges } }) => [
    actual,
    ...exchanges.map(({ response }) => String(response?.status)),
  ]);
  return named === undefined || seen.some((text) => text.includes(named));
}

function namedLike(
  signatures: readonly FailureSignature[],
  catalogue: Catalogue,
  sentences: Sentences,
): Cause['like'] {
  const fitting = catalogue
    .matches(signatures)
    .filter(({ seen, explained }) => seen >= close.seen && explained >= close.explained)
    .filter(({ known }) => showTheSame(signatures, known.signatures))
    .sort((one, other) => scoreOf(other) - scoreOf(one));
  const best = fitting[0];
  if (best === undefined) return [];
  const equal = fitting.filter((one) => scoreOf(best) - scoreOf(one) <= close.apart);
  // If more faults than this fit equally well, naming them would say nothing.
  if (equal.length > mostNamed) return [];
  // The second is named only where nothing tells which of them it is.
  return equal
    .filter((one) => scoreOf(one) === scoreOf(best))
    .map(({ known: { fault } }) => ({ fault, sentence: sentences.get(fault) ?? '' }));
}
