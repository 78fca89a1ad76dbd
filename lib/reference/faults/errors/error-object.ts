// Faults of clause 7: the Error object. Those of a 401 alone are with authentication.
import { instead, type Change } from '../../changes/change.js';
import {
  errors,
  of400,
  of401,
  of404,
  of415,
  ofCatalogue,
  refusals,
  type Due,
} from '../../changes/refusals.js';
import { empty, inArray, inMember, page, withBody, withType } from '../../changes/replies.js';
import { is, isFiltered, statusIn, textIn } from '../../changes/requests.js';
import { field, fixed, withField, without } from '../../changes/shown.js';
import { quoted } from '../../json.js';
import type { Refusal } from '../../refusal.js';
import { breaking, type Fault } from '../fault.js';

const rewritingErrors = (due: Due, rewrite: (body: string) => string): Change =>
  refusals(due, (reply) => withBody(reply, rewrite(String(reply.body))));
const problem = (due: Due, write: (refusal: Refusal) => string): Change =>
  refusals(due, (reply, refusal) =>
    withType(withBody(reply, write(refusal)), 'application/problem+json'),
  );

export const errorsErrorObject: readonly Fault[] = [
  ...breaking('errors.error-object', {
    'unreadable-body-html': [
      'Refuses a body that is no JSON with an HTML page.',
      refusals(
        (refusal, call) => is(call, 'createPet') && refusal.message.includes('not JSON'),
        () => page(400),
      ),
    ],
    'large-body-refused-in-html': [
      'Refuses a body of more than 100,000 letters with an HTML page.',
      instead('createPet', (call) => (textIn(call).length > 100_000 ? page(413) : undefined)),
    ],
    'code-missing': ['Leaves the code out of every Error.', errors(ofCatalogue, without('code'))],
    'message-missing': [
      'Leaves the message out of every Error.',
      errors(ofCatalogue, without('message')),
    ],
    'status-missing': [
      'Leaves the status out of every Error.',
      errors(ofCatalogue, without('status')),
    ],
    'code-missing-in-404': [
      'Leaves the code out of the Error of an unknown animal.',
      errors(of404, without('code')),
    ],
    'message-missing-in-400': [
      'Leaves the message out of the Error of an invalid request.',
      errors(of400, without('message')),
    ],
    'code-a-number': [
      'Sends the code of every Error as a number.',
      errors(ofCatalogue, (fields, refusal) =>
        withField(fields, 'code', () => String(refusal.status)),
      ),
    ],
    'code-null-in-400': [
      'Sends null for the code of an invalid request.',
      errors(of400, fixed('code', 'null')),
    ],
    'message-an-array-in-400': [
      'Sends an array for the message of an invalid request.',
      errors(
        of400,
        field('message', (literal) => `[${literal}]`),
      ),
    ],
    'message-an-object-in-404': [
      'Sends an object for the message of an unknown animal.',
      errors(
        of404,
        field('message', (literal) => `{"en":${literal}}`),
      ),
    ],
    'status-as-text': [
      'Sends the status of every Error as a string.',
      errors(ofCatalogue, field('status', quoted)),
    ],
    'status-as-text-in-404': [
      'Sends the status of the Error of an unknown animal as a string.',
      errors(of404, field('status', quoted)),
    ],
    'status-with-fraction': [
      'Says a status with a fraction in the Error of an unknown animal.',
      errors(of404, (fields, refusal) => withField(fields, 'status', () => `${refusal.status}.5`)),
    ],
    'errors-in-error': [
      'Wraps every Error in an object with the member error.',
      rewritingErrors(ofCatalogue, inMember('error')),
    ],
    'errors-in-array': ['Sends an array of Errors.', rewritingErrors(ofCatalogue, inArray)],
    'errors-as-text': [
      'Sends every Error as a string of JSON.',
      rewritingErrors(ofCatalogue, quoted),
    ],
    'detail-instead-of-error': [
      'Answers an invalid request with an object that holds only detail.',
      rewritingErrors(of400, () => '{"detail":[{"loc":["body"],"msg":"field required"}]}'),
    ],
    'problem-details': [
      'Sends problem details (RFC 9457) instead of every Error.',
      problem(
        ofCatalogue,
        ({ status }) => `{"type":"about:blank","title":"Refused","status":${status}}`,
      ),
    ],
    'empty-404': [
      'Answers an unknown animal with 404 and no body.',
      refusals(of404, () => empty(404)),
    ],
    'html-404': ['Answers an unknown animal with an HTML page.', refusals(of404, () => page(404))],
    'null-404': [
      'Answers an unknown animal with 404 and null.',
      rewritingErrors(of404, () => 'null'),
    ],
    'empty-400': [
      'Answers an invalid request with 400 and no body.',
      refusals(of400, () => empty(400)),
    ],
    'html-400': ['Answers an invalid request with an HTML page.', refusals(of400, () => page(400))],
    'stack-trace': [
      'Sends a stack trace instead of the Error of a body that is no JSON.',
      refusals(
        (refusal) => refusal.message.includes('not JSON'),
        (reply) =>
          withType(
            withBody(reply, 'SyntaxError: Unexpected token\n    at JSON.parse (<anonymous>)'),
            'text/plain',
          ),
      ),
    ],
    'framework-errors': [
      'Answers everything that is no animal with the HTML pages of a framework.',
      refusals(ofCatalogue, (_reply, refusal) => page(refusal.status)),
    ],
    'long-name-refused-in-html': [
      'Refuses a body of more than 40,000 letters with an HTML page.',
      instead('createPet', (call) => (textIn(call).length > 40_000 ? page(413) : undefined)),
    ],
    'odd-content-type-html': [
      'Refuses another content type with an HTML page.',
      refusals(of415, () => page(415)),
    ],
    'refused-status-echoed-raw': [
      'Puts the refused status of a list into the message of the Error as it is.',
      refusals(
        (refusal, call) => of400(refusal, call) && is(call, 'listPets') && isFiltered(call),
        (reply, _refusal, call) =>
          withBody(
            reply,
            `{"code":"invalid","message":"status=${statusIn(call)} is unknown","status":400}`,
          ),
      ),
    ],
    'refused-name-echoed-raw': [
      'Puts a refused body into the message of the Error as it is.',
      refusals(
        (refusal, call) => of400(refusal, call) && is(call, 'createPet'),
        (reply, _refusal, call) =>
          withBody(reply, `{"code":"invalid","message":"invalid: ${textIn(call)}","status":400}`),
      ),
    ],
  }),
  ...breaking('errors.status-field', {
    'status-field-400-in-401': [
      'Says 400 in the Error of a 401.',
      errors(of401, fixed('status', '400')),
    ],
    'status-always-400': ['Says 400 in every Error.', errors(ofCatalogue, fixed('status', '400'))],
    'status-0-in-404': [
      'Says 0 in the Error of an unknown animal.',
      errors(of404, fixed('status', '0')),
    ],
    'status-400-in-404': [
      'Says 400 in the Error of an unknown animal.',
      errors(of404, fixed('status', '400')),
    ],
    'status-422-in-400': [
      'Says 422 in the Error of an invalid request.',
      errors(of400, fixed('status', '422')),
    ],
  }),
];
