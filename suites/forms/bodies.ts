// What the bodies and headers of answers look like, in words that are the same for every run: what observations are made
// of. Nothing is judged here.
import { plainSchema } from '../../lib/contract/description.js';
import { answerOf, type Exchange } from '../../lib/judge/rules/index.js';

type Described = 'Pet' | 'Error' | 'Message';

/** The names of a body's members, as they are written; undefined where it is no object, or was not read. */
export function membersOf(exchange: Exchange): readonly string[] | undefined {
  const { json } = answerOf(exchange);
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return undefined;
  return Array.isArray(json.value) ? undefined : Object.keys(json.value);
}

/** Those among them that the contract knows. */
const known = (schema: Described): readonly string[] => Object.keys(plainSchema(schema).properties);

/** "owner, tags": those that the contract does not know, of all bodies together. */
export function moreIn(schema: Described, bodies: readonly (readonly string[])[]): string {
  const names = known(schema);
  const more = new Set(bodies.flat().filter((name) => !names.includes(name)));
  return inOrder([...more]) || 'none';
}

/** "id, name, status": how the members that the contract knows follow one another, where all bodies have one order. */
export function orderIn(schema: Described, bodies: readonly (readonly string[])[]): string {
  const names = known(schema);
  const orders = new Set(
    bodies.map((members) => members.filter((name) => names.includes(name)).join(', ')),
  );
  // One that is left out now and then is no other order.
  const longest = [...orders].reduce((one, other) => (other.length > one.length ? other : one), '');
  const whole = longest.split(', ');
  const isPartOf = (order: string): boolean =>
    whole.filter((name) => order.split(', ').includes(name)).join(', ') === order;
  return [...orders].every(isPartOf) ? longest : 'it varies';
}

/** Names as a set: which of them came first is chance. */
const mostNames = 20;
export function inOrder(names: readonly string[], most = mostNames): string {
  const sorted = [...new Set(names)].sort();
  return sorted.length > most ? `more than ${most} different ones` : sorted.join(', ');
}

/** "application/json", whatever its parameters and letter case. */
export const mediaTypeOf = (exchange: Exchange): string =>
  answerOf(exchange).header('content-type')?.split(';')[0]?.trim().toLowerCase() ||
  'no content type';

/** "an array", "an object": what a body is as a whole. */
export function shapeOf(exchange: Exchange): string {
  const { json, size } = answerOf(exchange);
  if (size === 0) return 'no body';
  if (!json.ok) return 'no JSON';
  if (Array.isArray(json.value)) return 'an array';
  return typeof json.value === 'object' && json.value !== null ? 'an object' : 'another value';
}

/** How JSON is written, outside of its strings. */
export function spacingOf(text: string): string {
  const outside = text.replace(/"(?:[^"\\]|\\.)*"/gs, '""').trim();
  if (/[\r\n]/.test(outside)) return 'with line breaks';
  return /\s/.test(outside) ? 'with spaces' : 'without white space';
}
