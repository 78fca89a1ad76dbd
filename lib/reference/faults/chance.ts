// Random faults, and the rules that may encounter them: it is chance which rule sends the affected request.
import type { Server } from '../server.js';

export const onceIn = (times: number, server: Server): boolean => server.random() * times < 1;

/** Rules that may encounter a key that was not checked. */
export const keys = [
  'authentication.missing-key',
  'authentication.wrong-key',
  'authentication.bearer-form',
  'authentication.comes-first',
  'authentication.writes-nothing',
  'authentication.store-orders',
  'authentication.other-places',
  'authentication.before-routing',
];

/** Rules that may encounter an animal that was lost, duplicated or altered when it was stored. */
export const afterAdds = [
  'sequences.model',
  'list-animals.as-created',
  'list-animals.unique-ids',
  'list-animals.filter-finds',
  'list-animals.finds-created',
  'list-animals.full-pages',
  'add-animal.can-be-fetched',
  'add-animal.names-may-repeat',
  'add-animal.odd-names',
  'add-animal.adds-one',
  'add-animal.any-spelling',
  'get-animal.exact-animal',
  'get-animal.until-removal',
];

/** Rules that may encounter a response that is a refusal, or is lost. */
export const answers = [
  ...afterAdds,
  'list-animals.answers-200',
  'list-animals.nothing-matches',
  'list-animals.limits-accepted',
  'list-animals.limit-is-maximum',
  'list-animals.default-limit',
  'list-animals.never-above-100',
  'list-animals.filter',
  'list-animals.filter-few',
  'list-animals.no-filter',
  'add-animal.answers-201',
  'add-animal.returns-pet',
  'add-animal.keeps-name',
  'add-animal.keeps-spaces',
  'add-animal.keeps-category',
  'add-animal.keeps-status',
  'add-animal.status-optional',
  'add-animal.unique-ids',
  'add-animal.charset',
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
  'get-animal.unknown-id',
  'get-animal.no-integer',
  'authentication.valid-key',
  'errors.unknown-paths',
];

export const anyAnswer = [
  ...answers,
  'list-animals.bare-array',
  'list-animals.unknown-status',
  'add-animal.assigns-id',
  'store-orders.exists',
  'errors.invalid-requests',
];
