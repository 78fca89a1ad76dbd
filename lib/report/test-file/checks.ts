// The checks of rules. A rule without one is judged by its status, if that was wrong.
import type { RuleResult } from '../../judge/result/report.js';
import { parsed } from '../sent.js';
import {
  accepted,
  either,
  expecting,
  isCut,
  memberOf,
  noServerError,
  otherStatus,
  refused,
  responseOf,
  schemaCheck,
  statusCheck,
  statusOf,
  textOf,
  type Check,
  type Judged,
  type MakeCheck,
} from './check.js';
import {
  arrayOfPets,
  asWithDefault,
  filtered,
  full,
  listed,
  listedAsSent,
  noneTwice,
  nothingListed,
  withinLimit,
  withinMaximum,
} from './lists.js';
import { quoted } from './literals.js';
import type { Sending } from './requests.js';

export function checkOf(judged: Judged): Check | undefined {
  // The test only asks for an answer at all.
  if (judged.last.exchange.response === null) return { expects: [] };
  const { id } = judged.rule;
  return Object.hasOwn(byRule, id) ? byRule[id]?.(judged) : statusCheck(judged);
}

const numberIn = (text = ''): string | undefined => /"categoryId"\s*:\s*(-?\d+)/.exec(text)?.[1];

/** Does the answer show what was sent? Digits count, as a number may not hold all of them. */
function showsSent(answer: Sending, add: Sending): boolean {
  const { name, status } = (parsed(add.exchange.request.body?.text ?? '') ?? {}) as {
    readonly name?: unknown;
    readonly status?: unknown;
  };
  const category = numberIn(add.exchange.request.body?.text);
  return (
    !isCut(answer) &&
    memberOf(answer, 'name') === name &&
    (status === undefined || memberOf(answer, 'status') === status) &&
    (category === undefined || numberIn(textOf(answer)) === category)
  );
}

/** A server that refuses the animal alters nothing. Another rule judges whether it may. */
const unlessRefused = ({ answer }: Sending): string => `if (${answer}.status === 400) skip();`;

/** Checks that an added animal comes back as it was sent. */
const echoed: MakeCheck = ({ last }) =>
  last.body === undefined || showsSent(last, last)
    ? undefined
    : expecting(
        unlessRefused(last),
        `expect(${last.answer}.json).toMatchObject(shown(${last.body}));`,
      );

/** The animal that was fetched is the one that was added. */
const fetched: MakeCheck = ({ sent, last }) => {
  const [, id] = /\/(-?\d+)$/.exec(last.exchange.request.url) ?? [];
  const add = sent.find((one) => one !== last && one.id !== undefined && one.id.recorded === id);
  if (add?.body === undefined || add.id === undefined) return undefined;
  return expecting(
    unlessRefused(add),
    `expect(${last.answer}.status).toBe(200);`,
    `expect(misfit(${last.answer}.json, pet)).toBe('');`,
    `expect(${last.answer}.json).toMatchObject({ ...shown(${add.body}), id: ${add.id.code} });`,
  );
};

const ownIdentifier: MakeCheck = ({ last }) =>
  last.body === undefined
    ? undefined
    : expecting(`expect(${last.answer}.json.id).not.toBe(exact(${last.body}).id);`);

const distinctIds: MakeCheck = ({ sent }) => {
  const posts = sent.filter(({ exchange }) => exchange.request.method === 'POST');
  const last = posts.at(-1);
  if (posts.length < 2 || !last) return undefined;
  const before = posts.slice(0, -1).map(({ answer }) => `${answer}.json.id`);
  return expecting(
    `expect(${last.answer}.json.id).toBeDefined();`,
    `expect([${before.join(', ')}]).not.toContain(${last.answer}.json.id);`,
  );
};

const jsonBody: MakeCheck = ({ last }) =>
  expecting(
    `expect(${last.answer}.headers.get('content-type')).toMatch(/^application\\/json *(?:;|$)/i);`,
    `expect(${last.answer}.json).toBeDefined();`,
  );

const ownStatus: MakeCheck = ({ last }) =>
  !isCut(last) && memberOf(last, 'status') === statusOf(last)
    ? undefined
    : expecting(`expect(${last.answer}.json.status).toBe(BigInt(${last.answer}.status));`);

const otherHeader =
  (name: string): MakeCheck =>
  ({ last }) => {
    const [, value] = responseOf(last).headers.find(([own]) => own.toLowerCase() === name) ?? [];
    return value === undefined
      ? undefined
      : expecting(`expect(${last.answer}.headers.get('${name}')).not.toBe(${quoted(value)});`);
  };

const messageEchoed: MakeCheck = ({ last }) =>
  last.body === undefined
    ? undefined
    : expecting(`expect(${last.answer}.json.message).toBe(exact(${last.body}).message);`);

/** The word that the report expects. */
const messageStatus: MakeCheck = ({ failure, last }) => {
  const [, word] = /^"(\w+)"$/.exec(String(failure.finding?.values?.['expected'])) ?? [];
  return word === undefined || memberOf(last, 'status') === word
    ? undefined
    : expecting(`expect(${last.answer}.json.status).toBe(${quoted(word)});`);
};

