// Clause 1: all requests are authenticated, including those that follow one with a valid key.
import { jsonText } from '../../lib/contract/values/values.js';
import {
  animalOf,
  experiment,
  isSuccess,
  orElse,
  rule,
  statusOf,
  type Exchange,
  type Headers,
  type How,
  type Session,
} from '../../lib/judge/rules/index.js';
import { acceptingAnything, clientInTurn, senderInTurn } from '../accepting.js';
import { afterContinue, inChunks, wantsLength } from '../framing.js';
import { lengthOf } from '../list-animals/lists.js';
import {
  calls,
  expect401,
  inWords,
  isRead,
  noKey,
  noneAndWrong,
  send,
  withEach,
  type Call,
  type KeyCase,
} from './calls.js';
import { sentBack } from './sent-back.js';
import { letInByOne, ofThisMachine, overridden, trusted, type Labelled } from './trusted.js';

/** Sends a request with the key and the same one without it, back to back on one connection. */
const rightAfterAKey = experiment({
  name: 'no valid key right after a valid one, on one connection',
  stage: 'populated',
  cases: async (setup) => {
    const { wrongKeys } = setup.credentials;
    const close = wrongKeys.filter(({ how }) => how.connection !== undefined);
    const ways = await withEach(setup, noneAndWrong(setup));
    return [...ways, ...(await withEach(setup, close)).filter(({ call }) => call === 0)]
      .filter((way) => !setup.readOnly || isRead(way))
      .map((way, index) => ({
        ...way,
        label: `${way.label}, right after the valid key on the same connection`,
        connection: `key ${index}`,
      }));
  },
  send: async (way: KeyCase & { readonly connection: string }, session) => {
    const { connection } = way;
    const answers: Exchange[] = [];
    for (let turn = 0; turn < 3; turn++) {
      // Everything that a write adds remains in the store, so a single write with the key is enough.
      if (turn === 0 || isRead(way)) await way.send(session, { connection, prepares: true });
      answers.push(await way.send(session, { ...way.how, connection }));
    }
    return answers;
  },
  describe: inWords,
});

/** A response, with a label if its request was not sent as the case says. */
type Answered = Exchange | Labelled;

/** Runs while nothing else is sent, so that whatever a server keeps from the previous request is still there. */
const rightAfterARead = experiment({
  name: 'no valid key right after the same read with a valid one',
  stage: 'sparse',
  cases: async (setup) => (await withEach(setup, noneAndWrong(setup))).filter(isRead),
  send: async (way, session): Promise<readonly Answered[]> => {
    const valid = await send({ ...way, how: { prepares: true } }, session);
    const answers: Answered[] = [await send(way, session)];
    const forms = way.label === noKey.label ? sentBack(valid) : [];
    for (const { label, how } of forms)
      answers.push({ label, answered: await send({ ...way, how }, session) });
    return answers;
  },
  describe: inWords,
});

const firstOfAConnection = experiment({
  name: 'no valid key in the first request of a connection',
  stage: 'populated',
  cases: async (setup) =>
    (await withEach(setup, [noKey])).map((way, index) => ({
      ...way,
      how: { ...way.how, ...acceptingAnything, connection: `first ${index}` },
    })),
  send: async (way, session) => [await send(way, session)],
  describe: inWords,
});

interface Spelling {
  readonly operation: string;
  readonly label: string;
  readonly path: string;
  readonly how: How;
}

const spelling = (path: string, baseSpelling?: How['baseSpelling']): Spelling => ({
  operation: `GET ${path}${baseSpelling ? `, with the base path ${baseSpelling}` : ''}`,
  label: noKey.label,
  path,
  how: baseSpelling ? { ...noKey.how, baseSpelling } : noKey.how,
});

/** Spells paths in ways that the key check may read differently from the rest of the server. */
const otherSpellings = experiment({
  name: 'no key, and the path of the list in other spellings',
  stage: 'populated',
  mayBeSilent: true,
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
      '/x/../pets',
      '/pets/?limit=5',
      '/./pets',
      '/pets?next=/health',
      '/pets?next=/login/public/docs/style.css',
    ]
      .map((path) => spelling(path))
      .concat(spelling('/pets', 'in capitals'), spelling('/pets', 'after another slash')),
  send: async ({ path, how }, session) => {
    const answered = await session.unknown('GET', path, how);
    // Most servers do not know such a path, and any refusal will do; but nobody may see animals.
    return isSuccess(answered) && lengthOf(answered) > 0 ? [answered] : [];
  },
  describe: ({ operation }) => operation,
});

