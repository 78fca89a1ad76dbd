// Describes the bodies and headers of responses, in words that are the same in every run, for observations. Nothing is
// judged here.
import { plainSchema } from '../../lib/contract/description.js';
import { answerOf, type Exchange } from '../../lib/judge/rules/index.js';

type Described = 'Pet' | 'Error' | 'Message';

/** The names of a body's members in their order; undefined if it is no object, or was not read. */
export function membersOf(exchange: Exchange): readonly string[] | undefined {
  const { json } = answerOf(exchange);
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return undefined;
  return Array.isArray(json.value) ? undefined : Object.keys(json.value);
}

/** The members of a schema that the contract names. */
const known = (schema: Described): readonly string[] => Object.keys(plainSchema(schema).properties);

/** The members of all bodies together that the contract does not name: "owner, tags". */
export function moreIn(schema: Described, bodies: readonly (readonly string[])[]): string {
  const names = known(schema);
  const more = new Set(bodies.flat().filter((name) => !names.includes(name)));
  return inOrder([...more]) || 'none';
}

/**
 * The order in which the members that the contract names appear, if it is the same in all bodies: "id, name, status".
 */
export function orderIn(schema: Described, bodies: readonly (readonly string[])[]): string {
  const names = known(schema);
  const orders = new Set(
    bodies.map((members) => members.filter((name) => names.includes(name)).join(', ')),
  );
  // A member that is sometimes missing does not make a different order.
  const longest = [...orders].reduce((one, other) => (other.length > one.length ? other : one), '');
  const whole = longest.split(', ');
  const isPartOf = (order: string): boolean =>
    whole.filter((name) => order.split(', ').includes(name)).join(', ') === order;
  return [...orders].every(isPartOf) ? longest : 'it varies';
}

/** Shows names as a sorted set, because which of them came first is chance. */
const mostNames = 20;
export function inOrder(names: readonly string[], most = mostNames): string {
  const sorted = [...new Set(names)].sort();
  return sorted.length > most ? `more than ${most} different ones` : sorted.join(', ');
}

/** The media type without its parameters and in lower case: "application/json". */
export const mediaTypeOf = (exchange: Exchange): string =>
  answerOf(exchange).header('content-type')?.split(';')[0]?.trim().toLowerCase() ||
  'no content type';

/** The kind of a whole body: "an array", "an object". */
export function shapeOf(exchange: Exchange): string {
  const { json, size } = answerOf(exchange);
  if (size === 0) return 'no body';
  if (!json.ok) return 'no JSON';
  if (Array.isArray(json.value)) return 'an array';
  return typeof json.value === 'object' && json.value !== null ? 'an object' : 'another value';
}

/** How JSON is spaced outside its strings. */
export function spacingOf(text: string): string {
  const outside = text.replace(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '""').trim();
  if (/[\r\n]/.test(outside)) return 'with line breaks';
  return /\s/.test(outside) ? 'with spaces' : 'without white space';
}
