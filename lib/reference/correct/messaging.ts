// Clause 4.5: the quickstart's messages. This server accepts them with 202 and stores none.
import { quoted, written } from '../json.js';
import { header, isJsonType } from '../request.js';
import { invalid } from '../refusal.js';
import type { Messaging, Server } from '../server.js';

export const messaging = (server: Server): Messaging => ({
  messageStatus: 202,
  requireMessageType: (call) => {
    if (!isJsonType(header(call.request, 'content-type')))
      throw invalid('The content type must be application/json.');
  },
  textOf: (body) => {
    const text = body.get('message');
    if (typeof text !== 'string') throw invalid('`message` must be a string.');
    return text;
  },
  messageId: (call) => `msg_${call.number}_${Math.floor(server.random() * 2 ** 48).toString(16)}`,
  createdAt: () => new Date(server.clock.now()).toISOString(),
  messageFields: (text, call) => [
    ['id', quoted(server.messageId(call))],
    ['message', quoted(text)],
    ['status', quoted('queued')],
    ['createdAt', quoted(server.createdAt(call))],
  ],
  sendMessage: (call) => {
    server.requireMessageType(call);
    const body = server.requireObject(server.parse(server.decode(call), call), call);
    return server.json(
      server.messageStatus,
      written(server.messageFields(server.textOf(body, call), call)),
      call,
    );
  },
});
