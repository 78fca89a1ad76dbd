// Animals that are shown differently from how they were added: in lists, in responses to adds or gets, or everywhere.
import { quoted, written } from '../json.js';
import type { Server } from '../server.js';
import type { Animal, Call, Fields } from '../types.js';
import { after, replace, type Change } from './change.js';

type Alter = (fields: Fields, animal: Animal, call: Call, server: Server) => Fields;

const shown =
  (step: 'listedText' | 'addedText' | 'fetchedText') =>
  (alter: Alter): Change =>
    replace(
      step,
      (_, server) => (animal, call) =>
        written(alter(server.animalFields(animal), animal, call, server)),
    );

export const inLists = shown('listedText');
export const inAdds = shown('addedText');
export const inGets = shown('fetchedText');
export const everywhere = (alter: (fields: Fields, animal: Animal) => Fields): Change =>
  after('animalFields', alter);

/** Gives one member another literal and keeps the others. */
export const withField = (
  fields: Fields,
  name: string,
  alter: (literal: string) => string,
): Fields =>
  fields.map(([each, literal]) => (each === name ? [each, alter(literal)] : [each, literal]));

/** Alters the literal of one member. */
export const field =
  (name: string, alter: (literal: string) => string) =>
  (fields: Fields): Fields =>
    withField(fields, name, alter);
export const fixed = (name: string, literal: string): ((fields: Fields) => Fields) =>
  field(name, () => literal);
export const without =
  (name: string) =>
  (fields: Fields): Fields =>
    fields.filter(([each]) => each !== name);

/** Replaces the name by another text. */
export const renamed =
  (alter: (name: string) => string) =>
  (fields: Fields, animal: Animal): Fields =>
    withField(fields, 'name', () => quoted(alter(animal.name)));

/** An integer after a detour through a double. */
export const rounded = (literal: string): string => String(BigInt(Number(literal)));
export const in32Bits = (literal: string): string => String(BigInt.asIntN(32, BigInt(literal)));

/** Alters only some animals in some responses. */
export const where =
  (when: (call: Call, animal: Animal, server: Server) => boolean, alter: Alter): Alter =>
  (fields, animal, call, server) =>
    when(call, animal, server) ? alter(fields, animal, call, server) : fields;

/** Shows a member of the request in place of the server's own. */
export const messageFieldFromRequest = (name: string): Change =>
  after('messageFields', (all, _text, call, server) => {
    const given = server.parse(server.decode(call), call);
    const value = server.requireObject(given, call).get(name);
    return typeof value === 'string' ? withField(all, name, () => quoted(value)) : all;
  });