/** The first character of an identifier as a percent-encoding. */
const inPercent = (id: string): string => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;

const animalSpellings = experiment({
  name: 'no key, and the path of an animal in other spellings',
  stage: 'populated',
  mayBeSilent: true,
  picked: true,
  cases: async (setup) => {
    if (!setup.servesGetPet) return [];
    const { id } = await setup.knownAnimal();
    return [
      `/pets/${id}/`,
      `//pets/${id}`,
      `/PETS/${id}`,
      `/pets/${id}.json`,
      `/pets/${id};v=1`,
      `/%70ets/${id}`,
      `/pets/0${id}`,
      `/pets/${inPercent(id)}`,
    ].map((path) => ({ operation: `GET ${path}`, label: noKey.label, path }));
  },
  send: async ({ path }, session) => {
    const answered = await session.unknown('GET', path, noKey.how);
    return isSuccess(answered) && animalOf(answered) ? [answered] : [];
  },
  describe: ({ operation }) => operation,
});

const addSpellings = experiment({
  name: 'no key, and an add at the path of the list in other spellings',
  stage: 'populated',
  mayBeSilent: true,
  needs: ['writes'],
  picked: true,
  cases: async (setup) => {
    const { animal } = await setup.acceptedTwin();
    return ['/pets/', '//pets', '/PETS', '/pets.json', '/pets?next=/health'].map((path) => ({
      operation: `POST ${path}`,
      label: noKey.label,
      path,
      animal,
    }));
  },
  send: async ({ path, animal }, session) => {
    const text = jsonText(session.marked({ ...animal, name: 'No key' }));
    const answered = await session.unknown('POST', path, noKey.how, text);
    return isSuccess(answered) && animalOf(answered) ? [answered] : [];
  },
  describe: ({ operation }) => operation,
});

interface Trusting {
  readonly operation: string;
  readonly label: string;
  readonly headers: Headers;
  readonly sendIt: (session: Session, how: How) => Promise<Exchange>;
}

function trusting({ operation, isRead, send: sendIt }: Call): readonly Trusting[] {
  const label = 'no key, but headers that some servers trust';
  if (isRead) return [{ operation, label, headers: trusted, sendIt }];
  return [
    { operation, label, headers: [...trusted, overridden], sendIt },
    // Some servers handle such a request in a place of its own.
    { operation, label: 'no key, but Expect: 100-continue', headers: afterContinue, sendIt },
  ];
}

const trustedHeaders = experiment({
  name: 'no key, and headers that some servers trust',
  stage: 'populated',
  cases: async (setup): Promise<readonly Trusting[]> => [
    ...(await calls(setup)).flatMap(trusting),
    {
      operation: 'GET /pets with debug=true and the like',
      label: noKey.label,
      headers: [],
      sendIt: (session, how) =>
        session.list({ more: { debug: 'true', admin: 'true', test: '1', _method: 'GET' } }, how),
    },
    {
      operation: 'GET /pets as from a load balancer on the same machine',
      label: noKey.label,
      headers: ofThisMachine,
      sendIt: (session, how) => session.list({}, how),
    },
  ],
  send: async ({ sendIt, headers }, session): Promise<readonly Answered[]> => {
    const sendWith = (some: Headers): Promise<Exchange> =>
      sendIt(session, { ...noKey.how, ...(some.length > 0 && { headers: some }) });
    const answered = await sendWith(headers);
    // A gateway may refuse such headers in its own way, or lead to a page that is open to everyone; but nobody may see
    // animals.
    if (!seesAnimals(answered)) return [];
    return [(await letInByOne(headers, sendWith, seesAnimals)) ?? answered];
  },
  describe: ({ operation }) => operation,
});

const seesAnimals = (answered: Exchange): boolean =>
  isSuccess(answered) && (lengthOf(answered) > 0 || animalOf(answered) !== undefined);

/** A server that looks at one of these first responds with 304 or with a part of the list. */
const ofCaches = experiment({
  name: 'no key, and headers of caches',
  stage: 'populated',
  cases: () =>
    (
      [
        ['If-None-Match', '*'],
        ['Range', 'bytes=0-99'],
      ] as const
    ).map((header) => ({
      operation: 'GET /pets',
      label: `no key, but the header ${header[0]}`,
      header,
    })),
  send: async ({ header }, session) => [
    await session.list({}, { ...noKey.how, headers: [header] }),
  ],
  describe: ({ operation, label }) => `${operation}, ${label}`,
});

