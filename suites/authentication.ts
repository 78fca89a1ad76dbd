// Clause 5, and that all requests are authenticated (clause 1). Rules only: no key is ever seen here.
import { isJudgedAsCatalogue } from '../lib/contract/operations.js';
import {
  minimumLimit,
  firstStatus,
  secondStatus,
  thirdStatus,
  statuses,
  maximumLimit,
} from '../lib/contract/facts.js';
import { jsonText, type NewAnimal } from '../lib/contract/values/values.js';
import {
  answerOf,
  aside,
  breach,
  everyExchange,
  excuse,
  expectSchema,
  experiment,
  isSuccess,
  observe,
  operationName,
  orElse,
  rule,
  statusOf,
  type Bench,
  type Exchange,
  type How,
  type ListQuery,
  type Setup,
} from '../lib/judge/rules/index.js';
import { halves, newcomers } from './newcomers.js';
import { summarised } from './words.js';

/** One way to call an operation: valid but for the key that it is given. */
interface Call {
  readonly operation: string;
  /** `variation`: which of its valid forms; the key must be checked in each. */
  readonly send: (bench: Bench, how: How, variation?: number) => Promise<Exchange>;
}

const queries: readonly ListQuery[] = [
  { limit: 5, status: thirdStatus },
  { limit: 10 },
  { status: firstStatus },
  { limit: maximumLimit },
  { status: secondStatus, limit: 1 },
  { status: thirdStatus },
];

async function calls(setup: Setup): Promise<readonly Call[]> {
  const animal: NewAnimal | undefined = setup.readOnly
    ? undefined
    : { name: 'No key, no animal', categoryId: await categoryOrOne(setup), status: firstStatus };
  const id = await knownIdOrZero(setup);
  return [
    { operation: 'listPets', send: (bench, how) => bench.list({}, how) },
    {
      operation: 'listPets with parameters',
      send: (bench, how, variation = 0) => bench.list(queries[variation % queries.length], how),
    },
    ...(setup.servesGetPet
      ? [{ operation: 'getPet', send: (bench: Bench, how: How) => bench.get(id, how) }]
      : []),
    {
      operation: 'createPet',
      send: (bench, how, variation = 0) =>
        animal
          ? bench.add(
              {
                ...animal,
                status: statuses[variation % statuses.length] as string,
                name: `${bench.mark} ${animal.name}`,
              },
              how,
            )
          : excuse('adds are not sent in a read-only run'),
    },
  ];
}

// Whether a key is asked for does not depend on what a valid request would have found.
const categoryOrOne = (setup: Setup): Promise<bigint> => orElse(setup.category(), 1n);
const knownIdOrZero = (setup: Setup): Promise<string> =>
  orElse(
    setup.knownAnimal().then(({ id }) => id),
    '0',
  );

interface KeyCase extends Call {
  readonly variation?: number;
  readonly label: string;
  readonly how: How;
  /** The valid key is there, though not where the contract looks for it. */
  readonly otherPlace?: true;
}

const inWords = ({ operation, label }: KeyCase): string => `${operation}, ${label}`;
const send = ({ send: call, how, variation }: KeyCase, bench: Bench): Promise<Exchange> =>
  call(bench, how, variation);
const withEach = async (
  setup: Setup,
  forms: readonly { readonly label: string; readonly how: How }[],
): Promise<readonly KeyCase[]> =>
  (await calls(setup)).flatMap((call) =>
    forms.map((form, variation) => ({ ...call, ...form, variation })),
  );
const noKey = { label: 'no Authorization header', how: { key: 'none' } } as const;

const validKeys = experiment({
  name: 'the valid key with every operation',
  stage: 'populated',
  cases: (setup) =>
    withEach(
      setup,
      Array.from({ length: setup.runs(5) }, () => ({ label: 'the valid key', how: {} })),
    ),
  send,
  describe: inWords,
});

export const missingKeys = experiment({
  name: 'no key with every operation',
  stage: 'populated',
  cases: (setup) =>
    withEach(
      setup,
      Array.from({ length: setup.runs(queries.length) }, () => noKey),
    ),
  send,
  describe: inWords,
});

