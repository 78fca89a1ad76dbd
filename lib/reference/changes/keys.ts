// Keys that are checked not at all, or too late.
import type { Server } from '../server.js';
import type { Call, Operation } from '../types.js';
import { header } from '../request.js';
import { after, all, before, instead, replace, type Change } from './change.js';
import { withHeader } from './replies.js';
import { is, isOfCatalogue } from './requests.js';

/** Selects the requests of the catalogue, or those of the quickstart. */
type Profile = (call: Call) => boolean;

/** Skips the key check for some requests of the catalogue. */
export const unchecked = (when: (call: Call, server: Server) => boolean): Change =>
  instead('needsKey', (call, server) =>
    isOfCatalogue(call) && when(call, server) ? false : undefined,
  );

/** Skips the key check for what was requested with a valid key before. */
export const checkedOnceFor =
  (isOf: Profile, labelOf: (call: Call) => string | undefined): Change =>
  (server) => {
    const trusted = new Set<string>();
    instead('needsKey', (call) => {
      const label = isOf(call) ? labelOf(call) : undefined;
      if (label === undefined) return undefined;
      if (server.isAuthorized(call)) trusted.add(label);
      return !trusted.has(label);
    })(server);
  };

/** Sets a session cookie with every success, and skips the key check for requests that bear it. */
export const trustedBySession = (isOf: Profile): Change =>
  all(
    after('answer', (reply, call) =>
      isOf(call) && reply.status < 300
        ? withHeader(reply, 'Set-Cookie', `${sessionCookie}; Path=/; HttpOnly`)
        : reply,
    ),
    instead('needsKey', (call) =>
      isOf(call) && (header(call.request, 'cookie') ?? '').includes(sessionCookie)
        ? false
        : undefined,
    ),
  );
const sessionCookie = 'sid=a-made-up-session';

/** Skips the key check for the first request on each connection. */
export const uncheckedAtFirst = (isOf: Profile): Change =>
  replace('needsKey', (needsKey) => {
    const seen = new Set<string>();
    return (call) => {
      const { connection } = call.request;
      const isFirst = connection !== undefined && isOf(call) && !seen.has(connection);
      if (connection !== undefined) seen.add(connection);
      return !isFirst && needsKey(call);
    };
  });

/** Runs a step of the operation before the key check. */
export const beforeKey = (
  operation: Operation,
  look: (call: Call, server: Server) => unknown,
): Change =>
  before('answer', (call, server) => (is(call, operation) ? look(call, server) : undefined));

/** Compares keys of the catalogue too loosely. */
export const compared = (isKey: (shown: string, key: string, call: Call) => boolean): Change =>
  instead('isKey', (shown, key, call) =>
    isOfCatalogue(call) ? isKey(shown, key, call) : undefined,
  );
