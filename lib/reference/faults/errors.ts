// Faults of clause 7: the Error object. Those of a 401 alone are with authentication.
import { replace } from '../fault.js';
import type { Fault } from '../fault.js';
import { quoted } from '../json.js';
import { Refusal } from '../refusal.js';
import type { Call } from '../types.js';
import {
  empty,
  errors,
  isStatus,
  ofCatalogue,
  otherStatus,
  page,
  refusals,
  withField,
  withoutField,
  withType,
} from './changes.js';

const object = 'errors.error-object';
const field = 'errors.status-field';
const paths = 'errors.unknown-paths';
const bodies = 'bodies.json';
const body401 = 'authentication.error-body';

const every = ofCatalogue;
const of400 = (refusal: Refusal, call: Call): boolean =>
  refusal.status === 400 && every(refusal, call);
const of404 = (refusal: Refusal, call: Call): boolean =>
  refusal.status === 404 && call.operation === 'getPet';
const ofPaths = (_: Refusal, call: Call): boolean => call.operation === 'unknownPath';
const ofMethods = (_: Refusal, call: Call): boolean => call.operation === 'unknownMethod';
const notKey = (refusal: Refusal): boolean => refusal.status !== 401;
const known =
  (test: (refusal: Refusal, call: Call) => boolean) =>
  (refusal: Refusal, call: Call): boolean =>
    notKey(refusal) && test(refusal, call);

const fieldFault = (
  name: string,
  sentence: string,
  fails: readonly string[],
  when: Parameters<typeof errors>[0],
  change: Parameters<typeof errors>[1],
): Fault => ({
  name,
  clause: '7',
  sentence,
  fails,
  change: errors(when, change),
});
const answerFault = (
  name: string,
  sentence: string,
  fails: readonly string[],
  when: Parameters<typeof refusals>[0],
  change: Parameters<typeof refusals>[1],
): Fault => ({
  name,
  clause: '7',
  sentence,
  fails,
  change: refusals(when, change),
});
const wrapped = (member: string) => (reply: Parameters<Parameters<typeof refusals>[1]>[0]) => ({
  ...reply,
  body: `{"${member}":${String(reply.body)}}`,
});

