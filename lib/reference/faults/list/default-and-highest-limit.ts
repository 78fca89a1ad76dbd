// Faults of clause 8: a missing limit, and limits above 100.
import { instead, type Change } from '../../changes/change.js';
import { isFiltered, isLimited, limitIn, statusIn } from '../../changes/requests.js';
import { parameters } from '../../request.js';
import type { Call } from '../../types.js';
import { breaking, each, type Fault } from '../fault.js';

const everything = 1_000_000;

const defaultOf =
  (limit: number): Change =>
  (server) => {
    server.defaultLimit = limit;
  };
/** Reads a limit as `take` does. Undefined from `take` leaves it to the correct server. */
const taking = (take: (text: string, call: Call) => number | undefined): Change =>
  instead('limitOf', (call) => {
    const text = limitIn(call);
    return text === undefined ? undefined : take(text, call);
  });
/** Sets the default limit of filtered lists. */
const filteredDefaultOf = (limit: number, when: (call: Call) => boolean = () => true): Change =>
  instead('limitOf', (call) =>
    !isLimited(call) && isFiltered(call) && when(call) ? limit : undefined,
  );
/** Obeys limits above 100. */
const uncapped = (when: (call: Call) => boolean): Change =>
  taking((text, call) => (Number(text) > 100 && when(call) ? Number(text) : undefined));

const takenForAll = (when: (text: string) => boolean): Change =>
  taking((text) => (when(text) ? everything : undefined));
/** Reads the limit from another parameter too. */
const alsoNamed = (name: string): Change =>
  instead('limitOf', (call) => (parameters(call, name).length > 0 ? everything : undefined));

export const listDefaultAndHighestLimit: readonly Fault[] = [
  ...breaking('list-animals.default-limit', {
    ...each('Returns %s animals when there is no limit.', defaultOf, {
      'default-limit-19': ['too few', 19],
      'default-limit-21': ['too many', 21],
      'default-limit-none': ['all', everything],
    }),
    'default-limit-10-with-filter': [
      'Returns 10 animals when there is a filter but no limit.',
      filteredDefaultOf(10),
    ],
    'default-limit-50-for-pending': [
      'Returns 50 pending animals when there is no limit.',
      filteredDefaultOf(50, (call) => statusIn(call) === 'pending'),
    ],
  }),
  ...breaking('list-animals.never-above-100', {
    'limit-checked-in-32-bits': [
      'Checks only the last 32 bits of a limit.',
      takenForAll((text) => /^\d{10,}$/.test(text) && BigInt.asUintN(32, BigInt(text)) <= 100n),
    ],
    ...each('Treats %s as no limit.', takenForAll, {
      'limit-infinity-obeyed': ['a limit of Infinity', (text) => text === 'Infinity'],
      'limit-null-is-none': ['a limit of null', (text) => text === 'null'],
      'limit-max-is-none': ['a limit of max', (text) => text === 'max'],
      'limit-0-gives-all': ['a limit of 0', (text) => Number(text) === 0],
      'limit-minus-1-gives-all': ['a limit of -1', (text) => text === '-1'],
      'limit-in-words-gives-all': [
        'a limit that is not a number',
        (text) => Number.isNaN(Number(text)),
      ],
      'empty-limit-gives-all': ['an empty limit', (text) => text === ''],
    }),
    ...each('Accepts a limit %s.', (form) => takenForAll((text) => form.test(text)), {
      'limit-in-binary-obeyed': ['in binary', /^0b[01]+$/],
      'limit-in-octal-obeyed': ['in octal, with a letter', /^0o[0-7]+$/],
      'limit-with-underscore-obeyed': ['with an underscore', /^\d+_\d+$/],
      'limit-with-comma-obeyed': ['with a comma', /^\d+,\d+$/],
      'limit-with-space-obeyed': ['with a space before it, and does not cap it', /^ \d+$/],
      'limit-in-arabic-digits-obeyed': ['in Arabic digits', /^[\u0660-\u0669]+$/],
      'limit-in-full-width-obeyed': ['in full-width digits', /^[\uff10-\uff19]+$/],
      'limit-in-quotes-obeyed': ['in quotes', /^"\d+"$/],
      'limit-with-letters-obeyed': ['with letters after it, and does not cap it', /^\d{3,}[a-d]/],
      'limit-as-product-obeyed': ['that is a product', /^\d+\*\d+$/],
      'limit-without-sign-obeyed': ['with a minus sign, which it ignores', /^-\d{3,}$/],
    }),
    'limit-300-obeyed': ['Obeys a limit of 300.', takenForAll((text) => text === '300')],
    ...each('Obeys %s without capping it.', alsoNamed, {
      'limit-in-brackets-obeyed': ['limit[]', 'limit[]'],
      'limit-in-capitals-obeyed': ['LIMIT', 'LIMIT'],
      'page-size-obeyed': ['page_size', 'page_size'],
      'per-page-obeyed': ['per_page', 'per_page'],
    }),
    'limit-not-capped': ['Obeys a limit above 100.', uncapped(() => true)],
    ...each('Obeys a limit above 100 when the list is %s.', uncapped, {
      'limit-not-capped-with-filter': ['filtered', isFiltered],
      'limit-not-capped-without-filter': ['not filtered', (call) => !isFiltered(call)],
    }),
    'limit-101-obeyed': [
      'Returns 101 animals for a limit of 101.',
      taking((text) => (text === '101' ? 101 : undefined)),
    ],
    'limit-1000-obeyed': [
      'Returns up to 1,000 animals for a limit of 1000.',
      taking((text) => (text === '1000' ? 1000 : undefined)),
    ],
    'repeated-limit-not-capped': [
      'Checks the first of two limits, but obeys the second.',
      instead('limitOf', (call) => {
        const [, second] = parameters(call, 'limit');
        return second === undefined ? undefined : Number(second);
      }),
    ],
  }),
];
