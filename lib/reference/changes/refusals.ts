// Refusals without a reason, and refusals that get another response.
import { Refusal } from '../refusal.js';
import type { Server } from '../server.js';
import type { Call, Fields, Reply } from '../types.js';
import { after, before, replace, type Change } from './change.js';
import { hasAuthorization, idIn, is, isOfCatalogue } from './requests.js';

export function refuse(status: number): never {
  throw status < 500
    ? new Refusal(status, 'refused', 'This is not accepted.')
    : new Refusal(status, 'internal', 'Something went wrong.');
}

/** Refuses or fails although the request may be valid. */
export const refusing = (status: number, when: (call: Call, server: Server) => boolean): Change =>
  before('operate', (call, server) => {
    if (when(call, server)) refuse(status);
  });

export const refusingName = (status: number, when: (name: string) => boolean): Change =>
  after('nameOf', (name) => (when(name) ? refuse(status) : name));
export const refusingCategory = (status: number, when: (category: bigint) => boolean): Change =>
  after('categoryOf', (category) => (when(category) ? refuse(status) : category));
export const refusingText = (status: number, when: (text: string) => boolean): Change =>
  after('textOf', (text) => (when(text) ? refuse(status) : text));
export const refusingId = (status: number, when: (id: string) => boolean): Change =>
  before('idOf', (call) => {
    if (when(idIn(call))) refuse(status);
  });

/** Selects refusals of the correct server. */
export type Due = (refusal: Refusal, call: Call) => boolean;

/** Selects refusals of the catalogue, as opposed to the quickstart. */
export const ofCatalogue: Due = (_refusal, call) => isOfCatalogue(call);
export const of400: Due = ({ status }, call) => status === 400 && isOfCatalogue(call);
export const of401: Due = ({ status }, call) => status === 401 && isOfCatalogue(call);
export const ofMissingKey: Due = (refusal, call) => of401(refusal, call) && !hasAuthorization(call);
export const ofWrongKey: Due = (refusal, call) => of401(refusal, call) && hasAuthorization(call);
export const of404: Due = ({ status }, call) => status === 404 && is(call, 'getPet');
export const of415: Due = ({ status }, call) => status === 415 && is(call, 'createPet');

/** Replaces the response to a refusal. */
export const refusals = (
  due: Due,
  alter: (reply: Reply, refusal: Refusal, call: Call) => Reply,
): Change =>
  after('refuse', (reply, refusal, call) =>
    due(refusal, call) ? alter(reply, refusal, call) : reply,
  );

/** Alters the members of the Error object. */
export const errors = (due: Due, alter: (fields: Fields, refusal: Refusal) => Fields): Change =>
  after('errorFields', (fields, refusal, call) =>
    due(refusal, call) ? alter(fields, refusal) : fields,
  );

/** Gives a refusal another status, in the response and in the Error object alike. */
export const otherStatus = (due: Due, status: number): Change =>
  replace(
    'refuse',
    (original) => (refusal, call) =>
      original(due(refusal, call) ? { ...refusal, status } : refusal, call),
  );
