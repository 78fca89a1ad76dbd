// Words for a POSIX shell, in which expansions are kept apart from literal text.

/** Literal text, encoded in UTF-8 unless it says Latin-1, or an expansion such as ${NAME} or $(command). */
export type Piece =
  | { readonly text: string; readonly latin1?: boolean }
  | { readonly expand: string };

/** One word. Plain text is quoted so that it stays readable; printf writes bytes that a terminal cannot show. */
export function shellWord(pieces: readonly Piece[]): string {
  const parts: Piece[] = [];
  for (const part of pieces.flatMap((piece): Piece[] =>
    'expand' in piece ? [piece] : spelled(piece),
  )) {
    const before = parts.at(-1);
    if (before !== undefined && 'text' in before && 'text' in part)
      parts[parts.length - 1] = { text: before.text + part.text };
    else parts.push(part);
  }
  const readable = parts.every((part) => 'expand' in part || !/["\\$`!]/.test(part.text));
  if (readable && parts.some((part) => 'expand' in part))
    return `"${parts.map((part) => ('expand' in part ? part.expand : part.text)).join('')}"`.replace(
      /\$\{(\w+)\}(?=["\s])/g,
      '$$$1',
    );
  const word = parts
    .map((part) => ('expand' in part ? `"${part.expand}"` : singleQuoted(part.text)))
    .join('');
  return word === '' ? "''" : word;
}

/** A word of our own, such as a file name, which is quoted only if necessary. */
export const argument = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : shellWord([{ text }]);

/** A command that writes exactly these bytes: in its format, printf interprets only % and \. */
export function printfCommand(pieces: readonly (Piece | { readonly bytes: Uint8Array })[]): string {
  const expansions: string[] = [];
  const format = pieces
    .map((piece) => {
      if ('expand' in piece) return (expansions.push(`"${piece.expand}"`), '%s');
      return 'bytes' in piece
        ? octal(piece.bytes)
        : octal(Buffer.from(piece.text, piece.latin1 === true ? 'latin1' : 'utf8'));
    })
    .join('');
  return [
    'printf',
    singleQuoted(format.startsWith('-') ? format.replace('-', '\\055') : format),
    ...expansions,
  ].join(' ');
}

/** Whether a terminal would show every character as itself. */
export function isPlain(text: string): boolean {
  return !/[\p{C}\u2028\u2029]|[^\P{Z} ]/u.test(text);
}

function spelled(piece: { readonly text: string; readonly latin1?: boolean }): Piece[] {
  const { text, latin1 } = piece;
  if (text === '') return [];
  const isSafe = latin1 === true ? /^[\x20-\x7e]*$/.test(text) : isPlain(text);
  return isSafe ? shortened(text) : [{ expand: `$(${printfCommand([piece])})` }];
}

/** Nobody reads a letter that is repeated a thousand times, so the shell generates it. */
function shortened(text: string): Piece[] {
  const [, before = '', run = '', letter = '', behind = ''] =
    /^(.*?)(([a-zA-Z1-9])\3{999,})(.*)$/s.exec(text) ?? [];
  if (run === '') return [{ text }];
  const written = `$(printf '%0${run.length}d' 0 | tr 0 ${letter})`;
  return [{ text: before }, { expand: written }, ...shortened(behind)].filter(
    (piece) => 'expand' in piece || piece.text !== '',
  );
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Bytes for printf: plain text unchanged, and all other bytes in octal. */
function octal(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const isExact = Buffer.from(text, 'utf8').equals(bytes);
  const escape = (character: string): string => {
    if (character === '%') return '%%';
    if (character === '\\') return '\\\\';
    if (character === '\n') return '\\n';
    return Array.from(
      Buffer.from(character, 'utf8'),
      (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
    ).join('');
  };
  if (isExact) return text.replace(/[\p{C}\u2028\u2029%\\]|[^\P{Z} ]/gu, escape);
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f
      ? String.fromCharCode(byte).replace(/[%\\]/, escape)
      : `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('');
}
