// Tests the words for each observation that has words of its own.
import { expect, test } from 'vitest';
import type { Observation, Report } from '../../judge/result/report.js';
import { loadLedger } from '../../contract/ledger.js';
import { staging } from '../../testing/reports/fixture-comparison.js';
import { compareObservations } from './observations.js';

const properties = 'A adds no properties; B adds owner, tags.';

test.each([
  ['list-animals.order', 'by name', 'newest first', 'A lists animals by name, B newest first.'],
  ['list-animals.content-type', 'text/html', 'text/plain', 'A sends text/html, B text/plain.'],
  ['list-animals.cross-origin', 'nothing', 'x: *', 'A allows nothing, B x: *.'],
  ['list-animals.preflight', 'status 401', 'status 405', 'A returns status 401, B status 405.'],
  ['list-animals.head', 'status 405', 'status 200', 'A returns status 405, B status 200.'],
  ['add-animal.default-status', 'available', 'sold', 'A defaults to available, B sold.'],
  [
    'add-animal.identifiers',
    'negative, ascending',
    'not negative, ascending',
    'A assigns identifiers that are negative, ascending; B not negative, ascending.',
  ],
  ['store-orders.answer', '200, an array', '403', 'A returns 200, an array; B 403.'],
  ['messages.success-status', '202', '200', 'A returns 202, B 200.'],
  ['messages.error-body', 'no JSON', 'an object', 'A returns no JSON, B an object.'],
  ['messages.identifiers', 'UUIDs', 'numbers', 'A uses UUIDs, B numbers.'],
  ['messages.time-format', 'YYYY', 'YY', 'A writes YYYY, B YY.'],
  ['list-animals.links', 'no', 'yes: link', 'A sends no such headers; B sends link.'],
  [
    'list-animals.delay',
    'at once: in the first list',
    'some appear later',
    'A lists a new animal at once; B does not always list a new animal at once: some appear later.',
  ],
  ['add-animal.more-properties', 'none', 'owner, tags', properties],
  ['messages.more-properties', 'none', 'owner, tags', properties],
  ['errors.more-properties', 'none', 'owner, tags', properties],
  [
    'get-animal.deprecation',
    'no',
    'deprecation: true',
    'A announces nothing; B announces deprecation: true.',
  ],
  ['authentication.challenge', 'no', 'Basic', 'A sends no challenge; B sends Basic.'],
])('%s is told in a sentence', (id, ofA, ofB, sentence) => {
  expect(loadLedger().rules).toContainEqual(expect.objectContaining({ id, kind: 'open' }));
  const answered = (answer: string): Report => {
    const [any] = staging().observations as [Observation];
    return { ...staging(), observations: [{ ...any, id: id as Observation['id'], answer }] };
  };
  const { different } = compareObservations(answered(ofA), answered(ofB), ['A', 'B']);
  expect(different.map(({ sentences }) => sentences)).toEqual([[sentence]]);
});
