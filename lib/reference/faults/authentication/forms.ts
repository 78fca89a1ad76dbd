// Faults of clause 5: keys that are accepted in a wrong form or place.
import { after, replace, type Change } from '../../changes/change.js';
import { compared } from '../../changes/keys.js';
import { of401, otherStatus } from '../../changes/refusals.js';
import { authorizationIn, hasAuthorization, isOfCatalogue } from '../../changes/requests.js';
import { header, parameters } from '../../request.js';
import type { Call } from '../../types.js';
import { breaking, each, eachOf, type Fault } from '../fault.js';

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
const inAuthorization = (form: RegExp): Change =>
  found((call) => form.exec(authorizationIn(call))?.[1]);
const inBasic = (at: number): Change =>
  found((call) => {
    const [, encoded = ''] = /^Basic (.+)$/.exec(authorizationIn(call)) ?? [];
    return Buffer.from(encoded, 'base64').toString().split(':')[at];
  });
const inQuery = (name: string) => (call: Call) => parameters(call, name)[0];

export const authenticationForms: readonly Fault[] = [
  ...breaking('authentication.bearer-form', {
    'bearer-twice-accepted': [
      'Accepts the word Bearer repeated before the key.',
      compared((shown, key) => shown.replace(/^(?:Bearer )+/, '') === key),
    ],
    ...each('Accepts the key %s.', inAuthorization, {
      'bearer-with-colon-accepted': ['after Bearer and a colon', /^Bearer: (\S+)$/],
      'bare-key-accepted': ['without the word Bearer', /^(\S+)$/],
      'any-scheme-accepted': ['after any word, not only after Bearer', /^\S+ (\S+)$/],
      'jwt-scheme-accepted': ['after the word JWT', /^JWT (\S+)$/],
      'oauth-scheme-accepted': ['after the word OAuth', /^OAuth (\S+)$/],
      'token-scheme-accepted': ['after the word Token', /^Token (\S+)$/i],
      'bearer-without-space': ['directly after Bearer, without a space', /^Bearer(\S+)$/],
    }),
    'bearer-anywhere-accepted': [
      'Accepts the key after the word Bearer, whatever precedes that word.',
      found((call) => authorizationIn(call).split('Bearer ')[1]),
    ],
    'basic-bare-key-accepted': [
      'Accepts the key, not encoded, after the word Basic.',
      inAuthorization(/^Basic (\S+)$/),
    ],
    ...each('Accepts the key as a Basic %s.', inBasic, {
      'basic-password-accepted': ['password', 1],
      'basic-user-accepted': ['user name', 0],
    }),
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
    ...each('Accepts the key in the query parameter %s.', (name) => found(inQuery(name)), {
      'key-in-query-as-api-key': ['api_key', 'api_key'],
      'key-in-query-as-access-token': ['access_token', 'access_token'],
    }),
    'key-in-cookie': [
      'Accepts the key in a cookie.',
      found((call) => /(?:^|[;=]\s*)([^;=]+)$/.exec(header(call.request, 'cookie') ?? '')?.[1]),
    ],
    'key-in-cookie-auth-token': [
      'Accepts the key in the cookie auth_token.',
      found((call) => /auth_token=([^;]+)/.exec(header(call.request, 'cookie') ?? '')?.[1]),
    ],
    ...eachOf(
      'key-in-query-as-%s',
      'Accepts the key in the query parameter %s.',
      ['key', 'token', 'apikey'],
      (name) => foundByAll(inQuery(name)),
    ),
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