const wrongKeys = experiment({
  name: 'wrong keys with every operation',
  stage: 'populated',
  cases: (setup) => withEach(setup, setup.credentials.wrongKeys),
  send,
  describe: inWords,
});

const otherForms = experiment({
  name: 'the key in other forms',
  stage: 'populated',
  cases: (setup) =>
    withEach(setup, [
      { label: 'an empty Authorization header', how: { key: { authorization: '' } } },
      ...setup.credentials.otherForms,
    ]),
  send,
  describe: inWords,
});

const otherPlaces = experiment({
  name: 'the key in other places',
  stage: 'populated',
  cases: async (setup) =>
    (await withEach(setup, setup.credentials.otherPlaces)).map((one) => ({
      ...one,
      otherPlace: true as const,
    })),
  send,
  describe: inWords,
});

/** Requests that are wrong in another respect too. */
const wrongTwice = experiment({
  name: 'no valid key, and something else wrong',
  stage: 'populated',
  cases: async (setup): Promise<readonly KeyCase[]> => {
    const [wrongKey] = setup.credentials.wrongKeys;
    const keys = [noKey, ...(wrongKey ? [wrongKey] : [])];
    return keys.flatMap(({ label, how }) =>
      otherwiseWrong(setup).map((call) => ({ ...call, label, how })),
    );
  },
  send,
  describe: inWords,
});

function otherwiseWrong(setup: Setup): readonly Call[] {
  const add = (what: string, raw: string, more: How = {}): Call => ({
    operation: `createPet with ${what}`,
    send: (bench, how) => bench.add({ raw }, { ...how, ...more }),
  });
  const get = (id: string): Call => ({
    operation: `getPet with petId ${id}`,
    send: (bench, how) => bench.get(id, how),
  });
  const adds = [
    add('an empty object', '{}'),
    add('an invalid status', '{"name":"x","categoryId":1,"status":"lost"}'),
    add('a body that is not JSON', '{"name":'),
    add('an empty body', ''),
    add('another content type', 'name=x', { contentType: 'text/plain' }),
  ];
  return [
    ...[String(minimumLimit - 1), String(maximumLimit + 1), 'abc'].map((limit): Call => ({
      operation: `listPets with limit=${limit}`,
      send: (bench, how) => bench.list({ limit }, how),
    })),
    {
      operation: 'listPets with status=lost',
      send: (bench, how) => bench.list({ status: 'lost' }, how),
    },
    ...(setup.servesGetPet ? ['9223372036854775807', '-1', 'abc'].map(get) : []),
    ...(setup.readOnly ? [] : adds),
  ];
}

/** A request with the key and the same without it, back to back on one connection. */
const rightAfterAKey = experiment({
  name: 'no valid key right after a valid one, on one connection',
  stage: 'populated',
  cases: async (setup) => {
    const [wrongKey] = setup.credentials.wrongKeys;
    const ways = await withEach(setup, [noKey, ...(wrongKey ? [wrongKey] : [])]);
    return ways
      .filter(({ operation }) => !setup.readOnly || operation !== 'createPet')
      .map((way, index) => ({ ...way, connection: `key ${index}` }));
  },
  send: async (
    { send: call, how, connection }: KeyCase & { readonly connection: string },
    bench,
  ) => {
    const answers: Exchange[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await call(bench, { connection });
      answers.push(await call(bench, { ...how, connection }));
    }
    return answers;
  },
  describe: inWords,
});

/** While nothing else is sent, so that what a server keeps from the request before is still there. */
const rightAfterARead = experiment({
  name: 'no valid key right after the same read with a valid one',
  stage: 'sparse',
  cases: async (setup) => {
    const [wrongKey] = setup.credentials.wrongKeys;
    return (await withEach(setup, [noKey, ...(wrongKey ? [wrongKey] : [])])).filter(
      ({ operation }) => operation !== 'createPet',
    );
  },
  send: async (way, bench) => {
    await send({ ...way, how: {} }, bench);
    return [await send(way, bench)];
  },
  describe: inWords,
});

