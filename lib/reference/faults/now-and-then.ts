// Faults that show in some requests only, by chance or by count.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { Refusal } from '../refusal.js';
import type { Server } from '../server.js';
import type { Animal, Call } from '../types.js';
import { inGets, inLists, withName } from './changes.js';

const every = 'authentication.every-request';
const keys = [
  'authentication.missing-key',
  'authentication.wrong-key',
  'authentication.bearer-form',
  'authentication.comes-first',
  'authentication.writes-nothing',
  'authentication.store-orders',
  'authentication.error-body',
];
const model = 'sequences.model';
const valid5xx = 'errors.valid-requests';
/** A 5xx, a lost or an altered animal that comes by chance may meet any of these. */
const anyCatalogue = [
  model,
  'list-animals.answers-200',
  'list-animals.bare-array',
  'list-animals.nothing-matches',
  'list-animals.limits-accepted',
  'list-animals.limit-is-maximum',
  'list-animals.default-limit',
  'list-animals.never-above-100',
  'list-animals.filter',
  'list-animals.filter-few',
  'list-animals.filter-finds',
  'list-animals.full-pages',
  'list-animals.as-created',
  'list-animals.unique-ids',
  'add-animal.answers-201',
  'add-animal.returns-pet',
  'add-animal.keeps-name',
  'add-animal.keeps-spaces',
  'add-animal.keeps-category',
  'add-animal.keeps-status',
  'add-animal.status-optional',
  'add-animal.assigns-id',
  'add-animal.unique-ids',
  'add-animal.names-may-repeat',
  'add-animal.can-be-fetched',
  'add-animal.odd-names',
  'add-animal.adds-one',
  'add-animal.charset',
  'add-animal.any-spelling',
  'list-animals.finds-created',
  'add-animal.missing-name',
  'add-animal.missing-category',
  'add-animal.invalid-name',
  'add-animal.invalid-category',
  'add-animal.invalid-status',
  'add-animal.not-an-object',
  'add-animal.not-json',
  'add-animal.empty-body',
  'add-animal.nearly-json',
  'add-animal.refused-adds-nothing',
  'get-animal.no-integer',
  'errors.unknown-paths',
  'list-animals.unknown-status',
  'store-orders.exists',
  'get-animal.exact-animal',
  'get-animal.until-removal',
  'get-animal.unknown-id',
  'authentication.valid-key',
  'errors.invalid-requests',
];
const isCatalogue = (call: Call): boolean => call.operation !== 'sendMessage';
const fault = (
  name: string,
  clause: string,
  sentence: string,
  fails: readonly string[],
  mayFail: readonly string[],
  change: Fault['change'],
): Fault => ({ name, clause, sentence, fails, mayFail, flaky: true, change });
/** True once in so many times. */
const onceIn = (times: number, server: Server): boolean => server.random() * times < 1;
const unchecked = (when: (call: Call, server: Server) => boolean): Fault['change'] =>
  replace(
    'needsKey',
    (needsKey, server) => (call) => !(isCatalogue(call) && when(call, server)) && needsKey(call),
  );
const failing = (when: (call: Call, server: Server) => boolean, after = false): Fault['change'] =>
  replace('operate', (operate, server) => async (call) => {
    const fails = isCatalogue(call) && when(call, server);
    if (fails && !after) throw new Refusal(500, 'internal', 'Something went wrong.');
    const reply = await operate(call);
    if (fails) throw new Refusal(500, 'internal', 'Something went wrong.');
    return reply;
  });
const counted = (when: (call: Call) => boolean, each: number): ((call: Call) => boolean) => {
  let count = 0;
  return (call) => when(call) && (count += 1) % each === 0;
};

