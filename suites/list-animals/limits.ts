// Clause 8, and what clause 4.1 says about limits: how many animals a list contains.
import { defaultLimit, maximumLimit, minimumLimit } from '../../lib/contract/facts.js';
import {
  animalsOf,
  answerOf,
  accuse,
  comparing,
  notApplicable,
  noEvidence,
  expectStatus,
  experiment,
  filters,
  isSuccess,
  isUnread,
  leastLengthOf,
  needsWholeBody,
  observe,
  rule,
  statusOf,
  undecided,
  type Exchange,
  type ListQuery,
} from '../../lib/judge/rules/index.js';
import { oddQueries } from '../errors.js';
import { countOfAnimals, summarised } from '../summaries.js';
import {
  asked,
  filteredPages,
  filterInFront,
  inWords,
  listAsInvalid,
  listsOfDefaultLength,
  listsOnOneConnection,
  needsTaken,
  pages,
  tooFew,
  type Asked,
  type OneList,
  spelledFilters,
  strangeParameters,
} from './lists.js';
import { queryOf } from '../animals.js';

interface WithAndWithout {
  readonly without: readonly Exchange[];
  readonly withDefault: readonly Exchange[];
}

const listsWithoutLimit = experiment<Asked, WithAndWithout>({
  name: `no limit beside limit=${defaultLimit}, with each filter and with none`,
  stage: 'populated',
  needs: ['population'],
  cases: (setup) => Promise.all(filters.map((status) => asked(setup, { status }))),
  send: async (query, session) => {
    // The two kinds of list alternate, because other clients may add animals meanwhile and lists may vary in length.
    const without: Exchange[] = [];
    const withDefault = [await session.list({ ...query, limit: defaultLimit })];
    for (let turn = 0; turn < 3; turn++) {
      without.push(await session.list(query));
      withDefault.push(await session.list({ ...query, limit: defaultLimit }));
    }
    return { without, withDefault };
  },
  describe: inWords,
});

const oddLimits = [
  String(maximumLimit + 1),
  String(maximumLimit + 2),
  '150',
  '199',
  '200',
  '255',
  '256',
  '500',
  '1000',
  '10000',
  '65536',
  '2147483647',
  '2147483648',
  String(2 ** 32 + maximumLimit),
  '9223372036854775807',
  String(minimumLimit - 1),
  '-1',
  '',
  'all',
  `${maximumLimit}.5`,
  '1e3',
  '+200',
  '0x7f',
];

/** Limits that a lenient parser may take for a large number. */
const otherNumbers = [
  '300',
  'Infinity',
  '0b11111111',
  '0o777',
  '1_000',
  '1,000',
  ' 200',
  '"200"',
  'null',
  '300abc',
  '10*50',
  '-200',
  'max',
  '\u0662\u0660\u0660',
  '\uff12\uff10\uff10',
];
/** Names that other services give the parameter. */
const otherNames = ['limit[]', 'LIMIT', 'Limit', 'max', 'size', 'page_size', 'per_page', 'count'];
const otherLimits: readonly ListQuery[] = [
  ...otherNumbers.map((limit) => ({ limit })),
  ...otherNames.map((name) => ({ more: { [name]: '1000' } })),
];

const listsBeyondLimits = experiment<Asked, OneList>({
  name: `limits beyond ${maximumLimit} and invalid limits, with each filter and with none`,
  stage: 'populated',
  needs: ['population'],
  mayBeSilent: true,
  beyondAPage: true,
  cases: (setup) =>
    Promise.all(
      filters.flatMap((status) => [
        ...oddLimits.map((limit) => asked(setup, { limit, status })),
        asked(setup, { limit: '5', status, more: { limit: '1000' } }),
        ...(status === undefined ? otherLimits.map((query) => asked(setup, query)) : []),
      ]),
    ),
  reveals: ({ mayBeFew }) => !mayBeFew,
  send: listAsInvalid,
  describe: inWords,
});

