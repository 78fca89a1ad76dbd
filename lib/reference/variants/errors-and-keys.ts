// Legal variants of refusals and keys: codes, messages, headers, the spelling of the word Bearer.
import { after, before, instead, type Change } from '../changes/change.js';
import { refuse } from '../changes/refusals.js';
import { page, withHeader } from '../changes/replies.js';
import { idIn, is } from '../changes/requests.js';
import { field, fixed } from '../changes/shown.js';
import { inCapitals } from '../changes/texts.js';
import { quoted } from '../json.js';
import { header } from '../request.js';
import type { Fields } from '../types.js';
import { legal, oneOf, type Variant } from './variant.js';

const errorFields = (change: (fields: Fields, number: number) => Fields): Change =>
  after('errorFields', (fields, _refusal, call) => change(fields, call.number));
const challenge = (value: string): Change =>
  after('refuse', (reply, refusal) =>
    refusal.status === 401 ? withHeader(reply, 'www-authenticate', value) : reply,
  );

export const errorsAndKeys: readonly Variant[] = [
  ...oneOf({
    'codes-in-capitals': [
      'Returns error codes in upper case.',
      errorFields(field('code', inCapitals)),
    ],
    'codes-with-numbers': [
      'Returns numeric strings as error codes.',
      errorFields(fixed('code', '"40010"')),
    ],
    'codes-empty': ['Returns an empty error code.', errorFields(fixed('code', '""'))],
    'codes-by-status': [
      'Has one error code for each status.',
      after('errorFields', (fields, { status }) => field('code', () => `"E${status}"`)(fields)),
    ],
  }),
  ...oneOf({
    'messages-in-german': [
      'Returns error messages in German.',
      errorFields(fixed('message', quoted('Ungültige Anfrage – bitte prüfen Sie „alles“.'))),
    ],
    'messages-long': [
      'Returns error messages of several lines.',
      errorFields(
        field('message', (before) =>
          quoted(
            `${JSON.parse(before) as string}\n\tSee https://example.com/errors?a=1&b=2 <docs>\n`.repeat(
              20,
            ),
          ),
        ),
      ),
    ],
  }),
  ...legal({
    'rewritten-address-open': [
      'Obeys X-Original-URL, which leads to a public page.',
      instead('begin', ({ request }) =>
        header(request, 'x-original-url') === '/' ? page(200) : undefined,
      ),
    ],
    'errors-with-more-fields': [
      'Returns additional fields in an Error.',
      errorFields((fields, number) => [
        ...fields,
        ['requestId', quoted(`request-${number}`)],
        ['details', '[{"field":"name","issue":null}]'],
        ['timestamp', '1.7e12'],
      ]),
    ],
    'errors-reversed': [
      'Returns the members of an Error in another order.',
      errorFields((fields) => fields.toReversed()),
    ],
  }),
  ...oneOf({
    challenge: [
      'Returns a WWW-Authenticate header with a 401.',
      challenge('Bearer realm="animal store"'),
    ],
    'challenge-with-error': [
      'Returns a WWW-Authenticate header that names an error with a 401.',
      challenge(
        'Bearer realm="animal store", error="invalid_token", error_description="The key is invalid"',
      ),
    ],
  }),
  ...legal({
    'content-type-before-key': [
      'Returns 415 for a content type that is not JSON before it checks the key.',
      before('answer', (call, server) => {
        if (is(call, 'createPet')) server.requireJsonType(call);
      }),
      { conflictsWith: ['any-content-type-taken', 'other-content-type-400'] },
    ],
    'key-in-x-api-key-taken': [
      'Also accepts the key in an X-API-Key header.',
      after('shownKey', (shown, { request }) => shown ?? header(request, 'x-api-key')),
      { mayFail: ['authentication.other-places', 'messages.other-places'] },
    ],
    'word-behind-the-key-ignored': [
      'Reads the key only up to the first space.',
      after('shownKey', (shown) => shown?.split(' ')[0]),
      { mayFail: ['authentication.other-places', 'messages.other-places'] },
    ],
    'no-integer-404-before-key': [
      'Routes only integers to animals, and returns 404 for other paths before it checks the key.',
      before('answer', (call) => {
        if (is(call, 'getPet') && !/^-?\d+$/.test(idIn(call))) refuse(404);
      }),
      { mayFail: ['authentication.before-routing'] },
    ],
    'application-range-406': [
      'Returns 406 for a list unless application/json or */* is accepted.',
      before('answer', (call) => {
        if (is(call, 'listPets') && header(call.request, 'accept') === 'application/*') refuse(406);
      }),
      { mayFail: ['list-animals.accept-range'] },
    ],
    'other-origins-refused': [
      'Returns 403 for a list that a page of another origin asks for.',
      before('answer', (call) => {
        if (is(call, 'listPets') && header(call.request, 'origin') !== undefined) refuse(403);
      }),
    ],
    'bearer-in-any-case': [
      'Ignores the case of the word Bearer.',
      after(
        'shownKey',
        (shown, call, server) =>
          shown ?? /^bearer (.+)$/i.exec(server.authorization(call) ?? '')?.[1],
      ),
    ],
  }),
];
