// Small functions that read a request: headers, query, path. They judge nothing.
import type { Call, Operation, ReferenceRequest } from './types.js';

/** All values of a header without surrounding spaces, as a server reads them from a socket. */
export const headers = (request: ReferenceRequest, name: string): string[] => {
  const values: string[] = [];
  for (const [key, value] of request.headers) {
    if (key === name || key.toLowerCase() === name)
      values.push(value.replace(/^[ \t]+|[ \t]+$/g, ''));
  }
  return values;
};

export const header = (request: ReferenceRequest, name: string): string | undefined =>
  headers(request, name)[0];

/** All values of a query parameter. */
export const parameters = (call: Call, name: string): string[] =>
  call.query === '' ? [] : new URLSearchParams(call.query).getAll(name);

/** Decodes a path segment, or returns it unchanged if its escapes are invalid. */
export const unescaped = (segment: string): string => {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  '/pets': { GET: 'listPets', POST: 'createPet' },
  '/store/orders': { GET: 'storeOrders' },
};

/** Finds the operation that a request calls. */
export const route = (
  method: string,
  path: string,
  basePath: string,
  quickstartPath: string,
): { operation: Operation; petId: string } => {
  const none = (operation: Operation): { operation: Operation; petId: string } => ({
    operation,
    petId: '',
  });
  if (path === `${quickstartPath}/messages`)
    return none(method === 'POST' ? 'sendMessage' : 'unknownMethod');
  if (!path.startsWith(`${basePath}/`)) return none('unknownPath');
  const below = path.slice(basePath.length);
  const ofPath = operations[below];
  if (ofPath !== undefined) return none(ofPath[method] ?? 'unknownMethod');
  const petId = /^\/pets\/([^/]+)$/.exec(below)?.[1];
  if (petId === undefined) return none('unknownPath');
  return { operation: method === 'GET' ? 'getPet' : 'unknownMethod', petId };
};

/** Whether a content type is JSON, whatever its parameters. */
export const isJsonType = (type: string | undefined): boolean =>
  type !== undefined && /^application\/json\s*(;|$)/i.test(type);
