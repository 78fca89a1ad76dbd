// Faults of clauses 2 and 4.1: the wrong shape of a list, apart from its animals.
import { after, all, before, replace, type Change } from '../../changes/change.js';
import { of400, refusals, refuse, refusing } from '../../changes/refusals.js';
import {
  empty,
  inArray,
  inMember,
  rewriting,
  withBody,
  withStatus,
} from '../../changes/replies.js';
import { is, isFiltered, limitIn } from '../../changes/requests.js';
import { field, fixed, inLists, rounded, where, without } from '../../changes/shown.js';
import { statusless } from '../../changes/stored.js';
import { quoted } from '../../json.js';
import { header } from '../../request.js';
import type { Animal, Call, Reply } from '../../types.js';
import { breaking, each, type Fault } from '../fault.js';

const asList = (rewrite: (text: string, call: Call) => string): Change =>
  rewriting('listPets', rewrite);
/** Joins the texts of the animals in another way. */
const asTexts = (write: (texts: readonly string[], animals: readonly Animal[]) => string): Change =>
  replace(
    'listText',
    (_, server) => (animals, call) =>
      write(
        animals.map((animal) => server.listedText(animal, call)),
        animals,
      ),
  );
const refusingAccept = (accept: string | undefined): Change =>
  refusing(406, (call) => is(call, 'listPets') && header(call.request, 'accept') === accept);
const emptyAs = (alter: (reply: Reply) => Reply): Change =>
  after('listPets', (reply) => (reply.body === '[]' ? alter(reply) : reply));
const emptyWith = (body: string): Change => emptyAs((reply) => withBody(reply, body));
/** Returns the Error of a refused limit or status with 200. */
const refusedWith200 = (when: (call: Call) => boolean): Change =>
  refusals(
    (refusal, call) => of400(refusal, call) && is(call, 'listPets') && when(call),
    (reply) => ({ ...reply, status: 200 }),
  );

const holdsHalf = (text: string): boolean => /\\ud83d(?!\\ud)/i.test(text);

