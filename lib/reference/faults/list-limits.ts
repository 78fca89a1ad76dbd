// Faults of clauses 4.1 and 8: how many animals a list holds.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { invalid } from '../refusal.js';
import { parameters } from '../request.js';
import type { Call, Status } from '../types.js';

const maximum = 'list-animals.limit-is-maximum';
const hundred = 'list-animals.never-above-100';
const accepted = 'list-animals.limits-accepted';
const full = 'list-animals.full-pages';
const usual = 'list-animals.default-limit';

/** The limit that is obeyed differs from the one that was sent. */
const obeying = (
  obey: (limit: number, status: Status | undefined, call: Call) => number,
): Fault['change'] =>
  replace(
    'select',
    (select) => (status, limit, call) => select(status, obey(limit, status, call), call),
  );
const sent = (call: Call): boolean => parameters(call, 'limit').length > 0;
/** What a limit that the correct server refuses is taken for. */
const taking = (take: (text: string, call: Call) => number | undefined): Fault['change'] =>
  replace('limitOf', (limitOf) => (call) => {
    const [text] = parameters(call, 'limit');
    return (text === undefined ? undefined : take(text, call)) ?? limitOf(call);
  });
const refusing = (when: (limit: number, call: Call) => boolean): Fault['change'] =>
  replace('limitOf', (limitOf) => (call) => {
    const limit = limitOf(call);
    if (when(limit, call)) throw invalid('`limit` is out of range.');
    return limit;
  });
const everything = 1_000_000;

