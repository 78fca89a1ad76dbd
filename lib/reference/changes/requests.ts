// Conditions on requests, so that a fault occurs only in some of them.
import { header, parameters, unescaped } from '../request.js';
import type { Call, Operation } from '../types.js';

export const is = (call: Call, ...operations: readonly Operation[]): boolean =>
  operations.includes(call.operation);
export const isMessage = (call: Call): boolean => is(call, 'sendMessage');
export const isOfCatalogue = (call: Call): boolean => !isMessage(call);

export const limitIn = (call: Call): string | undefined => parameters(call, 'limit')[0];
export const statusIn = (call: Call): string | undefined => parameters(call, 'status')[0];
export const isLimited = (call: Call): boolean => limitIn(call) !== undefined;
export const isFiltered = (call: Call): boolean => statusIn(call) !== undefined;

/** The petId after decoding. */
export const idIn = (call: Call): string => unescaped(call.petId);

export const authorizationIn = (call: Call): string => header(call.request, 'authorization') ?? '';
export const hasAuthorization = (call: Call): boolean =>
  header(call.request, 'authorization') !== undefined;
/** Whether the client accepts JSON by its name, and not only by a range or by leaving the header out. */
export const namesJson = (call: Call): boolean =>
  header(call.request, 'accept')?.includes('json') === true;
export const typeIn = (call: Call): string => header(call.request, 'content-type') ?? '';

/** The body as text, which may not be JSON. */
export const textIn = (call: Call): string => {
  const { body = '' } = call.request;
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
};
