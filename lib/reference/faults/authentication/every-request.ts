// Faults of clause 1: the key is checked, but not on every request.
import { before, instead, replace, type Change } from '../../changes/change.js';
import { unchecked } from '../../changes/keys.js';
import { refuse } from '../../changes/refusals.js';
import { is, isFiltered, isOfCatalogue } from '../../changes/requests.js';
import { header, parameters } from '../../request.js';
import type { Call } from '../../types.js';
import { answers, keys, onceIn } from '../chance.js';
import { breaking, breakingByChance, type Fault } from '../fault.js';

const remembering =
  (labelOf: (call: Call) => string | undefined): Change =>
  (server) => {
    const trusted = new Set<string>();
    instead('needsKey', (call) => {
      const label = isOfCatalogue(call) ? labelOf(call) : undefined;
      if (label === undefined) return undefined;
      if (server.isAuthorized(call)) trusted.add(label);
      return !trusted.has(label);
    })(server);
  };
const openPath = (path: RegExp): Change =>
  instead('answer', (call, server) =>
    call.request.method === 'GET' && path.test(call.request.path)
      ? server.listPets(call)
      : undefined,
  );

export const authenticationEveryRequest: readonly Fault[] = [
  ...breakingByChance('authentication.every-request', [...answers, ...keys], {
    'keyless-add-let-in-once-in-20': [
      'Lets in an add without a key once in twenty adds.',
      unchecked(
        (call, server) =>
          is(call, 'createPet') &&
          call.request.method === 'POST' &&
          server.authorization(call) === undefined &&
          onceIn(20, server),
      ),
    ],
  }),
  ...breaking('authentication.every-request', {
    'key-not-checked-with-query': [
      'Looks at no key when the address has a query.',
      unchecked((call) => call.query !== ''),
    ],
    'key-not-checked-with-filter': [
      'Looks at no key when the list is filtered by status.',
      unchecked((call) => is(call, 'listPets') && isFiltered(call)),
    ],
    'key-checked-once-per-connection': [
      'Looks at the key of the first request of a connection only.',
      remembering((call) => call.request.connection),
    ],
    'key-of-connection-in-any-case': [
      'Takes a key for the one before it on the connection where only the letter case differs, as Jetty 11 does.',
      (server) => {
        const last = new Map<string, string>();
        instead('needsKey', (call) => {
          const { connection } = call.request;
          const value = header(call.request, 'authorization') ?? '';
          if (connection === undefined || !isOfCatalogue(call)) return undefined;
          if (server.isAuthorized(call)) last.set(connection, value.toLowerCase());
          return last.get(connection) === value.toLowerCase() ? false : undefined;
        })(server);
      },
    ],
    'key-checked-once-per-path': [
      'Looks at no key on a path that a valid key has used before.',
      remembering((call) => call.path),
    ],
    'key-checked-once-per-query': [
      'Looks at no key for a path and query that a valid key has used before.',
      remembering((call) => (call.request.method === 'GET' ? call.request.path : undefined)),
    ],
    'key-checked-once-per-animal': [
      'Looks at no key for an animal that a valid key has fetched before.',
      remembering((call) => (is(call, 'getPet') ? call.petId : undefined)),
    ],
    'cached-list-without-key': [
      'Answers a list from a cache without a look at the key, until an animal is added.',
      (server) => {
        const cache = new Map<string, string>();
        before('save', () => cache.clear())(server);
        replace('answer', (answer) => async (call) => {
          if (!is(call, 'listPets')) return answer(call);
          const known = cache.get(call.query);
          if (known !== undefined) return server.json(200, known, call);
          const reply = await answer(call);
          cache.set(call.query, String(reply.body));
          return reply;
        })(server);
      },
    ],
    'list-with-slash-open': [
      'Lists animals at /pets/ too, and looks at no key there.',
      openPath(/\/pets\/$/),
    ],
    'list-in-capitals-open': [
      'Lists animals at /PETS too, and looks at no key there.',
      openPath(/\/PETS$/),
    ],
    'list-in-other-format-open': [
      'Lists animals at /pets.json too, and looks at no key there.',
      openPath(/\/pets\.json$/),
    ],
  }),
  ...breakingByChance('authentication.every-request', keys, {
    'key-unchecked-once-in-10': [
      'Lets one request in ten pass without a look at its key.',
      unchecked((_call, server) => onceIn(10, server)),
    ],
    'key-unchecked-every-10th': [
      'Lets every tenth request pass without a look at its key.',
      unchecked((call) => call.number % 10 === 0),
    ],
    'key-unchecked-on-list-once-in-8': [
      'Lets one list in eight pass without a look at its key.',
      unchecked((call, server) => is(call, 'listPets') && onceIn(8, server)),
    ],
    'wrong-key-passes-once-in-10': [
      'Lets one wrong key in ten pass.',
      unchecked((call, server) => server.authorization(call) !== undefined && onceIn(10, server)),
    ],
    'key-unchecked-under-load': [
      'Looks at no key while eight or more requests are being answered.',
      unchecked((_call, server) => server.inFlight >= 8),
    ],
    'key-unchecked-after-200-requests': [
      'Looks at no key after two hundred requests.',
      unchecked((call) => call.number > 200),
    ],
    'local-requests-trusted': [
      'Looks at no key where X-Forwarded-For names this machine.',
      unchecked(({ request }) => header(request, 'x-forwarded-for') === '127.0.0.1'),
    ],
    'overridden-method-unchecked': [
      'Looks at no key where a header overrides the method.',
      unchecked(({ request }) => header(request, 'x-http-method-override') !== undefined),
    ],
    'remote-user-trusted': [
      'Takes whoever X-Remote-User names for authenticated.',
      unchecked(({ request }) => header(request, 'x-remote-user') !== undefined),
    ],
    'session-cookie-trusted': [
      'Takes any session cookie for a key.',
      unchecked(({ request }) => header(request, 'cookie')?.includes('session') === true),
    ],
    'debug-unchecked': [
      'Looks at no key of a request with debug=true.',
      unchecked((call) => parameters(call, 'debug').includes('true')),
    ],
    'first-request-of-connection-unchecked': [
      'Looks at no key of the first request of a connection.',
      replace('needsKey', (needsKey) => {
        const seen = new Set<string>();
        return (call) => {
          const { connection } = call.request;
          const isFirst = connection !== undefined && isOfCatalogue(call) && !seen.has(connection);
          if (connection !== undefined) seen.add(connection);
          return !isFirst && needsKey(call);
        };
      }),
    ],
  }),
  ...breakingByChance('authentication.every-request', [...keys, ...answers], {
    'keys-mixed-up-under-load': [
      'Keeps the key of a request where all requests find it, while it waits.',
      replace('authenticate', (authenticate, server) => {
        let current: string | undefined;
        return async (call) => {
          if (!isOfCatalogue(call)) return authenticate(call);
          current = server.shownKey(call);
          await server.clock.sleep(1);
          if (current !== server.key) refuse(401);
        };
      }),
    ],
  }),
];