export const nowAndThen: readonly Fault[] = [
  fault(
    'key-unchecked-once-in-10',
    '1',
    'Lets one request in ten pass without a look at its key.',
    [every],
    keys,
    unchecked((_, server) => onceIn(10, server)),
  ),
  fault(
    'key-unchecked-every-10th',
    '1',
    'Lets every tenth request pass without a look at its key.',
    [every],
    keys,
    unchecked((call) => call.number % 10 === 0),
  ),
  fault(
    'key-unchecked-on-list-once-in-8',
    '1',
    'Lets one list in eight pass without a look at its key.',
    [every],
    keys,
    unchecked((call, server) => call.operation === 'listPets' && onceIn(8, server)),
  ),
  fault(
    'wrong-key-passes-once-in-10',
    '1',
    'Lets one wrong key in ten pass.',
    [every],
    keys,
    unchecked((call, server) => server.authorization(call) !== undefined && onceIn(10, server)),
  ),
  fault(
    'valid-key-refused-once-in-10',
    '5',
    'Refuses one valid key in ten.',
    ['authentication.valid-key'],
    [every, ...anyCatalogue],
    replace(
      'isAuthorized',
      (isAuthorized, server) => (call) =>
        isAuthorized(call) && !(isCatalogue(call) && onceIn(10, server)),
    ),
  ),
  fault(
    'fails-once-in-20',
    '4',
    'Fails with 500 once in twenty requests.',
    [valid5xx],
    anyCatalogue,
    failing((_, server) => onceIn(20, server)),
  ),
  fault(
    'list-fails-once-in-20',
    '4',
    'Fails with 500 for one list in twenty.',
    [valid5xx],
    anyCatalogue,
    failing((call, server) => call.operation === 'listPets' && onceIn(20, server)),
  ),
  fault(
    'get-fails-once-in-10',
    '4',
    'Fails with 500 for one fetched animal in ten.',
    [valid5xx],
    anyCatalogue,
    failing((call, server) => call.operation === 'getPet' && onceIn(10, server)),
  ),
  fault(
    'get-404-once-in-10',
    '4.3',
    'Does not find one animal in ten that is there.',
    ['get-animal.until-removal'],
    anyCatalogue,
    replace(
      'find',
      (find, server) => (id, call) => (onceIn(10, server) ? undefined : find(id, call)),
    ),
  ),
  fault(
    'add-fails-after-write-once-in-10',
    '4',
    'Fails with 500 for one add in ten, after the animal was stored.',
    [valid5xx],
    anyCatalogue,
    failing((call, server) => call.operation === 'createPet' && onceIn(10, server), true),
  ),
  fault(
    'unavailable-once-in-20',
    '4',
    'Answers one request in twenty with 503, and does not say when to come again.',
    [valid5xx],
    anyCatalogue,
    replace('operate', (operate, server) => (call) => {
      if (isCatalogue(call) && onceIn(20, server))
        throw new Refusal(503, 'unavailable', 'Come again.');
      return operate(call);
    }),
  ),
  fault(
    'add-lost-once-in-10',
    '4.2',
    'Stores one animal in ten not at all.',
    ['add-animal.can-be-fetched'],
    anyCatalogue,
    replace(
      'save',
      (save, server) => (animal, call) => (onceIn(10, server) ? undefined : save(animal, call)),
    ),
  ),
  fault(
    'add-lost-every-20th',
    '4.2',
    'Stores every twentieth animal not at all.',
    ['add-animal.can-be-fetched'],
    anyCatalogue,
    (server) => {
      const lost = counted(() => true, 20);
      replace(
        'save',
        (save) => (animal, call) => (lost(call) ? undefined : save(animal, call)),
      )(server);
    },
  ),
  fault(
    'added-twice-once-in-2',
    '4.2',
    'Adds one animal in two twice.',
    ['add-animal.adds-one'],
    anyCatalogue,
    replace('save', (save, server) => async (animal, call) => {
      await save(animal, call);
      if (onceIn(2, server))
        await save({ ...animal, id: await server.assignId(call, animal) }, call);
    }),
  ),
  fault(
    'other-animal-once-in-10',
    '4.3',
    'Fetches another animal once in ten times.',
    ['get-animal.exact-animal'],
    anyCatalogue,
    replace('find', (find, server) => async (id, call) => {
      const found = await find(id, call);
      return found !== undefined && onceIn(10, server) ? server.store.at(0) : found;
    }),
  ),
  fault(
    'name-cut-once-in-10-when-fetched',
    '4.3',
    'Shows half of the name once in ten fetched animals.',
    ['get-animal.exact-animal'],
    anyCatalogue,
    inGets((fields, animal, _, server) =>
      onceIn(10, server)
        ? withName(fields, animal, (name) => name.slice(0, name.length / 2))
        : fields,
    ),
  ),
  fault(
    'name-cut-once-in-5-when-listed',
    '2',
    'Shows half of the name of one listed animal in five.',
    ['list-animals.as-created'],
    anyCatalogue,
    inLists((fields, animal, _, server) =>
      onceIn(5, server)
        ? withName(fields, animal, (name) => name.slice(0, name.length / 2))
        : fields,
    ),
  ),
  fault(
    'filter-ignored-once-in-10',
    '4.1',
    'Ignores the filter once in ten lists.',
    ['list-animals.filter'],
    anyCatalogue,
    replace(
      'select',
      (select, server) => (status, limit, call) =>
        select(onceIn(10, server) ? undefined : status, limit, call),
    ),
  ),
  fault(
    'limit-ignored-once-in-10',
    '4.1',
    'Returns one animal more than the limit once in ten lists.',
    ['list-animals.limit-is-maximum'],
    anyCatalogue,
    replace(
      'select',
      (select, server) => (status, limit, call) =>
        select(status, onceIn(10, server) ? limit + 1 : limit, call),
    ),
  ),
  fault(
    'duplicate-once-in-10',
    '2',
    'Lists an animal twice once in ten lists.',
    ['list-animals.unique-ids'],
    anyCatalogue,
    replace('select', (select, server) => async (status, limit, call) => {
      const found = await select(status, limit, call);
      return found.length > 1 && onceIn(10, server)
        ? [found[1] as Animal, ...found.slice(1)]
        : found;
    }),
  ),
  fault(
    'empty-list-once-in-10',
    '4.1',
    'Lists nothing once in ten lists.',
    ['list-animals.full-pages'],
    anyCatalogue,
    replace(
      'select',
      (select, server) => (status, limit, call) =>
        onceIn(10, server) ? [] : select(status, limit, call),
    ),
  ),
  fault(
    'invalid-taken-once-in-4',
    '7',
    'Takes one animal in four without a look at its name.',
    ['add-animal.invalid-name'],
    anyCatalogue,
    replace('nameOf', (nameOf, server) => (body, call) => {
      const name = body.get('name');
      return typeof name !== 'string' && onceIn(4, server) ? '' : nameOf(body, call);
    }),
  ),
  fault(
    'message-sent-once-in-4',
    '4.5',
    'Says that one fresh message in four was sent.',
    ['messages.queued'],
    [],
    replace(
      'messageFields',
      (messageFields, server) => (text, call) =>
        messageFields(text, call).map(([name, literal]) => [
          name,
          name === 'status' && onceIn(4, server) ? '"sent"' : literal,
        ]),
    ),
  ),
  fault(
    'message-key-unchecked-once-in-4',
    '4.5',
    'Lets one message in four pass without a look at its key.',
    ['messages.wrong-key'],
    ['messages.missing-key', 'messages.key-first'],
    replace(
      'needsKey',
      (needsKey, server) => (call) =>
        !(call.operation === 'sendMessage' && onceIn(4, server)) && needsKey(call),
    ),
  ),
];
