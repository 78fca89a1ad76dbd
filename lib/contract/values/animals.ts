// Animals as rules compare them: plain fields, with integers as text to the last digit. This only reads; the contract's
// validators judge whether a body is a valid Pet.
import { integerText } from '../../http/json/exact.js';
import type { Json } from '../../http/types.js';

export interface Animal {
  /** Canonical decimal text, because an int64 may not fit a JavaScript number. */
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  readonly status: string | undefined;
}

type Parsed = Extract<Json, { ok: true }>;

/** The animal at a JSON pointer or an index of a body, or undefined if there is none. */
export function animalAt(json: Parsed, place: string | number, value: unknown): Animal | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const pointer = typeof place === 'number' ? `/${place}` : place;
  const { id, name, categoryId, status } = value as Record<string, unknown>;
  if (typeof name !== 'string' || (status !== undefined && typeof status !== 'string'))
    return undefined;
  const ownId = integerMember(json, pointer, 'id', id);
  const ownCategory = integerMember(json, pointer, 'categoryId', categoryId);
  return ownId === undefined || ownCategory === undefined
    ? undefined
    : { id: ownId, name, categoryId: ownCategory, status };
}

/** The animals of a list; undefined if it is no bare array, or contains anything else. */
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
  // Most bodies contain no number whose text was kept, and then no pointer has to be built.
  return integerText(json, json.numbers.size === 0 ? '' : `${pointer}/${key}`, value);
}
