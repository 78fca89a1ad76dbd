// Bodies that are not objects, not JSON, or JSON only to a lenient parser, each made from an accepted twin by one
// change.
import { jsonText, objectText } from './json-text.js';

export interface WrongBody {
  /** A description of the body, with code between backticks: "an array that holds the object". */
  readonly cause: string;
  readonly text: string;
  /** How it differs from the twin. */
  readonly difference: string;
  /** Parameters beside it, in which some servers look for what the body lacks. */
  readonly query?: readonly (readonly [string, string])[];
}

const instead = (cause: string, text: string): WrongBody => ({
  cause,
  text,
  difference: `the body is ${cause} instead of the object`,
});

/** Bodies that are JSON, but not objects. */
export function notObjects(twin: object): readonly WrongBody[] {
  const text = jsonText(twin);
  return [
    instead('an array that holds the object', `[${text}]`),
    instead('an empty array', '[]'),
    instead('a string that holds the JSON', JSON.stringify(text)),
    instead('an empty string in JSON', '""'),
    instead('the number 1', '1'),
    instead('true', 'true'),
    instead('false', 'false'),
    instead('null', 'null'),
  ];
}

/** Bodies that no parser could take for JSON. */
export function notJson(twin: object): readonly WrongBody[] {
  const text = jsonText(twin);
  const members = Object.entries(twin).filter(([, value]) => value !== undefined);
  const characters = Array.from(text);
  // The cut falls between characters, so that the body stays valid UTF-8.
  const cut = (cause: string, length: number): WrongBody => ({
    cause,
    text: characters.slice(0, length).join(''),
    difference: `the body ends after ${length} of its ${characters.length} characters`,
  });
  return [
    instead('a plain word', 'animal'),
    cut('the object without its last brace', characters.length - 1),
    cut('the first half of the object', Math.ceil(characters.length / 2)),
    cut(
      'the first key of the object',
      Array.from(`{${JSON.stringify(members[0]?.[0] ?? '')}`).length,
    ),
    instead('YAML', members.map(([key, value]) => `${key}: ${jsonText(value)}`).join('\n')),
    instead(
      'form fields',
      members
        .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
        .join('&'),
    ),
    instead(
      'XML',
      `<body>${members.map(([key, value]) => `<${key}>${xml(String(value))}</${key}>`).join('')}</body>`,
    ),
  ];
}

const xml = (text: string): string =>
  text.replace(/[<&]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The twin with one required member at a time named in another letter case. */
export function otherCaseMembers(twin: object, members: readonly string[]): readonly WrongBody[] {
  return members.flatMap((member) =>
    [member.charAt(0).toUpperCase() + member.slice(1), member.toUpperCase()].map((written) => ({
      cause: `\`${written}\` instead of \`${member}\``,
      text: objectText(
        Object.entries(twin).map(([key, value]) => [
          key === member ? written : key,
          jsonText(value),
        ]),
      ),
      difference: `the member ${member} is named ${written}`,
    })),
  );
}

/** Bodies that only a lenient parser takes for JSON. */
export function nearlyJson(twin: object): readonly WrongBody[] {
  const text = jsonText(twin);
  const entries = Object.entries(twin).filter(
    ([, value]: [string, unknown]) => value !== undefined,
  );
  const firstKey = entries[0]?.[0];
  const rest = firstKey === undefined ? '' : text.slice(1 + JSON.stringify(firstKey).length);
  const changes: WrongBody[] = [
    {
      cause: 'a trailing comma',
      text: `${text.slice(0, -1)},}`,
      difference: 'there is a comma before the last brace',
    },
    {
      cause: 'a block comment',
      text: `{/* a comment */${text.slice(1)}`,
      difference: 'there is a comment after the first brace',
    },
    {
      cause: 'a line comment',
      text: `${text} // a comment`,
      difference: 'there is a comment after the object',
    },
    {
      cause: 'a second document',
      text: `${text} ${text}`,
      difference: 'the object appears twice',
    },
    {
      cause: 'a word after the end',
      text: `${text} animal`,
      difference: 'there is a word after the object',
    },
    {
      cause: 'a brace after the end',
      text: `${text}}`,
      difference: 'there is another brace after the object',
    },
    // A parser that skips what it does not need may not look at it closely.
    {
      cause: 'another member without a value',
      text: `${text.slice(0, -1)},"note":}`,
      difference: 'there is another member, note, without a value',
    },
    {
      cause: 'a semicolon in an array',
      text: `${text.slice(0, -1)},"note":[1;2]}`,
      difference: 'there is another member, note, an array with a semicolon for its comma',
    },
  ];
  if (firstKey !== undefined) {
    changes.push(
      {
        cause: 'a key in single quotes',
        text: `{'${firstKey}'${rest}`,
        difference: `the key ${firstKey} is in single quotes`,
      },
      {
        cause: 'a key without quotes',
        text: `{${firstKey}${rest}`,
        difference: `the key ${firstKey} has no quotes`,
      },
    );
  }
  const string = entries.find((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (string !== undefined) {
    const [field, value] = string;
    const broken = `${JSON.stringify(value).slice(0, -1)}\n"`;
    changes.push({
      cause: 'an unescaped line feed in a string',
      text: text.replace(
        `${JSON.stringify(field)}:${JSON.stringify(value)}`,
        () => `${JSON.stringify(field)}:${broken}`,
      ),
      difference: `the ${field} ends with an unescaped line feed`,
    });
  }
  const integer = entries.find((entry): entry is [string, bigint] => typeof entry[1] === 'bigint');
  return integer === undefined ? changes : [...changes, ...unusualNumbers(twin, integer)];
}

function unusualNumbers(twin: object, [field, value]: readonly [string, bigint]): WrongBody[] {
  const size = value < 0n ? -value : value;
  const sign = value < 0n ? '-' : '';
  const written = (cause: string, literal: string): WrongBody => ({
    cause,
    text: jsonText(twin).replace(
      `${JSON.stringify(field)}:${value}`,
      `${JSON.stringify(field)}:${literal}`,
    ),
    difference: `${field} is written as ${literal} instead of ${value}`,
  });
  return [
    written('the value NaN', 'NaN'),
    written('the value Infinity', 'Infinity'),
    written('a hexadecimal number', `${sign}0x${size.toString(16)}`),
    written('a leading zero', `${sign}0${size}`),
    ...(value < 0n ? [] : [written('a leading plus', `+${value}`)]),
  ];
}