export const listLimits: readonly Fault[] = [
  {
    name: 'limit-off-by-one',
    clause: '4.1',
    sentence: 'Returns one animal more than the limit.',
    fails: [maximum, hundred],
    change: obeying((limit) => limit + 1),
  },
  {
    name: 'limit-one-short',
    clause: '4.1',
    sentence: 'Returns one animal fewer than the limit.',
    fails: [full],
    change: obeying((limit) => limit - 1),
  },
  {
    name: 'limit-ignored',
    clause: '4.1',
    sentence: 'Returns 20 animals whatever the limit.',
    fails: [maximum, full],
    change: obeying(() => 20),
  },
  {
    name: 'limit-ignored-with-filter',
    clause: '4.1',
    sentence: 'Returns up to 100 animals whatever the limit when the list is filtered.',
    fails: [maximum],
    change: obeying((limit, status) => (status === undefined ? limit : 100)),
  },
  {
    name: 'limit-off-by-one-with-filter',
    clause: '4.1',
    sentence: 'Returns one animal more than the limit when the list is filtered.',
    fails: [maximum, hundred],
    change: obeying((limit, status) => (status === undefined ? limit : limit + 1)),
  },
  {
    name: 'limit-off-by-one-for-sold',
    clause: '4.1',
    sentence: 'Returns one animal more than the limit when sold animals are listed.',
    fails: [maximum, hundred],
    change: obeying((limit, status) => (status === 'sold' ? limit + 1 : limit)),
  },
  {
    name: 'limit-37-gives-38',
    clause: '4.1',
    sentence: 'Returns 38 animals for a limit of 37.',
    fails: [maximum],
    change: obeying((limit) => (limit === 37 ? 38 : limit)),
  },
  {
    name: 'limit-37-gives-38-for-pending',
    clause: '4.1',
    sentence: 'Returns 38 pending animals for a limit of 37.',
    fails: [maximum],
    change: obeying((limit, status) => (limit === 37 && status === 'pending' ? 38 : limit)),
  },
  {
    name: 'limit-100-gives-101',
    clause: '4.1',
    sentence: 'Returns 101 animals for a limit of 100.',
    fails: [maximum, hundred],
    change: obeying((limit) => (limit === 100 ? 101 : limit)),
  },
  {
    name: 'limit-1-gives-2',
    clause: '4.1',
    sentence: 'Returns two animals for a limit of 1.',
    fails: [maximum],
    change: obeying((limit) => (limit === 1 ? 2 : limit)),
  },
  {
    name: 'limit-1-gives-all',
    clause: '4.1',
    sentence: 'Returns all animals for a limit of 1.',
    fails: [maximum],
    change: obeying((limit) => (limit === 1 ? everything : limit)),
  },
  {
    name: 'limit-below-20-ignored',
    clause: '4.1',
    sentence: 'Returns at least 20 animals.',
    fails: [maximum],
    change: obeying((limit) => Math.max(20, limit)),
  },
  {
    name: 'limit-rounded-to-tens',
    clause: '4.1',
    sentence: 'Rounds a limit up to full tens.',
    fails: [maximum],
    change: obeying((limit) => Math.ceil(limit / 10) * 10),
  },
  {
    name: 'limit-doubled-above-50',
    clause: '4.1',
    sentence: 'Returns twice as many animals for a limit above 50.',
    fails: [maximum, hundred],
    change: obeying((limit) => (limit > 50 ? limit * 2 : limit)),
  },
  {
    name: 'limit-in-octal',
    clause: '4.1',
    sentence: 'Reads a limit with digits up to 7 as an octal number.',
    fails: [full],
    change: obeying((limit, _, call) =>
      sent(call) && /^[0-7]+$/.test(String(limit)) ? Number.parseInt(String(limit), 8) : limit,
    ),
  },
  {
    name: 'limit-in-hexadecimal',
    clause: '4.1',
    sentence: 'Reads a limit as a hexadecimal number.',
    fails: [maximum, hundred],
    change: obeying((limit, _, call) => (sent(call) ? Number.parseInt(String(limit), 16) : limit)),
  },
  {
    name: 'limit-for-each-status',
    clause: '4.1',
    sentence:
      'Applies the limit to each status by itself, so that a list without a filter is up to three times as long.',
    fails: [maximum, hundred],
    change: replace(
      'select',
      (select) => async (status, limit, call) =>
        status === undefined
          ? [
              ...(await select('available', limit, call)),
              ...(await select('pending', limit, call)),
              ...(await select('sold', limit, call)),
            ]
          : select(status, limit, call),
    ),
  },
  {
    name: 'limit-1-refused',
    clause: '8',
    sentence: 'Refuses a limit of 1.',
    fails: [accepted],
    change: refusing((limit) => limit === 1),
  },
  {
    name: 'limit-100-refused',
    clause: '8',
    sentence: 'Refuses a limit of 100.',
    fails: [accepted],
    change: refusing((limit) => limit === 100),
  },
  {
    name: 'limit-above-50-refused',
    clause: '8',
    sentence: 'Refuses a limit above 50.',
    fails: [accepted],
    change: refusing((limit) => limit > 50),
  },
  {
    name: 'limit-73-refused',
    clause: '8',
    sentence: 'Refuses a limit of 73.',
    fails: [accepted],
    change: refusing((limit) => limit === 73),
  },
  {
    name: 'limit-refused-with-filter',
    clause: '8',
    sentence: 'Refuses a limit and a filter together.',
    fails: [accepted],
    change: refusing((_, call) => sent(call) && call.query.includes('status=')),
  },
  {
    name: 'limit-100-refused-for-sold',
    clause: '8',
    sentence: 'Refuses a limit of 100 when sold animals are listed.',
    fails: [accepted],
    change: refusing((limit, call) => limit === 100 && call.query.includes('status=sold')),
  },
  {
    name: 'at-most-50',
    clause: '8',
    sentence: 'Never returns more than 50 animals.',
    fails: [full],
    change: obeying((limit) => Math.min(limit, 50)),
  },
  {
    name: 'at-most-99',
    clause: '8',
    sentence: 'Never returns more than 99 animals.',
    fails: [full],
    change: obeying((limit) => Math.min(limit, 99)),
  },
  {
    name: 'at-most-20-with-filter',
    clause: '8',
    sentence: 'Never returns more than 20 animals when the list is filtered.',
    fails: [full],
    change: obeying((limit, status) => (status === undefined ? limit : Math.min(limit, 20))),
  },

  {
    name: 'default-limit-10',
    clause: '8',
    sentence: 'Returns 10 animals when no limit is sent.',
    fails: [usual],
    change: defaultOf(10),
  },
  {
    name: 'default-limit-19',
    clause: '8',
    sentence: 'Returns 19 animals when no limit is sent.',
    fails: [usual],
    change: defaultOf(19),
  },
  {
    name: 'default-limit-21',
    clause: '8',
    sentence: 'Returns 21 animals when no limit is sent.',
    fails: [usual],
    change: defaultOf(21),
  },
  {
    name: 'default-limit-25',
    clause: '8',
    sentence: 'Returns 25 animals when no limit is sent.',
    fails: [usual],
    change: defaultOf(25),
  },
  {
    name: 'default-limit-50',
    clause: '8',
    sentence: 'Returns 50 animals when no limit is sent.',
    fails: [usual],
    change: defaultOf(50),
  },
  {
    name: 'default-limit-100',
    clause: '8',
    sentence: 'Returns 100 animals when no limit is sent.',
    fails: [usual],
    change: defaultOf(100),
  },
  {
    name: 'default-limit-none',
    clause: '8',
    sentence: 'Returns all animals when no limit is sent.',
    fails: [usual, hundred],
    change: defaultOf(everything),
  },
  {
    name: 'default-limit-10-with-filter',
    clause: '8',
    sentence: 'Returns 10 animals when a filter but no limit is sent.',
    fails: [usual],
    change: replace(
      'limitOf',
      (limitOf) => (call) => (!sent(call) && call.query.includes('status=') ? 10 : limitOf(call)),
    ),
  },
  {
    name: 'default-limit-none-with-filter',
    clause: '8',
    sentence: 'Returns all animals when a filter but no limit is sent.',
    fails: [usual, hundred],
    change: replace(
      'limitOf',
      (limitOf) => (call) =>
        !sent(call) && call.query.includes('status=') ? everything : limitOf(call),
    ),
  },
  {
    name: 'default-limit-50-for-pending',
    clause: '8',
    sentence: 'Returns 50 pending animals when no limit is sent.',
    fails: [usual],
    change: replace(
      'limitOf',
      (limitOf) => (call) =>
        !sent(call) && call.query.includes('status=pending') ? 50 : limitOf(call),
    ),
  },

  {
    name: 'limit-not-capped',
    clause: '8',
    sentence: 'Obeys a limit above 100.',
    fails: [hundred],
    change: taking((text) => (Number(text) > 100 ? Number(text) : undefined)),
  },
  {
    name: 'limit-capped-at-500',
    clause: '8',
    sentence: 'Obeys a limit of up to 500.',
    fails: [hundred],
    change: taking((text) => (Number(text) > 100 ? Math.min(500, Number(text)) : undefined)),
  },
  {
    name: 'limit-not-capped-with-filter',
    clause: '8',
    sentence: 'Obeys a limit above 100 when the list is filtered.',
    fails: [hundred],
    change: taking((text, call) =>
      Number(text) > 100 && call.query.includes('status=') ? Number(text) : undefined,
    ),
  },
  {
    name: 'limit-not-capped-for-sold',
    clause: '8',
    sentence: 'Obeys a limit above 100 when sold animals are listed.',
    fails: [hundred],
    change: taking((text, call) =>
      Number(text) > 100 && call.query.includes('status=sold') ? Number(text) : undefined,
    ),
  },
  {
    name: 'limit-not-capped-without-filter',
    clause: '8',
    sentence: 'Obeys a limit above 100 when the list is not filtered.',
    fails: [hundred],
    change: taking((text, call) =>
      Number(text) > 100 && !call.query.includes('status=') ? Number(text) : undefined,
    ),
  },
  {
    name: 'limit-101-obeyed',
    clause: '8',
    sentence: 'Returns 101 animals for a limit of 101.',
    fails: [hundred],
    change: taking((text) => (text === '101' ? 101 : undefined)),
  },
  {
    name: 'limit-1000-obeyed',
    clause: '8',
    sentence: 'Returns up to 1,000 animals for a limit of 1000.',
    fails: [hundred],
    change: taking((text) => (text === '1000' ? 1000 : undefined)),
  },
  {
    name: 'limit-0-gives-all',
    clause: '8',
    sentence: 'Takes a limit of 0 for no limit at all.',
    fails: [hundred],
    change: taking((text) => (Number(text) === 0 ? everything : undefined)),
  },
  {
    name: 'limit-minus-1-gives-all',
    clause: '8',
    sentence: 'Takes a limit of -1 for no limit at all.',
    fails: [hundred],
    change: taking((text) => (text === '-1' ? everything : undefined)),
  },
  {
    name: 'negative-limit-cuts-the-end',
    clause: '8',
    sentence: 'Takes a negative limit for a number of animals to leave out at the end.',
    fails: [hundred],
    change: replace(
      'limitOf',
      (limitOf, server) => (call) =>
        /^-\d+$/.test(parameters(call, 'limit')[0] ?? '')
          ? Math.max(0, server.store.count() + Number(parameters(call, 'limit')[0]))
          : limitOf(call),
    ),
  },
  {
    name: 'limit-in-words-gives-all',
    clause: '8',
    sentence: 'Takes a limit that is no number for no limit at all.',
    fails: [hundred],
    change: taking((text) => (Number.isNaN(Number(text)) ? everything : undefined)),
  },
  {
    name: 'empty-limit-gives-all',
    clause: '8',
    sentence: 'Takes an empty limit for no limit at all.',
    fails: [hundred],
    change: taking((text) => (text === '' ? everything : undefined)),
  },
  {
    name: 'repeated-limit-not-capped',
    clause: '8',
    sentence: 'Checks the first of two limits and obeys the second.',
    fails: [hundred],
    change: replace(
      'limitOf',
      (limitOf) => (call) =>
        parameters(call, 'limit').length > 1 ? Number(parameters(call, 'limit')[1]) : limitOf(call),
    ),
  },
];

function defaultOf(limit: number): Fault['change'] {
  return (server) => {
    server.defaultLimit = limit;
  };
}
