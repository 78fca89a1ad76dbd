// What a list must be: how long, whose animals, and that it shows what was added. Makes source code.
import type { Failure } from '../../judge/result/report.js';
import { quoted } from './literals.js';
import {
  type Facts,
  type Judged,
  type MakeCheck,
  expecting,
  fits,
  isCut,
  jsonOf,
  schemaNames,
} from './check.js';
import type { Sending } from './requests.js';

const queryOf = ({ exchange }: Sending): URLSearchParams =>
  new URL(exchange.request.url).searchParams;

function limitOf(sending: Sending): number | undefined {
  const given = queryOf(sending).get('limit');
  return given !== null && /^\d{1,3}$/.test(given) ? Number(given) : undefined;
}

/** The status that a list is filtered by, where it is one. */
function filterOf(sending: Sending, { statuses }: Facts): string | undefined {
  const status = queryOf(sending).get('status');
  return status !== null && statuses.includes(status) ? status : undefined;
}

/** Whether nothing in it is odd, so that it must not be refused. */
function isValid(sending: Sending, facts: Facts): boolean {
  const query = queryOf(sending);
  const limit = limitOf(sending) ?? 0;
  const names = [...query.keys()];
  if (new Set(names).size < names.length) return false;
  return names.every((name) =>
    name === 'limit'
      ? limit >= 1 && limit <= facts.maximumLimit
      : name === 'status' && filterOf(sending, facts) !== undefined,
  );
}

/** A request that may be refused is judged only if it was accepted. */
const whereAnswered = (last: Sending, facts: Facts, expectation: string): string =>
  isValid(last, facts) ? expectation : `if (${last.answer}.status === 200) ${expectation}`;

function entriesOf(sending: Sending): readonly Readonly<Record<string, unknown>>[] | undefined {
  const list = jsonOf(sending);
  return Array.isArray(list) ? (list as Readonly<Record<string, unknown>>[]) : undefined;
}

const stock = (count: number, status?: string, most?: number): string => {
  const filter = status === undefined ? 'undefined' : quoted(status);
  if (most !== undefined) return `await stock(${count}, ${filter}, ${most});`;
  return status === undefined ? `await stock(${count});` : `await stock(${count}, ${filter});`;
};

export const arrayOfPets: MakeCheck = ({ last, facts }) => {
  const entries = entriesOf(last);
  // Where one entry fits, it takes another animal of the recorded store to show what is wrong.
  if (entries?.length === 0 || entries?.some((entry) => fits(entry, facts.schemas.Pet)))
    return undefined;
  const wanted = `{ type: 'array', items: ${schemaNames.Pet} }`;
  const expectation = `expect(misfit(${last.answer}.json, ${wanted})).toBe('');`;
  return {
    before: entries === undefined ? [] : [stock(1, filterOf(last, facts))],
    expects: [whereAnswered(last, facts, expectation)],
  };
};

const noLongerThan =
  (limit: (judged: Judged) => number | undefined): MakeCheck =>
  (judged) => {
    const { last, facts } = judged;
    const most = limit(judged);
    if (most === undefined || (entriesOf(last)?.length ?? most + 1) <= most) return undefined;
    const page = most >= facts.maximumLimit ? facts.maximumLimit : undefined;
    const expectation = `expect(${last.answer}.json.length).toBeLessThanOrEqual(${most});`;
    return {
      before: [stock(most + 1, filterOf(last, facts), page)],
      expects: [whereAnswered(last, facts, expectation)],
    };
  };

/** Without a limit in the request, the report names the one that counts. */
export const withinLimit = noLongerThan(({ last, failure }) => limitOf(last) ?? limitIn(failure));
export const withinMaximum = noLongerThan(({ facts }) => facts.maximumLimit);

function limitIn({ finding }: Failure): number | undefined {
  const limit = finding?.values?.['limit'];
  return Number.isSafeInteger(limit) ? Number(limit) : undefined;
}

export const full: MakeCheck = ({ last, facts }) => {
  const limit = limitOf(last);
  if (limit === undefined) return undefined;
  return {
    before: [stock(limit, filterOf(last, facts))],
    expects: [`expect(${last.answer}.json).toHaveLength(${limit});`],
  };
};

/** Checks that a list is as long as the list of the same case that has the default limit. */
export const asWithDefault: MakeCheck = ({ sent, last, facts }) => {
  const other = sent.find((one) => one !== last && limitOf(one) !== undefined);
  const limit = other && limitOf(other);
  if (!other || limit === undefined) return undefined;
  return {
    before: [stock(limit + 1, filterOf(last, facts))],
    expects: [`expect(${last.answer}.json).toHaveLength(${other.answer}.json.length);`],
  };
};

export const filtered: MakeCheck = ({ last, facts }) => {
  const status = filterOf(last, facts);
  const isRight = entriesOf(last)?.every((entry) => entry['status'] === status);
  if (status === undefined || isRight) return undefined;
  return {
    before: facts.statuses.map((each) => stock(1, each)),
    expects: [
      `for (const animal of ${last.answer}.json) expect(animal.status).toBe(${quoted(status)});`,
    ],
  };
};

export const noneTwice: MakeCheck = ({ last }) =>
  expecting(
    'const ids = new Set();',
    `for (const animal of ${last.answer}.json) {`,
    '  expect(ids).not.toContain(animal.id);',
    '  ids.add(animal.id);',
    '}',
  );

const addsOf = (sent: readonly Sending[]) =>
  sent.flatMap(({ id, body }) => (id === undefined || body === undefined ? [] : [{ id, body }]));

/** Checks that a list shows an animal as it was sent. A full list need not show it. */
export const listedAsSent: MakeCheck = ({ sent, last }) => {
  if (last.exchange.request.method !== 'GET') return undefined;
  const adds = addsOf(sent);
  if (adds.length === 0) return undefined;
  return expecting(
    'let seen = 0;',
    `for (const animal of ${last.answer}.json) {`,
    ...adds.flatMap(({ id, body }) => [
      `  if (animal.id === ${id.code}) {`,
      `    expect(animal).toMatchObject(shown(${body}));`,
      '    seen += 1;',
      '  }',
    ]),
    '}',
    'if (seen === 0) skip();',
  );
};

/** Checks that an added animal is listed, if the list is not full. */
export const listed: MakeCheck = ({ sent, last }) => {
  const limit = limitOf(last);
  const adds = addsOf(sent);
  if (adds.length === 0 || limit === undefined || (!isCut(last) && !entriesOf(last)))
    return undefined;
  const { id } = adds.at(-1) as (typeof adds)[number];
  return expecting(
    `if (${last.answer}.json.length >= ${limit}) skip();`,
    `expect(${last.answer}.json).toContainEqual(expect.objectContaining({ id: ${id.code} }));`,
  );
};

export const nothingListed: MakeCheck = ({ last }) =>
  (entriesOf(last)?.length ?? 1) === 0
    ? undefined
    : expecting(`if (${last.answer}.status === 200) expect(${last.answer}.json).toEqual([]);`);