export const errorFaults: readonly Fault[] = [
  fieldFault(
    'code-missing',
    'Leaves the code out of every Error.',
    [object, body401],
    every,
    (fields) => withoutField(fields, 'code'),
  ),
  fieldFault(
    'message-missing',
    'Leaves the message out of every Error.',
    [object, body401],
    every,
    (fields) => withoutField(fields, 'message'),
  ),
  fieldFault(
    'status-missing',
    'Leaves the status out of every Error.',
    [object, body401],
    every,
    (fields) => withoutField(fields, 'status'),
  ),
  fieldFault(
    'code-missing-in-404',
    'Leaves the code out of the Error of an unknown animal.',
    [object],
    of404,
    (fields) => withoutField(fields, 'code'),
  ),
  fieldFault(
    'message-missing-in-400',
    'Leaves the message out of the Error of an invalid request.',
    [object],
    of400,
    (fields) => withoutField(fields, 'message'),
  ),
  fieldFault(
    'code-a-number',
    'Sends the code of every Error as a number.',
    [object, body401],
    every,
    (fields, refusal) => withField(fields, 'code', () => String(refusal.status)),
  ),
  fieldFault(
    'code-null-in-400',
    'Sends null for the code of an invalid request.',
    [object],
    of400,
    (fields) => withField(fields, 'code', () => 'null'),
  ),
  fieldFault(
    'message-an-array-in-400',
    'Sends an array for the message of an invalid request.',
    [object],
    of400,
    (fields) => withField(fields, 'message', (literal) => `[${literal}]`),
  ),
  fieldFault(
    'message-an-object-in-404',
    'Sends an object for the message of an unknown animal.',
    [object],
    of404,
    (fields) => withField(fields, 'message', (literal) => `{"en":${literal}}`),
  ),
  fieldFault(
    'message-null',
    'Sends null for the message of every Error.',
    [object, body401],
    every,
    (fields) => withField(fields, 'message', () => 'null'),
  ),
  fieldFault(
    'status-as-text',
    'Sends the status of every Error as a string.',
    [object, body401],
    every,
    (fields) => withField(fields, 'status', quoted),
  ),
  fieldFault(
    'status-as-text-in-404',
    'Sends the status of the Error of an unknown animal as a string.',
    [object],
    of404,
    (fields) => withField(fields, 'status', quoted),
  ),
  fieldFault(
    'status-in-words',
    'Sends the status of every Error in words.',
    [object, body401],
    every,
    (fields) => withField(fields, 'status', () => '"error"'),
  ),
  fieldFault('status-always-400', 'Says 400 in every Error.', [field], every, (fields) =>
    withField(fields, 'status', () => '400'),
  ),
  fieldFault('status-always-500', 'Says 500 in every Error.', [field], every, (fields) =>
    withField(fields, 'status', () => '500'),
  ),
  fieldFault(
    'status-0-in-404',
    'Says 0 in the Error of an unknown animal.',
    [field],
    of404,
    (fields) => withField(fields, 'status', () => '0'),
  ),
  fieldFault(
    'status-400-in-404',
    'Says 400 in the Error of an unknown animal.',
    [field],
    of404,
    (fields) => withField(fields, 'status', () => '400'),
  ),
  fieldFault(
    'status-422-in-400',
    'Says 422 in the Error of an invalid request.',
    [field],
    of400,
    (fields) => withField(fields, 'status', () => '422'),
  ),
  fieldFault(
    'status-with-fraction',
    'Says a status with a fraction in the Error of an unknown animal.',
    [object],
    of404,
    (fields, refusal) => withField(fields, 'status', () => `${refusal.status}.5`),
  ),
  answerFault(
    'errors-in-error',
    'Wraps every Error in an object with the member error.',
    [object, body401],
    every,
    wrapped('error'),
  ),
  answerFault(
    'errors-in-error-for-400',
    'Wraps the Error of an invalid request in an object with the member error.',
    [object],
    of400,
    wrapped('error'),
  ),
  answerFault(
    'errors-in-array',
    'Sends an array of Errors.',
    [object, body401],
    every,
    (reply) => ({ ...reply, body: `[${String(reply.body)}]` }),
  ),
  answerFault(
    'errors-as-list',
    'Sends an object with a list of errors for an invalid request.',
    [object],
    of400,
    (reply) => ({ ...reply, body: `{"errors":[${String(reply.body)}]}` }),
  ),
  answerFault(
    'errors-as-text',
    'Sends every Error as a string of JSON.',
    [object, body401],
    every,
    (reply) => ({ ...reply, body: quoted(String(reply.body)) }),
  ),
  answerFault(
    'detail-instead-of-error',
    'Answers an invalid request with an object that holds only detail.',
    [object],
    of400,
    (reply) => ({ ...reply, body: '{"detail":[{"loc":["body"],"msg":"field required"}]}' }),
  ),
  answerFault(
    'problem-details',
    'Sends problem details (RFC 9457) instead of every Error.',
    [object, body401, bodies],
    every,
    (reply, refusal) =>
      withType(
        { ...reply, body: `{"type":"about:blank","title":"Refused","status":${refusal.status}}` },
        'application/problem+json',
      ),
  ),
  answerFault(
    'problem-details-in-404',
    'Sends problem details (RFC 9457) for an unknown animal.',
    [object, bodies],
    of404,
    (reply, refusal) =>
      withType(
        { ...reply, body: `{"title":"Not Found","status":${refusal.status}}` },
        'application/problem+json',
      ),
  ),
  answerFault('empty-404', 'Answers an unknown animal with 404 and no body.', [object], of404, () =>
    empty(404),
  ),
  answerFault(
    'html-404',
    'Answers an unknown animal with an HTML page.',
    [object, bodies],
    of404,
    () => page(404),
  ),
  answerFault(
    'text-404',
    'Answers an unknown animal with the words Not Found.',
    [object, bodies],
    of404,
    (reply) => withType({ ...reply, body: 'Not Found' }, 'text/plain'),
  ),
  answerFault(
    'null-404',
    'Answers an unknown animal with 404 and null.',
    [object],
    of404,
    (reply) => ({ ...reply, body: 'null' }),
  ),
  answerFault(
    'empty-object-404',
    'Answers an unknown animal with 404 and an empty object.',
    [object],
    of404,
    (reply) => ({ ...reply, body: '{}' }),
  ),
  answerFault(
    'empty-400',
    'Answers an invalid request with 400 and no body.',
    [object],
    of400,
    () => empty(400),
  ),
  answerFault(
    'html-400',
    'Answers an invalid request with an HTML page.',
    [object, bodies],
    of400,
    () => page(400),
  ),
  answerFault(
    'text-400',
    'Answers an invalid request with the words Bad Request.',
    [object, bodies],
    of400,
    (reply) => withType({ ...reply, body: 'Bad Request' }, 'text/plain'),
  ),
  answerFault('error-as-plain-text', 'Sends every Error as text/plain.', [bodies], every, (reply) =>
    withType(reply, 'text/plain'),
  ),
  answerFault(
    'error-400-as-html',
    'Sends the Error of an invalid request as text/html.',
    [bodies],
    of400,
    (reply) => withType(reply, 'text/html'),
  ),
  answerFault(
    'error-without-content-type',
    'Sends every Error without a content type.',
    [bodies],
    every,
    (reply) => ({ ...reply, headers: [] }),
  ),
  answerFault(
    'stack-trace',
    'Sends a stack trace instead of the Error of a body that is no JSON.',
    [object, bodies],
    (refusal) => refusal.message.includes('not JSON'),
    (reply) =>
      withType(
        { ...reply, body: 'SyntaxError: Unexpected token\n    at JSON.parse (<anonymous>)' },
        'text/plain',
      ),
  ),

  answerFault(
    'unknown-path-html',
    'Answers an unknown path with an HTML page.',
    [paths],
    known(ofPaths),
    () => page(404),
  ),
  answerFault(
    'unknown-path-empty',
    'Answers an unknown path with 404 and no body.',
    [paths],
    known(ofPaths),
    () => empty(404),
  ),
  answerFault(
    'unknown-path-text',
    'Answers an unknown path with a line of text.',
    [paths],
    known(ofPaths),
    (reply) => withType({ ...reply, body: 'no such route' }, 'text/plain'),
  ),
  answerFault(
    'unknown-path-other-error',
    'Answers an unknown path with the error of a framework.',
    [paths],
    known(ofPaths),
    (reply) => ({
      ...reply,
      body: '{"message":"Route not found","error":"Not Found","statusCode":404}',
    }),
  ),
  answerFault(
    'unknown-method-html',
    'Answers an unknown method with an HTML page.',
    [paths],
    known(ofMethods),
    () => page(405),
  ),
  answerFault(
    'unknown-method-empty',
    'Answers an unknown method with 405 and no body.',
    [paths],
    known(ofMethods),
    () => empty(405),
  ),
  answerFault(
    'unknown-method-wrong-status-field',
    'Says 404 in the Error of an unknown method.',
    [paths],
    known(ofMethods),
    (reply) => ({ ...reply, body: '{"code":"method_not_allowed","message":"No.","status":404}' }),
  ),
  {
    name: 'unknown-path-500',
    clause: '7',
    sentence: 'Fails with 500 for an unknown path.',
    fails: ['errors.invalid-requests'],
    change: otherStatus(known(ofPaths), 500),
  },
  {
    name: 'unknown-method-500',
    clause: '7',
    sentence: 'Fails with 500 for an unknown method.',
    fails: ['errors.invalid-requests'],
    change: otherStatus(known(ofMethods), 500),
  },
  {
    name: 'odd-content-type-500',
    clause: '7',
    sentence: 'Fails with 500 when an animal comes with another content type.',
    fails: ['errors.invalid-requests'],
    change: otherStatus(isStatus(415), 500),
  },
  {
    name: 'valid-name-500',
    clause: '4',
    sentence: 'Fails with 500 for every name with a space in it.',
    fails: ['errors.valid-requests'],
    change: replace('nameOf', (nameOf) => (body, call) => {
      const name = nameOf(body, call);
      if (name.includes(' ')) throw new Refusal(500, 'internal', 'Something went wrong.');
      return name;
    }),
  },
  {
    name: 'negative-category-500',
    clause: '4',
    sentence: 'Fails with 500 for a negative categoryId.',
    fails: ['errors.valid-requests'],
    change: categoryFails((category) => category < 0n),
  },
  {
    name: 'category-beyond-32-bits-500',
    clause: '4',
    sentence: 'Fails with 500 for a categoryId beyond 32 bits.',
    fails: ['errors.valid-requests'],
    change: categoryFails((category) => BigInt.asIntN(32, category) !== category),
  },
];

function categoryFails(when: (category: bigint) => boolean): Fault['change'] {
  return replace('categoryOf', (categoryOf) => (body, call) => {
    const category = categoryOf(body, call);
    if (when(category)) throw new Refusal(500, 'internal', 'Something went wrong.');
    return category;
  });
}
