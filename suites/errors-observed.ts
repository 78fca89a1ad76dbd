// What errors look like where clause 7 is silent: codes, messages, additional properties, and the responses at unknown
// paths. Observations only.
import {
  answerOf,
  experiment,
  observe,
  observeEach,
  statusOf,
  type Exchange,
  type Session,
} from '../lib/judge/rules/index.js';
import { inOrder, mediaTypeOf, membersOf, moreIn, orderIn } from './forms/bodies.js';
import { oddQueries, unknownReads, unknownWrites } from './errors.js';
import { summarised } from './summaries.js';

interface Wrong {
  readonly label: string;
  readonly send: (session: Session) => Promise<Exchange>;
}

const invalidAdd = (label: string, raw: string): Wrong => ({
  label,
  send: (session) => session.add({ raw }, { validity: 'invalid' }),
});
const unknownId = (id: string): Wrong => ({
  label: `the identifier ${id}`,
  send: (session) => session.get(id),
});

/**
 * Some errors of each status that the contract has. They are an experiment of their own, because sharing those of other
 * suites would tie all these rules to one part of a split run.
 */
const errors = experiment({
  name: 'errors of each status, for what they say',
  stage: 'populated',
  cases: async (setup): Promise<readonly Wrong[]> => {
    const category = setup.readOnly ? 1n : await setup.category();
    return [
      { label: 'no key', send: (session) => session.list({}, { key: 'none' }) },
      { label: 'no key, limit=5', send: (session) => session.list({ limit: 5 }, { key: 'none' }) },
      ...(setup.servesGetPet ? ['8999999999999989', '6917529027641081857'].map(unknownId) : []),
      ...(setup.readOnly
        ? []
        : [
            invalidAdd('no name', `{"categoryId":${category}}`),
            invalidAdd('a name that is a number', `{"name":7,"categoryId":${category}}`),
            invalidAdd(
              'a status that is none',
              `{"name":"x","categoryId":${category},"status":"lost"}`,
            ),
            invalidAdd('a body that is not JSON', '{"name":'),
          ]),
    ];
  },
  send: ({ send }, session) => send(session),
  describe: ({ label }) => label,
});

interface SeenError {
  readonly status: number;
  readonly code: unknown;
  readonly message: unknown;
  readonly members: readonly string[];
}

/** Reads an error whether or not it is a valid Error, which other rules judge. */
function errorIn(exchange: Exchange): SeenError | undefined {
  const members = membersOf(exchange);
  const { status, json } = answerOf(exchange);
  if (status < 400 || !members || !json.ok) return undefined;
  const { code, message } = json.value as { readonly code?: unknown; readonly message?: unknown };
  return { status, code, message, members };
}

const thatAre = (all: readonly (SeenError | undefined)[]): readonly SeenError[] =>
  all.flatMap((one) => one ?? []);

/** The answer in words: "400: invalid_request; 401: unauthorized". */
function byStatus(
  all: readonly (SeenError | undefined)[],
  words: (ofOneStatus: readonly SeenError[]) => string,
): string {
  const errorsSeen = thatAre(all);
  const statuses = [...new Set(errorsSeen.map(({ status }) => status))].sort();
  const said = statuses.map((status) => {
    const ofStatus = errorsSeen.filter((one) => one.status === status);
    return `${status}: ${words(ofStatus)}`;
  });
  return said.join('; ') || 'no errors with a body';
}

/** Replaces numbers, which come from the request rather than from the service. */
const withoutNumbers = (text: string): string => text.replace(/\d+/g, 'N');

const longestMessage = 100;
const inShort = (text: string): string =>
  text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;

export const rules = [
  observeEach('errors.codes', errors, errorIn, (all) =>
    byStatus(all, (ofStatus) =>
      inOrder(
        ofStatus.map(({ code }) =>
          typeof code === 'string' && code !== '' ? code : (JSON.stringify(code) ?? 'no code'),
        ),
      ),
    ),
  ),

  observeEach('errors.messages', errors, errorIn, (all, mask) =>
    byStatus(all, (ofStatus) =>
      inOrder(
        ofStatus
          .map(({ message }) => mask(JSON.stringify(message) ?? 'no message'))
          .map((text) => inShort(withoutNumbers(text))),
      ),
    ),
  ),

  observeEach('errors.more-properties', errors, errorIn, (all) =>
    moreIn(
      'Error',
      thatAre(all).map(({ members }) => members),
    ),
  ),

  observeEach('errors.property-order', errors, errorIn, (all) =>
    orderIn(
      'Error',
      thatAre(all).map(({ members }) => members),
    ),
  ),

  observe('errors.unknown-path', [unknownReads, unknownWrites], (cases) =>
    summarised(
      cases.filter(({ value }) => value.path !== '/pets'),
      ({ value }) => `${value.method} ${'named' in value ? value.named : value.path}`,
      ({ result }) => `${statusOf(result)}, ${mediaTypeOf(result)}`,
    ),
  ),

  observe('errors.unknown-method', unknownWrites, (cases) =>
    summarised(
      cases.filter(({ value }) => value.path === '/pets'),
      ({ value }) => value.method,
      ({ result }) => `${statusOf(result)}, ${allowedBy(result)}`,
    ),
  ),

  observe('errors.odd-queries', oddQueries, (cases) =>
    summarised(
      cases,
      ({ value }) =>
        value.length > 60 ? `${value.slice(0, 5)}… (${value.length} letters)` : value,
      ({ result }) => String(statusOf(result)),
    ),
  ),
];

function allowedBy(answered: Exchange): string {
  const allow = answerOf(answered).header('allow');
  return allow === undefined
    ? 'no Allow header'
    : `Allow: ${inOrder(allow.split(',').map((method) => method.trim()))}`;
}
