// The text of JSON in pieces of some kilobytes, so that what is searched and replaced in it is never megabytes. Escapes nothing.

interface Writing {
  readonly step: string;
  /** Replaces lone surrogates. */
  readonly wellFormed: (text: string) => string;
  readonly pieces: string[];
}

/** Nothing that `inert.ts` looks for, and no character, lies in two of them. */
export function jsonPieces(
  value: unknown,
  indent: number,
  wellFormed: Writing['wellFormed'],
): readonly string[] {
  const pieces: string[] = [];
  write(value, indent === 0 ? '' : '\n', { step: ' '.repeat(indent), wellFormed, pieces });
  return pieces;
}

function write(value: unknown, line: string, { step, wellFormed, pieces }: Writing): void {
  if (roomBeside(value, pieceLength) >= 0) {
    const text = wellFormedJson(value, step, wellFormed);
    return void pieces.push(line === '' ? text : text.replaceAll('\n', line));
  }
  if (typeof value === 'string') {
    for (const [piece] of wellFormedJson(value, '', wellFormed).matchAll(pieceOfText))
      pieces.push(piece);
    return;
  }
  const isList = Array.isArray(value);
  const items = Object.entries(value as object).filter(([, one]) => isList || one !== undefined);
  const inside = line + step;
  pieces.push(isList ? '[' : '{');
  for (const [at, [name, one]] of items.entries()) {
    pieces.push(at === 0 ? inside : `,${inside}`);
    if (!isList) {
      write(name, '', { step: '', wellFormed, pieces });
      pieces.push(line === '' ? ':' : ': ');
    }
    write(one, inside, { step, wellFormed, pieces });
  }
  if (items.length > 0) pieces.push(line);
  pieces.push(isList ? ']' : '}');
}

/** The characters that are left; negative where there are more. */
function roomBeside(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length;
  let rest = left - 8;
  if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      if (rest < 0) break;
      rest = roomBeside(one, rest - name.length);
    }
  return rest;
}

/** Only values with a lone surrogate, which JSON escapes, need the replacement. They are rare. */
function wellFormedJson(value: unknown, step: string, wellFormed: Writing['wellFormed']): string {
  const text = JSON.stringify(value, undefined, step) ?? 'null';
  if (!text.includes('\\ud')) return text;
  return JSON.stringify(
    value,
    (_name, entry: unknown) => (typeof entry === 'string' ? wellFormed(entry) : entry),
    step,
  );
}

const pieceLength = 16_384;
/** It ends where no sign that acts, and no character, would be cut in two. */
const pieceOfText = new RegExp(`[^]{1,${pieceLength}}[#:[\\w\udc00-\udfff]*`, 'g');
