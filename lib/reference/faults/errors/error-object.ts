// Faults of clause 7: a wrong Error object. Those that affect only a 401 are in authentication/.
import { replace, type Change } from '../../changes/change.js';
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
import {
  is,
  isFiltered,
  isOfCatalogue,
  namesJson,
  statusIn,
  textIn,
} from '../../changes/requests.js';
import { field, fixed, withField, without } from '../../changes/shown.js';
import { quoted } from '../../json.js';
import type { Refusal } from '../../refusal.js';
import type { Reply } from '../../types.js';
import { breaking, each, type Fault } from '../fault.js';

const rewritingErrors = (due: Due, rewrite: (body: string) => string): Change =>
  refusals(due, (reply) => withBody(reply, rewrite(String(reply.body))));
const problem = (due: Due, write: (refusal: Refusal) => string): Change =>
  refusals(due, (reply, refusal) =>
    withType(withBody(reply, write(refusal)), 'application/problem+json'),
  );
const statusOf = ([due, status]: readonly [due: Due, status: number]): Change =>
  errors(due, fixed('status', String(status)));

export const errorsErrorObject: readonly Fault[] = [
  ...breaking('errors.error-object', {
    'unreadable-body-html': [
      'Returns an HTML page for a body that is not JSON.',
      refusals(
        (refusal, call) => is(call, 'createPet') && refusal.message.includes('not JSON'),
        () => page(400),
      ),
    ],
    'code-missing': ['Omits the code in every Error.', errors(ofCatalogue, without('code'))],
    'message-missing': [
      'Omits the message in every Error.',
      errors(ofCatalogue, without('message')),
    ],
    'status-missing': ['Omits the status in every Error.', errors(ofCatalogue, without('status'))],
    'code-missing-in-404': [
      'Omits the code in the Error for an unknown animal.',
      errors(of404, without('code')),
    ],
    'message-missing-in-400': [
      'Omits the message in the Error for an invalid request.',
      errors(of400, without('message')),
    ],
    'code-a-number': [
      'Returns the code of every Error as a number.',
      errors(ofCatalogue, (fields, refusal) =>
        withField(fields, 'code', () => String(refusal.status)),
      ),
    ],
    'code-null-in-400': [
      'Returns null as the code for an invalid request.',
      errors(of400, fixed('code', 'null')),
    ],
    'message-an-array-in-400': [
      'Returns an array as the message for an invalid request.',
      errors(
        of400,
        field('message', (literal) => `[${literal}]`),
      ),
    ],
    'message-an-object-in-404': [
      'Returns an object as the message for an unknown animal.',
      errors(
        of404,
        field('message', (literal) => `{"en":${literal}}`),
      ),
    ],
    'status-as-text': [
      'Returns the status of every Error as a string.',
      errors(ofCatalogue, field('status', quoted)),
    ],
    'status-as-text-in-404': [
      'Returns the status in the Error for an unknown animal as a string.',
      errors(of404, field('status', quoted)),
    ],
    'status-with-fraction': [
      'Returns a status with a fraction in the Error for an unknown animal.',
      errors(of404, (fields, refusal) => withField(fields, 'status', () => `${refusal.status}.5`)),
    ],
    'errors-in-error': [
      'Wraps every Error in an object with the member error.',
      rewritingErrors(ofCatalogue, inMember('error')),
    ],
    'errors-in-array': ['Returns an array of Errors.', rewritingErrors(ofCatalogue, inArray)],
    'errors-as-text': [
      'Returns every Error as a string that holds JSON.',
      rewritingErrors(ofCatalogue, quoted),
    ],
    'detail-instead-of-error': [
      'Returns an object with only a detail member for an invalid request.',
      rewritingErrors(of400, () => '{"detail":[{"loc":["body"],"msg":"field required"}]}'),
    ],
    'problem-details': [
      'Returns problem details (RFC 9457) instead of an Error.',
      problem(
        ofCatalogue,
        ({ status }) => `{"type":"about:blank","title":"Refused","status":${status}}`,
      ),
    ],
    'empty-404': [
      'Returns 404 without a body for an unknown animal.',
      refusals(of404, () => empty(404)),
    ],
    'html-404': ['Returns an HTML page for an unknown animal.', refusals(of404, () => page(404))],
    'html-404-where-json-is-not-named': [
      'Returns an HTML page for an unknown animal unless the Accept header names JSON.',
      refusals(
        (refusal, call) => of404(refusal, call) && !namesJson(call),
        () => page(404),
      ),
    ],
    'null-404': [
      'Returns 404 with null for an unknown animal.',
      rewritingErrors(of404, () => 'null'),
    ],
    'empty-400': [
      'Returns 400 without a body for an invalid request.',
      refusals(of400, () => empty(400)),
    ],
    'html-400': ['Returns an HTML page for an invalid request.', refusals(of400, () => page(400))],
    'stack-trace': [
      'Returns a stack trace instead of an Error for a body that is not JSON.',
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
      'Returns the HTML error pages of a framework.',
      refusals(ofCatalogue, (_reply, refusal) => page(refusal.status)),
    ],
    'odd-content-type-html': [
      'Returns an HTML page for a body whose content type is not JSON.',
      refusals(of415, () => page(415)),
    ],
    'refused-status-echoed-raw': [
      'Copies an unknown status in the filter into the message of the Error without escaping it.',
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
      'Copies a refused body into the message of the Error without escaping it.',
      refusals(
        (refusal, call) => of400(refusal, call) && is(call, 'createPet'),
        (reply, _refusal, call) =>
          withBody(reply, `{"code":"invalid","message":"invalid: ${textIn(call)}","status":400}`),
      ),
    ],
  }),
  ...breaking('errors.status-field', {
    ...each('Has %s.', statusOf, {
      'status-field-400-in-401': ['400 as the status in the Error of a 401', [of401, 400]],
      'status-always-400': ['400 as the status in every Error', [ofCatalogue, 400]],
      'status-400-in-404': ['400 as the status in the Error for an unknown animal', [of404, 400]],
      'status-422-in-400': ['422 as the status in the Error for an invalid request', [of400, 422]],
    }),
    'errors-mixed-up-under-load': [
      'Keeps the Error that is being returned in a variable that all requests share.',
      replace('finish', (finish, server) => {
        let body: Reply['body'];
        return async (reply, call) => {
          if (reply.status < 400 || !isOfCatalogue(call)) return finish(reply, call);
          body = reply.body;
          await server.clock.sleep(1);
          return finish({ ...reply, body }, call);
        };
      }),
    ],
  }),
];
