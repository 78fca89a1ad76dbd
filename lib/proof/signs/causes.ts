// From failures to causes: what one known defect explains stands together, under the rule that tells most of it.
import type { Cause, Failure, Report, RuleResult } from '../../judge/result/report.js';
import { topFrame } from '../../judge/failures/top-frame.js';
import { isIntermittent, nowAndThen, type Shown } from './comes-and-goes.js';
import type { Catalogue, Match } from './match.js';
import { isAt, showTheSame, signsOf, type Sign } from './signs.js';

/** A fault may stand for what was seen where so much of what it shows was seen. */
const enoughSeen = 0.75;
/** It alone explains a server, where so much of what was seen is its doing. */
const nearlyAll = 0.95;
/**
 * It is named where so much of what was seen is its doing, nothing fits better by so much, and both show the same. Read
 * beside two samples of 110 mutants (`npm run mutants`, seeds 28 and 77), what was named was right 51 times of 55.
 */
const close = { seen: 0.92, explained: 0.92, apart: 0.02 };
/** Part of a defect that nobody knows looks like a smaller one: each cause has about its share of all failures. */
const fairShare = 0.9;
const mostNamed = 2;

interface Group {
  readonly signs: readonly Sign[];
  /** The rule that the fault is made for which explains them. */
  readonly rule: string | undefined;
}

/** The sentence of a fault by its name. */
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
  const signs = signsOf(report);
  const groups = grouped(signs, catalogue, read);
  const least = (fairShare * signs.length) / groups.length;
  const causes = groups.map(({ signs: own, rule }) => {
    const failures = readFirst(own, rule, read);
    return {
      rank: rankOf(failures.map(read)),
      cause: {
        rules: [...new Set(failures.map((id) => read(id).rule.id))],
        failures,
        like: own.length < least ? [] : namedLike(own, catalogue, sentences),
      },
    };
  });
  return causes.sort((one, other) => inOrder(one.rank, other.rank)).map(({ cause }) => cause);
}

function grouped(
  signs: readonly Sign[],
  catalogue: Catalogue,
  read: (id: string) => Shown,
): readonly Group[] {
  const candidates = catalogue.matches(signs).filter(({ seen }) => seen >= enoughSeen);
  const [whole] = candidates
    .filter(({ explained }) => explained >= nearlyAll)
    .sort((one, other) => scoreOf(other) - scoreOf(one));
  if (whole) return [{ signs, rule: whole.known.rule }];
  const groups: Group[] = [];
  let left = signs;
  for (const alike of [...crashedAlike(signs, read), ...leftWaiting(signs, read)]) {
    groups.push({ signs: alike, rule: alike[0]?.rule });
    left = left.filter((other) => !alike.includes(other));
  }
  for (const { rule, failures } of nowAndThen(signs.map(({ failure }) => read(failure)))) {
    const own = left.filter(({ failure }) => failures.includes(failure));
    if (own.length > 0) groups.push({ signs: own, rule });
    left = left.filter((sign) => !own.includes(sign));
  }
  while (left.length > 0) {
    const best = mostTelling(candidates, left);
    if (best === undefined) break;
    groups.push({ signs: best.signs, rule: best.match.known.rule });
    left = left.filter((sign) => !best.signs.includes(sign));
  }
  return withTheRest(groups, left, read);
}

/** What crashed the candidate at the same place is one defect; where it did not say where, each is one. */
function crashedAlike(
  signs: readonly Sign[],
  read: (id: string) => Shown,
): readonly (readonly Sign[])[] {
  const groups = new Map<string, Sign[]>();
  for (const sign of signs) {
    const { output } = read(sign.failure).failure;
    if (output === undefined) continue;
    const place = topFrame(output) ?? sign.failure;
    groups.set(place, [...(groups.get(place) ?? []), sign]);
  }
  return [...groups.values()];
}

/** Requests that get no answer in time, whatever they are, are one defect where each rule shows nothing else. */
function leftWaiting(
  signs: readonly Sign[],
  read: (id: string) => Shown,
): readonly (readonly Sign[])[] {
  const waiting = signs.filter(({ failure }) => {
    const last = read(failure).failure.exchanges.at(-1);
    return last?.noAnswer?.kind === 'timeout';
  });
  return waiting.length > 1 ? [waiting] : [];
}

