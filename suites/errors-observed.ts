// What errors look like where clause 7 is silent: codes, messages, more properties, and what is at unknown paths.
// Observations only.
import {
  answerOf,
  observe,
  observeEach,
  statusOf,
  type Exchange,
} from '../lib/judge/rules/index.js';
import { invalidAdds } from './add-animal/refused.js';
import { missingKeys } from './authentication/keys.js';
import { inOrder, mediaTypeOf, membersOf, moreIn, orderIn } from './forms/bodies.js';
import { oddQueries, unknownReads, unknownWrites } from './errors.js';
import { unknownIds } from './get-animal.js';
import { summarised } from './words.js';

/** Some of each status that the contract knows. */
const errors = [...invalidAdds, missingKeys, unknownIds];

interface SeenError {
  readonly status: number;
  readonly code: unknown;
  readonly message: unknown;
  readonly members: readonly string[];
}

/** A valid Error or not: whether it is one, is judged elsewhere. */
function errorIn(result: Exchange | { readonly fetched: Exchange }): SeenError | undefined {
  const exchange = 'fetched' in result ? result.fetched : result;
  const members = membersOf(exchange);
  const { status, json } = answerOf(exchange);
  if (status < 400 || !members || !json.ok) return undefined;
  const { code, message } = json.value as { readonly code?: unknown; readonly message?: unknown };
  return { status, code, message, members };
}

const thatAre = (all: readonly (SeenError | undefined)[]): readonly SeenError[] =>
  all.flatMap((one) => one ?? []);

/** "400: invalid_request; 401: unauthorized" */
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

/** What numbers it names is of the request. */
const withoutNumbers = (message: unknown): string =>
  JSON.stringify(message ?? 'none').replace(/\d+/g, 'N');

const longestMessage = 100;
const inShort = (text: string): string =>
  text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;

export const rules = [
  observeEach('errors.codes', errors, errorIn, (all) =>
    byStatus(all, (ofStatus) =>
      inOrder(
        ofStatus.map(({ code }) =>
          typeof code === 'string' && code !== '' ? code : JSON.stringify(code ?? 'none'),
        ),
      ),
    ),
  ),

  // Of an invalid animal it may well say what is wrong with it.
  observeEach('errors.messages', [missingKeys, unknownIds], errorIn, (all) =>
    byStatus(all, (ofStatus) => {
      const messages = [...new Set(ofStatus.map(({ message }) => withoutNumbers(message)))];
      return messages.length === 1 ? inShort(messages[0] ?? '') : 'several';
    }),
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
      ({ value }) => `${value.method} ${value.path}`,
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
