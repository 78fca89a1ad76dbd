// Bodies that break a schema in exactly one respect, made from a twin that the target has accepted. A refusal, or the
// lack of one, can then be about that difference only.
import { plainSchema, type PlainSchema } from '../description.js';
import { jsonText, objectText, shown } from './json-text.js';

export type InvalidKind =
  | 'missing'
  | 'null'
  | 'wrong-type'
  | 'fraction'
  | 'fine-fraction'
  | 'beyond-int64'
  | 'not-in-enum'
  | 'padded';

export interface InvalidBody {
  /**
   * A description of the mistake, unique among the bodies of a schema, with code between backticks: "`"categoryId":
   * 1.5`".
   */
  readonly cause: string;
  /** The property that is wrong. */
  readonly field: string;
  readonly kind: InvalidKind;
  readonly text: string;
  /** How it differs from the twin: "categoryId is 1.5 instead of 1". */
  readonly difference: string;
}

/** An invalid value as JSON text, so that 1e30 stays 1e30. */
interface Wrong {
  readonly kind: InvalidKind;
  readonly text: string;
  /** Shown instead of a text that is long, or that differs from run to run. */
  readonly brief?: string;
}

/** Makes every body that breaks the schema in one respect. The twin must be valid. */
export function invalidBodies(
  schema: 'NewPet' | 'NewMessage' | PlainSchema,
  twin: object,
): readonly InvalidBody[] {
  const { properties, required } = typeof schema === 'string' ? plainSchema(schema) : schema;
  const members = Object.entries(twin).flatMap(([key, value]: [string, unknown]) =>
    value === undefined ? [] : [[key, jsonText(value)] as const],
  );
  const missing = required.map((field) => ({
    cause: `no \`${field}\``,
    field,
    kind: 'missing' as const,
    text: objectText(members.filter(([key]) => key !== field)),
    difference: `${field} is missing`,
  }));
  const wrong = Object.entries(properties).flatMap(([field, property]) => {
    const accepted = members.find(([key]) => key === field)?.[1];
    return wrongValues(property, accepted).map(({ kind, text, brief = text }) => ({
      cause: `\`"${field}": ${brief}\``,
      field,
      kind,
      text: objectText(
        accepted === undefined
          ? [...members, [field, text]]
          : members.map(([key, value]) => [key, key === field ? text : value]),
      ),
      difference: `${field} is ${shown(text)} instead of ${accepted === undefined ? 'absent' : shown(accepted)}`,
    }));
  });
  return [...missing, ...wrong];
}

function wrongValues(schema: PlainSchema, accepted: string | undefined): Wrong[] {
  const valid =
    accepted ??
    (schema.enum === undefined
      ? schema.type === 'integer'
        ? '1'
        : '"a"'
      : JSON.stringify(schema.enum[0]));
  return [
    { kind: 'null', text: 'null' },
    ...otherTypes(schema, valid),
    ...(schema.type === 'integer' ? [...numbersInStrings(valid), ...noIntegers(schema)] : []),
    ...notMembers(schema.enum ?? []),
  ];
}

/** Values of every other JSON type, including those that lenient servers convert. */
function otherTypes(schema: PlainSchema, valid: string): Wrong[] {
  const wrong = (text: string, brief = text): Wrong => ({ kind: 'wrong-type', text, brief });
  // A free text differs from run to run, so it is shown as "…".
  const held = schema.type === 'string' && schema.enum === undefined ? '"…"' : valid;
  const inObject = (value: string): string => `{"id":${value},"value":${value},"text":${value}}`;
  const all: readonly (readonly [type: string, Wrong])[] = [
    ['string', wrong(JSON.stringify(valid))],
    ['string', wrong('"one"')],
    ['string', wrong('""')],
    ['number', wrong('0')],
    // A parser that keeps every digit does not make a number of it.
    ['number', wrong('20000000000000000001')],
    // Many parsers accept the number of a member of an enumeration instead of its name; some count from one.
    ['number', wrong(schema.enum === undefined ? '1.5' : '1')],
    ['boolean', wrong('true')],
    ['boolean', wrong('false')],
    ['array', wrong('[]')],
    ['array', wrong(`[${valid}]`, `[${held}]`)],
    ['object', wrong('{}')],
    ['object', wrong(inObject(valid), inObject(held))],
  ];
  const own = schema.type === 'integer' ? 'number' : schema.type;
  return all.filter(([type]) => type !== own).map(([, value]) => value);
}

/** Strings that lenient parsers accept as numbers. */
const numbersInStrings = (valid: string): Wrong[] =>
  ['7205759403792793601', ` ${valid}`, '0x1'].map((word) => ({
    kind: 'wrong-type',
    text: JSON.stringify(word),
  }));

function noIntegers(schema: PlainSchema): Wrong[] {
  const fractions = ['1.5', '-0.5', '1e-1'].map((text): Wrong => ({ kind: 'fraction', text }));
  // A parser that uses doubles reads these as whole numbers.
  const fine = ['9007199254740993.5', '1.00000000000000000001'].map((text): Wrong => ({
    kind: 'fine-fraction',
    text,
  }));
  if (schema.format !== 'int64') return [...fractions, ...fine];
  const beyond = [
    '9223372036854775808',
    '-9223372036854775809',
    '18446744073709551617',
    '9'.repeat(30),
    '1e30',
    '1e400',
    // Python reads no integer of more than 4,300 digits.
    '9'.repeat(5000),
  ];
  return [
    ...fractions,
    ...fine,
    ...beyond.map((text): Wrong => ({
      kind: 'beyond-int64',
      text,
      ...(text.length > 40 ? { brief: `${text.slice(0, 3)}… (${text.length} digits)` } : {}),
    })),
  ];
}

function notMembers(members: readonly string[]): Wrong[] {
  const wrong = (word: string): Wrong => ({ kind: 'not-in-enum', text: JSON.stringify(word) });
  if (members.length === 0) return [];
  // A server that trims values takes this for a member.
  const padded = (word: string): Wrong => ({ ...wrong(word), kind: 'padded' });
  const near = members.flatMap((word) => [
    wrong(word.toUpperCase()),
    wrong(word.charAt(0).toUpperCase() + word.slice(1)),
    padded(` ${word}`),
    padded(`${word} `),
  ]);
  return [
    wrong('unknown'),
    wrong(''),
    wrong('constructor'),
    padded(`${members[0]}\n`),
    wrong(members.slice(0, 2).join(',')),
    ...near,
    // An error that repeats it is longer in bytes than in characters.
    wrong('verkäuflich'),
    // Many a store has a fourth status, and one for what is not there any more.
    wrong('reserved'),
    wrong('deleted'),
    // Some languages read an enumeration from the number of a member as well.
    wrong('1'),
    // Others compare beginnings.
    wrong(members[0]?.slice(0, -1) ?? ''),
  ].filter(({ text }) => !members.includes(JSON.parse(text) as string));
}
