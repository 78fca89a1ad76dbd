// Faults of clause 7: paths and methods that the contract does not know, and signs that a front refuses.
import { instead } from '../../changes/change.js';
import { refusals, type Due } from '../../changes/refusals.js';
import { empty, page, withBody } from '../../changes/replies.js';
import { is } from '../../changes/requests.js';
import type { Operation } from '../../types.js';
import { breaking, type Fault } from '../fault.js';

const of =
  (operation: Operation): Due =>
  (refusal, call) =>
    refusal.status !== 401 && is(call, operation);

export const errorsUnknownPaths: readonly Fault[] = [
  ...breaking('errors.unknown-paths', {
    'more-path-ignored': [
      'Answers any path below an animal with the animal.',
      instead('unknownPath', (call, server) => {
        const [, id] = /\/pets\/(\d+)\/./.exec(call.path) ?? [];
        const animal = id === undefined ? undefined : server.store.get(BigInt(id));
        return animal && server.json(200, server.fetchedText(animal, call), call);
      }),
    ],
    'unknown-path-html': [
      'Answers an unknown path with an HTML page.',
      refusals(of('unknownPath'), () => page(404)),
    ],
    'unknown-path-empty': [
      'Answers an unknown path with 404 and no body.',
      refusals(of('unknownPath'), () => empty(404)),
    ],
    'unknown-path-other-error': [
      'Answers an unknown path with the error of a framework.',
      refusals(of('unknownPath'), (reply) =>
        withBody(reply, '{"message":"Route not found","error":"Not Found","statusCode":404}'),
      ),
    ],
    'unknown-method-empty': [
      'Answers an unknown method with 405 and no body.',
      refusals(of('unknownMethod'), () => empty(405)),
    ],
    'unknown-method-wrong-status-field': [
      'Says 404 in the Error of an unknown method.',
      refusals(of('unknownMethod'), (reply) =>
        withBody(reply, '{"code":"method_not_allowed","message":"No.","status":404}'),
      ),
    ],
  }),
  ...breaking('errors.refused-in-front', {
    'line-feed-html': [
      'Refuses a line feed in an address with an HTML page.',
      refusals(
        ({ status }, { path, query }) => status !== 401 && /%0a/i.test(`${path}?${query}`),
        () => page(400),
      ),
    ],
  }),
];