export const rules = [
  rule('list-animals.limits-accepted', [pages, filteredPages], ({ lists: [answered] }) => {
    if (!isSuccess(answered))
      expectStatus(answered, 200, { text: 'with {query}', values: { query: queryOf(answered) } });
  }),

  rule(
    'list-animals.limit-is-maximum',
    [pages, filteredPages, filterInFront, listsOnOneConnection, strangeParameters, spelledFilters],
    ({ lists: [answered] }, query) => {
      needsTaken(answered, query);
      const { limit = defaultLimit, matching } = query;
      expectAtMost(Number(limit), answered);
      if (matching <= Number(limit))
        tooFew(query, {
          what: 'too few for this limit',
          values: { fewest: Number(limit) + 1, matching },
        });
    },
  ),

  comparing(
    'list-animals.full-pages',
    [pages, filteredPages, filterInFront],
    ({ lists: [answered] }, query) => {
      if (query.matching < Number(query.limit)) notApplicable('fewer than the limit', 'untested');
      expectFull(answered, query);
    },
  ),

  comparing('list-animals.default-limit', listsWithoutLimit, (answers, query) => {
    expectDefault(answers);
    if (query.matching <= defaultLimit)
      tooFew(query, { what: 'too few for the default', values: { default: defaultLimit } });
  }),

  rule(
    'list-animals.never-above-100',
    [
      listsBeyondLimits,
      pages,
      filteredPages,
      listsOfDefaultLength,
      filterInFront,
      strangeParameters,
      oddQueries,
    ],
    (result, query) => {
      const answered = 'lists' in result ? result.lists[0] : result;
      expectNeverAboveMaximum(
        answered,
        typeof query === 'string' ? 'an odd query' : inWords(query),
      );
      // What an odd query asks for is open, so a short list shows nothing.
      if (typeof query === 'string') noEvidence();
      needsWholeBody(answered);
      if (isUnreadable(answered)) undecided('unreadable lists');
      if (query.matching <= maximumLimit)
        tooFew(query, { what: 'too few for the maximum', values: { maximum: maximumLimit } });
    },
  ),

  observe('list-animals.limit-out-of-range', listsBeyondLimits, (cases) =>
    summarised(
      cases.filter(({ value }) => value.status === undefined),
      ({ value }) => asSent(value),
      ({ result, value }) => statusAndLength(result.lists[0], value),
    ),
  ),
];

/** The query as it is sent: "limit=5&limit=1000". */
const asSent = ({ limit, more = {} }: ListQuery): string =>
  [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...Object.entries(more).map(([name, value]) => `${name}=${value}`),
  ].join('&');

function expectAtMost(limit: number, answered: Exchange): void {
  const { length } = animalsOf(answered);
  if (length <= limit) return;
  accuse('more than the limit', answered, { values: { query: queryOf(answered), limit, length } });
}

function expectFull(answered: Exchange, query: Asked): void {
  const { length } = animalsOf(answered);
  if (length >= Number(query.limit)) return;
  const { matching, status } = query;
  const values = { query: queryOf(answered), limit: Number(query.limit), length, matching };
  if (status === undefined) accuse('fewer than the limit', answered, { values });
  else accuse('fewer of a status than the limit', answered, { values: { ...values, status } });
}

/**
 * A limit is a maximum, so a list may be shorter and its length may vary. It is wrong only if it exceeds the default
 * or, of steady lists, differs from those with the default as their limit. Where it is as long as the default, those
 * are too short, for which another rule stands.
 */
function expectDefault({ without, withDefault }: WithAndWithout): void {
  const lengths = without.map((answered) => animalsOf(answered).length);
  const defaults = withDefault.map((answered) => animalsOf(answered).length);
  const [least, most] = [Math.min(...defaults), Math.max(...defaults)];
  const isSteady = least === most && lengths.every((length) => length === lengths[0]);
  const isWrong = (length: number): boolean =>
    length > Math.max(defaultLimit, most) ||
    (isSteady && length !== most && length !== defaultLimit);
  const wrong = without.find((answered) => isWrong(animalsOf(answered).length));
  if (!wrong) return;
  const { length } = animalsOf(wrong);
  // Where few match, two lists of a live store may be of different age, and neither shows what the default is.
  if (length < defaultLimit && most < defaultLimit)
    notApplicable('fewer than the default', 'untested');
  accuse('another length by default', wrong, {
    values: { query: queryOf(wrong), length, default: defaultLimit, usual: most },
  });
}

/** A success whose body is not JSON. */
const isUnreadable = (answered: Exchange): boolean =>
  isSuccess(answered) && !answerOf(answered).json.ok;

function expectNeverAboveMaximum(answered: Exchange, query: string): void {
  const length = leastLengthOf(answered);
  if (length <= maximumLimit) return;
  const { json, status } = answerOf(answered);
  const what = isUnread(json)
    ? 'more than the maximum, not read to its end'
    : 'more than the maximum';
  accuse(what, answered, {
    actual: status,
    values: { query, length, maximum: maximumLimit },
  });
}

/** The answer gives lengths roughly: a list may be shorter than its limit, and how many animals there are is chance. */
const roughLengths = [0, 1, 5, defaultLimit, maximumLimit];

function statusAndLength(answered: Exchange, { matching }: Asked): string {
  if (!isSuccess(answered)) return `${statusOf(answered)}`;
  if (matching <= maximumLimit)
    undecided({ what: 'too few for limits', values: { maximum: maximumLimit } }, 'untested');
  if (isUnreadable(answered)) return `${statusOf(answered)} with a body that is not JSON`;
  const length = leastLengthOf(answered);
  const most = roughLengths.find((one) => length <= one);
  if (most === undefined) return `${statusOf(answered)} with more than ${maximumLimit} animals`;
  return `${statusOf(answered)} with ${most > 1 ? 'up to ' : ''}${countOfAnimals(most)}`;
}