const firstOfAConnection = experiment({
  name: 'no valid key in the first request of a connection',
  stage: 'populated',
  cases: async (setup) =>
    (await withEach(setup, [noKey])).map((way, index) => ({
      ...way,
      how: { ...way.how, connection: `first ${index}` },
    })),
  send: async (way, bench) => [await send(way, bench)],
  describe: inWords,
});

/** A path that a check of keys may take for another one than the rest of the server does. */
const otherSpellings = experiment({
  name: 'no key, and the path of the list in other spellings',
  stage: 'populated',
  cases: () =>
    [
      '/pets/',
      '//pets',
      '/PETS',
      '/Pets',
      '/pets.json',
      '/pets;v=1',
      '/%70ets',
      '/pets%2F',
      '/pets/.',
      '/pets?',
      '/pets/?limit=5',
    ].map((path) => ({ operation: `GET ${path}`, label: noKey.label, path })),
  send: async ({ path }, bench) => {
    const answered = await bench.unknown('GET', path, noKey.how);
    // Most servers know no such path, and any refusal will do; nobody may see animals.
    const { json } = answerOf(answered);
    return isSuccess(answered) && json.ok && Array.isArray(json.value) && json.value.length > 0
      ? [answered]
      : [];
  },
  describe: ({ operation }) => operation,
});

const manyTimes = experiment({
  name: 'no valid key, many times among valid requests',
  stage: 'populated',
  cases: async (setup) => {
    const [wrongKey] = setup.credentials.wrongKeys;
    const reads = (await calls(setup)).filter(({ operation }) => operation !== 'createPet');
    const forms = [noKey, ...(wrongKey ? [wrongKey] : [])];
    return Array.from({ length: setup.runs(240) }, (_, index): KeyCase => ({
      variation: index,
      ...(reads[index % reads.length] as Call),
      ...(forms[index % forms.length] as (typeof forms)[number]),
    }));
  },
  send: async (way, bench) => [await send(way, bench)],
  describe: inWords,
});

interface WriteForm {
  readonly label: string;
  readonly how: How;
  readonly added: NewAnimal;
}

interface Writes {
  readonly animal: NewAnimal;
  readonly forms: readonly WriteForm[];
}

const writesWithoutKey = experiment({
  name: 'adds without a valid key, and then the lists',
  stage: 'sparse',
  needs: ['writes'],
  cases: async (setup): Promise<readonly Writes[]> => {
    const { animal } = await setup.acceptedTwin();
    const { status: _, ...withoutStatus } = animal;
    // What is added without a key may depend on the animal, too.
    const animals = [...statuses.map((status) => ({ ...animal, status })), withoutStatus];
    const forms = [
      ...animals.map(() => noKey),
      ...setup.some([...setup.credentials.wrongKeys, ...setup.credentials.otherForms]),
    ];
    return [
      {
        animal,
        forms: forms.map((form, index) => ({
          ...form,
          added: animals[index % animals.length] ?? animal,
        })),
      },
    ];
  },
  send: async ({ animal, forms }: Writes, bench) => {
    const { done, entries, complete } = await newcomers(bench, {
      canary: (name) => ({ ...animal, name }),
      act: () => Promise.all(forms.map((form, index) => addWithoutKey(form, index, bench))),
      byIdentifier: true,
    });
    return { attempts: done, entries, complete };
  },
  smaller: ({ animal, forms }) => halves(forms).map((half) => ({ animal, forms: half })),
  describe: ({ forms }) =>
    forms.length === 1
      ? `${forms[0]?.label}: ${jsonText(forms[0]?.added)}`
      : `${forms.length} adds without a valid key`,
});

async function addWithoutKey({ label, how, added }: WriteForm, index: number, bench: Bench) {
  const name = `${bench.mark} without a key ${index + 1}`;
  return { name, label, answered: await bench.add({ ...added, name }, how) };
}

const orders = experiment({
  name: 'GET /store/orders with and without a key',
  stage: 'populated',
  cases: (setup) => [noKey, ...setup.credentials.wrongKeys.slice(0, 2)],
  send: async ({ how }, bench) => ({
    withKey: await bench.storeOrders(),
    without: await bench.storeOrders({ ...how, validity: 'open' }),
  }),
  describe: ({ label }) => label,
});

