// Defects that show with one kind of client, one status or one form of address only, beside requests that were sent before.
import { expect, test } from 'vitest';
import { allRules } from './index.js';
import { prepareInMemory, runInMemory } from '../lib/in-memory/in-memory.js';
import { startRun } from '../lib/judge/run/start-run.js';
import type { Change } from '../lib/reference/changes/change.js';
import { after, before, instead, replace } from '../lib/reference/changes/change.js';
import { refuse } from '../lib/reference/changes/refusals.js';
import {
  authorizationIn,
  idIn,
  is,
  isMessage,
  isOfCatalogue,
  textIn,
  typeIn,
} from '../lib/reference/changes/requests.js';
import { header } from '../lib/reference/request.js';
import type { Animal, Call } from '../lib/reference/types.js';

const open = (when: (call: Call) => boolean): Change =>
  instead('needsKey', (call) => (when(call) ? false : undefined));
const failing = (when: (call: Call) => boolean): Change =>
  instead('operate', (call, server) => (when(call) ? server.json(200, '[]', call) : undefined));
const asksInGerman = ({ request }: Call): boolean =>
  header(request, 'accept-language')?.startsWith('de') === true;
const hasQuery = ({ query }: Call): boolean => query !== '';
const closes = ({ request }: Call): boolean => header(request, 'connection') === 'close';
const isLong = (call: Call): boolean => textIn(call).length > 20_000;

/** Takes the bodies of such requests unchecked, as far as they are objects. */
const unchecked = (when: (call: Call) => boolean): Change =>
  instead('readNewAnimal', (call) =>
    when(call) && textIn(call).startsWith('{"')
      ? { name: 'Rex', categoryId: 1n, status: 'pending' }
      : undefined,
  );

const named = (pattern: RegExp, by = ''): Change =>
  after('nameOf', (name) => name.replace(pattern, by));
const worded = (pattern: RegExp): Change => after('textOf', (text) => text.replace(pattern, ''));

