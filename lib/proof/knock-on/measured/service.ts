// Which rules fail besides those that the faults are made for. Measured, and written by `npm run knock-on` and vitest -u.
import type { KnockOn } from '../row.js';

export const service: KnockOn = {
  'added-id-one-too-high': { fails: ['add-animal.can-be-fetched', 'get-animal.exact-animal', 'list-animals.as-created', 'list-animals.filter-finds', 'list-animals.finds-created'], mayFail: ['add-animal.keeps-unicode-form'] },
  'byte-order-mark-before-list': { fails: ['list-animals.bare-array', 'list-animals.nothing-matches'] },
  'category-not-a-number': { fails: ['get-animal.exact-animal', 'sequences.model'] },
  'comma-at-end-of-list': { fails: ['list-animals.bare-array'] },
  'error-cut-off': { fails: ['authentication.error-body', 'errors.error-object', 'errors.unknown-paths'] },
  'html-without-accept-header': { fails: ['list-animals.bare-array'] },
  'latin-1-bytes': { fails: ['add-animal.keeps-name', 'add-animal.returns-pet'] },
  'list-by-lines': { fails: ['list-animals.bare-array', 'list-animals.nothing-matches'] },
  'list-cut-off': { fails: ['list-animals.bare-array', 'list-animals.nothing-matches'] },
  'list-in-callback': { fails: ['list-animals.bare-array', 'list-animals.nothing-matches'] },
  'list-sent-twice': { fails: ['list-animals.bare-array', 'list-animals.nothing-matches'] },
  'raw-control-characters': { fails: ['add-animal.returns-pet'] },
  'single-quotes-in-get': { fails: ['get-animal.exact-animal', 'sequences.model'] },
  'utf-16-bytes': { fails: ['list-animals.bare-array', 'list-animals.nothing-matches'] },
  'warning-before-add': { fails: ['add-animal.returns-pet'] },
  'xml-when-any-type-is-accepted': { fails: ['list-animals.bare-array'] },
  'zero-before-numbers': { fails: ['get-animal.exact-animal', 'sequences.model'] },
};