const schemeCases = experiment({
  name: 'the word Bearer in other letter case',
  stage: 'populated',
  cases: (setup) => setup.credentials.schemeCases,
  send: ({ how }, bench) => bench.list({ limit: 1 }, { ...how, validity: 'open' }),
  describe: ({ label }) => label,
});

export const rules = [
  everyExchange(
    'authentication.valid-key',
    [validKeys],
    ({ ask }) => ask.key === 'valid' && isJudgedAsCatalogue(ask.operation),
    (answered) => {
      if (statusOf(answered) !== 401 && statusOf(answered) !== 403) return;
      breach({
        cause: `${operationName(answered)} with the valid key is answered with ${statusOf(answered)}.`,
        expected: 'an answer other than 401',
        actual: `status ${statusOf(answered)}`,
        exchange: answered,
      });
    },
  ),
  rule('authentication.missing-key', missingKeys, expect401),
  rule('authentication.wrong-key', wrongKeys, expect401),
  rule('authentication.bearer-form', [otherForms, otherPlaces], (answered, way) => {
    if (way.otherPlace && isSuccess(answered)) return aside();
    expect401(answered, way);
  }),
  rule('authentication.other-places', otherPlaces, (answered, way) => {
    if (isSuccess(answered)) expect401(answered, way);
  }),
  rule('authentication.comes-first', wrongTwice, (answered, way) => {
    if (statusOf(answered) === 415)
      excuse('the target looks at the content type before it looks at the key');
    expect401(answered, way);
  }),
  rule(
    'authentication.every-request',
    [rightAfterARead, rightAfterAKey, firstOfAConnection, manyTimes, otherSpellings],
    (answers, way) => {
      for (const answered of answers) expect401(answered, way);
    },
  ),
  everyExchange(
    'authentication.error-body',
    [missingKeys],
    ({ ask, answer }) =>
      answer?.status === 401 &&
      ask.key !== 'valid' &&
      ask.operation !== 'getStoreOrders' &&
      ask.operation !== 'other',
    (exchange) => expectSchema(exchange, 'Error', 'The body of a 401'),
  ),
  rule('authentication.writes-nothing', writesWithoutKey, ({ attempts, entries, complete }) => {
    for (const { name, label, answered } of attempts) {
      // The service may have made something else of the name.
      const added = entries.find(
        (entry) =>
          typeof entry.name === 'string' && entry.name.trim().toLowerCase() === name.toLowerCase(),
      );
      if (!added) continue;
      const status = statusOf(answered);
      breach({
        cause: `An add without a valid key (${label}) is answered with ${status} and takes effect: the animal ${added.id} is there.`,
        expected: 'no new animal',
        actual: `an animal named ${JSON.stringify(added.name)}`,
        exchange: answered,
        difference: label,
      });
    }
    if (!complete)
      excuse(
        'neither the lists of this target nor its identifiers show whether something was added',
      );
  }),
  rule('authentication.store-orders', orders, ({ withKey, without }, { label }) => {
    if (statusOf(withKey) === 404) excuse('GET /store/orders does not exist on this target');
    expect401(without, { operation: 'GET /store/orders', label });
  }),
  observe('authentication.scheme-case', schemeCases, (cases) =>
    summarised(
      cases,
      ({ value }) => value.label,
      ({ result }) => String(statusOf(result)),
    ),
  ),
  observe('authentication.challenge', missingKeys, (cases) => {
    const challenges = new Set(
      cases.flatMap(({ result }) => answerOf(result).header('www-authenticate') ?? []),
    );
    return challenges.size > 0 ? [...challenges].join(' or ') : 'no';
  }),
];

function expect401(
  answered: Exchange,
  { operation, label }: { readonly operation: string; readonly label: string },
): void {
  if (statusOf(answered) === 401) return;
  breach({
    cause: `${operation} is answered with ${statusOf(answered)} instead of 401 (${label}).`,
    expected: 'status 401',
    actual: `status ${statusOf(answered)}`,
    exchange: answered,
    difference: label,
  });
}
