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

const takenForAll = (when: (text: string) => boolean): Change =>
  taking((text) => (when(text) ? everything : undefined));
/** The limit has another name besides. */
const alsoNamed = (name: string): Change =>
  instead('limitOf', (call) => (parameters(call, name).length > 0 ? everything : undefined));

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
    'limit-checked-in-32-bits': [
      'Obeys a limit beyond 32 bits whose last 32 bits are a valid one.',
      takenForAll((text) => /^\d{10,}$/.test(text) && BigInt.asUintN(32, BigInt(text)) <= 100n),
    ],
    'limit-infinity-obeyed': [
      'Takes the limit Infinity for no limit.',
      takenForAll((text) => text === 'Infinity'),
    ],
    'limit-in-binary-obeyed': [
      'Reads a limit in binary.',
      takenForAll((text) => /^0b[01]+$/.test(text)),
    ],
    'limit-in-octal-obeyed': [
      'Reads a limit in octal with a letter.',
      takenForAll((text) => /^0o[0-7]+$/.test(text)),
    ],
    'limit-with-underscore-obeyed': [
      'Reads a limit with an underscore.',
      takenForAll((text) => /^\d+_\d+$/.test(text)),
    ],
    'limit-with-comma-obeyed': [
      'Reads a limit with a comma.',
      takenForAll((text) => /^\d+,\d+$/.test(text)),
    ],
    'limit-with-space-obeyed': [
      'Reads a limit with a space before it, and does not cap that.',
      takenForAll((text) => /^ \d+$/.test(text)),
    ],
    'limit-in-arabic-digits-obeyed': [
      'Reads a limit in Arabic digits.',
      takenForAll((text) => /^[\u0660-\u0669]+$/.test(text)),
    ],
    'limit-in-full-width-obeyed': [
      'Reads a limit in full-width digits.',
      takenForAll((text) => /^[\uff10-\uff19]+$/.test(text)),
    ],
    'limit-in-quotes-obeyed': [
      'Reads a limit in quotes.',
      takenForAll((text) => /^"\d+"$/.test(text)),
    ],
    'limit-null-is-none': [
      'Takes the limit null for no limit.',
      takenForAll((text) => text === 'null'),
    ],
    'limit-max-is-none': [
      'Takes the limit max for no limit.',
      takenForAll((text) => text === 'max'),
    ],
    'limit-300-obeyed': ['Obeys a limit of 300.', takenForAll((text) => text === '300')],
    'limit-in-brackets-obeyed': ['Obeys limit[] without a bound.', alsoNamed('limit[]')],
    'limit-in-capitals-obeyed': ['Obeys LIMIT without a bound.', alsoNamed('LIMIT')],
    'page-size-obeyed': ['Obeys page_size without a bound.', alsoNamed('page_size')],
    'per-page-obeyed': ['Obeys per_page without a bound.', alsoNamed('per_page')],
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
