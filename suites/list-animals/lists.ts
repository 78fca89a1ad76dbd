// The lists that rules of several files judge, and how a query is put into words.
import {
  defaultLimit,
  lastStatus,
  maximumLimit,
  minimumLimit,
  statuses,
} from '../../lib/contract/facts.js';
import { operations } from '../../lib/contract/operations.js';
import {
  answerOf,
  notApplicable,
  experiment,
  filters,
  isSuccess,
  someOfEach,
  undecided,
  type Session,
  type Exchange,
  type Filter,
  type ListQuery,
  type AnyReason,
  type Setup,
} from '../../lib/judge/rules/index.js';
import type { Seen } from '../animals.js';
import { askingInTurn } from '../accepting.js';

/** A query, and what is known about the animals that exist. */
export interface Asked extends ListQuery {
  readonly status?: Filter;
  /** At least this many animals match the query. */
  readonly matching: number;
  /** At least this many animals do not match it. */
  readonly others: number;
  /** The run does not fill lists of this status, so a short one is no lack of evidence. */
  readonly mayBeFew: boolean;
  readonly shortOfAnimals: 'untested' | 'cantTell';
}

export async function asked(
  setup: Setup,
  query: ListQuery & { readonly status?: Filter },
): Promise<Asked> {
  const matching = await setup.matching(query.status);
  const others = (await setup.matching(undefined)) - matching;
  const mayBeFew = query.status !== undefined && query.status !== (await setup.fullest());
  return { ...query, matching, others, mayBeFew, shortOfAnimals: setup.shortOfAnimals };
}

/** Gives up on a list that cannot show a limit, because too few animals exist. */
export function tooFew({ mayBeFew, shortOfAnimals }: Asked, reason: AnyReason): never {
  return mayBeFew
    ? notApplicable(reason, shortOfAnimals, 'few animals')
    : undecided(reason, shortOfAnimals);
}

/**
 * Whether enough animals match to reach the limit. The highest limit always counts, so that a fuller store adds no
 * cases.
 */
const isWithinReach = ({ limit, matching, mayBeFew }: Asked): boolean =>
  !mayBeFew || Number(limit) <= Math.min(matching, someOfEach) || Number(limit) === maximumLimit;

export const inWords = ({ limit, status, more }: ListQuery): string =>
  [
    limit === undefined ? '' : `limit=${limit}`,
    status === undefined ? '' : `status=${status}`,
    ...Object.entries(more ?? {}).map(([name, value]) => `${name}=${value}`),
  ]
    .filter((part) => part !== '')
    .join(', ') || 'no parameters';

export interface OneList extends Seen {
  readonly lists: readonly [Exchange];
}

export const list = async (query: ListQuery, session: Session): Promise<OneList> => ({
  lists: [await session.list(query)],
});

const listInSomeCoding = async (query: ListQuery, session: Session): Promise<OneList> => ({
  lists: [await session.list(query, askingInTurn(Number(query.limit) - minimumLimit))],
});

export const listAsInvalid = async (query: ListQuery, session: Session): Promise<OneList> => ({
  lists: [await session.list(query, { validity: 'invalid' })],
});

/** How many entries a list has, whatever the status of the response. */
export function lengthOf(answered: Exchange): number {
  const { json } = answerOf(answered);
  return json.ok && Array.isArray(json.value) ? json.value.length : 0;
}

export const plainLists = experiment({
  name: 'lists with no parameter, with each and with both',
  stage: 'populated',
  cases: () =>
    filters.flatMap((status) => [
      { status },
      { status, limit: 1 },
      { status, limit: defaultLimit },
      { status, limit: maximumLimit },
    ]),
  send: list,
  describe: inWords,
});

/** What the limit and the filter mean does not depend on parameters that the contract does not know. */
export const strangeParameters = experiment<Asked, OneList>({
  name: 'parameters that the contract does not know',
  stage: 'populated',
  cases: (setup) =>
    Promise.all([
      asked(setup, { limit: 2, more: { offset: '1' } }),
      asked(setup, { more: { page: '1' } }),
      asked(setup, { limit: maximumLimit, status: lastStatus, more: { page: '1' } }),
      asked(setup, { limit: 2, more: { sort: '1' } }),
      asked(setup, {
        limit: maximumLimit,
        status: lastStatus,
        more: { 'no-such-parameter': '1' },
      }),
    ]),
  send: async (query, session) => ({ lists: [await session.list(query, { validity: 'open' })] }),
  describe: inWords,
});

interface Spelled extends Asked {
  /** The query as it is sent. */
  readonly query: string;
}

/** A percent-encoded letter or digit is what it encodes (RFC 3986, 2.3), and forms may leave an ampersand behind. */
export const spelledFilters = experiment<Spelled, OneList>({
  name: 'a filter in other spellings of the query',
  stage: 'populated',
  needs: ['population'],
  cases: (setup) =>
    Promise.all(
      [
        { limit: maximumLimit, query: `limit=${maximumLimit}&status=${encodedFirst(lastStatus)}` },
        {
          limit: maximumLimit,
          query: `limit=${maximumLimit}&${encodedFirst('status')}=${lastStatus}`,
        },
        { limit: defaultLimit, query: `status=${lastStatus}&` },
        { limit: 2, query: `&status=${lastStatus}&limit=${encodedFirst('2')}` },
      ].map(async ({ limit, query }) => ({
        ...(await asked(setup, { limit, status: lastStatus })),
        query,
      })),
    ),
  send: async ({ query }, session) => ({
    lists: [
      await session.unknown('GET', `${operations.listPets.path}?${query}`, { validity: 'open' }),
    ],
  }),
  describe: ({ query }) => query,
});

