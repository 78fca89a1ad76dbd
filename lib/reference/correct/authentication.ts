// Clause 5: every request must carry the key, in exactly one form.
import { headers } from '../request.js';
import { Refusal } from '../refusal.js';
import type { Authentication, Server } from '../server.js';

export const authentication = (server: Server): Authentication => ({
  needsKey: () => true,
  authorization: (call) => {
    const values = headers(call.request, 'authorization');
    return values.length === 1 ? values[0] : undefined;
  },
  shownKey: (call) => {
    const value = server.authorization(call);
    return value?.startsWith('Bearer ') === true ? value.slice('Bearer '.length) : undefined;
  },
  isKey: (shown, key) => shown === key,
  isAuthorized: (call) => {
    const shown = server.shownKey(call);
    const key = call.operation === 'sendMessage' ? server.quickstartKey : server.key;
    return shown !== undefined && server.isKey(shown, key, call);
  },
  authenticate: (call) => {
    if (!server.isAuthorized(call))
      throw new Refusal(401, 'unauthorized', 'The API key is missing or invalid.');
  },
});