interface OneOfMany extends KeyCase {
  /** It names an identifier that no animal may have. */
  readonly isNear: boolean;
}

/** Each time around, all of this but the operation is another: the query or the animal, the wrong key, and the client. */
const manyTimes = experiment({
  name: 'no valid key, many times among valid requests',
  stage: 'populated',
  cases: async (setup) => {
    const reads = (await calls(setup)).filter(isRead);
    const forms = noneAndWrong(setup);
    const ways = reads.length * forms.length;
    const wrong = [...forms.slice(1), ...setup.credentials.commonKeys];
    const near = await orElse(
      setup.knownAnimal().then(({ id }) => nextTo(id)),
      [],
    );
    return Array.from({ length: setup.runs(222) }, (_, index): OneOfMany => {
      const round = Math.floor(index / ways);
      const form = index % forms.length === 0 ? noKey : inTurn(wrong, round);
      const call = reads[index % reads.length] as Call;
      const id =
        call.operation === 'GET /pets/{petId}' ? inTurn([undefined, ...near], round) : undefined;
      return {
        ...call,
        ...(id && { send: (session, how) => session.get(id, how) }),
        ...form,
        variation: round,
        how: { ...form.how, ...clientInTurn(round) },
        isNear: id !== undefined,
      };
    });
  },
  send: async (way: OneOfMany, session) => {
    const answered = await send(way, session);
    return way.isNear && !isSuccess(answered) ? [] : [answered];
  },
  describe: inWords,
});

const inTurn = <T>(all: readonly T[], turn: number): T => all[turn % all.length] as T;

/** Many services number their animals: then these are others of them, with other statuses. */
const nextTo = (id: string): readonly string[] =>
  /^\d{1,18}$/.test(id)
    ? [-1n, 1n, -2n, 2n, -3n, 3n]
        .map((by) => BigInt(id) + by)
        .filter((one) => one > 0n)
        .map(String)
    : [];

/** If one request in twenty is let in, 99 of 100 runs notice it. Refused adds leave nothing behind. */
const addsManyTimes = experiment({
  name: 'adds without a key, many times',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) => {
    const [add] = (await calls(setup)).filter((call) => !isRead(call));
    return Array.from({ length: add ? 9 : 0 }, (_, index) => ({
      ...(add as Call),
      ...noKey,
      isLast: index === 8,
    }));
  },
  send: async (way: KeyCase & { readonly isLast: boolean }, session) => {
    const answers: Exchange[] = [];
    const turns = way.isLast ? 9 : 10;
    for (let turn = 0; turn < turns && !answers.some(isSuccess); turn++) {
      const how = { ...way.how, ...senderInTurn(turn) };
      answers.push(await send({ ...way, how, variation: turn }, session));
    }
    // A server may refuse what is long before it looks for a key, but must let nobody in.
    const long = way.isLast ? await send({ ...way, variation: 'long' }, session) : undefined;
    return long && isSuccess(long) ? [...answers, long] : answers;
  },
  describe: inWords,
});

/**
 * A key check that covers only bodies with a stated length, or that runs before a body has arrived, would let these in.
 */
const addsInChunks = experiment({
  name: 'adds in chunks without a key',
  stage: 'populated',
  needs: ['writes'],
  cases: async (setup) =>
    (await withEach(setup, noneAndWrong(setup)))
      .filter((way) => !isRead(way))
      .map((way) => ({ ...way, label: `${way.label}, sent in chunks` })),
  send: async (way, session) => {
    const answered = await send({ ...way, how: { ...way.how, headers: inChunks } }, session);
    return statusOf(answered) === 411 ? wantsLength() : [answered];
  },
  describe: inWords,
});

export const rules = [
  rule(
    'authentication.every-request',
    [
      rightAfterARead,
      rightAfterAKey,
      firstOfAConnection,
      manyTimes,
      addsManyTimes,
      addsInChunks,
      otherSpellings,
      animalSpellings,
      addSpellings,
      trustedHeaders,
      ofCaches,
    ],
    (answers: readonly Answered[], way) => {
      for (const one of answers)
        if ('label' in one) expect401(one.answered, { ...way, label: one.label });
        else expect401(one, way);
    },
  ),
];
