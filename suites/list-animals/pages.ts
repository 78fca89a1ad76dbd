// Clause 4.1 and the limits of clause 8: what a list holds. Rules only.
import { minimumLimit, statuses, maximumLimit, defaultLimit } from '../../lib/contract/facts.js';
import { type NewAnimal } from '../../lib/contract/values/values.js';
import {
  addedAnimal,
  aside,
  animalsOf,
  answerOf,
  breach,
  comparing,
  everyExchange,
  excuse,
  expectSchema,
  expectStatus,
  experiment,
  filters,
  isRefusal,
  isSuccess,
  isUnread,
  leastLengthOf,
  observe,
  operationName,
  remembering,
  rule,
  statusOf,
  undecided,
  type Bench,
  type Exchange,
  type Filter,
  type ListQuery,
  type Setup,
} from '../../lib/judge/rules/index.js';
import { adds, addsWithoutStatus } from '../add-animal/adds.js';
import { differsFromCreated } from '../as-created.js';
import { lengthOf } from './shape.js';
import { herd } from './listed.js';
import { ends, summarised } from '../words.js';

const everyLimit = `every limit from ${minimumLimit} to ${maximumLimit}`;
const limits = Array.from(
  { length: maximumLimit - minimumLimit + 1 },
  (_, index) => minimumLimit + index,
);

interface Look extends ListQuery {
  readonly status?: Filter;
  /** At least so many animals match. */
  readonly matching: number;
  /** At least so many animals do not. */
  readonly others: number;
  readonly shortOfAnimals: 'untested' | 'cantTell';
}

async function look(setup: Setup, query: ListQuery & { readonly status?: Filter }): Promise<Look> {
  const matching = await setup.matching(query.status);
  const others = (await setup.matching(undefined)) - matching;
  return { ...query, matching, others, shortOfAnimals: setup.shortOfAnimals };
}

const inWords = ({ limit, status, more }: ListQuery): string =>
  [
    limit === undefined ? '' : `limit=${limit}`,
    status === undefined ? '' : `status=${status}`,
    ...Object.entries(more ?? {}).map(([name, value]) => `${name}=${value}`),
  ]
    .filter((part) => part !== '')
    .join(', ') || 'no parameters';

const list = (query: ListQuery, bench: Bench): Promise<Exchange> => bench.list(query);
const listAsInvalid = (query: ListQuery, bench: Bench): Promise<Exchange> =>
  bench.list(query, { validity: 'invalid' });

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

const listsBeforeAnyAdd = experiment({
  name: 'lists before anything is added',
  stage: 'untouched',
  cases: () => filters.flatMap((status) => [{ status }, { status, limit: 5 }]),
  send: list,
  describe: inWords,
});

