// Texts that are JSON or not, and members whose names are read otherwise.
import { readJson, type Json, type JsonObject } from '../json.js';

export const jsonIn = (text: string): Json | undefined => {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
};
export const isJson = (text: string): boolean => jsonIn(text) !== undefined;

const members = ['name', 'categoryId', 'status', 'message'];

/** Member names are read without regard to letter case, as Go's decoder does. */
export const inAnyCase = (body: JsonObject): JsonObject =>
  new Map(
    [...body].map(([name, value]) => [
      members.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name,
      value,
    ]),
  );
