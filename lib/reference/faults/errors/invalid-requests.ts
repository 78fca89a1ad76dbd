// Faults of clause 7: invalid requests that the server fails at.
import { after, before, insteadOfRefusal, type Change } from '../../changes/change.js';
import {
  of415,
  otherStatus,
  refuse,
  refusing,
  refusingId,
  refusingName,
} from '../../changes/refusals.js';
import { is, isFiltered, limitIn, statusIn } from '../../changes/requests.js';
import type { JsonObject } from '../../json.js';
import { breaking, type Fault } from '../fault.js';

const refusingBody = (when: (body: JsonObject) => boolean): Change =>
  after('readObject', (body) => (when(body) ? refuse(500) : body));

const refusingQuery = (odd: RegExp): Change =>
  refusing(500, (call) => is(call, 'listPets') && odd.test(call.query));

export const errorsInvalidRequests: readonly Fault[] = [
  ...breaking('errors.invalid-requests', {
    'limit-0-fails': [
      'Fails with 500 for a limit of 0.',
      refusing(500, (call) => limitIn(call) === '0'),
    ],
    'limit-in-words-fails': [
      'Fails with 500 for a limit that is no number.',
      refusing(500, (call) => /[a-z]/i.test(limitIn(call) ?? '')),
    ],
    'negative-limit-fails': [
      'Fails with 500 for a negative limit.',
      refusing(500, (call) => /^-\d/.test(limitIn(call) ?? '')),
    ],
    'huge-limit-fails': [
      'Fails with 500 for a limit beyond 32 bits.',
      refusing(500, (call) => Number(limitIn(call)) > 2 ** 31),
    ],
    'repeated-filter-fails': [
      'Fails with 500 for a filter that is sent twice.',
      refusingQuery(/status=.*status=/i),
    ],
    'brackets-in-query-fail': ['Fails with 500 for brackets in a query.', refusingQuery(/\[\]/i)],
    'nested-query-fails': ['Fails with 500 for a nested parameter.', refusingQuery(/\[a\]/i)],
    'lone-percent-fails': [
      'Fails with 500 for a percent sign in a query that begins no code.',
      refusingQuery(/%(?![0-9a-f]{2})/i),
    ],
    'nul-in-query-fails': ['Fails with 500 for NUL in a query.', refusingQuery(/%00/i)],
    'quote-in-query-fails': [
      'Fails with 500 for an apostrophe in a query.',
      refusingQuery(/('|%27)/i),
    ],
    'double-quote-in-query-fails': [
      'Fails with 500 for a quotation mark in a query.',
      refusingQuery(/%22/i),
    ],
    'empty-filter-fails': ['Fails with 500 for an empty filter.', refusingQuery(/status=(&|$)/i)],
    'parameter-without-value-fails': [
      'Fails with 500 for a parameter without a value.',
      refusingQuery(/(^|&)limit(&|$)/i),
    ],
    'empty-parameters-fail': [
      'Fails with 500 for empty parameters in a query.',
      refusingQuery(/&&/i),
    ],
    'no-utf8-in-query-fails': [
      'Fails with 500 for a query that is not UTF-8.',
      refusingQuery(/%ff/i),
    ],
    'emoji-in-query-fails': ['Fails with 500 for an emoji in a query.', refusingQuery(/%f0%9f/i)],
    'semicolon-in-query-fails': ['Fails with 500 for a semicolon in a query.', refusingQuery(/;/i)],
    'plus-in-query-fails': ['Fails with 500 for a plus sign in a query.', refusingQuery(/\+/i)],
    'proto-in-query-fails': [
      'Fails with 500 for the parameter __proto__.',
      refusingQuery(/__proto__/i),
    ],
    'long-query-fails': [
      'Fails with 500 for a query of more than 4,000 letters.',
      refusingQuery(/.{4000}/i),
    ],
    'unknown-status-fails': [
      'Fails with 500 for a status of the list that it does not know.',
      refusing(
        500,
        (call) => isFiltered(call) && !/^(available|pending|sold)$/.test(statusIn(call) ?? ''),
      ),
    ],
    'id-in-words-500': [
      'Fails with 500 for a petId that is a word.',
      refusingId(500, (text) => /^[a-z]+$/i.test(text)),
    ],
    'id-with-fraction-500': [
      'Fails with 500 for a petId with a fraction.',
      refusingId(500, (text) => text.includes('.')),
    ],
    'id-beyond-int64-500': [
      'Fails with 500 for a petId beyond int64.',
      refusingId(
        500,
        (text) => /^-?\d{19,}$/.test(text) && BigInt(text) !== BigInt.asIntN(64, BigInt(text)),
      ),
    ],
    'unknown-path-500': [
      'Fails with 500 for an unknown path.',
      otherStatus(({ status }, call) => status !== 401 && is(call, 'unknownPath'), 500),
    ],
    'unknown-method-500': [
      'Fails with 500 for an unknown method.',
      otherStatus(({ status }, call) => status !== 401 && is(call, 'unknownMethod'), 500),
    ],
    'odd-content-type-500': [
      'Fails with 500 when an animal comes with another content type.',
      otherStatus(of415, 500),
    ],
    'add-unknown-member-500': [
      'Fails with 500 for an animal with a property that it does not know.',
      refusingBody((body) =>
        [...body.keys()].some((name) => !['id', 'name', 'categoryId', 'status'].includes(name)),
      ),
    ],
    'add-bom-500': [
      'Fails with 500 for a byte order mark before an animal.',
      before('parse', (text) => {
        if (text.startsWith('\ufeff')) refuse(500);
      }),
    ],
    'add-lone-surrogate-500': [
      'Fails with 500 for half of a surrogate pair in a name.',
      refusingName(500, (name) => /\p{Cs}/u.test(name)),
    ],
    'add-invalid-utf8-500': [
      'Fails with 500 for an animal whose bytes are no UTF-8.',
      insteadOfRefusal('decode', () => refuse(500)),
    ],
    'add-whole-decimal-500': [
      'Fails with 500 for a categoryId that is written as 1.0.',
      before('categoryOf', (body) => {
        const value = body.get('categoryId');
        if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e9)
          refuse(500);
      }),
    ],
    'add-client-id-500': [
      'Fails with 500 for an animal with an id in the request.',
      refusingBody((body) => body.has('id')),
    ],
    'list-unknown-parameter-500': [
      'Fails with 500 for a list with a parameter that it does not know.',
      refusing(500, (call) => is(call, 'listPets') && /offset|page|sort|such/.test(call.query)),
    ],
    'unknown-status-proto-500': [
      'Fails with 500 for a filter that reads constructor or __proto__.',
      refusing(500, (call) => (statusIn(call) ?? 'x') in {}),
    ],
    'odd-id-proto-500': [
      'Fails with 500 for the petId __proto__.',
      refusingId(500, (id) => id in {}),
    ],
    'odd-id-nul-500': [
      'Fails with 500 for a petId with a NUL character.',
      refusingId(500, (id) => id.includes('\0')),
    ],
    'odd-id-long-500': [
      'Fails with 500 for a petId of a hundred digits.',
      refusingId(500, (id) => /\d{100}/.test(id)),
    ],
    'deep-body-500': [
      'Fails with 500 for an animal of arrays in one another, a thousand deep.',
      after('decode', (text) => (/^\[{1000}/.test(text) ? refuse(500) : text)),
    ],
  }),
];
