// Values as source code: texts with keys and identifiers in their places. What it writes is legible, and never ends early.
import { sourceText } from '../text/inert.js';
import { type KeyPiece, type Piece, piecesOf } from '../sent.js';

/** Source code of an expression, in the place of a part of a text. */
export interface Expression {
  readonly code: string;
}

type Part = { readonly text: string } | Expression;

/** A text as a literal: with quotes, or a template where anything in it is computed. */
export function literal(parts: readonly Part[]): string {
  if (parts.every((part) => 'text' in part))
    return `'${parts.map((part) => sourceText(part.text, "'")).join('')}'`;
  const inside = parts.map((part) =>
    'text' in part ? sourceText(part.text, '`') : `\${${part.code}}`,
  );
  return `\`${inside.join('')}\``;
}

export const quoted = (text: string): string => literal([{ text }]);

/** Undefined where the record holds too little of a key that was made from the key. */
export function partsOf(text: string): readonly Part[] | undefined {
  const parts = piecesOf(text)?.map(partOf);
  return parts?.every((part) => part !== undefined) ? parts : undefined;
}

function partOf(piece: Piece): Part | undefined {
  if (!('key' in piece)) return piece;
  const code = keyCode(piece);
  return code === undefined ? undefined : { code };
}

const keyNames = { ANIMAL_STORE_API_KEY: 'key', ANIMAL_STORE_QUICKSTART_API_KEY: 'quickstartKey' };

/** Makes wrong keys from the key, as the record describes them. */
function keyCode({ key, made, around: [before, after] }: KeyPiece): string | undefined {
  const name = keyNames[key];
  if (made === null) return name;
  if (made === 'in base64')
    return `btoa(${literal([{ text: before }, { code: name }, { text: after }])})`;
  for (const [words, code] of ways) {
    const found = words.exec(made);
    if (found) return code(name, Number(found[1] ?? 1));
  }
  return undefined;
}

type Way = readonly [words: RegExp, code: (key: string, count: number) => string];

const ways: readonly Way[] = [
  [/^last (?:(\d+) characters|character) missing$/, (key, count) => `${key}.slice(0, -${count})`],
  [/^first (?:(\d+) characters|character) missing$/, (key, count) => `${key}.slice(${count})`],
  [/^in upper case$/, (key) => `${key}.toUpperCase()`],
  [/^in lower case$/, (key) => `${key}.toLowerCase()`],
  [/^upper and lower case swapped$/, (key) => `caseSwapped(${key})`],
  [/^reversed$/, (key) => `[...${key}].reverse().join('')`],
  [/^last character changed$/, (key) => `${key}.slice(0, -1) + another(${key}.slice(-1))`],
  [/^first character changed$/, (key) => `another(${key}.slice(0, 1)) + ${key}.slice(1)`],
  [
    /^character (\d+) changed$/,
    (key, place) =>
      `${key}.slice(0, ${place - 1}) + another(${key}.slice(${place - 1}, ${place})) + ${key}.slice(${place})`,
  ],
  [
    /^case of the (?:character (\d+)|first character) changed$/,
    (key, place) =>
      `${key}.slice(0, ${place - 1}) + caseSwapped(${key}.slice(${place - 1}, ${place})) + ${key}.slice(${place})`,
  ],
  [
    /^case of the last character changed$/,
    (key) => `${key}.slice(0, -1) + caseSwapped(${key}.slice(-1))`,
  ],
  [
    /^character (\d+) missing$/,
    (key, place) => `${key}.slice(0, ${place - 1}) + ${key}.slice(${place})`,
  ],
];
