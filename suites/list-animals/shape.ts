// Clause 4.1: a list is a 200 with a bare array, whatever it contains, even if nothing matches.
import { statuses } from '../../lib/contract/facts.js';
import { ofABrowser } from '../accepting.js';
import {
  noEvidence,
  animalsOf,
  answerOf,
  accuse,
  everyExchange,
  notApplicable,
  expectSchema,
  expectStatus,
  experiment,
  filters,
  isSuccess,
  needsWholeBody,
  observeEach,
  operationName,
  rememberedText,
  rule,
  statusOf,
  undecided,
  type Exchange,
  type Phrase,
  type Values,
  type Filter,
  type ListQuery,
} from '../../lib/judge/rules/index.js';
import { unusualJson } from '../add-animal/unusual.js';
import { inWords, list, plainLists, type OneList } from './lists.js';

const listsBeforeAnyAdd = experiment({
  name: 'lists before anything is added',
  stage: 'untouched',
  cases: () => filters.flatMap((status) => [{ status }, { status, limit: 5 }]),
  send: list,
  describe: inWords,
});

/** Runs while only the twin's status has animals: filters that match nothing, and one that matches something. */
const unusedStatuses = experiment({
  name: 'statuses that no animal has yet',
  stage: 'sparse',
  needs: ['writes'],
  picked: true,
  cases: async (setup) => {
    await setup.acceptedTwin();
    const counts = await Promise.all(
      statuses.map(async (status) => ({ status, matching: await setup.matching(status) })),
    );
    return counts
      .filter(({ matching }) => matching === 0)
      .map(({ status }): ListQuery => ({ status }));
  },
  send: list,
  describe: inWords,
});

interface OtherHeaders extends ListQuery {
  readonly label: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The Accept header does not name JSON, but has a range that includes it. */
  readonly isRange?: true;
}

/** JSON is the only representation, so a client need not ask for it, nor for any language. */
const listsWithOtherHeaders = experiment({
  name: 'lists with other headers than usual',
  stage: 'populated',
  cases: (): readonly OtherHeaders[] => [
    { label: 'no Accept header', headers: [['Accept', '']] },
    { label: 'Accept: */*', headers: [['Accept', '*/*']] },
    { label: 'Accept: application/*', headers: [['Accept', 'application/*']], isRange: true },
    { label: 'the headers of a browser', headers: ofABrowser },
    { label: 'no Accept-Encoding header', headers: [['Accept-Encoding', '']] },
  ],
  send: async ({ headers }: OtherHeaders, session): Promise<OneList> => ({
    lists: [await session.list({}, { headers })],
  }),
  describe: ({ label }) => label,
});

/** What may be why a list is no 200: for a server that finds nothing, the query rather than what came before it. */
function circumstanceOf(asked: object, list: Exchange): Phrase {
  if (!('label' in asked)) return 'with valid parameters';
  const [, query] = list.ask.path.split('?');
  if ('animal' in asked && query && list.answer?.status === 404)
    return { text: 'with {query}', values: { query } };
  return 'animal' in asked ? `after an add with ${asked.label}` : `with ${asked.label}`;
}

export const rules = [
  rule(
    'list-animals.answers-200',
    [plainLists, listsWithOtherHeaders, unusualJson],
    ({ lists }, asked) => {
      for (const list of lists) {
        if ('isRange' in asked && statusOf(list) === 406) noEvidence();
        expectStatus(list, 200, circumstanceOf(asked, list));
      }
    },
  ),

  rule(
    'list-animals.accept-range',
    listsWithOtherHeaders,
    ({ lists: [answered] }, { isRange, label }) => {
      if (!isRange) noEvidence();
      if (statusOf(answered) === 406) expectStatus(answered, 200, `with ${label}`);
    },
  ),

  everyExchange(
    'list-animals.bare-array',
    [plainLists, listsWithOtherHeaders, unusualJson],
    (exchange) => exchange.ask.operation === 'listPets' && isSuccess(exchange),
    (exchange) => expectSchema(exchange, 'Pets'),
    'no list to judge',
  ),

  rule(
    'list-animals.nothing-matches',
    [listsBeforeAnyAdd, unusedStatuses],
    ({ lists: [answered] }, query) => {
      const length = lengthOfPlainList(answered);
      if (length === 0) return;
      if (length !== undefined && !holdsOther(answered, query.status))
        notApplicable('no empty list', undefined, 'no empty list');
      needsWholeBody(answered);
      const status = statusOf(answered);
      if (![200, 204, 404].includes(status))
        undecided({ what: 'status', values: { operation: operationName(answered), status } });
      notEmpty(answered);
    },
  ),

  observeEach(
    'list-animals.links',
    plainLists,
    ({ lists: [answered] }) =>
      headersOfPages.filter((name) => answerOf(answered).header(name) !== undefined),
    (names) => {
      const found = new Set(names.flat());
      return found.size > 0
        ? `yes: ${headersOfPages.filter((name) => found.has(name)).join(', ')}`
        : 'no';
    },
  ),
];

/** Undefined if the response is no 200 with an array. */
function lengthOfPlainList(answered: Exchange): number | undefined {
  const { status, json } = answerOf(answered);
  return status === 200 && json.ok && Array.isArray(json.value) ? json.value.length : undefined;
}

const holdsOther = (answered: Exchange, status: Filter): boolean =>
  status !== undefined && animalsOf(answered).some((animal) => animal.status !== status);

function notEmpty(answered: Exchange): never {
  const { status, text, json } = answerOf(answered);
  const body = text.length > 80 ? `${rememberedText(text.slice(0, 79))}…` : text;
  const seen = { actual: status, values: { body } };
  const having = (values: Values) => ({ ...seen, values: { ...seen.values, ...values } });
  if (!json.ok)
    return accuse('no list where nothing matches', answered, having({ problem: json.problem }));
  return Array.isArray(json.value)
    ? accuse('others where nothing matches', answered, having({ length: json.value.length }))
    : accuse('no array where nothing matches', answered, seen);
}

export const headersOfPages: readonly string[] = [
  'link',
  'x-total-count',
  'content-range',
  'x-next-page',
  'x-next-cursor',
];