const timestamp = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]00(?::?00)?)$/i;

/** The extended form of ISO 8601 in UTC, and a day that exists. */
const createdAt: MakeCheck = ({ last }) => {
  const moment = memberOf(last, 'createdAt');
  const named = `${last.answer}.json.createdAt`;
  if (typeof moment !== 'string' || !timestamp.test(moment))
    return expecting(`expect(${named}).toMatch(${String(timestamp)});`);
  const isDay = (day: string): boolean =>
    !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  return isDay(moment.slice(0, 10))
    ? undefined
    : expecting(
        `const day = ${named}.slice(0, 10);`,
        `expect(new Date(day).toISOString().slice(0, 10)).toBe(day);`,
      );
};

const plainForm: MakeCheck = ({ last }) =>
  /[a-z ]/.test(String(memberOf(last, 'createdAt')))
    ? expecting(`expect(${last.answer}.json.createdAt).not.toMatch(/[a-z ]/);`)
    : undefined;

const version: MakeCheck = ({ failure }) => {
  const word = failure.finding?.values?.['version'];
  return typeof word !== 'string' || !/^v\d+$/.test(word)
    ? undefined
    : expecting(`expect(new URL(base).pathname.split('/').at(-1)).toBe('${word}');`);
};

const never: MakeCheck = () => undefined;

/** A sequence may end in any request. */
const asModelled = either(
  (judged) => (judged.last.exchange.request.method === 'POST' ? distinctIds(judged) : undefined),
  fetched,
  withinLimit,
  filtered,
  listedAsSent,
);

/** Rules that cannot be judged by the last response alone, with the reasons. */
const needsMore: Readonly<Record<string, string>> = {
  'list-animals.bare-array': 'it shows only while the store holds such an animal',
  'list-animals.filter-few': 'it shows only while the store holds few animals',
  'list-animals.nothing-matches': 'it shows only while no animal matches',
  'list-animals.no-filter': 'it shows only right after a list of one status',
  'add-animal.unique-ids': 'it takes another case to show it',
  'messages.unique-ids': 'it takes another case to show it',
};

export const whyNoCheck = ({ id }: RuleResult): string =>
  needsMore[id] ?? 'the last answer alone does not tell right from wrong';

const byRule: Readonly<Record<string, MakeCheck>> = {
  'list-animals.bare-array': arrayOfPets,
  'list-animals.limit-is-maximum': withinLimit,
  'list-animals.never-above-100': withinMaximum,
  'list-animals.default-limit': asWithDefault,
  'list-animals.full-pages': full,
  'list-animals.filter': filtered,
  'list-animals.filter-few': never,
  'list-animals.no-filter': never,
  'list-animals.nothing-matches': never,
  'list-animals.unique-ids': noneTwice,
  'list-animals.as-created': listedAsSent,
  'list-animals.name-form': listedAsSent,
  'list-animals.finds-created': listed,
  'list-animals.filter-finds': listed,
  'list-animals.unknown-status': nothingListed,
  'add-animal.any-spelling': either(statusCheck, fetched, echoed),
  'add-animal.assigns-id': ownIdentifier,
  'add-animal.keeps-category': either(statusCheck, fetched, echoed),
  'add-animal.keeps-name': either(fetched, echoed),
  'add-animal.keeps-padding': either(fetched, echoed),
  'add-animal.keeps-spaces': either(fetched, echoed),
  'add-animal.keeps-status': either(fetched, echoed),
  'add-animal.keeps-unicode-form': either(fetched, echoed),
  'add-animal.odd-names': either(noServerError, fetched, echoed),
  'add-animal.returns-pet': schemaCheck('Pet'),
  'add-animal.names-may-repeat': either(statusCheck, fetched, distinctIds),
  'add-animal.unique-ids': distinctIds,
  'messages.unique-ids': never,
  'add-animal.nearly-json': refused,
  'add-animal.null-status': refused,
  'add-animal.padded-status': refused,
  'add-animal.letter-case': refused,
  'add-animal.charset': accepted,
  'get-animal.exact-animal': fetched,
  'get-animal.no-integer': refused,
  'get-animal.sunset': otherHeader('sunset'),
  'sequences.model': asModelled,
  'authentication.valid-key': otherStatus,
  'store-orders.exists': otherStatus,
  'authentication.error-body': schemaCheck('Error'),
  'errors.error-object': schemaCheck('Error'),
  'errors.unknown-paths': either(schemaCheck('Error'), ownStatus),
  'errors.status-field': ownStatus,
  'errors.valid-requests': noServerError,
  'errors.invalid-requests': noServerError,
  'bodies.json': jsonBody,
  'messages.accepted': accepted,
  'messages.charset': accepted,
  'messages.returns-message': schemaCheck('Message'),
  'messages.echo': messageEchoed,
  'messages.queued': messageStatus,
  'messages.created-at': createdAt,
  'messages.timestamp-form': plainForm,
  'messages.no-server-error': noServerError,
  'messages.nearly-json': refused,
  'messages.letter-case': refused,
  'messages.text-is-string': refused,
  'version.base-path': version,
};
