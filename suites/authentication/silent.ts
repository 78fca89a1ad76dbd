// Clause 5 where the contract says little: GET /store/orders, the letter case of the word Bearer, unknown paths. Rules
// and observations.
import { notApplicable, experiment, observe, rule, statusOf } from '../../lib/judge/rules/index.js';
import { statusesByLabel, summarised } from '../summaries.js';
import { expect401, noKey } from './calls.js';

const orders = experiment({
  name: 'GET /store/orders with and without a key',
  stage: 'populated',
  cases: (setup) => [noKey, ...setup.credentials.wrongKeys.slice(0, 2)],
  send: async ({ how }, session) => ({
    withKey: await session.storeOrders(),
    without: await session.storeOrders({ ...how, validity: 'open' }),
  }),
  describe: ({ label }) => label,
});

const schemeCases = experiment({
  name: 'the word Bearer in other letter case',
  stage: 'populated',
  cases: (setup) => setup.credentials.schemeCases,
  send: ({ how }, session) => session.list({ limit: 1 }, { ...how, validity: 'open' }),
  describe: ({ label }) => label,
});

/** Tries paths at which nothing can be changed; a read-only run sends nothing but GET. */
const unknownPaths = experiment({
  name: 'no key, and a path or a method that the contract does not know',
  stage: 'populated',
  cases: ({ readOnly }) => [
    { method: 'GET', path: '/no-such-thing' },
    ...(readOnly ? [] : [{ method: 'PROPFIND', path: '/pets' }]),
  ],
  send: ({ method, path }, session) =>
    session.unknown(method, path, { key: 'none', validity: 'open' }),
  describe: ({ method, path }) => `${method} ${path}`,
});

export const rules = [
  rule('authentication.store-orders', orders, ({ withKey, without }, { label }) => {
    if (statusOf(withKey) === 404) notApplicable('no store orders');
    expect401(without, { operation: 'GET /store/orders', label });
  }),
  observe('authentication.scheme-case', schemeCases, statusesByLabel),
  observe('authentication.unknown-paths', unknownPaths, (cases) =>
    summarised(
      cases,
      ({ value }) => `${value.method} ${value.path}`,
      ({ result }) => String(statusOf(result)),
    ),
  ),
];
