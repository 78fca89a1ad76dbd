// Faults of clause 9: the operation is removed too early, or another day is announced.
import { after, replace, type Change } from '../../changes/change.js';
import { of404, refusals, refuse } from '../../changes/refusals.js';
import { empty, withHeader, withStatus } from '../../changes/replies.js';
import type { Reply } from '../../types.js';
import { anyAnswer, onceIn } from '../chance.js';
import { breaking, breakingByChance, eachOf, type Fault } from '../fault.js';

const removed = (answer: () => Reply): Change => replace('getPet', () => answer);
const announcing = (date: string): Change =>
  after('getPet', (reply) => withHeader(reply, 'sunset', date));

export const getRemoval: readonly Fault[] = [
  ...breaking('get-animal.until-removal', {
    'get-answers-201': ['Returns 201 when an animal is fetched.', withStatus('getPet', 201)],
    ...eachOf(
      'get-removed-%s',
      'Returns %s for every animal before the day of removal.',
      [410, 404, 501],
      (status) => removed(() => refuse(status)),
    ),
    'get-redirected': [
      'Redirects from every animal to the list before the day of removal.',
      removed(() => withHeader(empty(301), 'location', '/v1/pets')),
    ],
    'only-last-100-kept': [
      'Returns 404 for all but the newest 100 animals.',
      after('find', (found, id, _call, { store }) =>
        BigInt(store.count()) - id > 100n ? undefined : found,
      ),
    ],
    'sold-animals-archived': [
      'Returns 404 for a sold animal once sixty newer ones are there.',
      after('find', (found, id, _call, { store }) =>
        found?.status === 'sold' && BigInt(store.count()) - id > 60n ? undefined : found,
      ),
    ],
    'gone-after-3-reads': [
      'Returns 404 for an animal that has been fetched three times.',
      replace('find', (find) => {
        const reads = new Map<bigint, number>();
        return (id, call) => {
          const times = (reads.get(id) ?? 0) + 1;
          reads.set(id, times);
          return times > 3 ? undefined : find(id, call);
        };
      }),
    ],
  }),
  ...breakingByChance('get-animal.until-removal', anyAnswer, {
    'get-404-once-in-10': [
      'Returns 404 for one existing animal in ten.',
      after('find', (found, _id, _call, server) => (onceIn(10, server) ? undefined : found)),
    ],
  }),
  ...breaking('get-animal.sunset', {
    'sunset-months-swapped': [
      'Announces the removal for 12 May 2030.',
      announcing('Sun, 12 May 2030 00:00:00 GMT'),
    ],
    'sunset-wrong-for-some': [
      'Announces the removal for another day where the identifier ends in 5.',
      after('getPet', (reply, { path }) =>
        path.endsWith('5') ? withHeader(reply, 'sunset', 'Fri, 06 Dec 2030 20:00:00 GMT') : reply,
      ),
    ],
    'sunset-no-date': ['Announces the removal with a word instead of a date.', announcing('soon')],
    'sunset-wrong-on-404': [
      'Announces the removal for another day with the 404 for an unknown animal.',
      refusals(of404, (reply) => withHeader(reply, 'sunset', 'Mon, 31 Dec 2029 00:00:00 GMT')),
    ],
  }),
];
