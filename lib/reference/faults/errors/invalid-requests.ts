// Faults of clause 7: invalid requests on which the server fails.
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
import type { Operation } from '../../types.js';
import { breaking, each, type Fault } from '../fault.js';

const refusingBody = (when: (body: JsonObject) => boolean): Change =>
  after('readObject', (body) => (when(body) ? refuse(500) : body));

const refusingQuery = (odd: RegExp): Change =>
  refusing(500, (call) => is(call, 'listPets') && odd.test(call.query));
const refusingLimit = (odd: RegExp): Change =>
  refusing(500, (call) => odd.test(limitIn(call) ?? ''));
const failingFor = (operation: Operation): Change =>
  otherStatus(({ status }, call) => status !== 401 && is(call, operation), 500);

export const errorsInvalidRequests: readonly Fault[] = [
  ...breaking('errors.invalid-requests', {
    ...each('Returns 500 for %s.', refusingLimit, {
      'limit-0-fails': ['a limit of 0', /^0$/],
      'limit-in-words-fails': ['a limit that is not a number', /[a-z]/i],
      'negative-limit-fails': ['a negative limit', /^-\d/],
    }),
    'huge-limit-fails': [
      'Returns 500 for a limit beyond 32 bits.',
      refusing(500, (call) => Number(limitIn(call)) > 2 ** 31),
    ],
    ...each('Returns 500 for %s.', refusingQuery, {
      'repeated-filter-fails': ['a repeated filter', /status=.*status=/i],
      'brackets-in-query-fail': ['brackets in a query', /\[\]/i],
      'nested-query-fails': ['a nested parameter', /\[a\]/i],
      'lone-percent-fails': [
        'a percent sign in a query that does not start an escape',
        /%(?![0-9a-f]{2})/i,
      ],
      'nul-in-query-fails': ['an encoded NUL in a query', /%00/i],
      'quote-in-query-fails': ['an apostrophe in a query', /('|%27)/i],
      'double-quote-in-query-fails': ['a double quote in a query', /%22/i],
      'empty-filter-fails': ['an empty filter', /status=(&|$)/i],
      'parameter-without-value-fails': ['a parameter without a value', /(^|&)limit(&|$)/i],
      'empty-parameters-fail': ['empty parameters in a query', /&&/i],
      'no-utf8-in-query-fails': ['a query that is not UTF-8', /%ff/i],
      'emoji-in-query-fails': ['an emoji in a query', /%f0%9f/i],
      'semicolon-in-query-fails': ['a semicolon in a query', /;/i],
      'plus-in-query-fails': ['a plus sign in a query', /\+/i],
      'proto-in-query-fails': ['the parameter __proto__', /__proto__/i],
      'long-query-fails': ['a query of more than 4,000 characters', /.{4000}/i],
    }),
    'unknown-status-fails': [
      'Returns 500 for an unknown status in the filter.',
      refusing(
        500,
        (call) => isFiltered(call) && !/^(available|pending|sold)$/.test(statusIn(call) ?? ''),
      ),
    ],
    ...each('Returns 500 for a petId %s.', (odd) => refusingId(500, (id) => odd.test(id)), {
      'id-in-words-500': ['that is a word', /^[a-z]+$/i],
      'id-with-fraction-500': ['with a fraction', /\./],
      'odd-id-nul-500': ['with a NUL character', /\0/],
      'odd-id-long-500': ['of a hundred digits', /\d{100}/],
    }),
    'id-beyond-int64-500': [
      'Returns 500 for a petId beyond int64.',
      refusingId(
        500,
        (text) => /^-?\d{19,}$/.test(text) && BigInt(text) !== BigInt.asIntN(64, BigInt(text)),
      ),
    ],
    ...each('Returns 500 for an unknown %s.', failingFor, {
      'unknown-path-500': ['path', 'unknownPath'],
      'unknown-method-500': ['method', 'unknownMethod'],
    }),
    'odd-content-type-500': [
      'Returns 500 for an animal whose content type is not JSON.',
      otherStatus(of415, 500),
    ],
    'add-unknown-member-500': [
      'Returns 500 for an animal with an unknown member.',
      refusingBody((body) =>
        [...body.keys()].some((name) => !['id', 'name', 'categoryId', 'status'].includes(name)),
      ),
    ],
    'add-own-property-500': [
      'Returns 500 for an animal with a member named hasOwnProperty, which it calls.',
      refusingBody((body) => body.has('hasOwnProperty')),
    ],
    'add-bom-500': [
      'Returns 500 for a byte order mark before an animal.',
      before('parse', (text) => {
        if (text.startsWith('\ufeff')) refuse(500);
      }),
    ],
    'add-lone-surrogate-500': [
      'Returns 500 for an unpaired surrogate in a name.',
      refusingName(500, (name) => /\p{Cs}/u.test(name)),
    ],
    'add-invalid-utf8-500': [
      'Returns 500 for an animal that is not UTF-8.',
      insteadOfRefusal('decode', () => refuse(500)),
    ],
    'add-whole-decimal-500': [
      'Returns 500 for a categoryId that is written as 1.0.',
      before('categoryOf', (body) => {
        const value = body.get('categoryId');
        if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e9)
          refuse(500);
      }),
    ],
    'add-client-id-500': [
      'Returns 500 for an animal with an id in the request.',
      refusingBody((body) => body.has('id')),
    ],
    'list-unknown-parameter-500': [
      'Returns 500 for a list with an unknown query parameter.',
      refusing(500, (call) => is(call, 'listPets') && /offset|page|sort|such/.test(call.query)),
    ],
    'unknown-status-proto-500': [
      'Returns 500 for the filters constructor and __proto__.',
      refusing(500, (call) => (statusIn(call) ?? 'x') in {}),
    ],
    'odd-id-proto-500': ['Returns 500 for the petId __proto__.', refusingId(500, (id) => id in {})],
    'deep-body-500': [
      'Returns 500 for a thousand nested arrays.',
      after('decode', (text) => (/^\[{1000}/.test(text) ? refuse(500) : text)),
    ],
  }),
];
