// Replies in another form.
import { quoted } from '../json.js';
import type { Server } from '../server.js';
import type { Call, Reply } from '../types.js';
import { after, type Change } from './change.js';

type Answering = 'listPets' | 'createPet' | 'getPet' | 'sendMessage';

/** Replaces the body with which an operation replies. */
export const rewriting = (
  operation: Answering,
  rewrite: (body: string, call: Call, server: Server) => string,
): Change =>
  after<Answering>(operation, (reply, call, server) =>
    withBody(reply, rewrite(String(reply.body), call, server)),
  );

export const withStatus = (operation: Answering, status: number): Change =>
  after<Answering>(operation, (reply, _call, _server) => ({ ...reply, status }));

/** Wraps a JSON text in an array. */
export const inArray = (body: string): string => `[${body}]`;
export const inMember =
  (name: string) =>
  (body: string): string =>
    `{${quoted(name)}:${body}}`;

export const withBody = (reply: Reply, body: string): Reply => ({ ...reply, body });
export const withType = (reply: Reply, type: string): Reply => ({
  ...reply,
  headers: [['content-type', type]],
});
export const withHeader = (reply: Reply, name: string, value: string): Reply => ({
  ...reply,
  headers: [...reply.headers, [name, value]],
});

export const page = (status: number): Reply => ({
  status,
  headers: [['content-type', 'text/html']],
  body: `<html><body><h1>${status}</h1></body></html>`,
});
export const empty = (status: number): Reply => ({ status, headers: [], body: '' });
