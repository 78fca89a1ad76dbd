// Faults of clause 8: no limit, and limits beyond 100.
import { instead, type Change } from '../../changes/change.js';
import { isFiltered, isLimited, limitIn, statusIn } from '../../changes/requests.js';
import { parameters } from '../../request.js';
import type { Call } from '../../types.js';
import { breaking, type Fault } from '../fault.js';

const everything = 1_000_000;

const defaultOf =
  (limit: number): Change =>
  (server) => {
    server.defaultLimit = limit;
  };
/** What a limit that the correct server refuses is taken for. */
const taking = (take: (text: string, call: Call) => number | undefined): Change =>
  instead('limitOf', (call) => {
    const text = limitIn(call);
    return text === undefined ? undefined : take(text, call);
  });
/** The limit of a filtered list without one. */
const filteredDefaultOf = (limit: number, when: (call: Call) => boolean = () => true): Change =>
  instead('limitOf', (call) =>
    !isLimited(call) && isFiltered(call) && when(call) ? limit : undefined,
  );
/** Limits above 100 are obeyed. */
const uncapped = (when: (call: Call) => boolean): Change =>
  taking((text, call) => (Number(text) > 100 && when(call) ? Number(text) : undefined));

export const listDefaultAndHighestLimit: readonly Fault[] = [
  ...breaking('list-animals.default-limit', {
    'default-limit-19': ['Returns 19 animals when no limit is sent.', defaultOf(19)],
    'default-limit-21': ['Returns 21 animals when no limit is sent.', defaultOf(21)],
    'default-limit-none': ['Returns all animals when no limit is sent.', defaultOf(everything)],
    'default-limit-10-with-filter': [
      'Returns 10 animals when a filter but no limit is sent.',
      filteredDefaultOf(10),
    ],
    'default-limit-50-for-pending': [
      'Returns 50 pending animals when no limit is sent.',
      filteredDefaultOf(50, (call) => statusIn(call) === 'pending'),
    ],
  }),
  ...breaking('list-animals.never-above-100', {
    'limit-not-capped': ['Obeys a limit above 100.', uncapped(() => true)],
    'limit-not-capped-with-filter': [
      'Obeys a limit above 100 when the list is filtered.',
      uncapped(isFiltered),
    ],
    'limit-not-capped-without-filter': [
      'Obeys a limit above 100 when the list is not filtered.',
      uncapped((call) => !isFiltered(call)),
    ],
    'limit-101-obeyed': [
      'Returns 101 animals for a limit of 101.',
      taking((text) => (text === '101' ? 101 : undefined)),
    ],
    'limit-1000-obeyed': [
      'Returns up to 1,000 animals for a limit of 1000.',
      taking((text) => (text === '1000' ? 1000 : undefined)),
    ],
    'limit-0-gives-all': [
      'Takes a limit of 0 for no limit at all.',
      taking((text) => (Number(text) === 0 ? everything : undefined)),
    ],
    'limit-minus-1-gives-all': [
      'Takes a limit of -1 for no limit at all.',
      taking((text) => (text === '-1' ? everything : undefined)),
    ],
    'limit-in-words-gives-all': [
      'Takes a limit that is no number for no limit at all.',
      taking((text) => (Number.isNaN(Number(text)) ? everything : undefined)),
    ],
    'empty-limit-gives-all': [
      'Takes an empty limit for no limit at all.',
      taking((text) => (text === '' ? everything : undefined)),
    ],
    'repeated-limit-not-capped': [
      'Checks the first of two limits and obeys the second.',
      instead('limitOf', (call) => {
        const [, second] = parameters(call, 'limit');
        return second === undefined ? undefined : Number(second);
      }),
    ],
  }),
];
