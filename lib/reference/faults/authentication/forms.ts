// Faults of clause 5: keys that are accepted in a wrong form or place.
import { after, replace, type Change } from '../../changes/change.js';
import { compared } from '../../changes/keys.js';
import { of401, otherStatus } from '../../changes/refusals.js';
import { authorizationIn, hasAuthorization, isOfCatalogue } from '../../changes/requests.js';
import { header, parameters } from '../../request.js';
import type { Call } from '../../types.js';
import { breaking, type Fault } from '../fault.js';

/** Finds a key in one more place, for messages too. */
const foundByAll = (elsewhere: (call: Call) => string | undefined): Change =>
  after('shownKey', (shown, call) => shown ?? elsewhere(call));
const found = (elsewhere: (call: Call) => string | undefined): Change =>
  foundByAll((call) => (isOfCatalogue(call) ? elsewhere(call) : undefined));
const authorized = (authorization: string): Change =>
  after(
    'isAuthorized',
    (authorized, call, server) =>
      authorized || (isOfCatalogue(call) && server.authorization(call) === authorization),
  );
const authorizationAs =
  (pattern: RegExp) =>
  (call: Call): string | undefined =>
    pattern.exec(authorizationIn(call))?.[1];
const basic = (call: Call): string =>
  Buffer.from(authorizationAs(/^Basic (.+)$/)(call) ?? '', 'base64').toString();

export const authenticationForms: readonly Fault[] = [
  ...breaking('authentication.bearer-form', {
    'bearer-twice-accepted': [
      'Accepts the word Bearer repeated before the key.',
      compared((shown, key) => shown.replace(/^(?:Bearer )+/, '') === key),
    ],
    'bearer-with-colon-accepted': [
      'Accepts the key after Bearer and a colon.',
      found(authorizationAs(/^Bearer: (\S+)$/)),
    ],
    'bare-key-accepted': [
      'Accepts the key without the word Bearer.',
      found(authorizationAs(/^(\S+)$/)),
    ],
    'any-scheme-accepted': [
      'Accepts the key after any word, not only after Bearer.',
      found(authorizationAs(/^\S+ (\S+)$/)),
    ],
    'token-scheme-accepted': [
      'Accepts the key after the word Token.',
      found(authorizationAs(/^Token (\S+)$/i)),
    ],
    'bearer-without-space': [
      'Accepts the key directly after Bearer, without a space.',
      found(authorizationAs(/^Bearer(\S+)$/)),
    ],
    'basic-password-accepted': [
      'Accepts the key as a Basic password.',
      found((call) => basic(call).split(':')[1]),
    ],
    'basic-user-accepted': [
      'Accepts the key as a Basic user name.',
      found((call) => basic(call).split(':')[0]),
    ],
    'basic-bare-key-accepted': [
      'Accepts the key, not encoded, after the word Basic.',
      found(authorizationAs(/^Basic (\S+)$/)),
    ],
    'bare-scheme-accepted': ['Accepts the word Bearer without a key.', authorized('Bearer')],
    'empty-authorization-accepted': ['Accepts an empty Authorization header.', authorized('')],
    'odd-scheme-500': [
      'Returns 500 when the Authorization header has another scheme.',
      otherStatus(
        (refusal, call) =>
          of401(refusal, call) && hasAuthorization(call) && !/^Bearer/i.test(authorizationIn(call)),
        500,
      ),
    ],
    'key-among-words': [
      'Accepts the key anywhere among the words of the Authorization header.',
      replace('shownKey', (shownKey, server) => (call) => {
        const words = (server.authorization(call) ?? '').split(/[ ,]+/);
        return words[0] === 'Bearer' && words.includes(server.key) ? server.key : shownKey(call);
      }),
    ],
  }),
  ...breaking('authentication.other-places', {
    'key-before-space-accepted': [
      'Ignores a space after the key and what follows it.',
      compared((shown, key) => shown.split(' ')[0] === key),
    ],
    'key-in-api-key-header': [
      'Accepts the key in an X-API-Key header.',
      found((call) => header(call.request, 'x-api-key')),
    ],
    'key-in-query-as-api-key': [
      'Accepts the key in the query parameter api_key.',
      found((call) => parameters(call, 'api_key')[0]),
    ],
    'key-in-query-as-access-token': [
      'Accepts the key in the query parameter access_token.',
      found((call) => parameters(call, 'access_token')[0]),
    ],
    'key-in-cookie': [
      'Accepts the key in a cookie.',
      found((call) => /(?:^|[;=]\s*)([^;=]+)$/.exec(header(call.request, 'cookie') ?? '')?.[1]),
    ],
    'key-in-query-as-key': [
      'Accepts the key in the query parameter key.',
      foundByAll((call) => parameters(call, 'key')[0]),
    ],
    'key-in-query-as-token': [
      'Accepts the key in the query parameter token.',
      foundByAll((call) => parameters(call, 'token')[0]),
    ],
    'key-in-query-as-apikey': [
      'Accepts the key in the query parameter apikey.',
      foundByAll((call) => parameters(call, 'apikey')[0]),
    ],
    'key-in-x-auth-token': [
      'Accepts the key in an X-Auth-Token header.',
      foundByAll((call) => header(call.request, 'x-auth-token')),
    ],
    'key-in-cookie-token': [
      'Accepts the key in the cookie token.',
      foundByAll((call) => /token=([^;]+)/.exec(header(call.request, 'cookie') ?? '')?.[1]),
    ],
  }),
];
