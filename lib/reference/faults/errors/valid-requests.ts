// Faults of clause 4: valid requests on which the server fails.
import { after, before, replace } from '../../changes/change.js';
import { refuse, refusing, refusingCategory, refusingName } from '../../changes/refusals.js';
import { is, isOfCatalogue } from '../../changes/requests.js';
import { answers, anyAnswer, keys, onceIn } from '../chance.js';
import { breaking, breakingByChance, each, type Fault } from '../fault.js';

export const errorsValidRequests: readonly Fault[] = [
  ...breaking('errors.valid-requests', {
    'empty-list-500': [
      'Returns 500 when no animal matches.',
      after('listPets', (reply) => (reply.body === '[]' ? refuse(500) : reply)),
    ],
    ...each(
      'Returns 500 for %s in a name.',
      (form) => refusingName(500, (name) => form.test(name)),
      {
        'emoji-in-name-fails': [
          'a character beyond U+FFFF, such as an emoji,',
          /[\u{10000}-\u{10ffff}]/u,
        ],
        'letter-beyond-latin-1-fails': ['a character beyond Latin-1', /[\u0100-\u{10ffff}]/u],
      },
    ),
    'valid-name-500': [
      'Returns 500 for a name with a space.',
      refusingName(500, (name) => name.includes(' ')),
    ],
    'negative-category-500': [
      'Returns 500 for a negative categoryId.',
      refusingCategory(500, (category) => category < 0n),
    ],
    'category-beyond-32-bits-500': [
      'Returns 500 for a categoryId beyond 32 bits.',
      refusingCategory(500, (category) => BigInt.asIntN(32, category) !== category),
    ],
    'list-fails-while-adding': [
      'Returns 500 when animals are listed while one is being added.',
      (server) => {
        let adding = 0;
        before('add', async () => {
          adding += 1;
          await server.clock.sleep(1);
          adding -= 1;
        })(server);
        refusing(500, (call) => is(call, 'listPets') && adding > 0)(server);
      },
    ],
    'adds-fail-after-127': [
      'Returns 500 for every animal after the first 127.',
      after('assignId', (id) => (id > 127n ? refuse(500) : id)),
    ],
  }),
  ...breakingByChance('errors.valid-requests', anyAnswer, {
    'fails-once-in-20': [
      'Returns 500 for one request in twenty.',
      refusing(500, (call, server) => isOfCatalogue(call) && onceIn(20, server)),
    ],
    'list-fails-once-in-20': [
      'Returns 500 for one list request in twenty.',
      refusing(500, (call, server) => is(call, 'listPets') && onceIn(20, server)),
    ],
    'get-fails-once-in-10': [
      'Returns 500 for one fetched animal in ten.',
      refusing(500, (call, server) => is(call, 'getPet') && onceIn(10, server)),
    ],
    'add-fails-after-write-once-in-10': [
      'Returns 500 for one new animal in ten, after storing it.',
      after('createPet', (reply, _call, server) => (onceIn(10, server) ? refuse(500) : reply)),
    ],
    'unavailable-once-in-20': [
      'Returns 503 without Retry-After for one request in twenty.',
      refusing(503, (call, server) => isOfCatalogue(call) && onceIn(20, server)),
    ],
  }),
  ...breakingByChance(
    'errors.valid-requests',
    [...answers, ...keys, 'authentication.every-request', 'errors.invalid-requests'],
    {
      'fails-under-load': [
        'Returns 500 while it is serving eight or more requests.',
        refusing(500, (call, server) => isOfCatalogue(call) && server.inFlight >= 8),
      ],
      'fails-after-200-requests': [
        'Returns 500 for every tenth request after the two hundredth.',
        refusing(500, (call) => isOfCatalogue(call) && call.number > 200 && call.number % 10 === 0),
      ],
    },
  ),
  ...breakingByChance('errors.valid-requests', [...answers, 'errors.invalid-requests'], {
    'adds-fail-under-load': [
      'Returns 500 while several animals are being added at once.',
      replace('add', (add, server) => {
        let adding = 0;
        return async (body, call) => {
          if (adding >= 3) refuse(500);
          adding += 1;
          await server.clock.sleep(1);
          adding -= 1;
          return add(body, call);
        };
      }),
    ],
  }),
];
