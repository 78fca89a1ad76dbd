// Faults of clauses 2 and 4.1: what a list looks like, animals aside.
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
import { breaking, type Fault } from '../fault.js';

const asList = (rewrite: (text: string, call: Call) => string): Change =>
  rewriting('listPets', rewrite);
/** The texts of the animals are put together otherwise. */
const asTexts = (write: (texts: readonly string[], animals: readonly Animal[]) => string): Change =>
  replace(
    'listText',
    (_, server) => (animals, call) =>
      write(
        animals.map((animal) => server.listedText(animal, call)),
        animals,
      ),
  );
const acceptIn = ({ request }: Call): string | undefined => header(request, 'accept');
const emptyAs = (alter: (reply: Reply) => Reply): Change =>
  after('listPets', (reply) => (reply.body === '[]' ? alter(reply) : reply));
/** A refused limit or status is answered with its Error and 200. */
const refusedWith200 = (when: (call: Call) => boolean): Change =>
  refusals(
    (refusal, call) => of400(refusal, call) && is(call, 'listPets') && when(call),
    (reply) => ({ ...reply, status: 200 }),
  );

const holdsHalf = (text: string): boolean => /\\ud83d(?!\\ud)/i.test(text);

export const listShape: readonly Fault[] = [
  ...breaking('list-animals.accept-range', {
    'application-range-406': [
      'Refuses a list with 406 when any application type is accepted.',
      refusing(406, (call) => is(call, 'listPets') && acceptIn(call) === 'application/*'),
    ],
  }),
  ...breaking('list-animals.answers-200', {
    'no-accept-header-406': [
      'Refuses a list with 406 when no Accept header is sent.',
      refusing(406, (call) => is(call, 'listPets') && acceptIn(call) === undefined),
    ],
    'any-type-accepted-406': [
      'Refuses a list with 406 when any type is accepted.',
      refusing(406, (call) => is(call, 'listPets') && acceptIn(call) === '*/*'),
    ],
    'other-language-fails': [
      'Fails with 500 for a list when another language is asked for.',
      refusing(500, ({ request }) => header(request, 'accept-language')?.startsWith('de') === true),
    ],
    'no-accept-encoding-fails': [
      'Fails with 500 for a list when no Accept-Encoding header is sent.',
      refusing(
        500,
        (call) => is(call, 'listPets') && header(call.request, 'accept-encoding') === undefined,
      ),
    ],
    'half-a-character-breaks-lists': [
      'Fails with 500 for a name with half a character in it, stores it, and fails with each list that it is in.',
      all(
        after('createPet', (reply, { request }) =>
          holdsHalf(String(request.body)) ? refuse(500) : reply,
        ),
        before('listedText', ({ name }) => {
          if (holdsHalf(quoted(name))) refuse(500);
        }),
      ),
    ],
    'list-answers-206': ['Answers a list with 206.', withStatus('listPets', 206)],
    'filtered-list-answers-203': [
      'Answers a filtered list with 203.',
      after('listPets', (reply, call) => (isFiltered(call) ? { ...reply, status: 203 } : reply)),
    ],
  }),
  ...breaking('list-animals.bare-array', {
    'compressed-list-emptied': [
      'Answers a list with OK for a client that asks for gzip.',
      after('listPets', (reply, { request }) =>
        header(request, 'accept-encoding')?.includes('gzip') ? { ...reply, body: 'OK' } : reply,
      ),
    ],
    'list-in-data': ['Wraps the list in an object with the member data.', asList(inMember('data'))],
    'list-with-page-facts': [
      'Wraps the list in an object with the number of the page.',
      asList((text) => `{"page":1,"items":${text},"next":null}`),
    ],
    'list-in-data-with-filter': [
      'Wraps the list in an object when it is filtered.',
      asList((text, call) => (isFiltered(call) ? inMember('data')(text) : text)),
    ],
    'list-in-array': ['Wraps the list in another array.', asList(inArray)],
    'list-of-ids': [
      'Lists only the identifiers.',
      asTexts((_texts, animals) => `[${animals.map(({ id }) => id).join(',')}]`),
    ],
    'list-of-texts': [
      'Lists every animal as a string of JSON.',
      asTexts((texts) => `[${texts.map(quoted).join(',')}]`),
    ],
    'list-ends-with-null': [
      'Puts null at the end of a list.',
      asList((text) => (text === '[]' ? '[null]' : text.replace(/\]$/, ',null]'))),
    ],
    'single-animal-unwrapped': [
      'Sends the animal itself when the list holds only one.',
      after('listText', (text, animals) => (animals.length === 1 ? text.slice(1, -1) : text)),
    ],
    'doubled-member-in-list': [
      'Sends the name of every animal twice in lists.',
      asList((text) => text.replace(/"status":/g, '"name":"","status":')),
    ],
    'listed-without-id': ['Leaves the id out of lists.', inLists(without('id'))],
    'listed-without-category-with-filter': [
      'Leaves the categoryId out of filtered lists.',
      inLists(where(isFiltered, without('categoryId'))),
    ],
    'listed-with-text-id': ['Shows the id as a string in lists.', inLists(field('id', quoted))],
    'listed-with-text-category-beyond-double': [
      'Shows a categoryId that a double does not hold as a string in lists.',
      inLists(
        field('categoryId', (literal) =>
          rounded(literal) === literal ? literal : quoted(literal),
        ),
      ),
    ],
    'listed-category-null-for-0': [
      'Shows null for a categoryId of 0 in lists.',
      inLists(field('categoryId', (literal) => (literal === '0' ? 'null' : literal))),
    ],
    'listed-status-in-capitals': [
      'Shows the status in capital letters in lists.',
      inLists(field('status', (literal) => literal.toUpperCase())),
    ],
    'no-status-listed-null': [
      'Shows the status null when an animal that came without one is listed.',
      statusless((isOne) =>
        inLists(where((_call, animal) => isOne(animal), fixed('status', 'null'))),
      ),
    ],
    'limit-37-in-data': [
      'Wraps a list with a limit of 37 in an object with the member data.',
      asList((text, call) => (limitIn(call) === '37' ? inMember('data')(text) : text)),
    ],
    'unknown-status-error-200': [
      'Answers an unknown status with 200 and an Error.',
      refusedWith200(isFiltered),
    ],
    'bad-limit-error-200': [
      'Answers a bad limit with 200 and an Error.',
      refusedWith200(() => true),
    ],
    'half-written-animal-listed': [
      'Lists the newest animals first, and an animal without its name while that is being stored.',
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
    'empty-list-null': [
      'Sends null for an empty list.',
      emptyAs((reply) => withBody(reply, 'null')),
    ],
    'empty-list-object': [
      'Sends an empty object for an empty list.',
      emptyAs((reply) => withBody(reply, '{}')),
    ],
    'empty-list-204': ['Answers 204 when the list is empty.', emptyAs(() => empty(204))],
    'empty-list-404': ['Answers 404 when no animal matches.', emptyAs(() => refuse(404))],
    'empty-list-without-body': [
      'Sends no body for an empty list.',
      emptyAs((reply) => withBody(reply, '')),
    ],
    'filter-falls-back-to-all': [
      'Lists all animals when none has the status.',
      replace('select', (select) => async (status, limit, call) => {
        const found = await select(status, limit, call);
        return found.length > 0 ? found : select(undefined, limit, call);
      }),
    ],
  }),
];