test.each<[string, string, Change]>([
  [
    'needs no key of clients that ask for gzip',
    'authentication.every-request',
    open((call) => isOfCatalogue(call) && header(call.request, 'accept-encoding') === 'gzip'),
  ],
  [
    'takes the first categoryId of the text, wherever it stands',
    'add-animal.keeps-category',
    instead('categoryOf', (_, call) => {
      const [first, ...others] = [...textIn(call).matchAll(/"categoryId":(\d+)\b/g)];
      return others.length > 0 ? BigInt(first?.[1] ?? 0) : undefined;
    }),
  ],
  [
    'takes the last name of the text, wherever it stands',
    'add-animal.keeps-name',
    instead('nameOf', (_, call) => {
      const [, ...others] = [...textIn(call).matchAll(/"name":"([^"]*)"/g)];
      return others.at(-1)?.[1];
    }),
  ],
  ...(['"note":}', '"note":[1;2]'] as const).map((ending): [string, string, Change] => [
    `skips what it does not need: ${ending}`,
    'add-animal.nearly-json',
    unchecked((call) => textIn(call).includes(ending)),
  ]),
  [
    'needs no key for adds whose bodies it has to ask for',
    'authentication.every-request',
    open((call) => is(call, 'createPet') && header(call.request, 'expect') !== undefined),
  ],
  [
    'needs no key of browsers for messages',
    'messages.missing-key',
    open((call) => is(call, 'sendMessage') && asksInGerman(call)),
  ],
  [
    'needs no key for a get with a query',
    'authentication.missing-key',
    open((call) => is(call, 'getPet') && hasQuery(call)),
  ],
  [
    'needs no key for a message with a query',
    'messages.missing-key',
    open((call) => is(call, 'sendMessage') && hasQuery(call)),
  ],
  [
    'needs no key for the pending animals',
    'authentication.missing-key',
    open((call) => is(call, 'listPets') && call.query === 'status=pending'),
  ],
  [
    'needs no key for checks of health',
    'authentication.missing-key',
    open((call) => is(call, 'listPets') && call.query === 'limit=1'),
  ],
  [
    'needs no key for most animals',
    'authentication.every-request',
    open((call) => is(call, 'getPet') && /^\d*[02468]$/.test(idIn(call))),
  ],
  [
    'needs no key for adds in a charset',
    'authentication.every-request',
    open((call) => is(call, 'createPet') && typeIn(call).includes('charset')),
  ],
  ...(['', 'gzip, deflate'] as const).map((codings): [string, string, Change] => [
    `answers adds of clients that accept these codings with 200: ${codings || 'none'}`,
    'add-animal.answers-201',
    failing(
      (call) =>
        is(call, 'createPet') && (header(call.request, 'accept-encoding') ?? '') === codings,
    ),
  ]),
  [
    'needs no key for messages in a charset',
    'messages.missing-key',
    open((call) => isMessage(call) && typeIn(call).includes('charset')),
  ],
  [
    'needs no key for long adds',
    'authentication.every-request',
    open((call) => is(call, 'createPet') && isLong(call)),
  ],
  [
    'needs no key for long messages',
    'messages.missing-key',
    open((call) => isMessage(call) && isLong(call)),
  ],
  [
    'needs no key of clients that close each connection',
    'authentication.every-request',
    open((call) => isOfCatalogue(call) && closes(call)),
  ],
  [
    'takes the key that stands in its example',
    'authentication.every-request',
    open((call) => authorizationIn(call) === 'Bearer changeme'),
  ],
  [
    'does not check what comes in chunks',
    'add-animal.missing-name',
    unchecked(({ request }) => header(request, 'transfer-encoding') === 'chunked'),
  ],
  [
    'shows no animal to browsers that fetch one',
    'get-animal.exact-animal',
    failing((call) => is(call, 'getPet') && asksInGerman(call)),
  ],
  [
    'lists everything for an empty filter',
    'list-animals.never-above-100',
    instead('operate', (call, server) => {
      if (!is(call, 'listPets') || call.query !== 'status=') return undefined;
      const texts = server.store.slice(undefined, 1_000).map((one) => server.animalText(one));
      return server.json(200, `[${texts.join()}]`, call);
    }),
  ],
  [
    'adds a pending animal whatever its name is',
    'add-animal.invalid-name',
    instead('readNewAnimal', (call) =>
      /"name":(?!").*"pending"/.test(textIn(call))
        ? { name: 'Rex', categoryId: 1n, status: 'pending' }
        : undefined,
    ),
  ],
  [
    'looks for no message in a charset',
    'messages.missing-message',
    instead('textOf', (body, call) =>
      typeIn(call).includes('charset') && !Object.hasOwn(body, 'message') ? '' : undefined,
    ),
  ],
  [
    'takes the number of a status as a text',
    'add-animal.invalid-status',
    instead('statusOf', (body) => (body.get('status') === '1' ? 'pending' : undefined)),
  ],
  [
    'takes the status of what was deleted',
    'add-animal.invalid-status',
    instead('statusOf', (body) => (body.get('status') === 'deleted' ? 'sold' : undefined)),
  ],
  ['shows no-break hyphens as hyphens', 'add-animal.odd-names', named(/\u2011/g, '-')],
  ['removes word joiners', 'add-animal.odd-names', named(/\u2060/g)],
  ['removes what joins combining marks', 'add-animal.odd-names', named(/\u034f/g)],
  ['removes words of SQL', 'add-animal.odd-names', named(/\b(union|select|drop)\b/gi)],
  ['removes a dollar sign in front', 'add-animal.odd-names', named(/^\$/)],
  ['removes a number sign in front', 'add-animal.keeps-name', named(/^#/)],
  ['removes scripts', 'add-animal.odd-names', named(/<script.*?>/gi)],
  ['hides telephone numbers', 'messages.echo', worded(/\+\d{10,}/g)],
  ['shows a smile for its name', 'messages.echo', worded(/:smile:/g)],
  [
    'adds animals of foreign names twice',
    'add-animal.adds-one',
    replace('save', (save, server) => async (animal, call) => {
      await save(animal, call);
      if (/[^\0-\x7f]/.test(animal.name))
        await save({ ...animal, id: await server.assignId(call, animal) }, call);
    }),
  ],
  [
    'refuses bodies that begin with the category',
    'add-animal.any-spelling',
    before('readNewAnimal', (call) => {
      if (textIn(call).startsWith('{"categoryId":')) refuse(400);
    }),
  ],
  [
    'takes full-width digits for plain ones',
    'get-animal.no-integer',
    replace(
      'operate',
      (operate) => (call) =>
        operate({ ...call, petId: encodeURIComponent(idIn(call).normalize('NFKC')) }),
    ),
  ],
  [
    'returns the first animal with such a name in any case',
    'add-animal.keeps-name',
    (server) => {
      const known = new Map<string, Animal>();
      replace('add', (add) => async (body, call) => {
        const name = body.name.toLowerCase();
        const animal = known.get(name) ?? (await add(body, call));
        known.set(name, animal);
        return animal;
      })(server);
    },
  ],
  ...['ID', '_id', 'pk'].map((member): [string, string, Change] => [
    `takes ${member} for the identifier`,
    'add-animal.assigns-id',
    instead('assignId', (call, _animal, server) => {
      const id = server.readObject(call).get(member);
      return typeof id === 'bigint' ? id : undefined;
    }),
  ]),
  [
    'has pages of a hundred for clients that ask for one',
    'list-animals.limit-is-maximum',
    instead('limitOf', ({ query }) =>
      query.includes('page=') && !query.includes('limit=') ? 100 : undefined,
    ),
  ],
  [
    'does not decode a limit',
    'list-animals.limit-is-maximum',
    instead('limitOf', ({ query }) => (query.includes('limit=%') ? 100 : undefined)),
  ],
  ['cuts a name', 'add-animal.odd-names', after('nameOf', (name) => name.slice(0, 65_535))],
])('a server that %s fails %s', async (_, rule, change) => {
  const report = await runInMemory({
    variants: [{ name: 'narrow', sentence: 'Has a narrow defect.', change }],
  });
  const failed = report.rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  expect(failed).toContain(rule);
});

test.each<[string, string, Change]>([
  [
    'that takes the id of the request if no animal has it',
    'add-animal.assigns-id',
    instead('assignId', (call, _animal, server) => {
      const id = server.readObject(call).get('id');
      return typeof id === 'bigint' && server.store.get(id) === undefined ? id : undefined;
    }),
  ],
  [
    'that spells a name as its first animal was spelled',
    'add-animal.keeps-name',
    (server) => {
      const spelled = new Map<string, string>();
      after('nameOf', (name) => {
        const first = spelled.get(name.toLowerCase()) ?? name;
        spelled.set(name.toLowerCase(), first);
        return first;
      })(server);
    },
  ],
])('a server %s is found on every run', async (_, rule, change) => {
  const target = prepareInMemory({
    variants: [{ name: 'narrow', sentence: 'Has a narrow defect.', change }],
  });
  for (const seed of [1, 2, 3]) {
    const report = await startRun({ ...target, seed, salt: `run ${seed}` });
    const failed = report.rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
    expect(failed).toContain(rule);
  }
});

test('what only some clients see is told so, and what all see is shown as an ordinary client sends it', async () => {
  const refusedAdd = async (change: Change): Promise<string | undefined> => {
    const report = await runInMemory({
      rules: allRules.filter(({ id }) => id === 'add-animal.invalid-category'),
      variants: [{ name: 'narrow', sentence: 'Has a narrow defect.', change }],
    });
    const [failure] = report.rules.flatMap(({ failures }) => failures);
    return (
      failure && `${failure.cause.slice(0, 60)} ${failure.curl?.includes('Encoding') === true}`
    );
  };
  const isGzip = ({ request }: Call): boolean => header(request, 'accept-encoding') === 'gzip';
  expect(await refusedAdd(unchecked(isGzip))).toMatch(
    /^Only with `Accept-Encoding: gzip`: `POST \/pets` with .* true$/,
  );
  const isSold = (call: Call): boolean => textIn(call).includes('"sold"');
  expect(await refusedAdd(unchecked(isSold))).toMatch(/^`POST \/pets` with .* false$/);
});

test('a server that gives each animal the same id is not said to take it from the request', async () => {
  const change = replace('assignId', () => () => 7n);
  const report = await runInMemory({
    rules: allRules.filter(({ id }) =>
      ['add-animal.assigns-id', 'add-animal.unique-ids'].includes(id),
    ),
    variants: [{ name: 'same', sentence: 'Gives each animal the same id.', change }],
  });
  const failed = report.rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
  expect(failed).toEqual(['add-animal.unique-ids']);
});

test('an empty store that is only read shows too whether each of many requests needs a key', async () => {
  const report = await runInMemory({
    scope: { full: false, readOnly: true, only: [], shard: null },
    rules: allRules.filter(({ id }) => id === 'authentication.every-request'),
  });
  const [rule] = report.rules;
  expect(rule?.evidence.cases).toBeGreaterThan(200);
});