/** Before any animal of another status than the twin's is there: a filter that matches nothing beside one that does. */
const unusedStatuses = experiment({
  name: 'statuses that no animal has yet',
  stage: 'sparse',
  needs: ['writes'],
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

const pages = experiment<Look, Exchange>({
  name: everyLimit,
  stage: 'populated',
  needs: ['population'],
  cases: (setup) => Promise.all(limits.map((limit) => look(setup, { limit }))),
  send: list,
  describe: inWords,
});

const filteredPages = experiment<Look, Exchange>({
  name: `${everyLimit} with each status`,
  stage: 'populated',
  needs: ['population'],
  cases: (setup) =>
    Promise.all(
      statuses.flatMap((status) => limits.map((limit) => look(setup, { limit, status }))),
    ),
  send: list,
  describe: inWords,
});

const listsWithoutLimit = experiment<
  Look,
  { readonly without: readonly Exchange[]; readonly withDefault: readonly Exchange[] }
>({
  name: `no limit beside limit=${defaultLimit}, with each filter and with none`,
  stage: 'populated',
  needs: ['population'],
  cases: (setup) => Promise.all(filters.map((status) => look(setup, { status }))),
  send: async (query, bench) => {
    // In turns: other clients may add animals meanwhile, and lists may vary in length.
    const without: Exchange[] = [];
    const withDefault = [await bench.list({ ...query, limit: defaultLimit })];
    for (let turn = 0; turn < 3; turn++) {
      without.push(await bench.list(query));
      withDefault.push(await bench.list({ ...query, limit: defaultLimit }));
    }
    return { without, withDefault };
  },
  describe: inWords,
});

const listsOfDefaultLength = experiment<Look, Exchange>({
  name: 'lists without a limit',
  stage: 'populated',
  needs: ['population'],
  cases: (setup) => Promise.all(filters.map((status) => look(setup, { status }))),
  send: list,
  describe: inWords,
});

const filterInFront = experiment<Look, Exchange>({
  name: 'lists with the filter in front of the limit',
  stage: 'populated',
  needs: ['population'],
  cases: (setup) =>
    Promise.all(
      statuses.flatMap((status) =>
        [1, 5, 40, maximumLimit].map((limit) => look(setup, { limit, status })),
      ),
    ),
  send: ({ limit, status }, bench) =>
    bench.list({ more: { status: String(status), limit: String(limit) } }),
  describe: (query) => `${inWords(query)}, the filter in front`,
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

const listsBeyondLimits = experiment<Look, Exchange>({
  name: `limits beyond ${maximumLimit} and limits that are none, with each filter and with none`,
  stage: 'populated',
  needs: ['population'],
  cases: (setup) =>
    Promise.all(
      filters.flatMap((status) => [
        ...oddLimits.map((limit) => look(setup, { limit, status })),
        look(setup, { limit: '5', status, more: { limit: '1000' } }),
      ]),
    ),
  send: listAsInvalid,
  describe: inWords,
});

const listsOfFew = experiment({
  name: 'each status while few animals are there',
  stage: 'sparse',
  cases: async (setup) => {
    await setup.oneOfEachStatus();
    const { shortOfAnimals } = setup;
    return statuses.flatMap((status) =>
      [{ status }, { status, limit: 50 }, { status, limit: maximumLimit }].map((query) => ({
        ...query,
        shortOfAnimals,
      })),
    );
  },
  // The same list without the filter comes first: a cache that forgets the filter then shows it again.
  send: async ({ status, limit }: ListQuery & Pick<Look, 'shortOfAnimals'>, bench) => ({
    unfiltered: await bench.list({ limit }),
    filtered: await bench.list({ limit, status }),
  }),
  describe: inWords,
});

const unknownStatuses = experiment({
  name: 'lists by statuses that are none of the three',
  stage: 'populated',
  cases: () =>
    [
      'unknown',
      'Available',
      'SOLD',
      'pendin',
      'available ',
      'sold\n',
      '__proto__',
      'null',
      '*',
      '%',
      '0',
    ].map((status) => ({ status, limit: maximumLimit })),
  send: listAsInvalid,
  describe: inWords,
});

const strangeParameter = experiment({
  name: 'parameters that the contract does not know',
  stage: 'populated',
  cases: () =>
    ['offset', 'page', 'sort', 'no-such-parameter'].map((name) => ({
      limit: 2,
      more: { [name]: '1' },
    })),
  send: (query: ListQuery, bench) => bench.list(query, { validity: 'open' }),
  describe: inWords,
});

export const rules = [
  rule('list-animals.answers-200', plainLists, (answered) =>
    expectStatus(answered, 200, 'with valid parameters'),
  ),

  everyExchange(
    'list-animals.bare-array',
    [plainLists],
    ({ ask, answer }) =>
      ask.operation === 'listPets' &&
      answer !== undefined &&
      answer.status >= 200 &&
      answer.status < 300,
    (exchange) => expectSchema(exchange, 'Pets', 'A list'),
  ),

  rule('list-animals.nothing-matches', [listsBeforeAnyAdd, unusedStatuses], (answered, query) => {
    const { status, json } = answerOf(answered);
    if (status === 200 && json.ok && Array.isArray(json.value)) {
      if (json.value.length === 0) return;
      const other =
        query.status === undefined
          ? undefined
          : animalsOf(answered).find((animal) => animal.status !== query.status);
      if (!other) excuse('every list of this target shows animals, and none can be removed');
    }
    if (isUnread(json)) undecided(json.problem);
    if (status !== 200 && status !== 204 && status !== 404)
      undecided(`a list was refused (with ${status})`);
    const body = !json.ok
      ? json.problem
      : Array.isArray(json.value)
        ? `${json.value.length} animals of another status`
        : 'no array';
    breach({
      cause: `A list in which nothing matches is answered with ${status} and ${body}.`,
      expected: 'status 200 and []',
      actual: `status ${status}, body ${answerOf(answered).text.slice(0, 80)}`,
      exchange: answered,
    });
  }),

  rule('list-animals.limits-accepted', [pages, filteredPages], (answered, query) => {
    if (!isSuccess(answered)) expectStatus(answered, 200, `with ${inWords(query)}`);
  }),

  rule(
    'list-animals.limit-is-maximum',
    [pages, filteredPages, filterInFront],
    (answered, { limit, matching, shortOfAnimals, ...query }) => {
      const { length } = animalsOf(answered);
      if (length > Number(limit))
        breach({
          cause: `A list with ${inWords({ limit, ...query })} holds ${length} animals.`,
          expected: `at most ${Number(limit) === 1 ? '1 animal' : `${limit} animals`}`,
          actual: `${length} animals`,
          exchange: answered,
        });
      if (matching <= Number(limit))
        undecided(
          `it takes more than ${limit} animals to see whether the limit holds, and only ${matching} are known to match`,
          shortOfAnimals,
        );
    },
  ),

  comparing(
    'list-animals.full-pages',
    [pages, filteredPages, filterInFront],
    (answered, { limit, matching, ...query }) => {
      if (matching < Number(limit)) excuse(`fewer animals match than the limit allows`, 'untested');
      const { length } = animalsOf(answered);
      if (length < Number(limit))
        breach({
          cause: `A list with ${inWords({ limit, ...query })} holds only ${length} animals, though at least ${matching} match.`,
          expected: `${limit} animals`,
          actual: `${length} animals`,
          exchange: answered,
        });
    },
  ),

  comparing(
    'list-animals.default-limit',
    listsWithoutLimit,
    ({ without, withDefault }, { matching, shortOfAnimals, ...query }) => {
      const lengths = without.map((answered) => animalsOf(answered).length);
      const defaults = withDefault.map((answered) => animalsOf(answered).length);
      const [least, most] = [Math.min(...defaults), Math.max(...defaults)];
      // A limit is a maximum, and what a list holds below it may vary: only more than the default, or another length each time, is no such list.
      const wrong = lengths.findIndex((length) => length > Math.max(defaultLimit, most));
      const steadily =
        lengths.every((length) => length === lengths[0]) && least === most && lengths[0] !== most
          ? 0
          : -1;
      const shown = without[Math.max(wrong, steadily)];
      const length = lengths[Math.max(wrong, steadily)];
      if (shown)
        breach({
          cause: `A list without a limit (${inWords(query)}) holds ${length} animals; with limit=${defaultLimit} it holds ${most}.`,
          expected: `${most} animals`,
          actual: `${length} animals`,
          exchange: shown,
        });
      if (matching <= defaultLimit)
        undecided(`it takes more than ${defaultLimit} animals to see the default`, shortOfAnimals);
    },
  ),

  rule(
    'list-animals.never-above-100',
    [listsBeyondLimits, pages, filteredPages, listsOfDefaultLength, filterInFront],
    (answered, { matching, shortOfAnimals, ...query }) => {
      const { json, status } = answerOf(answered);
      const length = leastLengthOf(answered);
      const animals = `${isUnread(json) ? 'at least ' : ''}${length} animals`;
      if (length > maximumLimit)
        breach({
          cause: `A list with ${inWords(query)} holds ${animals} (status ${status}).`,
          expected: `at most ${maximumLimit} animals, or a refusal`,
          actual: animals,
          exchange: answered,
        });
      if (isUnread(json)) undecided(json.problem);
      if (matching <= maximumLimit)
        undecided(
          `it takes more than ${maximumLimit} animals to see whether the maximum holds`,
          shortOfAnimals,
        );
    },
  ),

  rule(
    'list-animals.filter',
    [filteredPages, listsOfDefaultLength, filterInFront],
    (answered, { others, shortOfAnimals, status }) => {
      if (status === undefined) return excuse('a list without a filter');
      expectOnly(answered, status);
      if (animalsOf(answered).length === 0 || others === 0)
        undecided('there are no animals of this status beside some of another', shortOfAnimals);
    },
  ),

  rule(
    'list-animals.filter-few',
    listsOfFew,
    ({ filtered, unfiltered }, { status, limit, shortOfAnimals }) => {
      const { length } = expectOnly(filtered, status);
      if (length >= Number(limit ?? defaultLimit))
        excuse('every status fills its list on this target');
      if (!animalsOf(unfiltered).some((animal) => animal.status !== status))
        excuse('there are no animals of another status', shortOfAnimals);
    },
  ),

  rule(
    'list-animals.unique-ids',
    [pages, filteredPages, listsOfDefaultLength, listsOfFew],
    (result, { limit, shortOfAnimals }) => {
      const lists = ('filtered' in result ? [result.filtered, result.unfiltered] : [result]).map(
        (answered) => ({ answered, ids: animalsOf(answered).map(({ id }) => id) }),
      );
      for (const { answered, ids } of lists) {
        const seen = new Set<string>();
        const doubled = ids.find((id) => seen.size === seen.add(id).size);
        if (doubled !== undefined)
          breach({
            cause: `A list shows the identifier ${doubled} twice.`,
            expected: 'each identifier once',
            actual: `${doubled} at ${ids.indexOf(doubled)} and ${ids.lastIndexOf(doubled)}`,
            exchange: answered,
          });
      }
      if (Number(limit ?? defaultLimit) < 2) excuse('a limit of one animal');
      if (lists.every(({ ids }) => ids.length < 2))
        excuse('lists of fewer than two animals', shortOfAnimals);
    },
  ),

  remembering(
    'list-animals.as-created',
    [herd, ...adds, addsWithoutStatus, pages, filteredPages, plainLists, listsOfDefaultLength],
    () => {
      const known = new Map<string, { readonly sent: NewAnimal; readonly added: Exchange }>();
      const expectKnown = (list: Exchange): number => {
        let compared = 0;
        for (const animal of animalsOf(list)) {
          const own = known.get(animal.id);
          if (own) compared++;
          const difference = own && differsFromCreated(own.sent, own.added, animal);
          if (difference)
            breach({
              cause: `The animal ${animal.id} is listed with another ${difference.field} than it was created with.`,
              expected: `${difference.field} ${difference.expected}`,
              actual: `${difference.field} ${difference.actual}`,
              exchange: list,
            });
        }
        return compared;
      };
      return (result) => {
        if (!('added' in result)) {
          if (known.size === 0)
            excuse(
              'nothing was added in this run that the lists could be compared with',
              'untested',
            );
          return expectKnown(result) > 0 ? undefined : aside();
        }
        // Those that are accepted tell.
        if (isRefusal(result.added)) return aside();
        const { id } = addedAnimal(result.added);
        known.set(id, { sent: result.sent, added: result.added });
        if (!('looks' in result)) return aside();
        const compared = result.looks.map(({ exchange }) => (exchange ? expectKnown(exchange) : 0));
        if (compared.every((count) => count === 0))
          excuse('new animals do not show in the lists of this target');
      };
    },
  ),

  rule('list-animals.unknown-status', unknownStatuses, (answered, { status }) => {
    const { json } = answerOf(answered);
    if (!isSuccess(answered)) return;
    const length = json.ok && Array.isArray(json.value) ? json.value.length : 0;
    if (length > 0)
      breach({
        cause: `The status ${JSON.stringify(status)}, which is none of the three, lists ${length} animals.`,
        expected: 'no animal, or a refusal',
        actual: `${length} animals`,
        exchange: answered,
      });
  }),

  observe('list-animals.limit-out-of-range', listsBeyondLimits, (cases) =>
    summarised(
      cases.filter(({ value }) => value.status === undefined),
      ({ value }) => `limit=${value.limit}`,
      ({ result }) =>
        isSuccess(result)
          ? `${statusOf(result)} with ${lengthOf(result) > maximumLimit ? `more than ${maximumLimit}` : lengthOf(result)} animals`
          : `${statusOf(result)}`,
    ),
  ),

  observe('list-animals.links', plainLists, (cases) => {
    const names = ['link', 'x-total-count', 'content-range', 'x-next-page', 'x-next-cursor'].filter(
      (name) => cases.some(({ result }) => answerOf(result).header(name) !== undefined),
    );
    return names.length > 0 ? `yes: ${names.join(', ')}` : 'no';
  }),

  observe('list-animals.unknown-parameter', strangeParameter, (cases) =>
    summarised(
      cases,
      ({ value }) => ends(Object.keys(value.more ?? {})),
      ({ result }) => String(statusOf(result)),
    ),
  ),
];

/** The animals of a filtered list, all of that status. */
function expectOnly(answered: Exchange, status: string | undefined) {
  const animals = animalsOf(answered);
  const other = animals.find((animal) => animal.status !== status);
  if (other)
    breach({
      cause: `${operationName(answered)} with status=${status} holds the animal ${other.id}, whose status is ${other.status ?? 'not given'}.`,
      expected: `only animals with the status ${status}`,
      actual: `one with ${other.status ?? 'no status'}`,
      exchange: answered,
    });
  return animals;
}
