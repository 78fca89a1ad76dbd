// Animals that look different from what was added: in lists, in answers to adds, in answers to gets, or everywhere.
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

/** The same members, one of them with another literal. */
export const withField = (
  fields: Fields,
  name: string,
  alter: (literal: string) => string,
): Fields =>
  fields.map(([each, literal]) => (each === name ? [each, alter(literal)] : [each, literal]));

export const withoutField = (fields: Fields, name: string): Fields =>
  fields.filter(([each]) => each !== name);

/** One member is another literal, or is left out. */
export const field =
  (name: string, alter: (literal: string) => string) =>
  (fields: Fields): Fields =>
    withField(fields, name, alter);
export const fixed = (name: string, literal: string): ((fields: Fields) => Fields) =>
  field(name, () => literal);
export const without =
  (name: string) =>
  (fields: Fields): Fields =>
    withoutField(fields, name);

/** The name is another text. */
export const renamed =
  (alter: (name: string) => string) =>
  (fields: Fields, animal: Animal): Fields =>
    withField(fields, 'name', () => quoted(alter(animal.name)));

/** What a double makes of an integer. */
export const rounded = (literal: string): string => String(BigInt(Number(literal)));
export const in32Bits = (literal: string): string => String(BigInt.asIntN(32, BigInt(literal)));

/** Only some animals of some answers are altered. */
export const where =
  (when: (call: Call, animal: Animal, server: Server) => boolean, alter: Alter): Alter =>
  (fields, animal, call, server) =>
    when(call, animal, server) ? alter(fields, animal, call, server) : fields;