/** The candidate that explains most of what is left. */
function mostTelling(
  candidates: readonly Match[],
  left: readonly Sign[],
): { readonly match: Match; readonly signs: readonly Sign[] } | undefined {
  const rated = candidates.flatMap((match) => {
    const signs = left.filter((sign) => isOf(sign, match));
    const isItsOwn = signs.some(({ rule }) => rule === match.known.rule);
    return isItsOwn ? [{ match, signs, rate: signs.length * match.seen ** 2 }] : [];
  });
  return rated.sort((one, other) => other.rate - one.rate)[0];
}

const isOf = (sign: Sign, { known }: Match): boolean => known.signs.some((one) => isAt(one, sign));

/** What no known fault explains belongs to what shows the same exchange, else to its rule. */
function withTheRest(
  groups: readonly Group[],
  left: readonly Sign[],
  read: (id: string) => Shown,
): readonly Group[] {
  const all = groups.map((group) => ({ rule: group.rule, signs: [...group.signs] }));
  const exchangeOf = ({ failure }: Sign): string => shownIn(read(failure).failure);
  for (const sign of left) {
    const there = all.find(({ signs }) =>
      signs.some(
        (other) =>
          other.rule === sign.rule ||
          (exchangeOf(other) !== '' && exchangeOf(other) === exchangeOf(sign)),
      ),
    );
    if (there) there.signs.push(sign);
    else all.push({ rule: undefined, signs: [sign] });
  }
  return all;
}

/** The request that shows it and how it was answered: two failures may show the very same. */
function shownIn({ exchanges }: Failure): string {
  const last = exchanges.at(-1);
  if (last === undefined) return '';
  const { request, response } = last;
  return [request.method, request.url, request.body?.text, response?.status].join(' ');
}

/** Those of the rule that tells most first; of the others, stated rules before implied ones. */
function readFirst(
  signs: readonly Sign[],
  rule: string | undefined,
  read: (id: string) => Shown,
): readonly string[] {
  const rank = ({ rule: id, failure }: Sign): number =>
    (id === rule ? 0 : 4) +
    (isStated(read(failure).rule) ? 0 : 2) +
    (isIntermittent(read(failure)) ? 1 : 0);
  return [...signs].sort((one, other) => rank(one) - rank(other)).map(({ failure }) => failure);
}

const isStated = ({ kind }: RuleResult): boolean => kind === 'stated';

/** Broken, a stranger gets in. */
const letIn = [
  'authentication.writes-nothing',
  'authentication.every-request',
  'authentication.missing-key',
  'authentication.wrong-key',
  'messages.missing-key',
  'messages.wrong-key',
];
/** Broken, what was given into the store's care is lost. */
const lost = [
  'sequences.model',
  'list-animals.finds-created',
  'list-animals.as-created',
  'add-animal.can-be-fetched',
  'get-animal.exact-animal',
];

/**
 * What crashed the target first, warnings last; of the others what lets a stranger in, then what loses data, then what most
 * clients meet: those that send nothing unusual, and the more the more cases showed it.
 */
function rankOf(shown: readonly Shown[]): readonly number[] {
  const [first] = shown;
  const isOfUnusual = first !== undefined && first.failure.difference !== null;
  const cases = Math.max(...shown.map(({ failure }) => failure.cases.failed));
  return [gradeOf(shown), isOfUnusual ? 1 : 0, -cases];
}

function gradeOf(shown: readonly Shown[]): number {
  if (shown.some(({ failure }) => failure.output !== undefined)) return 0;
  const stated = shown.filter(({ rule }) => isStated(rule)).map(({ rule }) => rule.id);
  if (stated.length === 0) return 4;
  if (stated.some((id) => letIn.includes(id))) return 1;
  return stated.some((id) => lost.includes(id)) ? 2 : 3;
}

const inOrder = (one: readonly number[], other: readonly number[]): number =>
  one.map((value, at) => value - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

const scoreOf = ({ seen, explained }: Match): number => Math.min(seen, explained);

function namedLike(
  signs: readonly Sign[],
  catalogue: Catalogue,
  sentences: Sentences,
): Cause['like'] {
  const fitting = catalogue
    .matches(signs)
    .filter(({ seen, explained }) => seen >= close.seen && explained >= close.explained)
    .filter(({ known }) => showTheSame(signs, known.signs))
    .sort((one, other) => scoreOf(other) - scoreOf(one));
  const best = fitting[0];
  if (best === undefined) return [];
  const equal = fitting.filter((one) => scoreOf(best) - scoreOf(one) <= close.apart);
  // So many that fail alike say nothing of any of them.
  if (equal.length > mostNamed) return [];
  return equal.map(({ known: { fault } }) => ({ fault, sentence: sentences.get(fault) ?? '' }));
}
