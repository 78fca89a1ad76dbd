// Faults that need two things at once, and servers with more than one defect.
import { all, replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { parameters } from '../request.js';
import type { Call } from '../types.js';
import { inLists, page, refusals, rounded, withField } from './changes.js';

const filtered = (call: Call): boolean => parameters(call, 'status').length > 0;

export const combined: readonly Fault[] = [
  {
    name: 'category-rounded-in-filtered-long-lists',
    clause: '2',
    sentence: 'Rounds a categoryId in filtered lists with a limit of 100.',
    fails: ['list-animals.as-created'],
    change: inLists((fields, _, call) =>
      filtered(call) && parameters(call, 'limit')[0] === '100'
        ? withField(fields, 'categoryId', rounded)
        : fields,
    ),
  },
  {
    name: 'sold-with-default-limit-unfiltered',
    clause: '4.1',
    sentence: 'Ignores the filter sold when no limit is sent.',
    fails: ['list-animals.filter'],
    change: replace(
      'select',
      (select) => (status, limit, call) =>
        select(
          status === 'sold' && parameters(call, 'limit').length === 0 ? undefined : status,
          limit,
          call,
        ),
    ),
  },
  {
    name: 'key-unchecked-and-validated-first',
    clause: '5',
    sentence:
      'Looks at no key when animals are listed, and refuses invalid animals before it looks at the key.',
    fails: [
      'authentication.missing-key',
      'authentication.wrong-key',
      'authentication.bearer-form',
      'authentication.comes-first',
      'authentication.every-request',
    ],
    change: all(
      replace('needsKey', (needsKey) => (call) => call.operation !== 'listPets' && needsKey(call)),
      replace('answer', (answer, server) => async (call) => {
        if (call.operation === 'createPet') server.readNewAnimal(call);
        return answer(call);
      }),
    ),
  },
  {
    name: 'framework-errors',
    clause: '7',
    sentence: 'Answers everything that is no animal with the HTML pages of a framework.',
    fails: [
      'errors.error-object',
      'errors.unknown-paths',
      'authentication.error-body',
      'bodies.json',
    ],
    change: refusals(
      (_, call) => call.operation !== 'sendMessage',
      (_, refusal) => page(refusal.status),
    ),
  },
  {
    name: 'everything-in-doubles',
    clause: '2',
    sentence: 'Reads and writes every integer as a double.',
    fails: ['add-animal.keeps-category', 'add-animal.invalid-category'],
    change: replace('categoryOf', (categoryOf) => (body, call) => {
      const category = body.get('categoryId');
      return typeof category === 'bigint' && Math.abs(Number(category)) <= 2 ** 63
        ? BigInt(Number(category))
        : categoryOf(body, call);
    }),
  },
  {
    name: 'sorted-and-cut-too-late',
    clause: '4.1',
    sentence:
      'Returns one animal more than the limit, in filtered lists with a limit from 60 to 69.',
    fails: ['list-animals.limit-is-maximum'],
    change: replace(
      'select',
      (select) => (status, limit, call) =>
        select(status, status !== undefined && limit >= 60 && limit < 70 ? limit + 1 : limit, call),
    ),
  },
];
