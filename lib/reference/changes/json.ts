// Texts that may or may not be JSON, and members that are found under other names.
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

/** Reads member names without regard to letter case, as Go's decoder does. */
export const inAnyCase = (body: JsonObject): JsonObject =>
  new Map(
    [...body].map(([name, value]) => [
      members.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name,
      value,
    ]),
  );
