// Faults of clause 1: the key is checked on some requests only.
import { before, instead, replace, type Change } from '../../changes/change.js';
import {
  checkedOnceFor,
  trustedBySession,
  unchecked,
  uncheckedAtFirst,
} from '../../changes/keys.js';
import { refuse } from '../../changes/refusals.js';
import { empty, withHeader } from '../../changes/replies.js';
import { is, isFiltered, isOfCatalogue } from '../../changes/requests.js';
import { header, parameters } from '../../request.js';
import { answers, keys, onceIn } from '../chance.js';
import { breaking, breakingByChance, each, type Fault } from '../fault.js';

/** Skips the key check for a request that has this header. */
const uncheckedWith = (name: string): Change =>
  unchecked(({ request }) => header(request, name) !== undefined);
const uncheckedAtEnd = (end: string): Change =>
  unchecked(({ request }) => request.path.endsWith(end));
const openPath = (path: RegExp): Change =>
  instead('answer', (call, server) =>
    call.request.method === 'GET' && path.test(call.request.path)
      ? server.listPets(call)
      : undefined,
  );
const openAnimal = (path: RegExp): Change =>
  instead('answer', (call, server) => {
    const petId = call.request.method === 'GET' && path.exec(call.request.path)?.[1];
    return petId ? server.getPet({ ...call, petId: decodeURIComponent(petId) }) : undefined;
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
    ...each('Does not check the key when %s.', unchecked, {
      'key-not-checked-with-query': ['the URL has a query', (call) => call.query !== ''],
      'key-not-checked-with-filter': [
        'the list is filtered by status',
        (call) => is(call, 'listPets') && isFiltered(call),
      ],
    }),
    ...each('Does not check the key of a request whose URL ends with %s.', uncheckedAtEnd, {
      'key-not-checked-for-health': ['/health', '/health'],
      'key-not-checked-for-styles': ['.css', '.css'],
    }),
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
    'key-checked-once-per-connection': [
      'Checks the key only for the first request on a connection.',
      checkedOnceFor(isOfCatalogue, (call) => call.request.connection),
    ],
    'key-checked-once-per-path': [
      'Does not check the key on a path that was requested with a valid key before.',
      checkedOnceFor(isOfCatalogue, (call) => call.path),
    ],
    'key-checked-once-per-query': [
      'Does not check the key for a path and query that were requested with a valid key before.',
      checkedOnceFor(isOfCatalogue, ({ request }) =>
        request.method === 'GET' ? request.path : undefined,
      ),
    ],
    'key-checked-once-per-animal': [
      'Does not check the key for an animal that was fetched with a valid key before.',
      checkedOnceFor(isOfCatalogue, (call) => (is(call, 'getPet') ? call.petId : undefined)),
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
    'session-cookie-trusted': [
      'Sets a session cookie, and does not check the key of requests that bear it.',
      trustedBySession(isOfCatalogue),
    ],
    'version-without-key': [
      'Returns 304 for a known ETag before checking the key.',
      (server) => {
        const version = '"a-made-up-version"';
        replace('answer', (answer) => async (call) => {
          if (!is(call, 'getPet')) return answer(call);
          if (header(call.request, 'if-none-match') === version) return empty(304);
          return withHeader(await answer(call), 'ETag', version);
        })(server);
      },
    ],
    ...each('Also lists animals at %s, without checking the key.', openPath, {
      'list-with-slash-open': ['/pets/', /\/pets\/$/],
      'list-in-capitals-open': ['/PETS', /\/PETS$/],
      'list-in-other-format-open': ['/pets.json', /\/pets\.json$/],
      'base-in-capitals-open': ['/V1/pets', /^\/V1\/pets$/],
      'base-after-a-slash-open': ['//v1/pets', /^\/\/v1\/pets$/],
      'list-with-dot-open': ['/./pets', /\/\.\/pets$/],
      'list-with-two-dots-open': ['/x/../pets', /\/x\/\.\.\/pets$/],
    }),
    ...each('Also returns an animal at %s, without checking the key.', openAnimal, {
      'animal-with-slash-open': ['/pets/{petId}/', /\/pets\/([^/]+)\/$/],
      'animal-in-other-format-open': ['/pets/{petId}.json', /\/pets\/([^/.]+)\.json$/],
      'animal-in-percent-open': ['/pets/%31 in place of /pets/1', /\/pets\/(%3\d[^/]*)$/],
    }),
    'add-with-slash-open': [
      'Also adds animals at /pets/, without checking the key.',
      instead('answer', (call, server) =>
        call.request.method === 'POST' && call.request.path.endsWith('/pets/')
          ? server.createPet(call)
          : undefined,
      ),
    ],
    'key-not-checked-for-localhost': [
      'Does not check the key where the Host header is localhost.',
      unchecked(({ request }) => header(request, 'host') === 'localhost'),
    ],
    'key-not-checked-for-a-local-page': [
      'Does not check the key of a page whose Origin is on localhost.',
      unchecked(({ request }) => /\/localhost\b/.test(header(request, 'origin') ?? '')),
    ],
    'key-not-checked-for-load-balancers': [
      'Does not check the key of a client that calls itself ELB-HealthChecker.',
      unchecked(({ request }) => header(request, 'user-agent')?.startsWith('ELB-') === true),
    ],
    'key-not-checked-for-preflight-header': [
      'Skips the key check for a request that has an Access-Control-Request-Method header.',
      uncheckedWith('access-control-request-method'),
    ],
    'middleware-skipped-for-header': [
      'Skips the key check for a request that has an X-Middleware-Subrequest header.',
      uncheckedWith('x-middleware-subrequest'),
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
    'any-api-key-header-trusted': ['Accepts any X-API-Key as a key.', uncheckedWith('x-api-key')],
    'private-network-trusted': [
      'Does not check the key when X-Forwarded-For names a private network.',
      unchecked(({ request }) => header(request, 'x-forwarded-for')?.startsWith('10.') === true),
    ],
    'long-adds-unchecked': [
      'Does not check the key of an animal of more than 8,000 bytes.',
      unchecked(({ request }) => String(request.body ?? '').length > 8_000),
    ],
    'conditional-request-unchecked': [
      'Returns 304 for a request with If-None-Match before it checks the key.',
      before('authenticate', ({ request }) => {
        if (request.method === 'GET' && header(request, 'if-none-match') !== undefined) refuse(304);
      }),
    ],
    'range-unchecked': [
      'Does not check the key of a request with a Range header.',
      uncheckedWith('range'),
    ],
    'overridden-method-unchecked': [
      'Does not check the key when a header overrides the method.',
      uncheckedWith('x-http-method-override'),
    ],
    'debug-unchecked': [
      'Does not check the key of a request with debug=true.',
      unchecked((call) => parameters(call, 'debug').includes('true')),
    ],
    'first-request-of-connection-unchecked': [
      'Does not check the key of the first request on a connection.',
      uncheckedAtFirst(isOfCatalogue),
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