const encodedFirst = (text: string): string =>
  `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;

/** The contract does not say whether a service may refuse a parameter that it does not know. */
export function needsTaken(
  answered: Exchange,
  { more, query }: ListQuery & Partial<Spelled>,
): void {
  if (query !== undefined && !isSuccess(answered)) notApplicable('spelled query refused');
  if (more !== undefined && !isSuccess(answered)) notApplicable('parameters refused');
}

const everyLimit = `every limit from ${minimumLimit} to ${maximumLimit}`;
const limits = Array.from(
  { length: maximumLimit - minimumLimit + 1 },
  (_, index) => minimumLimit + index,
);

export const pages = experiment<Asked, OneList>({
  name: everyLimit,
  stage: 'populated',
  needs: ['population'],
  cases: (setup) => Promise.all(limits.map((limit) => asked(setup, { limit }))),
  send: listInSomeCoding,
  describe: inWords,
});

export const filteredPages = experiment<Asked, OneList>({
  name: `${everyLimit} with each status`,
  stage: 'populated',
  needs: ['population'],
  cases: (setup) =>
    Promise.all(
      statuses.flatMap((status) => limits.map((limit) => asked(setup, { limit, status }))),
    ),
  reveals: isWithinReach,
  send: listInSomeCoding,
  describe: inWords,
});

export const filterInFront = experiment<Asked, OneList>({
  name: 'lists with the filter in front of the limit',
  stage: 'populated',
  needs: ['population'],
  cases: (setup) =>
    Promise.all(
      statuses.flatMap((status) =>
        [1, 5, 40, maximumLimit].map((limit) => asked(setup, { limit, status })),
      ),
    ),
  reveals: isWithinReach,
  send: ({ limit, status }, session) =>
    list({ more: { status: String(status), limit: String(limit) } }, session),
  describe: (query) => `${inWords(query)}, the filter in front`,
});

export const listsOfDefaultLength = experiment<Asked, OneList>({
  name: 'lists without a limit',
  stage: 'populated',
  needs: ['population'],
  cases: (setup) => Promise.all(filters.map((status) => asked(setup, { status }))),
  send: list,
  describe: inWords,
});

interface TwoLists extends Seen {
  readonly lists: readonly [filtered: Exchange, unfiltered: Exchange];
}

export const listsOfFew = experiment<Asked, TwoLists>({
  name: 'each status while few animals are there',
  stage: 'sparse',
  cases: async (setup) => {
    await setup.oneOfEachStatus();
    return Promise.all(
      statuses.flatMap((status) =>
        [{}, { limit: 50 }, { limit: maximumLimit }].map((limit) =>
          asked(setup, { status, ...limit }),
        ),
      ),
    );
  },
  send: async ({ status, limit }, session) => {
    // The unfiltered list comes first: a cache that ignores the filter then returns it again.
    const unfiltered = await session.list({ limit });
    return { lists: [await session.list({ limit, status }), unfiltered] };
  },
  describe: inWords,
});

interface OnOneConnection extends Asked {
  /** The query that is sent first on the same connection. */
  readonly first: ListQuery | undefined;
  readonly connection: string;
}

/** An earlier request on a connection must not affect the next response. */
export const listsOnOneConnection = experiment<OnOneConnection, OneList>({
  name: 'lists on a connection of their own',
  stage: 'populated',
  needs: ['population'],
  cases: async (setup) => {
    const ways: readonly (readonly [first: ListQuery | undefined, next: ListQuery])[] = [
      [undefined, {}],
      [undefined, { limit: 2 }],
      [{ limit: 50 }, {}],
      [{ limit: maximumLimit }, { limit: 3 }],
      ...statuses
        .slice(2)
        .map((status, index) => [{ limit: 50, status: statuses[index + 1] }, { status }] as const),
    ];
    return Promise.all(
      ways.map(async ([first, next], index) => ({
        ...(await asked(setup, next as ListQuery & { readonly status?: Filter })),
        first,
        connection: `lists ${index}`,
      })),
    );
  },
  send: async ({ first, connection, ...query }, session) => {
    if (first) await session.list(first, { connection });
    return { lists: [await session.list(query, { connection })] };
  },
  describe: ({ first, ...query }) =>
    `${inWords(query)}, ${first ? `right after ${inWords(first)}` : 'first'} on its connection`,
});

/** It shows no animal beyond these, whatever is there. */
export const isFull = (one: Exchange): boolean => lengthOf(one) >= maximumLimit;
/** The reason why these lists cannot show new animals, where it is known. */
export const inTheWay = (lists: readonly Exchange[]): 'full lists' | undefined =>
  lists.some(isFull) ? 'full lists' : undefined;