export const listShape: readonly Fault[] = [
  ...breaking('list-animals.accept-range', {
    'application-range-406': [
      'Returns 406 for a list when the Accept header is application/*.',
      refusingAccept('application/*'),
    ],
  }),
  ...breaking('list-animals.answers-200', {
    ...each('Returns 406 for a list when %s.', refusingAccept, {
      'no-accept-header-406': ['there is no Accept header', undefined],
      'any-type-accepted-406': ['the Accept header is */*', '*/*'],
      'several-types-accepted-406': [
        'the Accept header names several types',
        'application/json, text/plain;q=0.9, */*;q=0.8',
      ],
    }),
    'typed-list-request-400': [
      'Returns 400 for a list when there is a Content-Type header and no body.',
      refusing(
        400,
        (call) => is(call, 'listPets') && header(call.request, 'content-type') !== undefined,
      ),
    ],
    'reloaded-list-400': [
      'Returns 400 for a list when the client wants none that is cached.',
      refusing(
        400,
        (call) => is(call, 'listPets') && header(call.request, 'cache-control') !== undefined,
      ),
    ],
    'other-language-fails': [
      'Returns 500 for a list when another language is requested.',
      refusing(
        500,
        (call) =>
          is(call, 'listPets') &&
          header(call.request, 'accept-language')?.startsWith('de') === true,
      ),
    ],
    'no-accept-encoding-fails': [
      'Returns 500 for a list when there is no Accept-Encoding header.',
      refusing(
        500,
        (call) => is(call, 'listPets') && header(call.request, 'accept-encoding') === undefined,
      ),
    ],
    'half-a-character-breaks-lists': [
      'Returns 500 for a name with an unpaired surrogate, but stores it, and then for every list that contains it.',
      all(
        after('createPet', (reply, { request }) =>
          holdsHalf(String(request.body)) ? refuse(500) : reply,
        ),
        before('listedText', ({ name }) => {
          if (holdsHalf(quoted(name))) refuse(500);
        }),
      ),
    ],
    'list-answers-206': ['Returns 206 instead of 200 for a list.', withStatus('listPets', 206)],
    'filtered-list-answers-203': [
      'Returns 203 instead of 200 for a filtered list.',
      after('listPets', (reply, call) => (isFiltered(call) ? { ...reply, status: 203 } : reply)),
    ],
  }),
  ...breaking('list-animals.bare-array', {
    'compressed-list-emptied': [
      'Returns OK instead of the list to a client that accepts gzip.',
      after('listPets', (reply, { request }) =>
        header(request, 'accept-encoding')?.includes('gzip') ? { ...reply, body: 'OK' } : reply,
      ),
    ],
    'list-in-data': ['Wraps the list in an object.', asList(inMember('data'))],
    'list-in-data-with-filter': [
      'Wraps the list in an object when it is filtered.',
      asList((text, call) => (isFiltered(call) ? inMember('data')(text) : text)),
    ],
    'list-in-array': ['Wraps the list in a second array.', asList(inArray)],
    'list-of-ids': [
      'Lists only identifiers.',
      asTexts((_texts, animals) => `[${animals.map(({ id }) => id).join(',')}]`),
    ],
    'list-of-texts': [
      'Lists every animal as a string that holds JSON.',
      asTexts((texts) => `[${texts.map(quoted).join(',')}]`),
    ],
    'list-ends-with-null': [
      'Returns null as the last element of a list.',
      asList((text) => (text === '[]' ? '[null]' : text.replace(/\]$/, ',null]'))),
    ],
    'single-animal-unwrapped': [
      'Returns the animal itself instead of a list of one.',
      after('listText', (text, animals) => (animals.length === 1 ? text.slice(1, -1) : text)),
    ],
    'doubled-member-in-list': [
      'Returns the name of every animal twice in lists.',
      asList((text) => text.replace(/"status":/g, '"name":"","status":')),
    ],
    'listed-without-id': ['Omits the id in lists.', inLists(without('id'))],
    'listed-without-category-with-filter': [
      'Omits the categoryId in filtered lists.',
      inLists(where(isFiltered, without('categoryId'))),
    ],
    'listed-with-text-id': ['Returns the id as a string in lists.', inLists(field('id', quoted))],
    'listed-with-text-category-beyond-double': [
      'Returns a categoryId as a string in lists if a double cannot hold it.',
      inLists(
        field('categoryId', (literal) =>
          rounded(literal) === literal ? literal : quoted(literal),
        ),
      ),
    ],
    'listed-category-null-for-0': [
      'Returns null instead of a categoryId of 0 in lists.',
      inLists(field('categoryId', (literal) => (literal === '0' ? 'null' : literal))),
    ],
    'listed-status-in-capitals': [
      'Returns the status in upper case in lists.',
      inLists(field('status', (literal) => literal.toUpperCase())),
    ],
    'no-status-listed-null': [
      'Returns null as the status in lists for an animal that was added without one.',
      statusless((isOne) =>
        inLists(where((_call, animal) => isOne(animal), fixed('status', 'null'))),
      ),
    ],
    'limit-37-in-data': [
      'Wraps a list with a limit of 37 in an object.',
      asList((text, call) => (limitIn(call) === '37' ? inMember('data')(text) : text)),
    ],
    'unknown-status-error-200': [
      'Returns 200 with an Error for an unknown status.',
      refusedWith200(isFiltered),
    ],
    'bad-limit-error-200': [
      'Returns 200 with an Error for an invalid limit.',
      refusedWith200(() => true),
    ],
    'half-written-animal-listed': [
      'Lists the newest animals first, and returns one without its name while it is being stored.',
      all(
        replace(
          'select',
          (_, server) => (status, limit) =>
            server.store.slice(status, server.store.count(status)).slice(-limit).reverse(),
        ),
        after('add', async (animal, _body, _call, server) => {
          animal.text = `{"id":${animal.id},"categoryId":${animal.categoryId},"status":${quoted(animal.status)}}`;
          await server.clock.sleep(2);
          delete animal.text;
          return animal;
        }),
      ),
    ],
  }),
  ...breaking('list-animals.nothing-matches', {
    ...each('Returns %s instead of an empty list.', emptyWith, {
      'empty-list-null': ['null', 'null'],
      'empty-list-object': ['an empty object', '{}'],
      'empty-list-without-body': ['200 without a body', ''],
    }),
    'empty-list-204': ['Returns 204 instead of an empty list.', emptyAs(() => empty(204))],
    'empty-list-404': ['Returns 404 when no animal matches.', emptyAs(() => refuse(404))],
    'filter-falls-back-to-all': [
      'Lists all animals when none has the requested status.',
      replace('select', (select) => async (status, limit, call) => {
        const found = await select(status, limit, call);
        return found.length > 0 ? found : select(undefined, limit, call);
      }),
    ],
  }),
];
