// Faults of clause 7: paths and methods that the contract does not have, and characters that a server in front refuses.
import { instead } from '../../changes/change.js';
import { refusals, type Due } from '../../changes/refusals.js';
import { empty, page, withBody, withType } from '../../changes/replies.js';
import { is } from '../../changes/requests.js';
import { header } from '../../request.js';
import type { Operation } from '../../types.js';
import { breaking, type Fault } from '../fault.js';

const of =
  (operation: Operation): Due =>
  (refusal, call) =>
    refusal.status !== 401 && is(call, operation);

export const errorsUnknownPaths: readonly Fault[] = [
  ...breaking('errors.unknown-paths', {
    'more-path-ignored': [
      'Returns the animal for any path below its own.',
      instead('unknownPath', (call, server) => {
        const [, id] = /\/pets\/(\d+)\/./.exec(call.path) ?? [];
        const animal = id === undefined ? undefined : server.store.get(BigInt(id));
        return animal && server.json(200, server.fetchedText(animal, call), call);
      }),
    ],
    'unknown-path-html': [
      'Returns an HTML page for an unknown path.',
      refusals(of('unknownPath'), () => page(404)),
    ],
    'unknown-path-other-error': [
      'Returns the error format of a framework for an unknown path.',
      refusals(of('unknownPath'), (reply) =>
        withBody(reply, '{"message":"Route not found","error":"Not Found","statusCode":404}'),
      ),
    ],
    'unknown-method-empty': [
      'Returns 405 without a body for an unknown method.',
      refusals(of('unknownMethod'), () => empty(405)),
    ],
    'unknown-method-wrong-status-field': [
      'Has 404 as the status in the Error for an unknown method.',
      refusals(of('unknownMethod'), (reply) =>
        withBody(reply, '{"code":"method_not_allowed","message":"No.","status":404}'),
      ),
    ],
  }),
  ...breaking('errors.refused-in-front', {
    'line-feed-html': [
      'Returns an HTML page for an encoded line feed in the URL.',
      refusals(
        ({ status }, { path, query }) => status !== 401 && /%0a/i.test(`${path}?${query}`),
        () => page(400),
      ),
    ],
    'other-origins-refused-in-text': [
      'Returns 403 and a plain text for a request from another origin.',
      instead('begin', ({ request }) =>
        header(request, 'origin') === undefined || request.method === 'OPTIONS'
          ? undefined
          : withType(withBody(page(403), 'Invalid CORS request'), 'text/plain'),
      ),
    ],
  }),
];
