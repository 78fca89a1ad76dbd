// Clause 4.5 at its edges: messages that are wrong in two ways, are empty, or have additional properties; and no
// message makes the server fail.
import {
  expectNoServerError,
  expectStatus,
  experiment,
  observe,
  operationName,
  rule,
} from '../../lib/judge/rules/index.js';
import { noKey } from '../authentication/calls.js';
import { whetherAccepted } from '../summaries.js';
import { longMessages, textsToRewrite, untidyTexts } from './answers.js';
import {
  firstOfAConnection,
  inOtherPlaces,
  rightAfterAKey,
  withoutKey,
  withWrongKey,
} from './keys.js';
import {
  contentTypes,
  invalidJson,
  lenientJson,
  missingText,
  otherCase,
  wrongTexts,
} from './refused.js';
import {
  capitalTypes,
  charsets,
  emptyText,
  messages,
  needs,
  ownFields,
  sendKeyed,
  twin,
  unknownProperty,
  type Keyed,
} from './sent.js';

const wrongBodies = [
  { what: 'not JSON', body: { raw: '{"message":' }, more: {} },
  { what: 'no message', body: {}, more: {} },
  { what: 'another content type', body: twin, more: { contentType: 'text/plain' } },
];

const wrongTwice = experiment({
  name: 'no valid key, and something else wrong with the message',
  stage: 'populated',
  needs,
  cases: ({ credentials }) =>
    [noKey, ...credentials.wrongQuickstartKeys.slice(0, 1)].flatMap(({ label, how }) =>
      wrongBodies.map(({ what, body, more }): Keyed => ({
        label: `${label}, ${what}`,
        body,
        how: { ...how, ...more },
      })),
    ),
  send: sendKeyed,
  describe: ({ label }) => label,
});

const everyMessage = [
  messages,
  longMessages,
  untidyTexts,
  textsToRewrite,
  rightAfterAKey,
  firstOfAConnection,
  unknownProperty,
  ownFields,
  withoutKey,
  withWrongKey,
  charsets,
  capitalTypes,
  wrongTwice,
  emptyText,
  inOtherPlaces,
  invalidJson,
  lenientJson,
  otherCase,
  missingText,
  wrongTexts,
  contentTypes,
];

export const rules = [
  rule('messages.key-first', wrongTwice, ({ answered }, { label }) =>
    expectStatus(answered, 401, `without a valid key (${label})`, label),
  ),

  rule('messages.no-server-error', everyMessage, ({ answered }) =>
    expectNoServerError(answered, operationName(answered)),
  ),

  observe('messages.empty-text', emptyText, (cases) =>
    cases.map(({ result }) => whetherAccepted(result.answered)).join(),
  ),
];
