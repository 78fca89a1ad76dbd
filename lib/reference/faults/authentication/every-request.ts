// Faults of clause 1: the key is checked on some requests only.
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

const openAnimal = (path: RegExp): Change =>
  instead('answer', (call, server) => {
    const petId = call.request.method === 'GET' && path.exec(call.request.path)?.[1];
    return petId ? server.getPet({ ...call, petId }) : undefined;
  });

export const authenticationEveryRequest: readonly Fault[] = [
  ...breakingByChance('authentication.every-request', [...answers, ...keys], {
    'keyless-add-let-in-once-in-20': [
      'Accepts one POST in twenty without a key.',
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
    'key-not-checked-for-chunks': [
      'Does not check the key of an animal that is sent with chunked transfer encoding.',
      unchecked(
        (call) => is(call, 'createPet') && header(call.request, 'transfer-encoding') !== undefined,
      ),
    ],
    'key-not-checked-with-query': [
      'Does not check the key when the URL has a query.',
      unchecked((call) => call.query !== ''),
    ],
    'key-not-checked-with-filter': [
      'Does not check the key when the list is filtered by status.',
      unchecked((call) => is(call, 'listPets') && isFiltered(call)),
    ],
    'key-checked-once-per-connection': [
      'Checks the key only for the first request on a connection.',
      remembering((call) => call.request.connection),
    ],
    'key-of-connection-in-any-case': [
      'Accepts a key that differs only in case from the previous one on the connection, as Jetty 11 does.',
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
      'Does not check the key on a path that was requested with a valid key before.',
      remembering((call) => call.path),
    ],
    'key-checked-once-per-query': [
      'Does not check the key for a path and query that were requested with a valid key before.',
      remembering((call) => (call.request.method === 'GET' ? call.request.path : undefined)),
    ],
    'key-checked-once-per-animal': [
      'Does not check the key for an animal that was fetched with a valid key before.',
      remembering((call) => (is(call, 'getPet') ? call.petId : undefined)),
    ],
    'cached-list-without-key': [
      'Serves cached lists without checking the key until an animal is added.',
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
      'Also lists animals at /pets/, without checking the key.',
      openPath(/\/pets\/$/),
    ],
    'list-in-capitals-open': [
      'Also lists animals at /PETS, without checking the key.',
      openPath(/\/PETS$/),
    ],
    'list-in-other-format-open': [
      'Also lists animals at /pets.json, without checking the key.',
      openPath(/\/pets\.json$/),
    ],
    'animal-with-slash-open': [
      'Also returns an animal at /pets/{petId}/, without checking the key.',
      openAnimal(/\/pets\/([^/]+)\/$/),
    ],
    'animal-in-other-format-open': [
      'Also returns an animal at /pets/{petId}.json, without checking the key.',
      openAnimal(/\/pets\/([^/.]+)\.json$/),
    ],
    'add-with-slash-open': [
      'Also adds animals at /pets/, without checking the key.',
      instead('answer', (call, server) =>
        call.request.method === 'POST' && call.request.path.endsWith('/pets/')
          ? server.createPet(call)
          : undefined,
      ),
    ],
    'middleware-skipped-for-header': [
      'Skips the key check for a request that has an X-Middleware-Subrequest header.',
      unchecked((call) => header(call.request, 'x-middleware-subrequest') !== undefined),
    ],
  }),
  ...breakingByChance('authentication.every-request', keys, {
    'key-unchecked-once-in-10': [
      'Does not check the key of one request in ten, at random.',
      unchecked((_call, server) => onceIn(10, server)),
    ],
    'key-unchecked-every-10th': [
      'Does not check the key of every tenth request.',
      unchecked((call) => call.number % 10 === 0),
    ],
    'key-unchecked-on-list-once-in-8': [
      'Does not check the key of one list request in eight.',
      unchecked((call, server) => is(call, 'listPets') && onceIn(8, server)),
    ],
    'wrong-key-passes-once-in-10': [
      'Accepts one wrong key in ten.',
      unchecked((call, server) => server.authorization(call) !== undefined && onceIn(10, server)),
    ],
    'key-unchecked-under-load': [
      'Does not check the key while it is serving eight or more requests.',
      unchecked((_call, server) => server.inFlight >= 8),
    ],
    'key-unchecked-after-200-requests': [
      'Does not check the key after two hundred requests.',
      unchecked((call) => call.number > 200),
    ],
    'local-requests-trusted': [
      'Does not check the key when X-Forwarded-For names the local machine.',
      unchecked(({ request }) => header(request, 'x-forwarded-for') === '127.0.0.1'),
    ],
    'origin-trusted': [
      'Does not check the key of a request with an Origin header.',
      unchecked(({ request }) => header(request, 'origin') !== undefined),
    ],
    'conditional-request-unchecked': [
      'Returns 304 for a request with If-None-Match before it checks the key.',
      before('authenticate', ({ request }) => {
        if (request.method === 'GET' && header(request, 'if-none-match') !== undefined) refuse(304);
      }),
    ],
    'range-unchecked': [
      'Does not check the key of a request with a Range header.',
      unchecked(({ request }) => header(request, 'range') !== undefined),
    ],
    'overridden-method-unchecked': [
      'Does not check the key when a header overrides the method.',
      unchecked(({ request }) => header(request, 'x-http-method-override') !== undefined),
    ],
    'remote-user-trusted': [
      'Treats a request with X-Remote-User as authenticated.',
      unchecked(({ request }) => header(request, 'x-remote-user') !== undefined),
    ],
    'pages-unchecked': [
      'Checks no key where the client accepts HTML.',
      unchecked(({ request }) => header(request, 'accept')?.includes('text/html') === true),
    ],
    'probes-unchecked': [
      'Checks no key of a client that calls itself kube-probe.',
      unchecked(({ request }) => header(request, 'user-agent')?.startsWith('kube-probe') === true),
    ],
    'session-cookie-trusted': [
      'Accepts any session cookie instead of a key.',
      unchecked(({ request }) => header(request, 'cookie')?.includes('session') === true),
    ],
    'debug-unchecked': [
      'Does not check the key of a request with debug=true.',
      unchecked((call) => parameters(call, 'debug').includes('true')),
    ],
    'first-request-of-connection-unchecked': [
      'Does not check the key of the first request on a connection.',
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
      'Keeps the key of a request in a variable that all requests share.',
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
