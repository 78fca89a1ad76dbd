// Legal variants of refusals and keys: codes, messages, headers, the form of the word Bearer.
import { replace } from '../change.js';
import type { Variant } from './variant.js';
import { quoted } from '../json.js';
import type { Fields } from '../types.js';
import { oneOf } from './variant.js';

const errorFields = (change: (fields: Fields, number: number) => Fields): Variant['change'] =>
  replace(
    'errorFields',
    (original) => (refusal, call) => change(original(refusal, call), call.number),
  );
const literal =
  (name: string, write: (before: string) => string) =>
  (fields: Fields): Fields =>
    fields.map(([each, before]) => [each, each === name ? write(before) : before]);
const challenge = (value: string): Variant['change'] =>
  replace('refuse', (refuse) => (refusal, call) => {
    const reply = refuse(refusal, call);
    return refusal.status === 401
      ? { ...reply, headers: [...reply.headers, ['www-authenticate', value]] }
      : reply;
  });

export const errorsAndKeys: readonly Variant[] = [
  ...oneOf(
    {
      name: 'codes-in-capitals',
      sentence: 'Writes error codes in capital letters.',
      change: errorFields(literal('code', (before) => before.toUpperCase())),
    },
    {
      name: 'codes-with-numbers',
      sentence: 'Writes numbers as strings for error codes.',
      change: errorFields(literal('code', () => '"40010"')),
    },
    {
      name: 'codes-empty',
      sentence: 'Sends an empty error code.',
      change: errorFields(literal('code', () => '""')),
    },
  ),
  ...oneOf(
    {
      name: 'messages-in-german',
      sentence: 'Writes error messages in German.',
      change: errorFields(
        literal('message', () => quoted('Ungültige Anfrage – bitte prüfen Sie „alles“.')),
      ),
    },
    {
      name: 'messages-long',
      sentence: 'Writes error messages of several lines.',
      change: errorFields(
        literal('message', (before) =>
          quoted(
            `${JSON.parse(before) as string}\n\tSee https://example.com/errors?a=1&b=2 <docs>\n`.repeat(
              20,
            ),
          ),
        ),
      ),
    },
  ),
  {
    name: 'errors-with-more-fields',
    sentence: 'Adds fields of its own to an Error.',
    change: errorFields((fields, number) => [
      ...fields,
      ['requestId', quoted(`request-${number}`)],
      ['details', '[{"field":"name","issue":null}]'],
      ['timestamp', '1.7e12'],
    ]),
  },
  {
    name: 'errors-reversed',
    sentence: 'Writes the members of an Error in another order.',
    change: errorFields((fields) => fields.toReversed()),
  },
  ...oneOf(
    {
      name: 'challenge',
      sentence: 'Sends a WWW-Authenticate header with a 401.',
      change: challenge('Bearer realm="animal store"'),
    },
    {
      name: 'challenge-with-error',
      sentence: 'Sends a WWW-Authenticate header with an error with a 401.',
      change: challenge(
        'Bearer realm="animal store", error="invalid_token", error_description="The key is invalid"',
      ),
    },
  ),
  {
    name: 'content-type-before-key',
    sentence: 'Refuses another content type with 415 before it looks at the key.',
    conflictsWith: ['any-content-type-taken', 'other-content-type-400'],
    change: replace('answer', (answer, server) => (call) => {
      if (call.operation === 'createPet') server.requireJsonType(call);
      return answer(call);
    }),
  },
  {
    name: 'bearer-in-any-case',
    sentence: 'Does not mind the case of the word Bearer.',
    change: replace(
      'shownKey',
      (shownKey, server) => (call) =>
        shownKey(call) ?? /^bearer (.+)$/i.exec(server.authorization(call) ?? '')?.[1],
    ),
  },
];
