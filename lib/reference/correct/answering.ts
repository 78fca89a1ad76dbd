// Turns a request into a reply: the order of the checks, the Error object, and what all bodies have in common.
import { quoted, written } from '../json.js';
import { notFound, Refusal } from '../refusal.js';
import type { Answering, Server } from '../server.js';
import { animalMembers } from './adding.js';

export const answering = (server: Server): Answering => ({
  contentType: 'application/json',
  begin: () => undefined,
  answer: async (call) => {
    if (server.needsKey(call)) await server.authenticate(call);
    return server.operate(call);
  },
  operate: (call) => server[call.operation](call),
  storeOrders: (call) => server.json(200, '[]', call),
  unknownPath: () => {
    throw notFound('There is nothing at this path.');
  },
  unknownMethod: () => {
    throw new Refusal(405, 'method_not_allowed', 'This path does not know this method.');
  },
  animalFields: animalMembers,
  animalText: (animal) => (animal.text ??= written(server.animalFields(animal))),
  json: (status, text) => ({ status, headers: [['content-type', server.contentType]], body: text }),
  errorFields: (refusal) => [
    ['code', quoted(refusal.code)],
    ['message', quoted(refusal.message)],
    ['status', String(refusal.status)],
  ],
  refuse: (refusal, call) => {
    const reply = server.json(refusal.status, written(server.errorFields(refusal, call)), call);
    for (const [name, value] of refusal.headers) reply.headers.push([name, value]);
    return reply;
  },
  finish: (reply) => reply,
});
