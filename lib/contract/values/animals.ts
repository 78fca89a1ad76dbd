// Animals as rules compare them: plain fields, integers as text to the last digit.
// It only reads; whether a body is a valid Pet at all is judged by the contract's validators.
import { integerText } from '../../http/json/exact.js';
import type { Json } from '../../http/types.js';

export interface Animal {
  /** Canonical decimal text, as an int64 may not fit a JavaScript number. */
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  readonly status: string | undefined;
}

type Parsed = Extract<Json, { ok: true }>;

// Many lists show one animal, and share the object that was read: it is made out once.
const known = new WeakMap<object, Animal>();

/** The animal at a pointer or at an index of a body, or undefined when what is there is none. */
export function animalAt(json: Parsed, place: string | number, value: unknown): Animal | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const before = known.get(value);
  if (before !== undefined) return before;
  const animal = read(json, typeof place === 'number' ? `/${place}` : place, value);
  if (animal !== undefined) known.set(value, animal);
  return animal;
}

function read(json: Parsed, pointer: string, value: object): Animal | undefined {
  const { id, name, categoryId, status } = value as Record<string, unknown>;
  if (typeof name !== 'string' || (status !== undefined && typeof status !== 'string'))
    return undefined;
  const ownId = integerMember(json, pointer, 'id', id);
  const ownCategory = integerMember(json, pointer, 'categoryId', categoryId);
  return ownId === undefined || ownCategory === undefined
    ? undefined
    : { id: ownId, name, categoryId: ownCategory, status };
}

/** The animals of a list; undefined when it is no bare array, or holds anything else. */
export function animalsIn(json: Json): Animal[] | undefined {
  if (!json.ok || !Array.isArray(json.value)) return undefined;
  const animals: Animal[] = [];
  const list: readonly unknown[] = json.value;
  for (let index = 0; index < list.length; index += 1) {
    const animal = animalAt(json, index, list[index]);
    if (animal === undefined) return undefined;
    animals.push(animal);
  }
  return animals;
}

function integerMember(
  json: Parsed,
  pointer: string,
  key: string,
  value: unknown,
): string | undefined {
  // Most bodies keep no number's text: then there is no pointer to build.
  return integerText(json, json.numbers.size === 0 ? '' : `${pointer}/${key}`, value);
}
